import { sql } from 'kysely';
import { type FundedOrder, type Funding, fundingOf, type SetAside } from '~/domains/finance/funding.server';
import type { OrderSettings } from '~/domains/settings/orderSettings.schema';
import { lockBalances } from '~/domains/warehouse/movements.server';
import { allocateStock, releaseReservation, reserveForOrder } from '~/domains/warehouse/stock.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { compareQty, divideHalfUp, scaled, subQty, unscaled } from '~/shared/money';
import { toCome } from '../change/closed';
import type { PricedLine } from '../lines/lines.server';
import type { Line, Order } from '../store.server';

interface Funds extends Pick<Funding, 'apart'> {
  /** Locks the customer's money. Answers how the order's is set aside, where its method does so before shipping. */
  lock(): Promise<SetAside>;
}

/** The money of a new order; it is not locked yet. */
export async function fundsFor(tx: Tx, me: Me, order: Pick<FundedOrder, 'id' | 'customer_id' | 'pay_method'>, now: Date): Promise<Funds> {
  const funding = fundingOf(order.pay_method);
  const ask = await funding.ahead?.(tx, me, order, now);
  const lock = async (): Promise<SetAside> => {
    const [, setAside] = await Promise.all([funding.lock(tx, me, order.customer_id), ask?.()]);
    return async (placed, amount) => (amount > 0n && setAside ? setAside(placed, amount) : holdFunds(tx, me, placed, amount, now));
  };
  return { apart: funding.apart, lock };
}

/** Sets the order's money aside, where its method does so before shipping. */
export async function holdFunds(tx: Tx, me: Me, order: FundedOrder, amount: bigint, now: Date): Promise<void> {
  if (amount > 0n) await fundingOf(order.pay_method).reserve(tx, me, order, amount, now);
}

/** Gives back `amount`, or all that is still held for the order. Money paid in advance for an offline order stays with it until `keepWithin`. */
export const releaseFunds = (tx: Tx, me: Me, order: FundedOrder, now: Date, amount?: bigint): Promise<void> =>
  fundingOf(order.pay_method).release(tx, me, order, amount, now);

/** Gives the customer back what the order's lines, as they are now, can no longer cost. */
export async function keepWithin(
  tx: Tx,
  me: Me,
  order: FundedOrder & Pick<Order, 'freight' | 'paid' | 'owed' | 'returned_amount' | 'refunded'>,
  lines: readonly Pick<Line, 'amount' | 'discount_alloc' | 'expense_alloc' | 'shipped_amount' | 'closed_amount'>[],
  now: Date,
): Promise<void> {
  const shipped = lines.reduce((sum, line) => sum + line.shipped_amount, 0n);
  const goods = lines.reduce((sum, line) => sum + toCome(line), 0n);
  const billed = order.paid + order.owed + order.returned_amount - order.refunded;
  const freight = order.freight - (billed - shipped);
  await fundingOf(order.pay_method).releaseBeyond(tx, me, order, goods + (freight > 0n ? freight : 0n), now);
}

/** What of the line is still to be shipped, in base units. */
export function openBase(line: Pick<Line, 'qty' | 'base_qty' | 'shipped' | 'closed'>): string {
  const left = subQty(subQty(line.qty, line.shipped), line.closed);
  if (compareQty(left, line.qty) === 0) return line.base_qty;
  return unscaled(divideHalfUp(scaled(left, 4) * scaled(line.base_qty, 4), scaled(line.qty, 4)), 4);
}

/** Allocates stock for everything open of the order. Answers whether any line is short. */
export async function reserveLines(
  tx: Tx,
  me: Me,
  order: Pick<Order, 'id' | 'no'>,
  lines: readonly Line[],
  config: Pick<OrderSettings, 'allowShort'>,
): Promise<boolean> {
  const wanted = lines
    .map((line) => ({ lineId: line.id, warehouseId: line.warehouse_id, skuId: line.sku_id, baseQty: openBase(line) }))
    .filter((line) => compareQty(line.baseQty, '0') > 0);
  if (!wanted.length) return false;
  const answers = await reserveForOrder(tx, me, { orderId: order.id, orderNo: order.no ?? '', lines: wanted, allowShort: config.allowShort });
  await syncReserved(tx, me, [order.id]);
  return answers.some((one) => compareQty(one.short, '0') > 0);
}

const wantedOf = ({ warehouse_id }: { warehouse_id: string }, lines: readonly PricedLine[]) =>
  lines.map((line) => ({ lineId: line.id, warehouseId: warehouse_id, skuId: line.sku.skuId, baseQty: line.baseQty }));

/** Locks the stock a new order asks for, for `reserveNew`. */
export const lockStock = (tx: Tx, me: Me, order: { warehouse_id: string }, lines: readonly PricedLine[]) => lockBalances(tx, me, wantedOf(order, lines));

/** The same for lines about to be written: what each gets, by line, goes into them at once. Wait for `written` together with them. */
export async function reserveNew(
  tx: Tx,
  me: Me,
  order: { id: string; no: string; warehouse_id: string },
  lines: readonly PricedLine[],
  locked: Awaited<ReturnType<typeof lockStock>>,
  { allowShort }: Pick<OrderSettings, 'allowShort'>,
): Promise<{ reserved: Map<string, string>; short: boolean; written: Promise<unknown> }> {
  const { answers, written } = await allocateStock(tx, me, { orderId: order.id, orderNo: order.no, lines: wantedOf(order, lines), allowShort, locked });
  // The order may be refused before anybody waits for it; the transaction then ends without it.
  written.catch(() => {});
  return { reserved: new Map(answers.map((one) => [one.lineId, one.reserved])), short: answers.some((one) => compareQty(one.short, '0') > 0), written };
}

/** Gives stock back: all of the order, or of each line what exceeds its open quantity. */
export async function releaseLines(tx: Tx, me: Me, order: Pick<Order, 'id' | 'no'>, lines?: readonly Line[]): Promise<void> {
  const excess = lines
    ?.map((line) => ({ lineId: line.id, baseQty: subQty(line.reserved, openBase(line)) }))
    .filter((line) => compareQty(line.baseQty, '0') > 0);
  if (excess && !excess.length) return;
  await releaseReservation(tx, me, { orderId: order.id, orderNo: order.no ?? '', ...(excess ? { lines: excess } : {}) });
  await syncReserved(tx, me, [order.id]);
}

/** Gives back whatever lines about to disappear still hold. */
export async function releaseRemoved(tx: Tx, me: Me, order: Pick<Order, 'id' | 'no'>, lines: readonly Line[]): Promise<void> {
  if (lines.length) await releaseReservation(tx, me, { orderId: order.id, orderNo: order.no ?? '', lines: lines.map((line) => ({ lineId: line.id })) });
}

/** Lines show what their reservation holds open. */
export async function syncReserved(tx: Tx, me: Pick<Me, 'tenantId'>, orderIds: readonly string[]): Promise<void> {
  await sql`update order_line l set reserved = r.open from reservation r
    where l.tenant_id = ${me.tenantId} and l.order_id = ${anyOf(orderIds)} and r.tenant_id = l.tenant_id and r.order_line_id = l.id and l.reserved <> r.open`.execute(
    tx,
  );
}
