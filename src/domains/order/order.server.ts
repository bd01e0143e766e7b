import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { nextVersion, raised } from '~/server/versioned.server';
import { addQty, compareQty, displayQty, subQty, sumQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { openBase, syncReserved } from './allocation/allocation.server';
import { isFinal, type OrderAction, type Party } from './order';
import type { OrderStatus } from './order.schema';
import { type Line, linesOf, mustBeAllowed, type Order, partyOf, record, standing, sums, titleOf, transition } from './store.server';

/**
 * What deliveries report back. The caller has locked the fund account and these orders already (lock order of every document);
 * here the lines are counted and the orders follow their transition table.
 */
interface Counted {
  orderId: string;
  orderLineId: string;
}

/** Goods left: `qty` in the line's unit, `amount` what they are worth in 分. */
export async function recordShipment(
  tx: Tx,
  me: Me,
  input: { deliveryNo: string; lines: readonly (Counted & { qty: string; amount: bigint })[] },
  now: Date,
): Promise<void> {
  await count(tx, me, input.lines, now, {
    action: 'SHIP',
    note: `发货单${input.deliveryNo}`,
    add: (order, line, { qty, amount }) => {
      const shipped = addQty(line.shipped, qty);
      if (compareQty(addQty(shipped, line.closed), line.qty) > 0) {
        refuse('QTY_EXCEED', `${titleOf(order)}第${line.line_no}行发货${qty}超过待发数量${subQty(subQty(line.qty, line.shipped), line.closed)}`);
      }
      return { ...line, shipped, shipped_amount: line.shipped_amount + amount };
    },
  });
}

/** A shipment that never was: nothing of it may be signed for. */
export async function recordReversal(
  tx: Tx,
  me: Me,
  input: { deliveryNo: string; lines: readonly (Counted & { qty: string; amount: bigint })[]; reason?: string },
  now: Date,
): Promise<void> {
  await count(tx, me, input.lines, now, {
    action: 'REVERSE',
    note: [`发货单${input.deliveryNo}`, input.reason].filter(Boolean).join('：'),
    add: (order, line, { qty, amount }) => {
      const shipped = subQty(line.shipped, qty);
      if (compareQty(shipped, addQty(line.signed, line.refused)) < 0) refuse('QTY_EXCEED', `${titleOf(order)}第${line.line_no}行已签收，不能冲销`);
      return { ...line, shipped, shipped_amount: line.shipped_amount - amount };
    },
  });
}

/** The customer took or refused goods; after the last line the order is complete, or closed when part of it was. */
export async function recordSigning(
  tx: Tx,
  me: Me,
  input: { lines: readonly (Counted & { signed: string; refused: string })[]; system?: boolean },
  now: Date,
): Promise<void> {
  await count(tx, me, input.lines, now, {
    action: 'SIGN',
    note: input.system ? '到期自动签收' : '',
    ...(input.system ? { party: 'SYSTEM' as const } : {}),
    add: (order, line, { signed, refused }) => {
      const next = { ...line, signed: addQty(line.signed, signed), refused: addQty(line.refused, refused) };
      if (compareQty(addQty(next.signed, next.refused), line.shipped) > 0)
        refuse('QTY_EXCEED', `${titleOf(order)}第${line.line_no}行签收数量超过已发货的${line.shipped}`);
      return next;
    },
  });
}

/**
 * Goods came back: of what was signed for (`SIGNED`), which may then be invoiced no more, or of what was refused. The caller holds the order;
 * where it stands does not change.
 */
export async function recordReturn(
  tx: Tx,
  me: Me,
  order: Order,
  input: { returnNo: string; lines: readonly { orderLineId: string; part: 'SIGNED' | 'REFUSED'; qty: string }[] },
  now: Date,
): Promise<void> {
  const lines = await linesOf(tx, me, [order.id], true);
  for (const { orderLineId, part, qty } of input.lines) {
    const line = lines.find((one) => one.id === orderLineId) ?? notFound('该订单行');
    const [had, back, most] = part === 'SIGNED' ? (['returned', '已签收', line.signed] as const) : (['refused_returned', '已拒收', line.refused] as const);
    const after = addQty(line[had], qty);
    if (compareQty(after, most) > 0)
      refuse('RETURN_EXCEED', `${titleOf(order)}第${line.line_no}行退回合计${displayQty(after)}超过${back}的${displayQty(most)}`);
    line[had] = after;
  }
  const ids = lines.map((line) => line.id);
  await sql`update order_line l set returned = v.returned, refused_returned = v.refused
    from unnest(${ids}::uuid[], ${lines.map((line) => line.returned)}::numeric[], ${lines.map((line) => line.refused_returned)}::numeric[]) as v(id, returned, refused)
    where l.tenant_id = ${me.tenantId} and l.id = ${anyOf(ids)} and l.id = v.id`.execute(tx);
  await tx
    .updateTable('sales_order')
    .set({ returned_qty: sumQty(lines.map((line) => line.returned)), row_version: raised('row_version'), updated_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', order.id)
    .execute();
  await record(tx, me, order, now, { action: '退货', from: order.status, to: order.status, note: `退货单${input.returnNo}` });
  order.row_version = nextVersion({ version: order.row_version });
}

interface Counting<C> {
  action: OrderAction;
  note: string;
  party?: Party;
  add(order: Order, line: Line, counted: C): Line;
}

async function count<C extends Counted>(tx: Tx, me: Me, counted: readonly C[], now: Date, how: Counting<C>): Promise<void> {
  const ids = [...new Set(counted.map((one) => one.orderId))].sort();
  const orders = await ordersOf(tx, me, ids);
  for (const order of orders) mustBeAllowed(order, how.action, how.party ?? partyOf(me));
  await syncReserved(tx, me, ids);
  const all = await linesOf(tx, me, ids, true);
  for (const order of orders) {
    const lines = all.filter((line) => line.order_id === order.id);
    const after = counted
      .filter((one) => one.orderId === order.id)
      .reduce((now, one) => {
        if (!now.some((line) => line.id === one.orderLineId)) notFound('该订单行');
        return now.map((line) => (line.id === one.orderLineId ? how.add(order, line, one) : line));
      }, lines);
    await saveCounters(
      tx,
      me,
      after.filter((line, index) => line !== lines[index]),
    );
    const short = order.short && after.some((line) => compareQty(line.reserved, openBase(line)) < 0);
    const { total_qty: _, ...set } = sums(after);
    await transition(tx, me, order, now, {
      action: how.action,
      to: stays(order, standing(after)),
      note: how.note,
      ...(how.party ? { party: how.party } : {}),
      set: { ...set, short },
    });
  }
}

/** A change still to be decided may add goods: until then nothing but the last signature is missing. */
const stays = (order: Order, to: OrderStatus): OrderStatus => (order.pending_version_id && isFinal(to) ? 'DELIVERED' : to);

async function ordersOf(tx: Tx, me: Me, ids: readonly string[]): Promise<Order[]> {
  let found = tx.selectFrom('sales_order').selectAll().where('tenant_id', '=', me.tenantId).where('id', 'in', ids).orderBy('id').forUpdate();
  if (me.customerId !== null) found = found.where('customer_id', '=', me.customerId);
  const orders = await found.execute();
  if (orders.length !== ids.length) notFound('该订单');
  return orders.map((order) => ({ ...order, status: order.status as OrderStatus }));
}

async function saveCounters(tx: Tx, me: Me, lines: readonly Line[]): Promise<void> {
  if (!lines.length) return;
  const ids = lines.map((line) => line.id);
  const of = (figure: 'shipped' | 'shipped_amount' | 'signed' | 'refused') => lines.map((line) => String(line[figure]));
  await sql`update order_line l set shipped = v.shipped, shipped_amount = v.shipped_amount, signed = v.signed, refused = v.refused
    from unnest(${ids}::uuid[], ${of('shipped')}::numeric[], ${of('shipped_amount')}::bigint[], ${of('signed')}::numeric[],
      ${of('refused')}::numeric[]) as v(id, shipped, shipped_amount, signed, refused)
    where l.tenant_id = ${me.tenantId} and l.id = ${anyOf(ids)} and l.id = v.id`.execute(tx);
}
