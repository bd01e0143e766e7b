import { sql } from 'kysely';
import { skuStock } from '~/domains/product/offer.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addQty, compareQty, minQty, scaled, subQty, unscaled } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import type { BatchChoice } from './batches.server';
import { type Balance, lockBalances, type Movement, moveStock } from './movements.server';

interface Reservation {
  id: string;
  order_line_id: string;
  warehouse_id: string;
  sku_id: string;
  qty: string;
  consumed: string;
  released: string;
  steps: number;
}
const openOf = (one: Pick<Reservation, 'qty' | 'consumed' | 'released'>): string => subQty(subQty(one.qty, one.consumed), one.released);
const negative = (qty: string): string => unscaled(-scaled(qty, 4), 4);
const isPositive = (qty: string): boolean => compareQty(qty, '0') > 0;

/**
 * Allocates stock to order lines, topping up what each already holds to `baseQty`. Short lines get what there is when `allowShort`,
 * otherwise STOCK_SHORT and nothing is kept. Answers what each line holds now and still lacks, in base units.
 */
export async function reserveForOrder(tx: Tx, me: Me, input: AllocationRequest): Promise<Allocation[]> {
  const { answers, written } = await allocateStock(tx, me, input);
  await written;
  return answers;
}

interface AllocationRequest {
  orderId: string;
  orderNo: string;
  lines: readonly { lineId: string; warehouseId: string; skuId: string; baseQty: string }[];
  allowShort: boolean;
  /** Of an order that is being written just now, so that nothing is held for it: the balances of its lines, locked. */
  locked?: Map<string, Balance>;
}
interface Allocation {
  lineId: string;
  reserved: string;
  short: string;
}

/** The same, answering as soon as it is known what each line gets; the caller waits for `written` together with its own statements. */
export async function allocateStock(tx: Tx, me: Me, input: AllocationRequest): Promise<{ answers: Allocation[]; written: Promise<unknown> }> {
  const held = new Map(input.locked ? [] : (await lockReservations(tx, me, input.orderId)).map((one) => [one.order_line_id, one]));
  const moved = input.lines.flatMap((line) => (isElsewhere(held.get(line.lineId), line) ? [{ lineId: line.lineId }] : []));
  if (moved.length) {
    await releaseReservation(tx, me, { ...input, lines: moved });
    for (const one of await lockReservations(tx, me, input.orderId)) held.set(one.order_line_id, one);
  }
  const balances = input.locked ?? (input.allowShort ? await lockBalances(tx, me, input.lines) : undefined);
  const free = input.allowShort && balances ? availableIn(balances) : undefined;
  const movements: Movement[] = [];
  const changed: Reservation[] = [];
  const answers = input.lines.map((line) => {
    const before = { ...(held.get(line.lineId) ?? blank(line)), warehouse_id: line.warehouseId, sku_id: line.skuId };
    const open = openOf(before);
    const wanted = subQty(line.baseQty, open);
    const given = free ? takeFrom(free, `${line.warehouseId}/${line.skuId}`, wanted) : wanted;
    if (isPositive(given)) {
      changed.push({ ...before, qty: addQty(before.qty, given), steps: before.steps + 1 });
      movements.push({ ...movementOf(input, before), reserved: given, step: `RESERVE#${before.steps + 1}` });
    }
    const reserved = isPositive(given) ? addQty(open, given) : open;
    return { lineId: line.lineId, reserved, short: isPositive(subQty(line.baseQty, reserved)) ? subQty(line.baseQty, reserved) : '0' };
  });
  return { answers, written: Promise.all([moveStock(tx, me, movements, balances), saveReservations(tx, me, input.orderId, changed)]) };
}

/** The line now ships from another warehouse, or is another SKU, than what it holds. */
const isElsewhere = (one: Reservation | undefined, line: { warehouseId: string; skuId: string }): boolean =>
  one !== undefined && (one.warehouse_id !== line.warehouseId || one.sku_id !== line.skuId);

