import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { accountOf, postLedger } from '~/domains/finance/fund.server';
import { decide, decideAll, defineApproval, hold, holding, type Opinion, submitDocument } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { FUND_CONFIRM } from '~/portal/permissions';
import { refuseForeignFiles } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { shanghaiDate } from '~/shared/dates';
import { displayYuan, formatYuan, parseYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { expenseFlow, expenseKinds, isOver, ppmOf } from './expense';
import type { ExpenseForm } from './expense.schema';
import * as subjects from './subjects';

interface Ref {
  id: string;
  version: number;
}
const BASE = '/portal/supplyChain/factory/finance/accountManage';

/** Registers what the factory grants; the customer can use it when another person has confirmed it. */
export async function saveExpense(tx: Tx, me: Me, form: ExpenseForm, now: Date): Promise<{ id: string; no: string }> {
  const customer = await tx.selectFrom('customer').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', form.customerId).executeTakeFirst();
  if (!customer) notFound('该客户');
  const today = shanghaiDate(now);
  if (form.validTo !== '' && form.validTo < today)
    refuse('BAD_STATE', `有效期${form.validTo}早于今天${today}，客户用不上这笔费用`, { fields: { validTo: '不能早于今天' } });
  await refuseUnknownGoods(tx, me, form);
  await refuseForeignFiles(tx, me, form.voucher);
  const id = newId();
  const no = await oneNumber(tx, me, subjects.expenseEntry, now);
  await tx
    .insertInto('expense_entry')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: form.customerId,
      kind: form.kind,
      amount: form.amount,
      basis_no: form.basisNo,
      valid_to: form.validTo || null,
      max_ratio_ppm: ppmOf(form.maxRatio),
      scope: form.scope,
      scope_ids: form.scope === 'ALL' ? [] : form.scopeIds,
      voucher: form.voucher,
      remark: form.remark,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  await log(tx, me, { id, no }, '登记', `${customer.name}，${expenseKinds[form.kind]}${saidYuan(form.amount)}元`);
  await submitDocument(tx, me, expenseConfirmation, await docs.lock(tx, me, { id }), now, {
    notice: {
      kind: 'expense.registered',
      title: `费用单${no}待确认`,
      body: `客户${customer.name}${expenseKinds[form.kind]}${saidYuan(form.amount)}元，请核对后确认`,
      link: href(`${BASE}/expenseAccountDetail`, { id }),
      to: { side: 'factory', code: FUND_CONFIRM, about: { customerIds: [form.customerId] } },
    },
  });
  return { id, no };
}

async function refuseUnknownGoods(tx: Tx, me: Me, { scope, scopeIds }: ExpenseForm): Promise<void> {
  if (scope === 'ALL') return;
  const ids = [...new Set(scopeIds)];
  const found = await tx
    .selectFrom(scope === 'CATEGORY' ? 'category' : 'product')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .execute();
  if (found.length < ids.length) notFound(scope === 'CATEGORY' ? '所选的分类' : '所选的商品');
}

const docs = defineDocument({ table: 'expense_entry', noun: '费用单', title: (doc) => `费用单${doc.no}`, states: expenseFlow });
type Doc = Awaited<ReturnType<typeof docs.lock>>;
interface Checked extends Opinion {
  /** The sum typed again by whoever confirms. */
  amount?: bigint;
}

/** 确认费用入账, by somebody else than who registered, with the sum typed again. */
export const expenseConfirmation = defineApproval<Doc, Checked, void>({
  type: 'expense_entry',
  key: 'expenseEnter',
  title: '费用确认',
  form: {
    fields: [
      { key: 'amount', label: '费用金额', type: 'AMOUNT' },
      { key: 'kind', label: '费用类型', type: 'CHOICE', choices: expenseKinds },
    ],
    values: (_tx, _me, doc) => ({ amount: formatYuan(doc.amount), kind: doc.kind }),
    summary: (doc) => [
      { label: '费用金额', value: `${saidYuan(doc.amount)}元` },
      { label: '费用类型', value: expenseKinds[doc.kind as keyof typeof expenseKinds] },
    ],
    route: ({ id }) => href(`${BASE}/expenseAccountDetail`, { id }),
  },
  asks: [{ key: 'amount', label: '再次输入费用金额(元)' }],
  given: (opinion, { amount = '' }) => ({ opinion, ...(amount ? { amount: parseYuan(amount) } : {}) }),
  decide: [FUND_CONFIRM],
  lock: async (tx, me, ref) => (await lockDocs(tx, me, [ref]))[0] as Doc,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id }),
  mustAllow: (doc, decision) => (decision === 'PASS' ? docs.mustBecome(doc, 'CONFIRMED', '确认') : docs.mustBecome(doc, 'REJECTED', '驳回')),
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${docs.title(doc)}由您登记，须由其他人确认` }),
  own: ['REJECT'],
  together: (all, decision, { amount = 0n }) => (decision === 'PASS' ? mustSum(all, amount) : undefined),
  on: { PASS: grant, REJECT: reject },
});

/** All of the documents or none. */
export async function confirmExpense(tx: Tx, me: Me, { items, amount }: { items: readonly Ref[]; amount: bigint }, now: Date): Promise<{ count: number }> {
  const held = await holding(tx, me, expenseConfirmation, await lockDocs(tx, me, items));
  await decideAll(tx, me, held, 'PASS', { opinion: '', amount }, now);
  return { count: held.length };
}
export async function rejectExpense(tx: Tx, me: Me, { reason, ...ref }: Ref & { reason: string }, now: Date): Promise<{ id: string }> {
  await decide(tx, me, await hold(tx, me, expenseConfirmation, ref), 'REJECT', { opinion: reason }, now);
  return { id: ref.id };
}

function mustSum(all: readonly Doc[], typed: bigint): void {
  const sum = all.reduce((total, doc) => total + doc.amount, 0n);
  if (sum === typed) return;
  const name = all.length === 1 ? `费用单${all[0]?.no}的金额` : `所选${all.length}张费用单的合计`;
  refuse('BAD_STATE', `核对金额${saidYuan(typed)}元与${name}不一致，请核对依据后重新输入`, { fields: { amount: '与费用单金额不一致' } });
}

/** Dr6601 Cr2241, and the lot orders draw from. */
async function grant(tx: Tx, me: Me, doc: Doc, { opinion }: Opinion, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  if (isOver({ validTo: doc.valid_to }, today)) refuse('BAD_STATE', `${docs.title(doc)}的有效期${doc.valid_to}已过，请驳回后重新登记`);
  await post(tx, me, doc, { kind: 'GRANT', step: 'CONFIRM', bizDate: today });
  await tx
    .insertInto('expense_lot')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      customer_id: doc.customer_id,
      entry_id: doc.id,
      valid_to: doc.valid_to,
      max_ratio_ppm: doc.max_ratio_ppm,
      scope: doc.scope,
      scope_ids: doc.scope_ids,
      amount: doc.amount,
      remaining: doc.amount,
      created_at: now,
    })
    .execute();
  await docs.update(tx, me, doc, { status: 'CONFIRMED', confirmed_by: me.accountId, confirmer: actorName(me), confirmed_at: now });
  await log(tx, me, doc, '确认入账', opinion);
  const until = doc.valid_to ? `，${doc.valid_to}前有效` : '';
  await tellCustomer(
    tx,
    me,
    doc,
    '已入账',
    `厂家给您的${expenseKinds[doc.kind as keyof typeof expenseKinds]}${saidYuan(doc.amount)}元已入账${until}，下单时可抵扣货款`,
  );
}

async function reject(tx: Tx, me: Me, doc: Doc, { opinion }: Opinion): Promise<void> {
  await docs.update(tx, me, doc, { status: 'REJECTED', reason: opinion });
  await log(tx, me, doc, '驳回', opinion);
}

/** 冲销: the opposite posting; refused when orders have used or set aside any of it. */
export async function reverseExpense(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<{ id: string }> {
  const doc = (await lockDocs(tx, me, [input]))[0] as Doc;
  docs.mustBecome(doc, 'REVERSED', '冲销');
  if (doc.created_by === me.accountId) refuse('SAME_PERSON', `费用单${doc.no}由您登记，须由其他人冲销`);
  const lots = await tx
    .selectFrom('expense_lot')
    .select(['id', 'remaining', 'held'])
    .where('tenant_id', '=', me.tenantId)
    .where('entry_id', '=', doc.id)
    .execute();
  const free = lots.reduce((sum, lot) => sum + lot.remaining - lot.held, 0n);
  if (free !== doc.amount)
    refuse('BAD_STATE', `费用单${doc.no}已有${saidYuan(doc.amount - free)}元被订单使用、冻结或已过期，不能冲销`, { free: displayYuan(free) });
  const original = await tx
    .selectFrom('ledger_txn')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('idem_key', '=', `EXPENSE:${doc.id}:CONFIRM`)
    .executeTakeFirstOrThrow();
  await post(tx, me, doc, { kind: 'GRANT_REVERSE', step: 'REVERSE', bizDate: shanghaiDate(now), reversesId: original.id });
  await tx.updateTable('expense_lot').set({ remaining: 0n }).where('tenant_id', '=', me.tenantId).where('entry_id', '=', doc.id).execute();
  await docs.update(tx, me, doc, { status: 'REVERSED', reason: input.reason });
  await log(tx, me, doc, '冲销', input.reason);
  await tellCustomer(tx, me, doc, '已冲销', `费用单${doc.no}（${saidYuan(doc.amount)}元）已冲销，原因：${input.reason}`);
  return { id: doc.id };
}

interface Step {
  kind: 'GRANT' | 'GRANT_REVERSE';
  step: 'CONFIRM' | 'REVERSE';
  bizDate: string;
  reversesId?: string;
}

async function post(tx: Tx, me: Me, doc: Doc, { kind, step, bizDate, reversesId }: Step): Promise<void> {
  const { id: fundAccountId } = await accountOf(tx, me, doc.customer_id, 'EXPENSE');
  const cost = { account: '6601', customerId: doc.customer_id } as const;
  const granted = { account: '2241', customerId: doc.customer_id, fundAccountId } as const;
  const { amount } = doc;
  await postLedger(tx, me, {
    kind,
    bizType: 'EXPENSE',
    bizId: doc.id,
    bizNo: doc.no,
    bizDate,
    idemKey: `EXPENSE:${doc.id}:${step}`,
    memo: kind === 'GRANT' ? `费用单${doc.no}` : `费用单${doc.no}冲销`,
    reversesId: reversesId ?? null,
    entries:
      kind === 'GRANT'
        ? [
            { ...cost, dr: amount },
            { ...granted, cr: amount },
          ]
        : [
            { ...granted, dr: amount },
            { ...cost, cr: amount },
          ],
  });
}

/** The customers' money first, then documents in id order. */
async function lockDocs(tx: Tx, me: Me, refs: readonly { id: string; version?: number | undefined }[]): Promise<Doc[]> {
  const ids = refs.map((ref) => ref.id);
  await lockCustomerMoney(tx, me, tx.selectFrom('expense_entry').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)));
  return docs.lockAll(tx, me, refs);
}

const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.expenseEntry, id: doc.id, no: doc.no, after: { note } });

const tellCustomer = (tx: Tx, me: Me, doc: Doc, what: string, body: string) =>
  tell(tx, me, {
    kind: 'expense.decided',
    title: `费用${what}`,
    body,
    link: '/portal/supplyChain/dealer/order/list',
    to: { side: 'dealer', customerId: doc.customer_id },
  });
