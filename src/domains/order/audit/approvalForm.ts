import type { FormField, FormValues } from '~/domains/workflow/process';
import { href } from '~/portal/href';
import { formatYuan } from '~/shared/money';
import { saidYuan } from '~/shared/said';
import { orderSources, orderTypes, payMethods } from '../order';

/** What approval processes read of an order; the keys are those of its card, where a step may hide them. */
export const orderFields: readonly FormField[] = [
  { key: 'amount', label: '应付金额', type: 'AMOUNT' },
  { key: 'customer', label: '客户名称', type: 'TEXT' },
  { key: 'type', label: '订单类型', type: 'CHOICE', choices: orderTypes },
  { key: 'source', label: '订单来源', type: 'CHOICE', choices: orderSources },
  { key: 'payMethod', label: '支付方式', type: 'CHOICE', choices: payMethods },
  { key: 'sales', label: '业务员', type: 'MEMBER' },
  { key: 'short', label: '库存不足', type: 'BOOLEAN' },
  { key: 'manualPrice', label: '含手工改价', type: 'BOOLEAN' },
  { key: 'belowFloor', label: '低于最低限价', type: 'BOOLEAN' },
];

export interface FormOrder {
  payable: bigint;
  customer_name: string;
  type: string;
  source: string;
  pay_method: string;
  sales_member_id: string | null;
  short: boolean;
}
type FormLine = { manual_price: boolean; below_floor: boolean };

export const orderValues = (order: FormOrder, lines: readonly FormLine[]): FormValues => ({
  ...{ amount: formatYuan(order.payable), customer: order.customer_name, type: order.type, source: order.source, payMethod: order.pay_method },
  ...(order.sales_member_id ? { sales: order.sales_member_id } : {}),
  ...{ short: String(order.short), manualPrice: String(lines.some((line) => line.manual_price)), belowFloor: String(lines.some((line) => line.below_floor)) },
});

export const orderSummary = (order: FormOrder) => [
  { label: '客户', value: order.customer_name },
  { label: '应付', value: `${saidYuan(order.payable)}元` },
  { label: '支付方式', value: payMethods[order.pay_method as keyof typeof payMethods] ?? order.pay_method },
];

/** A task 待审核 leads to the audit page, any other to the order. */
export const orderRoute = ({ id }: { id: string }, taskName: string): string =>
  href(`/portal/supplyChain/factory/order/${taskName === '待审核' ? 'audit' : 'detail'}`, { id });
