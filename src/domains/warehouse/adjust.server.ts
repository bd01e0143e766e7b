import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { port } from '~/server/port.server';
import { compareQty, displayQty, scaled, unscaled } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import type { BatchPart } from './batches.server';
import { type Balance, lockBalances, type Movement, moveStock } from './movements.server';

/** A reservation that is cut, of one order line, in base units. */
export interface Cut {
  reservationId: string;
  orderId: string;
  orderLineId: string;
  skuId: string;
  qty: string;
}
/** Whoever holds stock by reservations: orders, whose domain stands above and provides this. */
export interface ReservationHolders {
  /** Locks these orders and what must be locked before them. */
  lock(tx: Tx, me: Me, orderIds: readonly string[]): Promise<void>;
  /** Their lines hold less by now; people are told, `why` says by what. */
  shortened(tx: Tx, me: Me, cuts: readonly Cut[], why: { no: string }, now: Date): Promise<void>;
}
export const reservationHolders = port<ReservationHolders>('reservationHolders');

/** What one counted product differs from its book, signed, and what is given free of what the count held back. */
export interface Difference {
  lineId: string;
  skuId: string;
  diff: string;
  frozen: string;
  /** What each batch differs, of goods kept by batch: together they are `diff`. */
  batches?: readonly BatchPart[];
}
interface Booking {
  id: string;
  no: string;
  warehouseId: string;
}
const QTY = 4;
const units = (qty: string): bigint => scaled(qty, QTY);

/**
 * Books differences as movements: what moved since the count stays moved. Where a loss leaves less than orders hold, the newest reservations
 * are cut. Orders are locked before balances, so which ones is read first; if others come in between, the person is asked to try again.
 * Answers the average cost each difference was booked at, by line, and what was cut.
 */
export async function bookDifferences(
  tx: Tx,
  me: Me,
  doc: Booking,
  differences: readonly Difference[],
  now: Date,
): Promise<{ costs: Map<string, string>; cuts: Cut[] }> {
  const at = differences.map(({ skuId }) => ({ warehouseId: doc.warehouseId, skuId }));
  const losses = differences.filter((one) => compareQty(one.diff, '0') < 0).map(({ skuId }) => skuId);
  const asked = await holding(tx, me, doc.warehouseId, losses);
  const atRisk = await uncovered(tx, me, doc.warehouseId, differences);
  const known = new Set(asked.filter((one) => atRisk.has(one.sku_id)).map((one) => one.order_id));
  if (known.size) await reservationHolders.get().lock(tx, me, [...known].sort());
  const reservations = known.size
    ? await holding(
        tx,
        me,
        doc.warehouseId,
        [...atRisk].filter((skuId) => losses.includes(skuId)),
        true,
      )
    : [];
  const balances = await lockBalances(tx, me, at);
  const cuts = differences.flatMap((one) => cutsOf(balances.get(`${doc.warehouseId}/${one.skuId}`) as Balance, one, reservations));
  const strange = cuts.find((cut) => !known.has(cut.orderId));
  if (strange) refuse('BAD_STATE', `盘点单${doc.no}的商品刚被订单占用，请重试`);
  const costs = new Map(differences.map((one) => [one.lineId, balances.get(`${doc.warehouseId}/${one.skuId}`)?.avg_cost ?? '0']));
  await refuseImpossible(tx, me, doc, differences, balances);
  const step = new Map(reservations.map((one) => [one.id, one.steps + 1]));
  await moveStock(
    tx,
    me,
    [...cuts.map((cut) => released(doc, cut, step.get(cut.reservationId) ?? 1, reservations)), ...differences.flatMap((one) => movements(doc, one, costs))],
    balances,
  );
  await saveCuts(tx, me, cuts);
  if (cuts.length) await reservationHolders.get().shortened(tx, me, cuts, doc, now);
  return { costs, cuts };
}

function movements(doc: Booking, one: Difference, costs: ReadonlyMap<string, string>): Movement[] {
  const about = { warehouseId: doc.warehouseId, skuId: one.skuId, bizType: 'COUNT', bizId: doc.id, bizLineId: one.lineId, bizNo: doc.no };
  const sign = compareQty(one.diff, '0');
  return [
    ...(compareQty(one.frozen, '0') > 0 ? [{ ...about, step: 'UNFREEZE', frozen: `-${one.frozen}` }] : []),
    ...(sign === 0 && !one.batches?.length
      ? []
      : [
          {
            ...about,
            step: sign > 0 ? 'GAIN' : sign < 0 ? 'LOSS' : 'SHIFT',
            onHand: one.diff,
            cost: costs.get(one.lineId) ?? null,
            ...(one.batches?.length ? { batches: { parts: one.batches } } : {}),
          },
        ]),
  ];
}

