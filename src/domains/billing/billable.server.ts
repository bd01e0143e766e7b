import { sql } from 'kysely';
import type { SkuSnapshot } from '~/domains/order/lines/skuSnapshot';
import { anyOf } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { displayQty, displayYuan } from '~/shared/money';
import { type Billable, leftOf } from './rules';

export interface BillableLine extends Billable {
  id: string;
  orderId: string;
  orderNo: string;
  lineNo: number;
  sku: SkuSnapshot;
  taxClassCode: string;
  taxRatePpm: number;
  /** Something of it was returned after it was invoiced. */
  redDue: boolean;
}

/** Lines of a customer's orders, with what decides how much may be invoiced; the oldest order first. */
export function billableLines(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string) {
  return tx
    .selectFrom('order_line as l')
    .innerJoin('sales_order as o', (on) => on.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.order_id'))
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'l.tenant_id').onRef('sku.id', '=', 'l.sku_id'))
    .innerJoin('product as p', (on) => on.onRef('p.tenant_id', '=', 'sku.tenant_id').onRef('p.id', '=', 'sku.product_id'))
    .select(['l.id', 'l.order_id', 'o.no', 'l.line_no', 'l.sku_snapshot', 'l.signed', 'l.returned', 'l.invoiced', 'l.invoiced_amount', 'l.invoicing'])
    .select(['l.invoicing_amount', 'l.tax_rate_ppm', 'l.red_due', 'p.tax_class_code'])
    .select(sql<string>`l.qty - l.closed`.as('qty'))
    .select(sql<bigint>`l.amount - l.discount_alloc - l.expense_alloc - l.closed_amount`.as('net_amount'))
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.customer_id', '=', customerId)
    .orderBy('o.created_at')
    .orderBy('o.id')
    .orderBy('l.line_no');
}
type Row = Awaited<ReturnType<ReturnType<typeof billableLines>['execute']>>[number];

export const billableOf = (row: Row): BillableLine => ({
  id: row.id,
  orderId: row.order_id,
  orderNo: row.no ?? '',
  lineNo: row.line_no,
  sku: row.sku_snapshot as unknown as SkuSnapshot,
  taxClassCode: row.tax_class_code,
  taxRatePpm: row.tax_rate_ppm,
  redDue: row.red_due,
  qty: row.qty,
  netAmount: BigInt(row.net_amount),
  signed: row.signed,
  returned: row.returned,
  invoiced: row.invoiced,
  invoicedAmount: row.invoiced_amount,
  invoicing: row.invoicing,
  invoicingAmount: row.invoicing_amount,
});

export const billableByIds = async (tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, ids: readonly string[]): Promise<Map<string, BillableLine>> =>
  new Map((await billableLines(tx, me, customerId).where('l.id', '=', anyOf(ids)).execute()).map((row) => [row.id, billableOf(row)]));

export const lineTitle = ({ orderNo, lineNo, sku }: BillableLine): string => `订单${orderNo}第${lineNo}行“${sku.name}”（${sku.code}）`;

/** Every figure that makes the limit. */
export function limitWords(line: BillableLine): string {
  const left = leftOf(line);
  const of = (name: string, qty: string) => (/[1-9]/.test(qty) ? [`${name}${displayQty(qty)}`] : []);
  const parts = [`已签收${displayQty(line.signed)}`, ...of('已退', line.returned), ...of('已开票', line.invoiced), ...of('申请中', line.invoicing)];
  return `可开票${displayQty(left.qty)}${line.sku.unitName}、${displayYuan(left.amount)}元（${parts.join('、')}）`;
}
