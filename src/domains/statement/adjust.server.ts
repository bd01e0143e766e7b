import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { adjustReceivable } from '~/domains/receivable/adjustReceivable.server';
import { decide, defineApproval, hold, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { FUND_CONFIRM } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { afterAnswer, disputeOf, settleDispute } from './answer.server';
import { adjustFlow } from './statement';
import { note, docs as statements, titleOf } from './statementDoc.server';
import * as subjects from './subjects';

interface Ref {
  id: string;
  version: number;
}
const page = '/portal/supplyChain/factory/finance/receivables/accountAdjustDetail';
const adjusts = defineDocument({ table: 'statement_adjust', noun: '应收调整单', title: (doc) => `应收调整单${doc.no}`, states: adjustFlow });
type Adjust = Awaited<ReturnType<typeof adjusts.lock>>;

/** Registers a correction; it is posted when somebody else has agreed, in the period that is open then. */
export async function makeAdjust(
  tx: Tx,
  me: Me,
  input: Ref & { disputeId: string | null; amount: bigint; reason: string },
  now: Date,
): Promise<{ id: string }> {
  const statement = await statements.lock(tx, me, input);
  statements.mustBe(statement, ['SENT', 'DISPUTED', 'CONFIRMED'], { said: '发送之后才能登记更正；草稿请更正来源单据后更新草稿' });
  const dispute = input.disputeId ? await disputeOf(tx, me, statement, input.disputeId) : null;
  if (dispute && dispute.status !== 'OPEN') refuse('CHECK_STATE', `${titleOf(statement)}的这条异议已在处理，不能再登记更正`);
  const customer = await tx
    .selectFrom('customer')
    .select(['status', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', statement.debtor_id)
    .executeTakeFirst();
  if (!customer) notFound('该客户');
  if (customer.status === 'MERGED') refuse('CUSTOMER_STATE', `客户“${customer.name}”已合并到其他客户，请在合并后的客户上调整`);
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.statementAdjust, now)];
  await tx
    .insertInto('statement_adjust')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      statement_id: statement.id,
      dispute_id: dispute?.id ?? null,
      customer_id: statement.debtor_id,
      amount: input.amount,
      reason: input.reason,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  if (dispute) await settleDispute(tx, me, dispute.id, { status: 'CORRECTING', reply: input.reason, replier: actorName(me) });
  await statements.update(tx, me, statement, {});
  await log(tx, me, { id, no }, '登记', `${statement.debtor_name}，${saidYuan(input.amount)}元：${input.reason}`);
  await note(tx, me, statement, '登记应收调整', { 调整单: no, 金额: `${saidYuan(input.amount)}元` });
  await submitDocument(tx, me, adjustApproval, await adjusts.lock(tx, me, { id }), now);
  return { id };
}

/** 对账调整审批, by somebody else than who registered it. */
export const adjustApproval = defineApproval<Adjust, Opinion, void>({
  type: 'statement_adjust',
  key: 'receivableAdjust',
  title: '对账调整审批',
  form: {
    fields: [{ key: 'amount', label: '调整金额', type: 'AMOUNT' }],
    values: (_tx, _me, doc) => ({ amount: formatYuan(doc.amount < 0n ? -doc.amount : doc.amount) }),
    summary: (doc) => [
      { label: '调整金额', value: `${saidYuan(doc.amount)}元` },
      { label: '原因', value: doc.reason },
    ],
    route: ({ id }) => href(page, { id }),
  },
  decide: [FUND_CONFIRM],
  lock,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: adjusts.title(doc), customerId: doc.customer_id }),
  mustAllow: (doc, decision) => (decision === 'PASS' ? adjusts.mustBecome(doc, 'DONE', '通过') : adjusts.mustBecome(doc, 'REJECTED', '驳回')),
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${adjusts.title(doc)}由您登记，须由其他人审批` }),
  own: ['REJECT'],
  on: { PASS: post, REJECT: (tx, me, doc, { opinion }, now) => drop(tx, me, doc, { status: 'REJECTED', opinion, action: '驳回' }, now) },
  withdraw: takeBack,
});

export async function passAdjust(tx: Tx, me: Me, ref: Ref, now: Date): Promise<{ id: string }> {
  await decide(tx, me, await hold(tx, me, adjustApproval, ref), 'PASS', { opinion: '' }, now);
  return { id: ref.id };
}
export async function rejectAdjust(tx: Tx, me: Me, { reason, ...ref }: Ref & { reason: string }, now: Date): Promise<{ id: string }> {
  await decide(tx, me, await hold(tx, me, adjustApproval, ref), 'REJECT', { opinion: reason }, now);
  return { id: ref.id };
}

/** 撤回, by whoever registered it. */
export async function withdrawAdjust(tx: Tx, me: Me, ref: Ref, now: Date): Promise<{ id: string }> {
  const doc = await lock(tx, me, ref);
  if (doc.created_by !== me.accountId) refuse('CHECK_STATE', `${adjusts.title(doc)}由${doc.creator}登记，只有登记人可以撤回；审批人请驳回`);
  await takeBack(tx, me, doc, '', now);
  return { id: doc.id };
}

async function takeBack(tx: Tx, me: Me, doc: Adjust, reason: string, now: Date): Promise<void> {
  adjusts.mustBecome(doc, 'WITHDRAWN', '撤回');
  await withdraw(tx, me, adjustApproval, doc, reason, now);
  await drop(tx, me, doc, { status: 'WITHDRAWN', opinion: reason, action: '撤回' }, now);
}

/** The customer's money, then the statement, then the correction: whoever answers a dispute or posts waits in the same order. */
async function lock(tx: Tx, me: Me, ref: { id: string; version?: number | undefined }): Promise<Adjust> {
  const found = await tx
    .selectFrom('statement_adjust')
    .select(['customer_id', 'statement_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', ref.id)
    .executeTakeFirst();
  if (!found) notFound('该应收调整单');
  await lockCustomerMoney(tx, me, [found.customer_id]);
  await statements.lock(tx, me, { id: found.statement_id });
  return adjusts.lock(tx, me, ref);
}

async function post(tx: Tx, me: Me, doc: Adjust, { opinion }: Opinion, now: Date): Promise<void> {
  const statement = await statements.lock(tx, me, { id: doc.statement_id });
  const made = await adjustReceivable(tx, me, { customerId: doc.customer_id, amount: doc.amount, sourceNo: doc.no, remark: doc.reason }, now);
  await adjusts.update(tx, me, doc, {
    status: 'DONE',
    opinion,
    decider: actorName(me),
    decided_at: now,
    receivable_id: made.id,
    receivable_no: made.no,
  });
  await log(tx, me, doc, '通过', `记为应收单${made.no}`);
  if (!doc.dispute_id) return;
  const reply = `已在应收单${made.no}更正${saidYuan(doc.amount)}元（${doc.reason}），计入下一账期`;
  await settleDispute(tx, me, doc.dispute_id, { status: 'CORRECTED', reply, replier: doc.creator, replied_at: now });
  await afterAnswer(tx, me, statement, reply);
}

async function drop(
  tx: Tx,
  me: Me,
  doc: Adjust,
  { status, opinion, action }: { status: 'REJECTED' | 'WITHDRAWN'; opinion: string; action: string },
  now: Date,
): Promise<void> {
  await adjusts.update(tx, me, doc, { status, opinion, decider: actorName(me), decided_at: now });
  if (doc.dispute_id) await settleDispute(tx, me, doc.dispute_id, { status: 'OPEN', reply: '' });
  await log(tx, me, doc, action, opinion);
}

const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, said: string): Promise<void> =>
  audit(tx, me, { action, subject: subjects.statementAdjust, id: doc.id, no: doc.no, after: { note: said } });