/** Gives stock back: all that is open of the order, or of each named line at most `baseQty`. Releasing twice changes nothing. */
export async function releaseReservation(
  tx: Tx,
  me: Me,
  input: { orderId: string; orderNo: string; lines?: readonly { lineId: string; baseQty?: string }[] },
): Promise<void> {
  const wanted = input.lines && new Map(input.lines.map((line) => [line.lineId, line.baseQty]));
  const movements: Movement[] = [];
  const changed: Reservation[] = [];
  for (const one of await lockReservations(tx, me, input.orderId)) {
    if (wanted && !wanted.has(one.order_line_id)) continue;
    const given = minQty(openOf(one), wanted?.get(one.order_line_id) ?? openOf(one));
    if (!isPositive(given)) continue;
    changed.push({ ...one, released: addQty(one.released, given), steps: one.steps + 1 });
    movements.push({ ...movementOf(input, one), reserved: negative(given), step: `RELEASE#${one.steps + 1}` });
  }
  await moveStock(tx, me, movements);
  await saveReservations(tx, me, input.orderId, changed);
}

interface ShippedLine {
  deliveryLineId: string;
  orderLineId: string;
  warehouseId: string;
  skuId: string;
  baseQty: string;
  /** Which batches to take, of goods kept by batch; the oldest where nobody says. */
  batches?: BatchChoice;
}

/** Takes goods out: each order line's own reservation first, the rest from what is available. One ledger row a line. */
export async function shipStock(
  tx: Tx,
  me: Me,
  input: { deliveryId: string; deliveryNo: string; at?: Date; lines: readonly ShippedLine[] },
): Promise<{ deliveryLineId: string; fromReserved: string }[]> {
  const held = await lockLineReservations(
    tx,
    me,
    input.lines.map((line) => line.orderLineId),
  );
  const changed = new Map<string, Reservation>();
  const answers = input.lines.map((line) => {
    const one = held.get(line.orderLineId);
    const own = one && one.warehouse_id === line.warehouseId && one.sku_id === line.skuId ? openOf(one) : '0';
    const fromReserved = minQty(own, line.baseQty);
    if (one && isPositive(fromReserved)) {
      one.consumed = addQty(one.consumed, fromReserved);
      changed.set(one.id, one);
    }
    return { deliveryLineId: line.deliveryLineId, fromReserved };
  });
  await moveStock(
    tx,
    me,
    input.lines.map((line, index) => ({
      ...shipment(input, line),
      ...(line.batches ? { batches: line.batches } : {}),
      ...(input.at ? { at: input.at } : {}),
      onHand: negative(line.baseQty),
      reserved: negative(answers[index]?.fromReserved ?? '0'),
      step: 'SHIP',
    })),
  );
  await saveReservations(tx, me, null, [...changed.values()]);
  return answers;
}

/** Undoes a shipment: the goods are back on hand and in the reservations they came from. */
export async function reverseShipment(
  tx: Tx,
  me: Me,
  input: { deliveryId: string; deliveryNo: string; lines: readonly (ShippedLine & { fromReserved: string })[] },
): Promise<void> {
  const held = await lockLineReservations(
    tx,
    me,
    input.lines.map((line) => line.orderLineId),
  );
  const changed = new Map<string, Reservation>();
  const back = input.lines.map((line) => {
    const one = held.get(line.orderLineId);
    if (!one || !isPositive(line.fromReserved)) return { line, reserved: '0' };
    one.consumed = subQty(one.consumed, line.fromReserved);
    const elsewhere = isElsewhere(one, line);
    // The line ships from another warehouse by now: here the goods come back unreserved.
    if (elsewhere) one.released = addQty(one.released, line.fromReserved);
    changed.set(one.id, one);
    return { line, reserved: elsewhere ? '0' : line.fromReserved };
  });
  await moveStock(
    tx,
    me,
    back.map(({ line, reserved }) => ({ ...shipment(input, line), onHand: line.baseQty, reserved, step: 'REVERSE', batches: { like: 'SHIP' } })),
  );
  await saveReservations(tx, me, null, [...changed.values()]);
}

const shipment = (input: { deliveryId: string; deliveryNo: string }, line: ShippedLine) => ({
  warehouseId: line.warehouseId,
  skuId: line.skuId,
  bizType: 'DELIVERY',
  bizId: input.deliveryId,
  bizNo: input.deliveryNo,
  bizLineId: line.deliveryLineId,
});
const movementOf = (input: { orderId: string; orderNo: string }, one: Reservation) => ({
  warehouseId: one.warehouse_id,
  skuId: one.sku_id,
  bizType: 'ORDER',
  bizId: input.orderId,
  bizNo: input.orderNo,
  bizLineId: one.order_line_id,
});
const blank = (line: { lineId: string; warehouseId: string; skuId: string }): Reservation => ({
  id: newId(),
  order_line_id: line.lineId,
  warehouse_id: line.warehouseId,
  sku_id: line.skuId,
  qty: '0',
  consumed: '0',
  released: '0',
  steps: 0,
});

