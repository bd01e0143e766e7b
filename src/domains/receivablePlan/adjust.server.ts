import { lockOwed, moveDue, mustBeOpenFor, type Owed, putBack, reclassify, takeOff } from '~/domains/receivable/adjusted.server';
import { mustNotBePlanned } from '~/domains/receivable/receivable.server';
import { decide, defineApproval, hold, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { ARM_ADJUST_AUDIT } from '~/portal/permissions';
import { refuseForeignFiles } from '~/server/attachments.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import type { AdjustInput } from './adjust.schema';
import { type Adjust, adjusts, lockAdjust, note } from './adjustDoc.server';
import { arConfigOf } from './config.server';
import { closeUpheld, reopenDispute } from './disputeEnd.server';
import { type AdjustKind, adjustKinds, natures } from './plan';
import * as subjects from './subjects';

interface Ref {
  id: string;
  version: number;
}
type Lowering = 'DISCOUNT' | 'ROUNDING' | 'FEE' | 'BAD_DEBT';
export interface Asked extends Omit<AdjustInput, 'kind'> {
  kind: AdjustKind;
  disputeId?: string;
  ofAdjustId?: string;
}

/** 申请应收调整: nothing moves before somebody else has agreed. */
export async function askAdjust(tx: Tx, me: Me, input: Asked, now: Date): Promise<{ id: string; no: string }> {
  const row = await lockOwed(tx, me, input.receivableId);
  await mustStand(tx, me, row, input, now);
  await refuseForeignFiles(tx, me, input.voucher);
  const amount = input.kind === 'RECLASS' || input.kind === 'RESCHEDULE' || input.amount === '' ? 0n : input.amount;
  const doc = await tx
    .insertInto('ar_adjust')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      no: await oneNumber(tx, me, subjects.adjust, now),
      kind: input.kind,
      customer_id: row.customer_id,
      receivable_id: row.id,
      receivable_no: row.no,
      amount,
      due_from: input.kind === 'RESCHEDULE' ? row.due_date : null,
      due_to: input.kind === 'RESCHEDULE' ? input.dueTo : null,
      nature_from: input.kind === 'RECLASS' ? row.nature : null,
      nature_to: input.kind === 'RECLASS' ? input.natureTo : null,
      dispute_id: input.disputeId ?? null,
      of_adjust_id: input.ofAdjustId ?? null,
      reason: input.reason,
      voucher: input.voucher,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await note(tx, me, subjects.adjust, doc, `申请${adjustKinds[input.kind]}`, `应收单${row.no}，${whatOf(doc)}：${input.reason}`);
  await submitDocument(tx, me, adjustApproval, doc, now);
  return { id: doc.id, no: doc.no };
}

async function mustStand(tx: Tx, me: Me, row: Owed, input: Asked, now: Date): Promise<void> {
  const waiting = await tx
    .selectFrom('ar_adjust')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('receivable_id', '=', row.id)
    .where('kind', '=', input.kind)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  if (waiting) refuse('BAD_STATE', `应收单${row.no}的${adjustKinds[input.kind]}申请${waiting.no}还在审批中，不能重复申请`);
  if (input.kind === 'RECLASS')
    return input.natureTo === row.nature ? refuse('BAD_STATE', `应收单${row.no}的款项性质已经是“${natures[row.nature as keyof typeof natures]}”`) : undefined;
  if (input.kind === 'RESCHEDULE') return mustMove(row, input.dueTo, now);
  if (input.kind === 'RESTORE' || input.amount === '') return;
  mustBeOpenFor(row, input.amount);
  if (input.kind !== 'ROUNDING' && input.kind !== 'FEE') return;
  const config = await arConfigOf(tx, me);
  const [limit, name] = input.kind === 'ROUNDING' ? [config.roundingLimit, '抹零'] : [config.feeLimit, '手续费'];
  if (input.amount > limit)
    refuse('QTY_EXCEED', `应收单${row.no}${name}${saidYuan(input.amount)}元，超过${name}上限${saidYuan(limit)}元，请改用折让`, {
      fields: { amount: `${name}上限为${saidYuan(limit)}元` },
    });
}

function mustMove(row: Owed, dueTo: string, now: Date): void {
  mustNotBePlanned(row, 'dueTo');
  const today = shanghaiDate(now);
  if ((row.open ?? 0n) <= 0n) refuse('BAD_STATE', `应收单${row.no}没有未收金额，不需要改期`);
  if (dueTo === row.due_date) refuse('BAD_STATE', `应收单${row.no}的到期日已经是${dueTo}`, { fields: { dueTo: '与原到期日相同' } });
  if (dueTo < today) refuse('BAD_STATE', `新的到期日${dueTo}不能早于今天${today}`, { fields: { dueTo: '不能早于今天' } });
}

/** What it does, in words. */
export function whatOf(doc: Pick<Adjust, 'kind' | 'amount' | 'due_from' | 'due_to' | 'nature_from' | 'nature_to'>): string {
  const nature = (of: string | null) => natures[of as keyof typeof natures] ?? '';
  if (doc.kind === 'RESCHEDULE') return `到期日由${doc.due_from}改为${doc.due_to}`;
  if (doc.kind === 'RECLASS') return `款项性质由${nature(doc.nature_from)}改为${nature(doc.nature_to)}`;
  return `${adjustKinds[doc.kind as AdjustKind]}${saidYuan(doc.amount)}元`;
}

/** 恢复调整: what an adjustment took off is owed again, by approval too. */
export async function askRestore(tx: Tx, me: Me, input: { id: string; amount: bigint; reason: string }, now: Date): Promise<{ id: string; no: string }> {
  const of = await lockAdjust(tx, me, { id: input.id });
  if (of.status !== 'DONE' || of.kind === 'RECLASS' || of.kind === 'RESCHEDULE' || of.kind === 'RESTORE')
    refuse('BAD_STATE', `${adjusts.title(of)}没有减少应收，不能恢复`);
  const left = of.amount - of.restored;
  if (input.amount > left)
    refuse('QTY_EXCEED', `${adjusts.title(of)}还可恢复${saidYuan(left)}元，本次${saidYuan(input.amount)}元`, {
      fields: { amount: `不能超过${saidYuan(left)}元` },
    });
  const asked = { receivableId: of.receivable_id, amount: input.amount, reason: input.reason, dueTo: '', natureTo: '', voucher: [] } as const;
  return askAdjust(tx, me, { ...asked, voucher: [], kind: 'RESTORE', ofAdjustId: of.id }, now);
}

/** 应收调整审批, by somebody else than who asked. */
export const adjustApproval = defineApproval<Adjust, Opinion, void>({
  type: 'ar_adjust',
  key: 'arAdjust',
  title: '应收调整审批',
  form: {
    fields: [
      { key: 'amount', label: '调整金额', type: 'AMOUNT' },
      { key: 'kind', label: '调整类型', type: 'TEXT' },
    ],
    values: (_tx, _me, doc) => ({ amount: formatYuan(doc.amount), kind: adjustKinds[doc.kind as AdjustKind] }),
    summary: (doc) => [
      { label: '应收单', value: doc.receivable_no },
      { label: '调整', value: whatOf(doc) },
      { label: '原因', value: doc.reason },
    ],
    route: ({ id }) => href('/portal/receiveAdmin/adjust/detail', { id }),
  },
  given: (opinion) => ({ opinion }),
  decide: [ARM_ADJUST_AUDIT],
  lock: lockAdjust,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: adjusts.title(doc), customerId: doc.customer_id }),
  mustAllow: (doc, decision) => (decision === 'PASS' ? adjusts.mustBecome(doc, 'DONE', '通过') : adjusts.mustBecome(doc, 'REJECTED', '驳回')),
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${adjusts.title(doc)}由您申请，须由其他人审批` }),
  on: { PASS: effect, REJECT: (tx, me, doc, { opinion }, now) => end(tx, me, doc, 'REJECTED', opinion, now) },
  withdraw: (tx, me, doc, reason, now) => end(tx, me, doc, 'WITHDRAWN', reason, now),
});

/** Moves the debt as was asked; what does not fit any more is refused and waits on. */
async function effect(tx: Tx, me: Me, doc: Adjust, { opinion }: Opinion, now: Date): Promise<void> {
  const by = { id: doc.id, no: doc.no, receivableId: doc.receivable_id };
  if (doc.kind === 'RESCHEDULE') await moveDue(tx, me, { ...by, dueDate: doc.due_to as string }, now);
  else if (doc.kind === 'RECLASS') await reclassify(tx, me, { ...by, nature: doc.nature_to as keyof typeof natures }, now);
  else if (doc.kind === 'RESTORE') await restore(tx, me, doc, now);
  else {
    // What was disputed and found right leaves the dispute with the amount.
    const undisputed = doc.dispute_id ? await closeUpheld(tx, me, doc, now) : 0n;
    await takeOff(tx, me, { ...by, kind: doc.kind as Lowering, amount: doc.amount, undisputed }, now);
  }
  await adjusts.update(tx, me, doc, { status: 'DONE', opinion, decider: actorName(me), decided_at: now });
  await note(tx, me, subjects.adjust, doc, '通过', whatOf(doc));
}

async function restore(tx: Tx, me: Me, doc: Adjust, now: Date): Promise<void> {
  const of = await adjusts.lock(tx, me, { id: doc.of_adjust_id as string });
  const left = of.amount - of.restored;
  if (doc.amount > left) refuse('QTY_EXCEED', `${adjusts.title(of)}还可恢复${saidYuan(left)}元，不足${saidYuan(doc.amount)}元`);
  await putBack(tx, me, { id: doc.id, no: doc.no, receivableId: doc.receivable_id, kind: of.kind as Lowering, amount: doc.amount }, now);
  await adjusts.update(tx, me, of, { restored: of.restored + doc.amount });
}

async function end(tx: Tx, me: Me, doc: Adjust, status: 'REJECTED' | 'WITHDRAWN', opinion: string, now: Date): Promise<void> {
  adjusts.mustBecome(doc, status, status === 'REJECTED' ? '驳回' : '撤回');
  await adjusts.update(tx, me, doc, { status, opinion, decider: actorName(me), decided_at: now });
  if (doc.dispute_id) await reopenDispute(tx, me, doc.dispute_id);
  await note(tx, me, subjects.adjust, doc, status === 'REJECTED' ? '驳回' : '撤回', opinion);
}

export async function passAdjust(tx: Tx, me: Me, ref: Ref, now: Date): Promise<{ id: string }> {
  await decide(tx, me, await hold(tx, me, adjustApproval, ref), 'PASS', { opinion: '' }, now);
  return { id: ref.id };
}
export async function rejectAdjust(tx: Tx, me: Me, { reason, ...ref }: Ref & { reason: string }, now: Date): Promise<{ id: string }> {
  await decide(tx, me, await hold(tx, me, adjustApproval, ref), 'REJECT', { opinion: reason }, now);
  return { id: ref.id };
}

/** 撤回, by whoever asked. */
export async function withdrawAdjust(tx: Tx, me: Me, ref: Ref, now: Date): Promise<{ id: string }> {
  const doc = await lockAdjust(tx, me, ref);
  if (doc.created_by !== me.accountId) refuse('CHECK_STATE', `${adjusts.title(doc)}由${doc.creator}申请，只有申请人可以撤回；审批人请驳回`);
  adjusts.mustBecome(doc, 'WITHDRAWN', '撤回');
  await withdraw(tx, me, adjustApproval, doc, '', now);
  await end(tx, me, doc, 'WITHDRAWN', '', now);
  return { id: doc.id };
}
