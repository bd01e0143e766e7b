import { lockOwed, moveDisputed } from '~/domains/receivable/adjusted.server';
import { tellDebtChange } from '~/domains/receivable/debtChange.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { ARM_ADJUST } from '~/portal/permissions';
import { refuseForeignFiles } from '~/server/attachments.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import type { DisputeInput } from './adjust.schema';
import { askAdjust } from './adjust.server';
import { type Dispute, disputes, lockDispute, note } from './adjustDoc.server';
import { disputeReasons } from './plan';
import * as subjects from './subjects';

interface Ref {
  id: string;
  version: number;
}
type Made = { id: string; no: string };

/** 登记争议: a part the customer does not accept; the rest of the receivable runs on. */
export async function openDispute(tx: Tx, me: Me, input: DisputeInput, now: Date): Promise<Made> {
  const row = await lockOwed(tx, me, input.receivableId);
  const free = (row.open ?? 0n) - row.disputed;
  if (input.amount > free)
    refuse('QTY_EXCEED', `应收单${row.no}未收且未争议的金额为${saidYuan(free > 0n ? free : 0n)}元，争议${saidYuan(input.amount)}元超出`, {
      fields: { amount: `不能超过${saidYuan(free > 0n ? free : 0n)}元` },
    });
  await refuseForeignFiles(tx, me, input.voucher);
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.dispute, now)];
  await tx
    .insertInto('ar_dispute')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: row.customer_id,
      receivable_id: row.id,
      receivable_no: row.no,
      reason: input.reason,
      amount: input.amount,
      words: input.words,
      voucher: input.voucher,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  await moveDisputed(tx, me, row.id, input.amount);
  await note(tx, me, subjects.dispute, { id, no }, '登记争议', `应收单${row.no}，${disputeReasons[input.reason]}${saidYuan(input.amount)}元：${input.words}`);
  await tellDebtChange(tx, me, { customerId: row.customer_id, receivableIds: [row.id], why: 'DISPUTED', bizNo: no }, now);
  await tell(tx, me, {
    kind: 'receivable.disputed',
    title: `应收争议${no}待处理`,
    body: `客户${row.customer_name}对应收单${row.no}的${saidYuan(input.amount)}元有争议：${disputeReasons[input.reason]}`,
    link: href('/portal/receiveAdmin/dispute/detail', { id }),
    to: { side: 'factory', code: ARM_ADJUST, about: { customerIds: [row.customer_id] } },
  });
  return { id, no };
}

/** 成立: what was found right is asked to be taken off; it stays disputed until that is agreed to. */
export async function upholdDispute(tx: Tx, me: Me, input: Ref & { amount: bigint; answer: string }, now: Date): Promise<Made> {
  const doc = await lockDispute(tx, me, input);
  disputes.mustBecome(doc, 'UPHOLDING', '判定成立');
  if (input.amount > doc.amount)
    refuse('QTY_EXCEED', `${disputes.title(doc)}争议${saidYuan(doc.amount)}元，成立金额${saidYuan(input.amount)}元超出`, {
      fields: { amount: `不能超过${saidYuan(doc.amount)}元` },
    });
  const asked = { receivableId: doc.receivable_id, kind: 'DISCOUNT', amount: input.amount, dueTo: '', natureTo: '', voucher: [] } as const;
  const adjust = await askAdjust(tx, me, { ...asked, voucher: [], reason: `争议${doc.no}成立：${input.answer}`, disputeId: doc.id }, now);
  await disputes.update(tx, me, doc, { status: 'UPHOLDING', upheld: input.amount, answer: input.answer, adjust_id: adjust.id });
  await note(tx, me, subjects.dispute, doc, '判定成立', `成立${saidYuan(input.amount)}元，待应收调整单${adjust.no}审批`);
  return adjust;
}

export const denyDispute = (tx: Tx, me: Me, input: Ref & { answer: string }, now: Date): Promise<Made> => close(tx, me, input, 'DENIED', '不成立', now);
export const withdrawDispute = (tx: Tx, me: Me, input: Ref & { answer: string }, now: Date): Promise<Made> => close(tx, me, input, 'WITHDRAWN', '撤销', now);

/** Without anything taken off: all of it runs again. */
async function close(tx: Tx, me: Me, input: Ref & { answer: string }, status: 'DENIED' | 'WITHDRAWN', action: string, now: Date): Promise<Made> {
  const doc: Dispute = await lockDispute(tx, me, input);
  disputes.mustBecome(doc, status, action);
  await lockOwed(tx, me, doc.receivable_id);
  await moveDisputed(tx, me, doc.receivable_id, -doc.amount);
  await disputes.update(tx, me, doc, { status, answer: input.answer, closer: actorName(me), closed_at: now });
  await note(tx, me, subjects.dispute, doc, action, input.answer);
  await tellDebtChange(tx, me, { customerId: doc.customer_id, receivableIds: [doc.receivable_id], why: 'DISPUTED', bizNo: doc.no }, now);
  return { id: doc.id, no: doc.no };
}
