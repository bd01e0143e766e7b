import type { z } from 'zod';
import { guardOf } from '~/domains/credit/lpr.server';
import { type Terms, termsWords } from '~/domains/credit/terms';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { moveDueDate } from '~/domains/receivable/repaid.server';
import { decide, defineApproval, hold as holdTask, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { CREDIT_REPAY_AUDIT } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { termsOf } from './books.server';
import { insertItems, storedItem, writeRevision } from './plan.server';
import { changeFlow, type PlanRow } from './repayment';
import type { ChangeInput, ChangeTrial, ChangeTrialInput } from './repayment.schema';
import { scheduleOf } from './schedule';
import { settleCustomer } from './settle.server';
import * as subjects from './subjects';
import { discountWords, worthOf } from './worth';

interface Ref {
  id: string;
  version: number;
}
const docs = defineDocument({ table: 'repay_change', noun: '还款周期变更单', title: (doc) => `还款周期变更单${doc.no}`, states: changeFlow });
type Doc = Awaited<ReturnType<typeof docs.lock>>;

async function orderOf(tx: Tx, me: Me, id: string) {
  const order = await tx
    .selectFrom('credit_order')
    .select(['id', 'no', 'customer_id', 'account_id', 'terms'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return order ?? notFound('该用信单');
}

const openItems = (tx: Tx, me: Me, creditOrderId: string) =>
  tx
    .selectFrom('repay_item')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', creditOrderId)
    .where('open_principal', '>', 0n)
    .orderBy('due_on')
    .orderBy('seq')
    .execute();
type Item = Awaited<ReturnType<typeof openItems>>[number];

const beforeOf = (items: readonly Item[]): PlanRow[] =>
  items.map((row) => ({
    no: row.no,
    nominal: row.nominal_on,
    due: row.due_on,
    provisional: row.provisional,
    principal: formatYuan(row.open_principal ?? 0n),
    interestPpm: row.interest_ppm,
  }));
const afterOf = (items: readonly Item[], terms: Terms, startOn: string): PlanRow[] =>
  [...Map.groupBy(items, (row) => row.use_id).values()].flatMap((rows) =>
    scheduleOf(terms, { start: startOn, amount: openIn(rows) }).map((row) => ({
      no: `新第${row.seq}期`,
      nominal: row.nominal,
      due: row.due,
      provisional: row.provisional,
      principal: formatYuan(row.principal),
      interestPpm: terms.interestPpm,
    })),
  );
const openIn = (rows: readonly Item[]): bigint => rows.reduce((sum, row) => sum + (row.open_principal ?? 0n), 0n);
const inFen = (rows: readonly PlanRow[]) => rows.map((row) => ({ ...row, principal: BigInt(row.principal.replace('.', '')) }));

/** Both plans side by side; nothing is written. */
export async function tryChange(tx: Tx, me: Me, input: z.output<typeof ChangeTrialInput>, now: Date): Promise<z.output<typeof ChangeTrial>> {
  const order = await orderOf(tx, me, input.creditOrderId);
  const items = await openItems(tx, me, order.id);
  mustStand(order.no, items, input, shanghaiDate(now));
  const [before, after] = [beforeOf(items), afterOf(items, input.terms, input.startOn)];
  const [today, { rates }] = [shanghaiDate(now), await guardOf(tx, me)];
  return {
    before: inFen(before),
    after: inFen(after),
    worthBefore: worthOf(before, termsOf(order.terms), today, rates),
    worthAfter: worthOf(after, input.terms, today, rates),
    discount: discountWords(rates, today),
    terms: termsWords(termsOf(order.terms)),
    termsAfter: termsWords(input.terms),
  };
}

function mustStand(orderNo: string, items: readonly Item[], { terms, startOn }: { terms: Terms; startOn: string }, today: string): void {
  if (!items.length) refuse('BAD_STATE', `用信单${orderNo}没有未还本金，不需要变更还款周期`);
  const first = scheduleOf(terms, { start: startOn, amount: openIn(items) })[0]?.due ?? today;
  if (first < today) refuse('BAD_STATE', `变更后首期应还日${first}早于今天${today}，请调整起算日或账期`, { fields: { startOn: `首期应还日${first}早于今天` } });
}

/** 申请变更还款周期. */
export async function askChange(tx: Tx, me: Me, input: z.output<typeof ChangeInput>, now: Date): Promise<{ id: string; no: string }> {
  const order = await orderOf(tx, me, input.creditOrderId);
  await lockCustomerMoney(tx, me, [order.customer_id]);
  const items = await openItems(tx, me, order.id);
  mustStand(order.no, items, input, shanghaiDate(now));
  const pending = await tx
    .selectFrom('repay_change')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', order.id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  if (pending) refuse('BAD_STATE', `用信单${order.no}的还款周期变更单${pending.no}还在审批中，不能再次申请`);
  const doc = await tx
    .insertInto('repay_change')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      no: await oneNumber(tx, me, subjects.change, now),
      credit_order_id: order.id,
      customer_id: order.customer_id,
      terms: JSON.stringify(input.terms),
      start_on: input.startOn,
      reason: input.reason,
      before: JSON.stringify(beforeOf(items)),
      after: JSON.stringify(afterOf(items, input.terms, input.startOn)),
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await log(tx, me, doc, '申请变更', `用信单${order.no}：${termsWords(input.terms)}`);
  await submitDocument(tx, me, changeApproval, doc, now);
  return { id: doc.id, no: doc.no };
}

/** 还款周期变更审批. */
export const changeApproval = defineApproval<Doc, Opinion, void>({
  type: 'creditPayCycle',
  key: 'creditPayCycle',
  title: '还款周期变更审批',
  form: {
    fields: [{ key: 'reason', label: '变更原因', type: 'TEXT' }],
    values: (_tx, _me, doc) => ({ reason: doc.reason, creditOrderId: doc.credit_order_id }),
    summary: (doc) => [
      { label: '变更后', value: termsWords(termsOf(doc.terms)) },
      { label: '原因', value: doc.reason },
    ],
    route: ({ creditOrderId }) => href('/portal/creditSystem/repayment/list', { creditOrderId: String(creditOrderId ?? '') }),
  },
  given: (opinion) => ({ opinion }),
  decide: [CREDIT_REPAY_AUDIT],
  lock: (tx, me, ref) => lockDoc(tx, me, ref),
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id }),
  mustAllow: (doc, decision) => docs.mustBecome(doc, decision === 'PASS' ? 'APPROVED' : 'REJECTED', decision === 'PASS' ? '通过' : '驳回'),
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${docs.title(doc)}由您申请，须由其他人审批` }),
  on: { PASS: approve, REJECT: (tx, me, doc, { opinion }, now) => end(tx, me, doc, 'REJECTED', opinion, now) },
  withdraw: (tx, me, doc, reason, now) => end(tx, me, doc, 'CANCELLED', reason, now),
});

async function lockDoc(tx: Tx, me: Me, ref: { id: string; version?: number | undefined }): Promise<Doc> {
  await lockCustomerMoney(tx, me, tx.selectFrom('repay_change').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', ref.id));
  return docs.lock(tx, me, ref);
}

async function end(tx: Tx, me: Me, doc: Doc, status: 'REJECTED' | 'CANCELLED', opinion: string, now: Date): Promise<void> {
  docs.mustBecome(doc, status, status === 'REJECTED' ? '驳回' : '撤回');
  await docs.update(tx, me, doc, { status, opinion, decided_at: now });
  await log(tx, me, doc, status === 'REJECTED' ? '驳回' : '撤回', opinion);
}

/** The open rest of each delivery is planned anew; what was paid, and what overdue days had cost, stays where it is. */
async function approve(tx: Tx, me: Me, doc: Doc, { opinion }: Opinion, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const order = await orderOf(tx, me, doc.credit_order_id);
  const items = await openItems(tx, me, order.id);
  const terms = termsOf(doc.terms);
  mustStand(order.no, items, { terms, startOn: doc.start_on }, today);
  const rows = [];
  for (const [useId, own] of Map.groupBy(items, (row) => row.use_id)) {
    const owner = {
      creditOrderId: order.id,
      creditOrderNo: order.no,
      accountId: order.account_id,
      customerId: order.customer_id,
      useId,
      deliveryId: own[0]?.delivery_id ?? null,
    };
    const plan = scheduleOf(terms, { start: doc.start_on, amount: openIn(own) });
    rows.push(...own.map((row) => storedItem(row, { principal: String(row.principal - (row.open_principal ?? 0n)) })));
    rows.push(...(await insertItems(tx, me, owner, today, plan, terms, now, true)));
    await moveDueDate(tx, me, { creditOrderId: order.id, deliveryId: owner.deliveryId, dueDate: plan.at(-1)?.due ?? today });
  }
  await writeRevision(
    tx,
    me,
    { creditOrderId: order.id, customerId: order.customer_id, kind: 'CYCLE', day: today, bizNo: doc.no, items: rows, terms, reason: doc.reason },
    now,
  );
  await settleCustomer(tx, me, order.customer_id, { id: doc.id, no: doc.no, type: 'REPAY_CHANGE' }, now);
  await docs.update(tx, me, doc, {
    status: 'APPROVED',
    opinion,
    decided_at: now,
    before: JSON.stringify(beforeOf(items)),
    after: JSON.stringify(afterOf(items, terms, doc.start_on)),
  });
  await log(tx, me, doc, '审批通过', `未还本金${saidYuan(openIn(items))}元改为${termsWords(terms)}`);
}

export async function decideChange(tx: Tx, me: Me, input: Ref & { pass: boolean; opinion: string }, now: Date): Promise<{ id: string }> {
  await decide(tx, me, await holdTask(tx, me, changeApproval, input), input.pass ? 'PASS' : 'REJECT', { opinion: input.opinion }, now);
  return { id: input.id };
}

export async function cancelChange(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<{ id: string }> {
  const doc = await lockDoc(tx, me, input);
  await end(tx, me, doc, 'CANCELLED', input.reason, now);
  await withdraw(tx, me, changeApproval, doc, input.reason, now);
  return { id: doc.id };
}

const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.change, id: doc.id, no: doc.no, after: { note } });
