import type { AnswerOf } from '~/shared/endpoint';
import { compareQty, displayQty, displayUnits } from '~/shared/money';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import type { Filter } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { orderPage } from '../../calls';
import { invoiceStates, orderSources, orderStates, payMethods, payStates, returnStates } from '../../order';
import type { OrderStatus } from '../../order.schema';
import type { OrderRow } from '../../views/orderRow.schema';

export type OrderPage = AnswerOf<typeof orderPage>;

export const tabs = {
  key: 'status',
  items: [
    { value: '', label: '全部' },
    ...(
      ['DRAFT', 'PENDING_AUDIT', 'REJECTED', 'PENDING_PAY', 'PENDING_DELIVERY', 'PARTIAL_DELIVERED', 'DELIVERED', 'COMPLETED', 'CANCELLED', 'CLOSED'] as const
    ).map((value) => ({ value, label: orderStates[value] })),
  ],
};

export const commonFilters: Filter[] = [
  { kind: 'text', key: 'orderNo', label: '订单编号' },
  { kind: 'text', key: 'product', label: '商品', placeholder: '名称或SKU编码' },
  { kind: 'dates', key: 'createTime', label: '下单时间' },
  { kind: 'select', key: 'deliverStatus', label: '发货状态', options: optionsOf({ NONE: '未发货', PART: '部分发货', ALL: '全部发货' }) },
  { kind: 'select', key: 'payMethod', label: '支付方式', options: optionsOf({ BALANCE: payMethods.BALANCE, OFFLINE: payMethods.OFFLINE }) },
  { kind: 'select', key: 'payState', label: '付款状态', options: optionsOf(payStates) },
  { kind: 'select', key: 'invoiceState', label: '开票状态', options: optionsOf(invoiceStates) },
  { kind: 'select', key: 'returnState', label: '退货状态', options: optionsOf(returnStates) },
  { kind: 'select', key: 'source', label: '订单来源', options: optionsOf(orderSources) },
  { kind: 'dates', key: 'submitTime', label: '提交时间' },
  { kind: 'dates', key: 'auditTime', label: '审核时间' },
  { kind: 'dates', key: 'expect', label: '期望到货', unit: 'day' },
  { kind: 'bool', key: 'changing', label: '变更中' },
];

export const payTones = { NONE: 'neutral', UNPAID: 'warn', HELD: 'info', PART: 'warn', PAID: 'ok' } as const;

export const State = ({ order }: { order: { status: OrderStatus; changing?: boolean; short?: boolean } }) => (
  <span className="inline-flex items-center gap-1.5">
    <StatusTag status={order.status} names={orderStates} />
    {order.changing && <Tag tone="info">变更中</Tag>}
    {order.short && <Tag tone="danger">欠货</Tag>}
  </span>
);

/** What it costs as delivered, and what was closed beside it. */
export const Payable = ({ order, strong = false }: { order: Pick<OrderRow, 'payable' | 'closedAmount'>; strong?: boolean }) => (
  <span className="inline-block">
    <Money value={order.payable} strong={strong} />
    {/[1-9]/.test(order.closedAmount) && (
      <span className="block text-xs font-normal text-ink-3">
        另已结单 <Money value={order.closedAmount} />
      </span>
    )}
  </span>
);

/** 已发/订购, exact: in the order's one unit, else in lines. */
export function Progress({ order }: { order: Pick<OrderRow, 'quantities' | 'doneLines' | 'lineCount'> }) {
  const [only, ...others] = order.quantities;
  const closed = displayUnits(order.quantities.filter((one) => compareQty(one.closed, '0') > 0).map((one) => ({ ...one, qty: one.closed })));
  return (
    <span className="figures whitespace-nowrap" title={others.length ? `已发 / 订购：${order.quantities.map(shippedOf).join('，')}` : undefined}>
      {only && !others.length ? shippedOf(only) : `${order.doneLines} / ${order.lineCount} 行`}
      {closed && <span className="text-ink-3">（结 {closed}）</span>}
    </span>
  );
}
const shippedOf = ({ shipped, qty, unitName }: OrderRow['quantities'][number]): string => `${displayQty(shipped)} / ${displayQty(qty)} ${unitName}`;