interface Held {
  id: string;
  order_id: string;
  order_no: string;
  order_line_id: string;
  sku_id: string;
  open: string;
  steps: number;
}
/** Newest first: whoever came last waits. */
async function holding(tx: Tx, me: Me, warehouseId: string, skuIds: readonly string[], lock = false): Promise<Held[]> {
  if (!skuIds.length) return [];
  const { rows } = await sql<Held>`
    select r.id, r.order_id, coalesce(o.no, '') as order_no, r.order_line_id, r.sku_id, r.open, r.steps
    from reservation r join sales_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
    where r.tenant_id = ${me.tenantId} and r.warehouse_id = ${warehouseId} and r.sku_id = any(${skuIds}::uuid[]) and r.qty > r.consumed + r.released
    order by r.created_at desc, r.id desc ${lock ? sql`for update of r` : sql``}`.execute(tx);
  return rows;
}

/** Products whose orders would hold more than there is, as the balances stand unlocked. */
async function uncovered(tx: Tx, me: Me, warehouseId: string, differences: readonly Difference[]): Promise<Set<string>> {
  const { rows } = await sql<{ sku_id: string }>`
    select b.sku_id from stock_balance b
    join unnest(${differences.map((one) => one.skuId)}::uuid[], ${differences.map((one) => one.diff)}::numeric[]) as d(sku_id, diff) on d.sku_id = b.sku_id
    where b.tenant_id = ${me.tenantId} and b.warehouse_id = ${warehouseId} and d.diff < 0 and b.on_hand + d.diff < b.reserved`.execute(tx);
  return new Set(rows.map((row) => row.sku_id));
}

function cutsOf(balance: Balance, one: Difference, reservations: readonly Held[]): Cut[] {
  let missing = balance.reserved + balance.frozen - units(one.frozen) - (balance.on_hand + units(one.diff));
  const cuts: Cut[] = [];
  for (const held of reservations) {
    if (missing <= 0n) break;
    if (held.sku_id !== one.skuId) continue;
    const given = units(held.open) < missing ? units(held.open) : missing;
    missing -= given;
    cuts.push({ reservationId: held.id, orderId: held.order_id, orderLineId: held.order_line_id, skuId: one.skuId, qty: unscaled(given, QTY) });
  }
  return cuts;
}

const released = (doc: Booking, cut: Cut, step: number, held: readonly Held[]): Movement => ({
  warehouseId: doc.warehouseId,
  skuId: cut.skuId,
  bizType: 'ORDER',
  bizId: cut.orderId,
  bizLineId: cut.orderLineId,
  bizNo: held.find((one) => one.id === cut.reservationId)?.order_no ?? '',
  step: `RELEASE#${step}`,
  reserved: `-${cut.qty}`,
});

/** More left since the count than was counted: then the count, or what left, is wrong. */
async function refuseImpossible(tx: Tx, me: Me, doc: Booking, differences: readonly Difference[], balances: ReadonlyMap<string, Balance>): Promise<void> {
  const bad = differences.find((one) => (balances.get(`${doc.warehouseId}/${one.skuId}`) as Balance).on_hand + units(one.diff) < 0n);
  if (!bad) return;
  const had = balances.get(`${doc.warehouseId}/${bad.skuId}`) as Balance;
  const sku = await tx.selectFrom('sku').select('code').where('tenant_id', '=', me.tenantId).where('id', '=', bad.skuId).executeTakeFirst();
  refuse(
    'STOCK_DOC',
    `盘点单${doc.no}：商品${sku?.code ?? ''}盘亏${displayQty(bad.diff.replace('-', ''))}，但盘点后又出库，在库只剩${displayQty(unscaled(had.on_hand, QTY))}，请重新盘点该商品`,
  );
}

async function saveCuts(tx: Tx, me: Me, cuts: readonly Cut[]): Promise<void> {
  if (!cuts.length) return;
  await sql`update reservation r set released = r.released + v.qty, steps = r.steps + 1
    from unnest(${cuts.map((cut) => cut.reservationId)}::uuid[], ${cuts.map((cut) => cut.qty)}::numeric[]) as v(id, qty)
    where r.tenant_id = ${me.tenantId} and r.id = v.id`.execute(tx);
}
