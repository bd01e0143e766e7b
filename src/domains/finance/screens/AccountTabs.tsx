import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { paymentList, refundList } from '../calls';
import { payMethodNames } from '../payMethodNames';
import { withdrawalStates } from '../withdrawal';
import type { PaymentRow, RefundRow } from '../withdrawal.schema';

const base = '/portal/supplyChain/factory/finance/accountManage';

const payments: Column<PaymentRow>[] = [
  { key: 'no', title: '订单', cell: (row) => <Link href={href(`${base}/paymentDetail`, { id: row.id })}>{row.no}</Link> },
  { key: 'payMethod', title: '支付方式', cell: (row) => payMethodNames[row.payMethod] ?? row.payMethod },
  { key: 'payable', title: '应付(元)', kind: 'money', sortable: true },
  { key: 'expenseUsed', title: '费用抵扣(元)', kind: 'money' },
  { key: 'held', title: '冻结(元)', kind: 'money' },
  { key: 'paid', title: '已付(元)', kind: 'money' },
  { key: 'owed', title: '未付(元)', kind: 'money' },
  { key: 'createdAt', title: '下单时间', kind: 'minute', sortable: true },
];
const refunds: Column<RefundRow>[] = [
  { key: 'no', title: '单号', cell: (row) => <Link href={href(`${base}/refundDetail`, { id: row.id })}>{row.no}</Link> },
  { key: 'kind', title: '类型', cell: (row) => (row.kind === 'RETURN' ? '退货退款' : '余额提现') },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={row.kind === 'RETURN' ? { PAID: '已退款' } : withdrawalStates} /> },
  { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
  { key: 'relatedNo', title: '退货单' },
  { key: 'actor', title: '经办人' },
  { key: 'createdAt', title: '时间', kind: 'minute', sortable: true },
];

export const Payments = ({ id }: { id: string }) => (
  <ListPage<PaymentRow>
    title="支付"
    source={{ id: 'finance/accountPayments', local: true, load: (q) => call(paymentList, { ...q, accountId: id } as never) }}
    columns={payments}
    rowActions={(row) => [{ label: '查看', href: href(`${base}/paymentDetail`, { id: row.id }) }]}
  />
);

export const Refunds = ({ id }: { id: string }) => (
  <ListPage<RefundRow>
    title="退款"
    source={{ id: 'finance/accountRefunds', local: true, load: (q) => call(refundList, { ...q, accountId: id } as never) }}
    columns={refunds}
    rowActions={(row) => [{ label: '查看', href: href(`${base}/refundDetail`, { id: row.id }) }]}
  />
);
