import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { receiptWayName } from '~/domains/finance/pickers/receiptWayName';
import { href } from '~/portal/href';
import { CREDIT_REPAY_ENTER } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { paymentList } from '../calls';
import { billStates, paymentKinds, paymentSources, paymentStates, paymentTones } from '../repayment';
import type { PaymentRow } from '../repayment.schema';

const PAGE = '/portal/creditSystem/usePaySuccess';
const columns: Column<PaymentRow>[] = [
  { key: 'no', title: '还款单号', fixed: true, sortable: true, cell: (row) => <Link href={href(PAGE, { id: row.id })}>{row.no}</Link> },
  { key: 'customerName', title: '客户' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={paymentStates} tones={paymentTones} /> },
  { key: 'kind', title: '类型', cell: (row) => paymentKinds[row.kind] },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'applied', title: '已核销(元)', kind: 'money' },
  { key: 'unapplied', title: '未核销(元)', kind: 'money' },
  { key: 'valueOn', title: '入账日', kind: 'date', sortable: true },
  { key: 'channel', title: '方式', cell: (row) => (row.channel === '' ? '- -' : receiptWayName(row.channel)) },
  { key: 'payer', title: '付款方', off: true },
  { key: 'bankRef', title: '流水号', off: true },
  { key: 'refunded', title: '已退预收(元)', kind: 'money', off: true },
  { key: 'billNo', title: '承兑票号', off: true },
  { key: 'billDueOn', title: '票据到期日', off: true, sortable: true, cell: (row) => row.billDueOn ?? '- -' },
  { key: 'source', title: '来源', off: true, cell: (row) => paymentSources[row.source] },
  { key: 'creator', title: '登记人', off: true },
  { key: 'createdAt', title: '登记时间', kind: 'minute', sortable: true, off: true },
];

export default function PaymentList({ first, query }: { first: AnswerOf<typeof paymentList>; query: Record<string, string> }) {
  const canEnter = useCan(CREDIT_REPAY_ENTER);
  return (
    <ListPage<PaymentRow>
      title="还款记录"
      source={{ id: 'credit/payments', first, query, load: (q) => call(paymentList, { ...q, withTabs: 'true' } as never) }}
      filters={[
        { kind: 'text', key: 'no', label: '还款单号' },
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined },
        { kind: 'text', key: 'bankRef', label: '流水号' },
        { kind: 'text', key: 'payer', label: '付款方' },
        { kind: 'select', key: 'kind', label: '类型', options: optionsOf(paymentKinds) },
        { kind: 'select', key: 'bill', label: '承兑汇票', options: optionsOf(billStates) },
        { kind: 'dates', key: 'billDue', label: '票据到期日', startKey: 'billStart', endKey: 'billEnd', unit: 'day' },
        { kind: 'dates', key: 'value', label: '入账日', startKey: 'valueStart', endKey: 'valueEnd', unit: 'day' },
      ]}
      tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(paymentStates)] }}
      columns={columns}
      buttons={(list) => [
        canEnter && { label: '登记还款', tone: 'primary', href: '/portal/creditSystem/createRePayMent' },
        exportAction('repay-payment', list),
      ]}
      rowActions={(row) => [{ label: '查看', href: href(PAGE, { id: row.id }) }]}
    />
  );
}
