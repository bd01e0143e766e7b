import type { ReactNode } from 'react';
import { fileHref } from '~/domains/file/pickers/fileHref';
import { href } from '~/portal/href';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import type { Actions } from '~/ui/kit/types';
import { DateTime } from '~/ui/values/DateTime';
import { FigureButton } from '~/ui/values/FigureButton';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { disputeReasons, disputeStates, periodName } from '../statement';
import type { Dispute, StatementDetail } from '../statement.schema';

/** The four sums; each opens the rows that make it up. */
export const sums = (doc: StatementDetail, pick: (side: 'DEBIT' | 'CREDIT' | '') => void, opening: ReactNode) => [
  { label: '期初(元)', value: opening },
  { label: '本期增加(元)', value: <FigureButton value={doc.debit} label="本期增加" onOpen={() => pick('DEBIT')} /> },
  { label: '本期减少(元)', value: <FigureButton value={doc.credit} label="本期减少" onOpen={() => pick('CREDIT')} /> },
  { label: '期末(元)', value: <FigureButton value={doc.closing} label="期末" onOpen={() => pick('')} /> },
];

const bucketNames = [
  ['open', '未收合计(元)'],
  ['notDue', '未到期(元)'],
  ['days30', '逾期1-30天(元)'],
  ['days60', '逾期31-60天(元)'],
  ['days90', '逾期61-90天(元)'],
  ['daysMore', '逾期90天以上(元)'],
] as const;

/** What is open today, whatever the statement says of its period. */
export function Aging({ doc, mine = false }: { doc: StatementDetail; mine?: boolean }) {
  const rows = href('/portal/supplyChain/factory/finance/receivables/receivablesBookList', { customerId: doc.customerId });
  return (
    <DetailSection title={mine ? '应付账龄' : '应收账龄'} note="截至今日">
      <Descriptions
        items={bucketNames.map(([key, label]) => ({
          label: mine ? label.replace('未收', '未付') : label,
          value: (
            <Link href={mine ? '/portal/supplyChain/dealer/account' : rows}>
              <Money value={doc.aging[key]} />
            </Link>
          ),
        }))}
      />
    </DetailSection>
  );
}

/** Who sent and confirmed it, and the seal of what was sent. */
export function Record({ doc }: { doc: StatementDetail }) {
  return (
    <DetailSection title="发送与确认">
      <Descriptions
        items={[
          { label: '账期', value: `${doc.periodStart} 至 ${doc.periodEnd}（${periodName(doc.periodStart, doc.periodEnd)}）` },
          { label: '发送', value: doc.sentAt ? <At who={doc.sender} at={doc.sentAt} /> : '尚未发送' },
          { label: '最近通知', value: <DateTime value={doc.toldAt ?? undefined} kind="minute" /> },
          { label: doc.confirmedFor ? '代客户确认' : '确认', value: doc.confirmedAt ? <At who={doc.confirmer} at={doc.confirmedAt} /> : '- -' },
          doc.confirmIp !== '' && { label: '确认地址', value: doc.confirmIp },
          doc.confirmNote !== '' && { label: '代确认原因', value: doc.confirmNote },
          doc.confirmFiles.length > 0 && {
            label: '确认凭证',
            value: doc.confirmFiles.map((key, index) => (
              <a key={key} href={fileHref(key)} target="_blank" rel="noreferrer" className="mr-3">
                凭证{index + 1}
              </a>
            )),
          },
          doc.withdrawnAt !== null && { label: '撤回', value: <DateTime value={doc.withdrawnAt} kind="minute" /> },
          doc.withdrawReason !== '' && { label: '撤回原因', value: doc.withdrawReason },
          { label: '备注', value: doc.remark, span: 3 },
          doc.hash !== '' && { label: '封存哈希', value: <span className="break-all font-mono text-sm">{doc.hash}</span>, span: 3 },
          doc.prevHash !== '' && { label: '上期哈希', value: <span className="break-all font-mono text-sm">{doc.prevHash}</span>, span: 3 },
        ]}
      />
    </DetailSection>
  );
}

const At = ({ who, at }: { who: string; at: string }) => (
  <>
    {who} <DateTime value={at} kind="minute" />
  </>
);

const tones = { OPEN: 'danger', CORRECTING: 'warn', CORRECTED: 'ok', EXPLAINED: 'ok', TAKEN_BACK: 'neutral' } as const;

export function Disputes({ doc, actions }: { doc: StatementDetail; actions: (row: Dispute) => Actions }) {
  if (!doc.disputes.length) return null;
  return (
    <DetailSection id="disputes" title="异议" note={doc.openDisputes > 0 ? `${doc.openDisputes}条待处理` : '都已处理'} flush>
      <DetailTable<Dispute>
        caption="异议"
        rows={doc.disputes}
        columns={[
          { key: 'seq', title: '行', cell: (row) => (row.seq === null ? '整单' : `第${row.seq}行 ${row.bizNo}`) },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={disputeStates} tones={tones} /> },
          { key: 'reason', title: '原因', cell: (row) => disputeReasons[row.reason] },
          { key: 'note', title: '说明', width: 200, wrap: true },
          { key: 'claimed', title: '客户认为应为(元)', kind: 'money' },
          { key: 'raiser', title: '提出人' },
          { key: 'raisedAt', title: '提出时间', kind: 'minute' },
          { key: 'reply', title: '答复', width: 200, wrap: true },
        ]}
        rowActions={actions}
      />
    </DetailSection>
  );
}
