import { sql } from 'kysely';
import { pendingQty, waitingQty } from '~/domains/order/lines/leftToSend.server';
import type { SkuSnapshot } from '~/domains/order/lines/skuSnapshot';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { compareQty, displayQty, scaled } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import type { OpenLine } from './quantities';

export interface OrderLine extends OpenLine {
  id: string;
  orderId: string;
  orderNo: string;
  orderStatus: string;
  lineNo: number;
  skuId: string;
  sku: SkuSnapshot;
  warehouseId: string;
  /** Base units held for this line. */
  reserved: string;
  /** What the line costs in all, 分: its amount less discount, expense and what was closed. */
  keptAmount: bigint;
  shippedAmount: bigint;
  customerId: string;
}

/** The address a delivery goes to; orders may share a delivery only when all of it is the same. */
export interface Destination {
  customerId: string;
  customerName: string;
  receiver: string;
  receiverPhone: string;
  province: string;
  city: string;
  district: string;
  address: string;
}

export const addressText = (at: Pick<Destination, 'province' | 'city' | 'district' | 'address'>): string =>
  `${at.province}${at.city === at.province ? '' : at.city}${at.district}${at.address}`;
export const mergeKeyOf = (at: Destination & { warehouseId: string }): string =>
  [at.customerId, at.warehouseId, at.receiver, at.receiverPhone, addressText(at)].join('|');

/** Base units held for the line. Needs `order_line` in the query. */
export const heldQty = sql<string>`coalesce((select r.open from reservation r where r.tenant_id = order_line.tenant_id and r.order_line_id = order_line.id and r.warehouse_id = order_line.warehouse_id), 0)`;

/** The lines by id (or all of the orders), with what decides how much may go out. Sorted by order and line number. */
export async function orderLines(
  tx: Tx,
  me: Me,
  by: { orderIds: readonly string[] } | { lineIds: readonly string[] },
  exceptDelivery = '',
): Promise<OrderLine[]> {
  const rows = await tx
    .selectFrom('order_line')
    .innerJoin('sales_order', (on) => on.onRef('sales_order.tenant_id', '=', 'order_line.tenant_id').onRef('sales_order.id', '=', 'order_line.order_id'))
    .select([
      'order_line.id',
      'order_line.order_id',
      'sales_order.no',
      'sales_order.status',
      'order_line.line_no',
      'order_line.sku_id',
      'order_line.sku_snapshot',
      'order_line.warehouse_id',
      'order_line.qty',
      'order_line.base_qty',
      'order_line.shipped',
      'order_line.closed',
      'order_line.amount',
      'order_line.discount_alloc',
      'order_line.expense_alloc',
      'order_line.shipped_amount',
      'order_line.closed_amount',
      'order_line.customer_id',
    ])
    .select([waitingQty(exceptDelivery).as('waiting'), pendingQty.as('pending'), heldQty.as('held')])
    .where('order_line.tenant_id', '=', me.tenantId)
    .where('orderIds' in by ? 'order_line.order_id' : 'order_line.id', '=', anyOf('orderIds' in by ? by.orderIds : by.lineIds))
    .orderBy('sales_order.no')
    .orderBy('order_line.line_no')
    .execute();
  return rows.map((row) => {
    const sku = row.sku_snapshot as unknown as SkuSnapshot;
    return {
      id: row.id,
      orderId: row.order_id,
      orderNo: row.no ?? '',
      orderStatus: row.status,
      lineNo: row.line_no,
      skuId: row.sku_id,
      sku,
      warehouseId: row.warehouse_id,
      qty: row.qty,
      baseQty: row.base_qty,
      shipped: row.shipped,
      closed: row.closed,
      waiting: row.waiting,
      pendingQty: row.pending,
      unitDecimals: sku.unitDecimals,
      reserved: row.held,
      keptAmount: row.amount - row.discount_alloc - row.expense_alloc - row.closed_amount,
      shippedAmount: row.shipped_amount,
      customerId: row.customer_id,
    };
  });
}

/** Rows of the orders, locked in id order, then their lines: nothing about them changes until the transaction ends. */
export async function lockOrders(tx: Tx, me: Me, orderIds: readonly string[]): Promise<void> {
  const ids = [...new Set(orderIds)];
  await tx.selectFrom('sales_order').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
  await tx.selectFrom('order_line').select('id').where('tenant_id', '=', me.tenantId).where('order_id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
}

/** Names order, row and goods, as every refusal about a line begins. */
export const lineTitle = (line: Pick<OrderLine, 'orderNo' | 'lineNo' | 'sku'>): string =>
  `订单${line.orderNo}第${line.lineNo}行“${line.sku.name}”（${line.sku.code}）`;

export function refuseDecimals(line: OrderLine, qty: string, what = '本次发货'): void {
  const step = 10n ** BigInt(4 - line.unitDecimals);
  if (scaled(qty, 4) % step !== 0n)
    refuse('UNIT_INEXACT', `${lineTitle(line)}：${what}${qty}${line.sku.unitName}，单位“${line.sku.unitName}”最多允许${line.unitDecimals}位小数`);
}

/** Refuses a quantity above the limit, naming both. */
export function refuseAbove(line: OrderLine, qty: string, limit: string, why: string, index?: number): void {
  if (compareQty(qty, limit) <= 0) return;
  const message = `${lineTitle(line)}：本次发货${displayQty(qty)}${line.sku.unitName}超过${why}${limit}${line.sku.unitName}`;
  refuse('QTY_EXCEED', message, { limit, ...(index === undefined ? {} : { fields: { [`lines.${index}.qty`]: message } }) });
}
