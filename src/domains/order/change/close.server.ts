import { releaseDeduction } from '~/domains/expense/deduction.server';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { mustBeSeen } from '~/server/versioned.server';
import { compareQty, subQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { keepWithin, releaseFunds, releaseLines } from '../allocation/allocation.server';
import { leaveAudit } from '../audit/auditTask.server';
import type { CloseInput, Reasoned } from '../form/orderInput.schema';
import { tellDealer, tellFactory } from '../notices.server';
import { isBeforeApproval } from '../order';
import { addVersion, type Line, linesOf, lockOrder, mustBeAllowed, type Order, record, standing, sums, titleOf, transition } from '../store.server';
import { adjustUses, freeUses } from '../uses/uses.server';
import { snapshotOf } from '../versions/snapshot.server';
import type { Done } from '../views/orderView.schema';
import { closePending } from './change.server';
import { closedAmount, closedAmountOf, toCome } from './closed';
import { refuseBelowWaiting } from './waiting.server';

const openQty = (line: Pick<Line, 'qty' | 'shipped' | 'closed'>): string => subQty(subQty(line.qty, line.shipped), line.closed);

/** 结单: what is still open of the lines (or of all) will not be delivered; its stock and money are free again. */
export async function closeLines(tx: Tx, me: Me, input: CloseInput, now: Date): Promise<Done> {
  const order = await lockOrder(tx, me, input);
  mustBeAllowed(order, 'CLOSE', 'FACTORY');
  if (order.pending_version_id) refuse('BAD_STATE', `${titleOf(order)}有待审批的变更，请先处理变更`);
  const stored = await linesOf(tx, me, [order.id], true);
  const closing = linesToClose(order, stored, input.lineIds);
  const lines = stored.map((line) => (closing.includes(line) ? closedAtShipped(line) : line));
  const to = standing(lines);
  if (lines.every((line) => compareQty(line.shipped, '0') === 0) && to !== 'PENDING_DELIVERY')
    refuse('BAD_STATE', `${titleOf(order)}还没有发货，不能整单结单，请改用取消`);
  await refuseBelowWaiting(
    tx,
    me,
    order,
    closing.map((line) => ({ ...line, keeps: line.shipped })),
  );
  const free = closing.reduce((sum, line) => sum + toCome(line), 0n);
  await releaseFunds(tx, me, order, now, to === 'PENDING_DELIVERY' || to === 'PARTIAL_DELIVERED' ? free : undefined);
  await keepWithin(tx, me, order, lines, now);
  await releaseDeduction(
    tx,
    me,
    order,
    now,
    closing.map((line) => line.id),
  );
  for (const line of lines.filter((one, index) => one !== stored[index])) {
    await tx
      .updateTable('order_line')
      .set({ closed: line.closed, closed_amount: line.closed_amount })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', line.id)
      .execute();
  }
  await releaseLines(tx, me, order, lines);
  await adjustUses(tx, me, order, lines, now);
  const closed = closedAmount(lines);
  const payable = order.payable + order.closed_amount - closed;
  const snapshot = snapshotOf({ ...order, payable }, lines);
  const { version } = await addVersion(tx, me, order, now, { kind: 'CLOSE', state: 'EFFECTIVE', snapshot, reason: input.reason });
  const note = `${closing.map((line) => `第${line.line_no}行${openQty(line)}`).join('，')}；${input.reason}`;
  await tellDealer(tx, me, order, 'closed', input.reason);
  return transition(tx, me, order, now, {
    action: 'CLOSE',
    to,
    note,
    set: {
      version,
      payable,
      closed_amount: closed,
      closed_qty: sums(lines).closed_qty,
      close_reason: input.reason,
      short: order.short && lines.some((line) => compareQty(openQty(line), '0') > 0),
    },
  });
}

function closedAtShipped(line: Line): Line {
  const closed = { ...line, closed: subQty(line.qty, line.shipped) };
  return { ...closed, closed_amount: closedAmountOf(closed) };
}

function linesToClose(order: Order, stored: readonly Line[], ids: readonly string[]): Line[] {
  if (ids.some((id) => !stored.some((line) => line.id === id))) notFound('所选订单行');
  const closing = stored.filter((line) => (!ids.length || ids.includes(line.id)) && compareQty(openQty(line), '0') > 0);
  if (!closing.length) refuse('BAD_STATE', `${titleOf(order)}所选的行没有未发数量，无需结单`);
  return closing;
}

/** Ends an order of which nothing was shipped. A second cancel finds it cancelled already and changes nothing. */
export async function cancelOrder(tx: Tx, me: Me, input: Reasoned, now: Date): Promise<Done> {
  const order = await lockOrder(tx, me, { id: input.id });
  if (order.status === 'CANCELLED') return { id: order.id, no: order.no ?? '', status: order.status, rowVersion: order.row_version };
  if (isDealer(me) && !isBeforeApproval(order.status)) refuse('BAD_STATE', `${titleOf(order)}已审核通过，请提交取消申请，由厂家处理`);
  mustBeSeen({ version: order.row_version }, input.rowVersion);
  mustBeAllowed(order, 'CANCEL', isDealer(me) ? 'DEALER' : 'FACTORY');
  const lines = await linesOf(tx, me, [order.id], true);
  const touched = lines.find((line) => compareQty(line.shipped, '0') > 0);
  if (touched) refuse('BAD_STATE', `${titleOf(order)}第${touched.line_no}行已有发货，不能取消，请改用结单`);
  await refuseBelowWaiting(
    tx,
    me,
    order,
    lines.map((line) => ({ ...line, keeps: line.shipped })),
  );
  await releaseFunds(tx, me, order, now);
  await releaseDeduction(tx, me, order, now);
  await releaseLines(tx, me, order);
  await freeUses(tx, me, order, now);
  if (order.pending_version_id) await closePending(tx, me, order.pending_version_id, 'WITHDRAWN', now);
  await leaveAudit(tx, me, order, input.reason, now);
  if (order.no !== null) {
    if (isDealer(me)) await tellFactory(tx, me, order, 'withdrawn', '订单已取消', `客户取消了订单，原因：${input.reason}`);
    else await tellDealer(tx, me, order, 'cancelled', input.reason);
  }
  return transition(tx, me, order, now, {
    action: 'CANCEL',
    to: 'CANCELLED',
    note: input.reason,
    set: { pending_version_id: null, short: false, close_reason: input.reason },
  });
}

const ASKED = '申请取消';

/** After approval a dealer may only ask; the factory cancels or talks to it. */
export async function requestCancel(tx: Tx, me: Me, input: Reasoned, now: Date): Promise<Done> {
  const order = await lockOrder(tx, me, input);
  if (order.status !== 'PENDING_PAY' && order.status !== 'PENDING_DELIVERY') {
    refuse('BAD_STATE', isBeforeApproval(order.status) ? `${titleOf(order)}尚未审核通过，可以直接取消` : `${titleOf(order)}已发货或已结束，不能申请取消`);
  }
  const last = await tx
    .selectFrom('order_event')
    .select('action')
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', order.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.action === ASKED) refuse('BAD_STATE', `${titleOf(order)}已申请取消，请等待厂家处理`);
  await record(tx, me, order, now, { action: ASKED, from: order.status, to: order.status, note: input.reason });
  await tellFactory(tx, me, order, 'cancel', '客户申请取消订单', input.reason);
  return { id: order.id, no: order.no ?? '', status: order.status, rowVersion: order.row_version };
}
