import { receiptWayName } from '~/domains/finance/pickers/receiptWays';
import { type Company, PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import { capitals } from '~/shared/capitals';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useMe } from '~/shell/session';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatTime } from '~/ui/values/format';
import { payDetail } from '../calls';
import { paidStates } from '../plan';

type Printed = AnswerOf<typeof payDetail>;

/** 打印收款凭证: what came, what it paid, and who took it in. */
export default function PayPrint({ id, onClose }: { id: string; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  return (
    <PrintFlow<Printed>
      title="打印收款凭证"
      kinds={[{ value: 'A4', label: 'A4 纸', paper: 'A4' }]}
      load={async () => [await call(payDetail, { id })]}
      keyOf={(receipt) => receipt.id}
      sheet={(receipt) => <Paper receipt={receipt} owner={company?.companyName || tenant} company={company} />}
      onClose={onClose}
    />
  );
}

function Paper({ receipt, owner, company }: { receipt: Printed; owner: string; company?: Company | undefined }) {
  const live = receipt.applies.filter((apply) => !apply.reversedAt);
  return (
    <Sheet
      owner={<PrintHead company={company} name={owner} />}
      foot={<PrintFoot company={company} />}
      title={receipt.status === 'REVERSED' ? '收款凭证（已冲销）' : '收款凭证'}
      no={receipt.no}
      facts={[
        { label: '付款客户', value: receipt.customerName },
        { label: '付款方', value: receipt.payer || receipt.customerName },
        { label: '收款方式', value: receiptWayName(receipt.payWay) },
        { label: '流水号', value: receipt.bankFlowNo },
        { label: '到账时间', value: formatTime(receipt.receivedAt) },
        { label: '状态', value: paidStates[receipt.status] },
        ...(receipt.remark ? [{ label: '备注', value: receipt.remark, wide: true }] : []),
      ]}
      columns={[{ title: '应收单' }, { title: '来源单' }, { title: '到期日' }, { title: '核销(元)', numeric: true }]}
      rows={live.map((apply) => [apply.receivableNo, apply.sourceNo, apply.dueDate, formatMoney(apply.amount)])}
      totals={[
        [
          { text: '已核销', span: 3 },
          { text: formatMoney(receipt.applied), span: 1, numeric: true },
        ],
        [
          { text: '转预收', span: 3 },
          { text: formatMoney(receipt.unapplied), span: 1, numeric: true },
        ],
        [{ text: `收款金额：${formatMoney(receipt.amount)}元（大写：${capitals(receipt.amount)}）`, span: 4 }],
      ]}
      signs={['收款人', '复核', '会计']}
    />
  );
}
