import { type Company, PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import { capitals } from '~/shared/capitals';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatTime } from '~/ui/values/format';
import { statementPrint } from '../calls';
import { myPrint } from '../myCalls';
import { periodName, statementStates } from '../statement';

type Printed = AnswerOf<typeof statementPrint>;

/** 打印对账单: all lines, the seal's hash, and the place where both sides put their stamp. */
export default function StatementPrint({ id, mine = false, onClose }: { id: string; mine?: boolean; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  return (
    <PrintFlow<Printed>
      title="打印对账单"
      kinds={[{ value: 'A4', label: 'A4 纸（盖章版）', paper: 'A4' }]}
      load={async () => [await call(mine ? myPrint : statementPrint, { id }, { key: newKey() })]}
      keyOf={({ head }) => head.id}
      sheet={(doc) => <Paper {...doc} owner={company?.companyName || tenant} company={company} />}
      onClose={onClose}
    />
  );
}

function Paper({ head, lines, owner, company }: Printed & { owner: string; company?: Company | undefined }) {
  const draft = head.status === 'DRAFT';
  const money = (value: string) => (/[1-9]/.test(value) ? formatMoney(value) : '');
  return (
    <Sheet
      owner={<PrintHead company={company} name={owner} />}
      foot={
        <>
          <div style={{ marginTop: 6, wordBreak: 'break-all' }}>{head.hash ? `封存哈希（SHA-256）：${head.hash}` : '草稿，未封存，不作为对账依据'}</div>
          <Seals owner={owner} customer={head.customerName} />
          <PrintFoot company={company} />
        </>
      }
      title={draft ? '客户对账单（草稿）' : '客户对账单'}
      no={head.no || '草稿'}
      facts={[
        { label: '客户', value: head.customerName },
        { label: '账期', value: `${periodName(head.periodStart, head.periodEnd)}（${head.periodStart}至${head.periodEnd}）` },
        { label: '状态', value: statementStates[head.status] },
        { label: '发送时间', value: head.sentAt ? formatTime(head.sentAt) : '' },
        ...(head.confirmedAt ? [{ label: head.confirmedFor ? '代确认' : '客户确认', value: `${head.confirmer} ${formatTime(head.confirmedAt)}` }] : []),
        ...(head.remark ? [{ label: '备注', value: head.remark, wide: true }] : []),
      ]}
      columns={[
        { title: '行' },
        { title: '日期' },
        { title: '类型' },
        { title: '单号' },
        { title: '摘要' },
        { title: '增加(元)', numeric: true },
        { title: '减少(元)', numeric: true },
        { title: '余额(元)', numeric: true },
      ]}
      rows={[
        ['', head.periodStart, '期初', '', '', '', '', formatMoney(head.opening)],
        ...lines.map((line) => [
          line.seq,
          line.bizDate,
          line.kindName,
          line.bizNo,
          line.memo,
          money(line.debit),
          money(line.credit),
          formatMoney(line.balance),
        ]),
      ]}
      totals={[
        [
          { text: '本期合计与期末', span: 5 },
          { text: formatMoney(head.debit), span: 1, numeric: true },
          { text: formatMoney(head.credit), span: 1, numeric: true },
          { text: formatMoney(head.closing), span: 1, numeric: true },
        ],
        [{ text: `期末应付（大写）：${capitals(head.closing)}`, span: 8 }],
      ]}
      signs={[]}
    />
  );
}

const Seals = ({ owner, customer }: { owner: string; customer: string }) => (
  <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 24, marginTop: 16, breakInside: 'avoid' }}>
    {[owner, customer].map((name, index) => (
      <div key={name} style={{ border: '1px solid #000', padding: 8, minHeight: 110 }}>
        <div>
          {index === 0 ? '供方' : '需方'}：{name}
        </div>
        <div style={{ marginTop: 8 }}>经办人：__________　日期：__________</div>
        <div style={{ marginTop: 8, color: '#666' }}>（盖章处）</div>
      </div>
    ))}
  </div>
);
