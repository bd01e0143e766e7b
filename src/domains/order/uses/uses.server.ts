import { isLimited, type UsingLine } from '~/domains/price/limit';
import { settleUses } from '~/domains/price/limit.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { addQty } from '~/shared/money';
import type { PricedLine } from '../lines/lines.server';
import type { OrderStatus } from '../order.schema';
import { linesOf } from '../store.server';

/**
 * What an order uses up besides stock and money: caps of project prices, quotas of activities. Uses follow the lines: each function makes
 * them what the lines take by now, so that doing it again changes nothing. Called last, after stock (lock order).
 */
interface Using {
  id: string;
  customer_id: string;
}

/** A new order takes what its lines need. */
export const takeUses = (tx: Tx, me: Me, order: Using, lines: readonly PricedLine[], now: Date): Promise<void> =>
  settleUses(tx, me, [{ id: order.id, customerId: order.customer_id, lines: lines.map(usingOf) }], now, { fresh: true });

/** A submitted, changed or partly closed order takes what its lines need by now. */
export const adjustUses = (tx: Tx, me: Me, order: Using, lines: readonly UsingLine[], now: Date): Promise<void> =>
  settleUses(tx, me, [{ id: order.id, customerId: order.customer_id, lines }], now);

/** Cancelled, rejected or withdrawn: all of it is free again. */
export const freeUses = (tx: Tx, me: Me, order: Using, now: Date): Promise<void> => adjustUses(tx, me, order, [], now);

/** Goods came back (`order_line.returned` was raised): what they took is free again. The caller has locked the orders and moved the stock. */
export async function followReturns(tx: Tx, me: Me, orderIds: readonly string[], now: Date): Promise<void> {
  const ids = [...new Set(orderIds)].sort();
  const lines = await linesOf(tx, me, ids);
  if (!lines.some((line) => isLimited(line.price_source))) return;
  const orders = await tx
    .selectFrom('sales_order')
    .select(['id', 'customer_id', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute();
  const live = orders.map((order) => ({
    id: order.id,
    customerId: order.customer_id,
    lines: takesUses(order.status as OrderStatus) ? lines.filter((line) => line.order_id === order.id) : [],
  }));
  await settleUses(tx, me, live, now);
}

/** What these lines hold of limited prices, by limit: free for them when they are priced anew. */
export async function usedBy(tx: Tx, me: Me, lines: readonly Pick<UsingLine, 'id' | 'price_source'>[]): Promise<Map<string, string>> {
  const ids = lines.filter((line) => isLimited(line.price_source)).map((line) => line.id);
  if (!ids.length) return new Map();
  const uses = await tx.selectFrom('price_use').select(['limit_id', 'qty']).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  const held = new Map<string, string>();
  for (const use of uses) held.set(use.limit_id, addQty(held.get(use.limit_id) ?? '0', use.qty));
  return held;
}

/** Whether an order in this state takes anything. */
export const takesUses = (status: OrderStatus): boolean => status !== 'DRAFT' && status !== 'REJECTED' && status !== 'CANCELLED';

const usingOf = (line: PricedLine, index: number): UsingLine => ({
  id: line.id,
  line_no: index + 1,
  price_source: line.source,
  price_source_id: line.sourceId,
  unit_id: line.unit.unitId,
  qty: line.input.qty,
  base_qty: line.baseQty,
  closed: '0',
  returned: '0',
});
