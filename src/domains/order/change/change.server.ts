import { fundingOf } from '~/domains/finance/funding.server';
import { decide, defineApproval, hold, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { compareQty, subQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { releaseLines, reserveLines } from '../allocation/allocation.server';
import { type Audited, auditedOf, auditedOrder, colleaguesWhile, pendingIdOf } from '../audit/audited.server';
import { submittersOfChange } from '../audit/submitters';
import type { ChangeInput, DecideInput, Ref } from '../form/orderInput.schema';
import { revisedExpense } from '../lines/expense.server';
import { tellDealer, tellFactory } from '../notices.server';
import { addVersion, type Line, linesOf, lockOrder, mustBeAllowed, type Order, partyOf, standing, titleOf, transition } from '../store.server';
import { adjustUses } from '../uses/uses.server';
import { applyRevision, frozenAt, type Revision, revise, snapshotAfter, wantedBy } from '../versions/revise.server';
import type { Snapshot } from '../versions/versions';
import type { Done } from '../views/orderView.schema';
import { refuseBelowWaiting } from './waiting.server';

/** Asks to change an approved order; nothing moves until the factory decides. Meanwhile deliveries keep to the smaller quantity. */
export async function requestChange(tx: Tx, me: Me, input: ChangeInput, now: Date): Promise<Done> {
  const order = await lockOrder(tx, me, input);
  mustBeAllowed(order, 'CHANGE', partyOf(me));
  if (order.pending_version_id) refuse('BAD_STATE', `${titleOf(order)}已有待审批的变更，请先处理`);
  const stored = await linesOf(tx, me, [order.id], true);
  const revision = await revise(tx, me, order, stored, input.lines, now);
  if (!revision.written.length && !revision.removed.length) refuse('BAD_STATE', `${titleOf(order)}的内容没有变化，无需变更`);
  const snapshot = snapshotAfter(order, stored, revision);
  if (order.status === 'PENDING_DELIVERY' && !snapshot.lines.some((line) => compareQty(line['qty'] as string, line['closed'] as string) > 0))
    refuse('BAD_STATE', `${titleOf(order)}变更后没有待发的商品，请改用取消`);
  const { id } = await addVersion(tx, me, order, now, { kind: 'CHANGE', state: 'PENDING', snapshot, reason: input.reason });
  await tellFactory(tx, me, order, 'change', '订单变更待审批', input.reason);
  const done = await transition(tx, me, order, now, { action: 'CHANGE', to: order.status, note: `申请变更：${input.reason}`, set: { pending_version_id: id } });
  const submitted = await submitDocument(tx, me, orderChange, auditedOf(tx, me, order), now);
  return submitted.done ?? done;
}

/** The change asked for of an approved order: its goods, prices and allocations become what was asked, or stay. */
export const orderChange = defineApproval<Audited, Opinion, Done>({
  ...auditedOrder,
  type: 'orderChange',
  key: 'orderProcessVersion',
  title: '订单变更审批',
  mustAllow({ order }, decision, { opinion }) {
    pendingIdOf(order);
    mustBeAllowed(order, 'DECIDE', 'FACTORY');
    if (decision === 'REJECT' && opinion === '') refuse('BAD_STATE', '驳回变更请填写原因');
  },
  async submitters(_tx, _me, { order, pending, config }) {
    const accounts = submittersOfChange(await pending(), await config());
    return { accounts, why: `${titleOf(order)}的变更由您申请，按双人审核要求须由其他人审批` };
  },
  on: { PASS: applyChange, REJECT: refuseChange },
  withdraw: takeBackChange,
  colleagues: colleaguesWhile((order) => order.pending_version_id !== null),
});

export async function decideChange(tx: Tx, me: Me, { pass, reason, ...ref }: DecideInput, now: Date): Promise<Done> {
  const held = await hold(tx, me, orderChange, { id: ref.id, version: ref.rowVersion });
  return decide(tx, me, held, pass ? 'PASS' : 'REJECT', { opinion: reason }, now);
}

async function applyChange(tx: Tx, me: Me, { order, ...doc }: Audited, { opinion }: Opinion, now: Date): Promise<Done> {
  const [pending, stored] = [await doc.pending(), await doc.lines()];
  const revision = await revisionOf(tx, me, order, pending.snapshot as unknown as Snapshot, stored, now);
  await refuseBelowWaiting(tx, me, order, keptBy(revision, stored));
  const { lines, set } = await applyRevision(tx, me, order, stored, revision, now);
  await releaseLines(tx, me, order, lines);
  const short = await reserveLines(tx, me, order, lines, await doc.config());
  await adjustUses(tx, me, order, lines, now);
  if (set.payable > 0n) await fundingOf(order.pay_method).commit(tx, me, order, now);
  await closePending(tx, me, pending.id, 'EFFECTIVE', now);
  await tellDealer(tx, me, order, 'changed', pending.reason);
  const note = ['变更通过', opinion].filter(Boolean).join('：');
  return transition(tx, me, order, now, {
    action: 'DECIDE',
    to: standing(lines),
    note,
    set: { ...set, short, version: pending.version, pending_version_id: null },
  });
}

async function refuseChange(tx: Tx, me: Me, { order, lines }: Audited, { opinion }: Opinion, now: Date): Promise<Done> {
  const to = standing(await lines());
  await closePending(tx, me, pendingIdOf(order), 'REJECTED', now);
  await tellDealer(tx, me, order, 'changeRejected', opinion);
  return transition(tx, me, order, now, { action: 'DECIDE', to, note: `驳回变更：${opinion}`, set: { pending_version_id: null } });
}

const keptBy = ({ written }: Revision, stored: readonly Line[]) =>
  written.flatMap(({ id, input }) => {
    const line = stored.find((one) => one.id === id);
    return line ? [{ ...line, keeps: subQty(input.qty, line.closed) }] : [];
  });

/** Lines as asked, at the prices of the request; shipped quantities are checked again, goods may have left since. */
async function revisionOf(tx: Tx, me: Me, order: Order, snapshot: Snapshot, stored: Line[], now: Date): Promise<Revision> {
  const revision = await revise(tx, me, order, stored, wantedBy(snapshot, stored), now, true);
  const existing = new Set(stored.map((line) => line.id));
  const added = snapshot.lines.filter((line) => !existing.has(line['id'] as string));
  let next = 0;
  const named = revision.written.map((line) => (existing.has(line.id) ? line : { ...line, id: added[next++]?.['id'] ?? line.id }));
  return revisedExpense(tx, me, order, stored, {
    ...revision,
    written: named.map((line) => (stored.some((one) => one.id === line.id && Number(one.shipped) > 0) ? line : frozenAt(snapshot, line))),
  });
}

/** Takes a request back, by the side that made it. */
export async function withdrawChange(tx: Tx, me: Me, input: Ref, now: Date): Promise<Done> {
  return takeBackChange(tx, me, auditedOf(tx, me, await lockOrder(tx, me, input)), '', now);
}

async function takeBackChange(tx: Tx, me: Me, doc: Audited, reason: string, now: Date): Promise<Done> {
  const [order, pending] = [doc.order, await doc.pending()];
  if (isDealer(me) && pending.created_by !== me.accountId) refuse('BAD_STATE', `${titleOf(order)}的变更由${pending.actor}申请，只能由申请人撤回`);
  await closePending(tx, me, pending.id, 'WITHDRAWN', now);
  await withdraw(tx, me, orderChange, doc, reason, now);
  const to = standing(await linesOf(tx, me, [order.id]));
  return transition(tx, me, order, now, { action: 'DECIDE', to, note: ['撤回变更申请', reason].filter(Boolean).join('：'), set: { pending_version_id: null } });
}

export async function closePending(tx: Tx, me: Me, versionId: string, state: 'EFFECTIVE' | 'REJECTED' | 'WITHDRAWN', now: Date): Promise<void> {
  await tx
    .updateTable('order_version')
    .set({ state, decided_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', versionId)
    .where('state', '=', 'PENDING')
    .execute();
}
