import { PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import { capitals } from '~/shared/capitals';
import type { AnswerOf } from '~/shared/endpoint';
import { shownFen, shownYuan, sumFen } from '~/shared/money';
import { useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney } from '~/ui/values/format';
import type { planDetail } from '../calls';
import { dueText } from '../pickers/itemColumns';
import { itemStates } from '../repayment';

type Doc = AnswerOf<typeof planDetail>;
type Row = Doc['siblings'][number];

const sum = (rows: readonly Row[], key: 'principal' | 'interest' | 'penalty' | 'paid' | 'owed'): string =>
  shownYuan(sumFen(rows.map((row) => shownFen(row[key]))));

/** 还款计划表: every instalment of a credit order as of today, for the customer to sign. */
export default function PlanPrint({ of, onClose }: { of: Doc; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  const rows = of.siblings.length ? of.siblings : [of];
  const owed = sum(rows, 'owed');
  return (
    <PrintFlow<Doc>
      title="打印还款计划表"
      kinds={[{ value: 'A4', label: 'A4 纸', paper: 'A4' }]}
      load={async () => [of]}
      keyOf={({ id }) => id}
      sheet={() => (
        <Sheet
          owner={<PrintHead company={company} name={company?.companyName || tenant} />}
          foot={<PrintFoot company={company} />}
          title="还款计划表"
          no={of.creditOrderNo}
          facts={[
            { label: '客户', value: of.customerName },
            { label: '订单', value: of.orderNo },
            { label: '截至', value: of.today },
            { label: '期数', value: `${rows.length}期` },
            { label: '还款约定', value: of.terms, wide: true },
          ]}
          columns={[
            { title: '计划号' },
            { title: '应还日' },
            { title: '状态' },
            { title: '本金(元)', numeric: true },
            { title: '利息(元)', numeric: true },
            { title: '违约金(元)', numeric: true },
            { title: '已还(元)', numeric: true },
            { title: '未还(元)', numeric: true },
          ]}
          rows={rows.map((row) => [
            row.no,
            dueText(row),
            itemStates[row.state],
            formatMoney(row.principal),
            formatMoney(row.interest),
            formatMoney(row.penalty),
            formatMoney(row.paid),
            formatMoney(row.owed),
          ])}
          totals={[
            [
              { text: '合计', span: 3 },
              ...(['principal', 'interest', 'penalty', 'paid', 'owed'] as const).map((key) => ({ text: formatMoney(sum(rows, key)), span: 1, numeric: true })),
            ],
            [{ text: `未还（大写）：${capitals(owed)}`, span: 8 }],
          ]}
          signs={['制表：__________', '客户签章：__________', '日期：__________']}
        />
      )}
      onClose={onClose}
    />
  );
}