const columns = ['id', 'order_line_id', 'warehouse_id', 'sku_id', 'qty', 'consumed', 'released', 'steps'] as const;

function lockReservations(tx: Tx, me: Me, orderId: string): Promise<Reservation[]> {
  return tx.selectFrom('reservation').select(columns).where('tenant_id', '=', me.tenantId).where('order_id', '=', orderId).orderBy('id').forUpdate().execute();
}

async function lockLineReservations(tx: Tx, me: Me, lineIds: readonly string[]): Promise<Map<string, Reservation>> {
  if (lineIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('reservation')
    .select(columns)
    .where('tenant_id', '=', me.tenantId)
    .where('order_line_id', 'in', lineIds)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.order_line_id, row]));
}

/** What is free in each balance, by "warehouse/sku". */
const availableIn = (balances: ReadonlyMap<string, Balance>): Map<string, string> =>
  new Map([...balances].map(([key, row]) => [key, unscaled(row.on_hand - row.reserved - row.frozen, 4)]));

function takeFrom(free: Map<string, string>, key: string, wanted: string): string {
  const given = isPositive(wanted) ? minQty(free.get(key) ?? '0', wanted) : '0';
  free.set(key, subQty(free.get(key) ?? '0', given));
  return given;
}

async function saveReservations(tx: Tx, me: Me, orderId: string | null, changed: readonly Reservation[]): Promise<void> {
  if (changed.length === 0) return;
  if (orderId === null) {
    await sql`update reservation r set consumed = v.consumed, released = v.released
      from unnest(${changed.map((one) => one.id)}::uuid[], ${changed.map((one) => one.consumed)}::numeric[], ${changed.map((one) => one.released)}::numeric[]) as v(id, consumed, released)
      where r.tenant_id = ${me.tenantId} and r.id = v.id`.execute(tx);
    return;
  }
  await tx
    .insertInto('reservation')
    .values(changed.map((one) => ({ tenant_id: me.tenantId, order_id: orderId, ...one })))
    .onConflict((on) =>
      on.columns(['tenant_id', 'order_line_id']).doUpdateSet((eb) => ({
        qty: eb.ref('excluded.qty'),
        released: eb.ref('excluded.released'),
        steps: eb.ref('excluded.steps'),
        warehouse_id: eb.ref('excluded.warehouse_id'),
        sku_id: eb.ref('excluded.sku_id'),
      })),
    )
    .execute();
}

/** What could be allocated now, by SKU: one warehouse, or all of them together. */
export async function availabilityOf(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  input: { skuIds: readonly string[]; warehouseId?: string | undefined },
): Promise<Map<string, { available: string; onHand: string }>> {
  if (input.skuIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('stock_balance')
    .select(['sku_id', sql<string>`sum(available)`.as('available'), sql<string>`sum(on_hand)`.as('onHand')])
    .where('tenant_id', '=', me.tenantId)
    .where('sku_id', 'in', input.skuIds)
    .$if(input.warehouseId !== undefined, (query) => query.where('warehouse_id', '=', input.warehouseId as string))
    .groupBy('sku_id')
    .execute();
  return new Map(rows.map((row) => [row.sku_id, { available: row.available, onHand: row.onHand }]));
}
skuStock.provide(availabilityOf);

export async function listWarehouses(tx: Tx, me: Pick<Me, 'tenantId'>) {
  return tx.selectFrom('warehouse').selectAll().where('tenant_id', '=', me.tenantId).orderBy('is_default', 'desc').orderBy('code').execute();
}

/** The warehouse new orders ship from; refuses with what to do when the factory has none. */
export async function defaultWarehouse(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<{ id: string; code: string; name: string }> {
  const found = await tx
    .selectFrom('warehouse')
    .select(['id', 'code', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('is_default', '=', true)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  return found ?? refuse('STOCK_DOC', '厂家尚未设置默认仓库，请先在实时库存页维护仓库');
}
