import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SkuSnapshot } from '~/domains/order/lines/skuSnapshot';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { displayQty, scaled, unscaled } from '~/shared/money';
import { saidYuan } from '~/shared/said';
import { type Billable, leftOf } from './rules';

/** More orders with freight to invoice than anybody picks from. */
const MOST_FREIGHT = 300;

export interface BillableLine extends Billable {
  /** Of the order line; of freight, that of its order. */
  id: string;
  orderId: string;
  /** Null is the freight of the order. */
  orderLineId: string | null;
  orderNo: string;
  lineNo: number;
  sku: Pick<SkuSnapshot, 'code' | 'name' | 'spec' | 'saleText' | 'unitName' | 'unitDecimals'>;
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
  orderLineId: row.id,
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
  new Map([
    ...(await billableLines(tx, me, customerId).where('l.id', '=', anyOf(ids)).execute()).map((row) => [row.id, billableOf(row)] as const),
    ...(await freightOf(tx, me, customerId, { of: sql`o.id = ${anyOf(ids)}` })).map((line) => [line.id, line] as const),
  ]);

/** By what an application and an invoice line name the same thing: an order line, or the order whose freight it is. */
export const billableKey = (line: { order_id: string; order_line_id: string | null }): string => line.order_line_id ?? line.order_id;

const FREIGHT = { code: '', name: '运费', spec: '', saleText: '', unitName: '项', unitDecimals: 4 };

/**
 * Freight of a customer's orders of which something was signed for: one item each, at the rate and class of the order's largest line,
 * which it is charged along with. Goods that come back take none of it back.
 */
export async function freightOf(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  customerId: string,
  /** `of` is a condition on the orders `o`. */
  { of, open = false }: { of: RawBuilder<SqlBool>; open?: boolean },
): Promise<BillableLine[]> {
  const { rows } = await sql<{
    id: string;
    no: string | null;
    freight: bigint;
    invoicing: bigint;
    invoiced: bigint;
    rate: number;
    tax_class: string;
    line_no: number;
  }>`
    select o.id, o.no, o.freight, o.invoicing, o.invoiced, t.rate, t.tax_class, t.line_no from (
      select o.tenant_id, o.id, o.created_at, o.no, o.freight, o.freight_invoicing as invoicing, o.freight_invoiced as invoiced from sales_order o
      where o.tenant_id = ${me.tenantId} and o.customer_id = ${customerId} and o.freight > 0 and ${of}
        ${open ? sql`and o.freight > o.freight_invoiced + o.freight_invoicing` : sql``}
        and exists (select from order_line l where l.tenant_id = o.tenant_id and l.order_id = o.id and l.signed > 0)
      order by o.created_at, o.id limit ${MOST_FREIGHT}) o
    join lateral (
      select l.tax_rate_ppm as rate, p.tax_class_code as tax_class, max(l.line_no) over () + 1 as line_no from order_line l
      join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where l.tenant_id = o.tenant_id and l.order_id = o.id order by l.amount desc, l.line_no limit 1) t on true
    order by o.created_at, o.id`.execute(tx);
  return rows.map((row) => {
    const freight = BigInt(row.freight);
    const part = (amount: bigint): string => unscaled((scaled('1', 4) * amount) / freight, 4);
    const [invoicing, invoiced] = [BigInt(row.invoicing), BigInt(row.invoiced)];
    return {
      id: row.id,
      orderId: row.id,
      orderLineId: null,
      orderNo: row.no ?? '',
      lineNo: row.line_no,
      sku: FREIGHT,
      taxClassCode: row.tax_class,
      taxRatePpm: row.rate,
      redDue: false,
      qty: '1',
      netAmount: freight,
      signed: '1',
      returned: '0',
      invoiced: part(invoiced),
      invoicedAmount: invoiced,
      invoicing: part(invoicing),
      invoicingAmount: invoicing,
    };
  });
}

export const lineTitle = ({ orderNo, orderLineId, lineNo, sku }: BillableLine): string =>
  orderLineId === null ? `订单${orderNo}的运费` : `订单${orderNo}第${lineNo}行“${sku.name}”（${sku.code}）`;

/** Every figure that makes the limit. */
export function limitWords(line: BillableLine): string {
  const left = leftOf(line);
  if (line.orderLineId === null)
    return `可开票${saidYuan(left.amount)}元（运费${saidYuan(line.netAmount)}元、已开票${saidYuan(line.invoicedAmount)}元、申请中${saidYuan(line.invoicingAmount)}元）`;
  const of = (name: string, qty: string) => (/[1-9]/.test(qty) ? [`${name}${displayQty(qty)}`] : []);
  const parts = [`已签收${displayQty(line.signed)}`, ...of('已退', line.returned), ...of('已开票', line.invoiced), ...of('申请中', line.invoicing)];
  return `可开票${displayQty(left.qty)}${line.sku.unitName}、${saidYuan(left.amount)}元（${parts.join('、')}）`;
}
