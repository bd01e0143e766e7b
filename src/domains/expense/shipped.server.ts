import { captureForDelivery, reverseCapture } from '~/domains/finance/hold.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { divideHalfUp, scaled, subQty } from '~/shared/money';
import { firstExpiring } from './deduct';
import { perLot, setUses, type Use, usesOf } from './deduction.server';
import { moveLots } from './lots.server';

interface Delivered {
  deliveryId: string;
  deliveryNo: string;
  customerId: string;
  bizDate: string;
  lines: readonly { orderId: string; orderNo: string; orderLineId: string }[];
}
interface Taken {
  use: Use;
  amount: bigint;
}

/**
 * Uses up what lines carry for the share of them that has left, first expiring first: Dr2241 Cr6001. To be called after the lines were counted as
 * shipped; the last shipment of a line takes what is left of it.
 */
export async function takeDeduction(tx: Tx, me: Me, delivered: Delivered): Promise<void> {
  const lines = await tx
    .selectFrom('order_line')
    .select(['id', 'order_id', 'qty', 'closed', 'shipped', 'expense_alloc'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(delivered.lines.map((line) => line.orderLineId)))
    .where('expense_alloc', '>', 0n)
    .orderBy('order_id')
    .orderBy('line_no')
    .execute();
  for (const orderId of [...new Set(lines.map((line) => line.order_id))].sort()) {
    const uses = await usesOf(tx, me, orderId);
    const parts = lines.filter((line) => line.order_id === orderId).flatMap((line) => takenBy(line, uses));
    const orderNo = delivered.lines.find((line) => line.orderId === orderId)?.orderNo ?? '';
    await writeTakes(tx, me, { ...delivered, orderId, orderNo }, parts);
  }
}

/** What is due of a line by now, less what it has used up already, off its uses: closed goods gave back what they had set aside. */
function takenBy(line: { id: string; qty: string; closed: string; shipped: string }, uses: readonly Use[]): Taken[] {
  const own = uses
    .filter((use) => use.lineId === line.id)
    .sort((a, b) => firstExpiring({ id: a.lotId, validTo: a.valid_to }, { id: b.lotId, validTo: b.valid_to }));
  const carried = own.reduce((sum, use) => sum + use.open + use.taken, 0n);
  const due = divideHalfUp(carried * scaled(line.shipped, 4), scaled(subQty(line.qty, line.closed), 4));
  let left = due - own.reduce((sum, use) => sum + use.taken, 0n);
  return own.flatMap((use) => {
    const amount = use.open < left ? use.open : left;
    if (amount <= 0n) return [];
    left -= amount;
    return [{ use, amount }];
  });
}

async function writeTakes(tx: Tx, me: Me, of: Omit<Delivered, 'lines'> & { orderId: string; orderNo: string }, parts: readonly Taken[]): Promise<void> {
  const amount = parts.reduce((sum, one) => sum + one.amount, 0n);
  if (amount === 0n) return;
  const captured = await captureForDelivery(tx, me, { ...of, amount }, 'EXPENSE');
  if (captured?.amount !== amount) throw new Error(`order ${of.orderNo} holds ${captured?.amount ?? 0n} of expense, not ${amount}`);
  await setUses(
    tx,
    me,
    parts.map(({ use, amount: part }) => ({ id: use.id, open: use.open - part, taken: use.taken + part })),
  );
  await moveLots(
    tx,
    me,
    perLot(
      parts.map(({ use, amount: part }) => ({ lotId: use.lotId, amount: part })),
      (part) => ({ remaining: -part, held: -part }),
    ),
  );
  await tx
    .insertInto('expense_take')
    .values(
      parts.map(({ use, amount: part }) => ({
        tenant_id: me.tenantId,
        id: newId(),
        customer_id: of.customerId,
        order_id: of.orderId,
        order_line_id: use.lineId,
        lot_id: use.lotId,
        delivery_id: of.deliveryId,
        capture_event_id: captured.eventId,
        amount: part,
      })),
    )
    .execute();
}

/** A shipment that never was: what it used up is set aside for its order again, in the same lots. */
export async function untakeDeduction(tx: Tx, me: Me, { deliveryId, bizDate }: { deliveryId: string; bizDate: string }): Promise<void> {
  const takes = await tx
    .updateTable('expense_take')
    .set({ reversed: true })
    .where('tenant_id', '=', me.tenantId)
    .where('delivery_id', '=', deliveryId)
    .where('reversed', '=', false)
    .returning(['order_id', 'order_line_id', 'lot_id', 'capture_event_id', 'amount'])
    .execute();
  if (!takes.length) return;
  for (const captureEventId of [...new Set(takes.map((one) => one.capture_event_id))].sort()) await reverseCapture(tx, me, { captureEventId, bizDate });
  await moveLots(
    tx,
    me,
    perLot(
      takes.map((one) => ({ lotId: one.lot_id, amount: one.amount })),
      (amount) => ({ remaining: amount, held: amount }),
    ),
  );
  for (const orderId of [...new Set(takes.map((one) => one.order_id))].sort()) {
    const uses = await usesOf(tx, me, orderId);
    const back = (use: Use) => takes.filter((one) => one.order_line_id === use.lineId && one.lot_id === use.lotId).reduce((sum, one) => sum + one.amount, 0n);
    await setUses(
      tx,
      me,
      uses.filter((use) => back(use) > 0n).map((use) => ({ id: use.id, open: use.open + back(use), taken: use.taken - back(use) })),
    );
  }
}
