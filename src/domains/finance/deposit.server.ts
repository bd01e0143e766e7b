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
import { nextNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { raised } from '~/server/versioned.server';
import { shanghaiDate, shanghaiTime } from '~/shared/dates';
import { formatYuan, parseYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { lockCustomerMoney } from './customerMoney.server';
import { depositFlow } from './deposit';
import type { DepositForm } from './deposit.schema';
import { accountOf, postLedger } from './fund.server';
import { knownMoney } from './knownMoney.server';
import { receiptWays } from './receiptWay';
import * as subjects from './subjects';

interface Ref {
  id: string;
  version: number;
}
interface Made {
  id: string;
  no: string;
}
const BASE = '/portal/supplyChain/factory/finance/accountManage';

/** Registers a payment; money arrives only when another person confirms it. */
export async function saveDeposit(tx: Tx, me: Me, form: DepositForm, now: Date): Promise<Made> {
  return (await registerDeposits(tx, me, [form], now))[0] as Made;
}

/** Registers several at once, all or none, and tells those who confirm about them once. */
export async function registerDeposits(tx: Tx, me: Me, forms: readonly DepositForm[], now: Date): Promise<Made[]> {
  const customers = await customersOf(tx, me, forms);
  for (const form of forms)
    if (form.paidAt > now)
      refuse('BAD_STATE', `付款时间${shanghaiTime(form.paidAt)}不能晚于当前时间${shanghaiTime(now)}`, { fields: { paidAt: '不能晚于当前时间' } });
  await refuseKnownFlow(
    tx,
    me,
    forms.map((form) => form.bankFlowNo),
  );
  const accounts = new Map<string, string>();
  for (const customerId of new Set(forms.map((form) => form.customerId))) {
    const account = await accountOf(tx, me, customerId);
    if (account.status !== 'ACTIVE')
      refuse('FUND_HOLD', `客户“${customers.get(customerId)}”的资金账户已停用，不能入账`, { fields: { customerId: '资金账户已停用' } });
    accounts.set(customerId, account.id);
  }
  await refuseForeignFiles(
    tx,
    me,
    forms.flatMap((form) => form.voucher),
  );
  const nos = await nextNumber(tx, me, subjects.deposit, now, forms.length);
  const made = forms.map((form, index) => ({ id: newId(), no: nos[index] as string, form }));
  const inserted = await tx
    .insertInto('enter_account')
    .values(
      made.map(({ id, no, form }) => ({
        tenant_id: me.tenantId,
        id,
        no,
        customer_id: form.customerId,
        account_id: accounts.get(form.customerId) as string,
        amount: form.amount,
        pay_way: form.payWay,
        bank_flow_no: form.bankFlowNo || null,
        payer: form.payer,
        paid_at: form.paidAt,
        voucher: form.voucher,
        remark: form.remark,
        created_by: me.accountId,
        creator: actorName(me),
        created_at: now,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('id')
    .execute();
  const lost = made.find(({ id }) => !inserted.some((row) => row.id === id));
  if (lost) refuseFlow(lost.form.bankFlowNo, '另一张入账单');
  for (const one of made) await log(tx, me, one, '登记', `${customers.get(one.form.customerId)}，${saidYuan(one.form.amount)}元`);
  const waiting: typeof made = [];
  for (const doc of await lockDocs(tx, me, made)) {
    const submitted = await submitDocument(tx, me, depositConfirmation, doc, now);
    if (!submitted.tells) waiting.push(...made.filter(({ id }) => id === doc.id));
  }
  await tellConfirmers(tx, me, waiting, customers);
  return made.map(({ id, no }) => ({ id, no }));
}

async function customersOf(tx: Tx, me: Me, forms: readonly DepositForm[]): Promise<Map<string, string>> {
  const ids = [...new Set(forms.map((form) => form.customerId))];
  const rows = await tx.selectFrom('customer').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  if (rows.length < ids.length) notFound('该客户');
  return new Map(rows.map((row) => [row.id, row.name]));
}

async function tellConfirmers(tx: Tx, me: Me, made: readonly (Made & { form: DepositForm })[], customers: ReadonlyMap<string, string>): Promise<void> {
  const [first] = made;
  if (!first) return;
  const sum = made.reduce((total, { form }) => total + form.amount, 0n);
  const alone = made.length === 1;
  await tell(tx, me, {
    kind: 'fund.registered',
    title: alone ? `入账单${first.no}待确认` : `${made.length}张入账单待确认`,
    body: alone
      ? `客户${customers.get(first.form.customerId)}付款${saidYuan(sum)}元，请核对后确认`
      : `${first.no}等${made.length}张，合计${saidYuan(sum)}元，请核对后确认`,
    link: alone ? href(`${BASE}/enterAccountDetail`, { id: first.id }) : href(`${BASE}/enterAccountList`, { status: 'PENDING' }),
    to: { side: 'factory', code: FUND_CONFIRM, about: { customerIds: [...customers.keys()] } },
  });
}

/** One payment is entered once. */
async function refuseKnownFlow(tx: Tx, me: Me, typed: readonly string[]): Promise<void> {
  const flowNos = typed.filter(Boolean);
  const repeated = flowNos.find((flowNo, index) => flowNos.indexOf(flowNo) !== index);
  if (repeated) refuseFlow(repeated, '另一张入账单');
  const [known] = await knownMoney(tx, me, flowNos);
  if (known) refuseFlow(known.flowNo, known.where);
}

function refuseFlow(flowNo: string, where: string): never {
  return refuse('DUP_FLOW_NO', `银行流水号${flowNo}已登记在${where}，不能重复入账`, { fields: { bankFlowNo: `已登记在${where}` } });
}

const docs = defineDocument({ table: 'enter_account', noun: '入账单', title: (doc) => `入账单${doc.no}`, states: depositFlow });
type Doc = Awaited<ReturnType<typeof docs.lock>>;
interface Checked extends Opinion {
  /** The sum typed again by whoever confirms. */
  amount?: bigint;
}

/** 确认入账, by somebody else than who registered, with the sum typed again. */
export const depositConfirmation = defineApproval<Doc, Checked, void>({
  type: 'enter_account',
  key: 'fundEnter',
  title: '入账确认',
  form: {
    fields: [
      { key: 'amount', label: '入账金额', type: 'AMOUNT' },
      { key: 'payWay', label: '付款方式', type: 'CHOICE', choices: receiptWays },
      { key: 'payer', label: '付款人', type: 'TEXT' },
    ],
    values: (_tx, _me, doc) => ({ amount: formatYuan(doc.amount), payWay: doc.pay_way, payer: doc.payer }),
    summary: (doc) => [
      { label: '入账金额', value: `${saidYuan(doc.amount)}元` },
      { label: '付款人', value: doc.payer },
    ],
    route: ({ id }) => href(`${BASE}/enterAccountDetail`, { id }),
  },
  asks: [{ key: 'amount', label: '再次输入入账金额(元)' }],
  given: (opinion, { amount = '' }) => ({ opinion, ...(amount ? { amount: parseYuan(amount) } : {}) }),
  decide: [FUND_CONFIRM],
  lock: async (tx, me, ref) => (await lockDocs(tx, me, [ref]))[0] as Doc,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id }),
  mustAllow: (doc, decision) => (decision === 'PASS' ? docs.mustBecome(doc, 'CONFIRMED', '确认') : docs.mustBecome(doc, 'REJECTED', '驳回')),
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${docs.title(doc)}由您登记，须由其他人确认` }),
  own: ['REJECT'],
  together: (all, decision, { amount = 0n }) => (decision === 'PASS' ? mustSum(all, amount) : undefined),
  on: { PASS: takeMoney, REJECT: reject },
});

/** All of the documents or none. */
export async function confirmDeposit(tx: Tx, me: Me, { items, amount }: { items: readonly Ref[]; amount: bigint }, now: Date): Promise<{ count: number }> {
  const held = await holding(tx, me, depositConfirmation, await lockDocs(tx, me, items));
  await decideAll(tx, me, held, 'PASS', { opinion: '', amount }, now);
  return { count: held.length };
}
export async function rejectDeposit(tx: Tx, me: Me, { reason, ...ref }: Ref & { reason: string }, now: Date): Promise<{ id: string }> {
  await decide(tx, me, await hold(tx, me, depositConfirmation, ref), 'REJECT', { opinion: reason }, now);
  return { id: ref.id };
}

function mustSum(all: readonly Doc[], typed: bigint): void {
  const sum = all.reduce((total, doc) => total + doc.amount, 0n);
  if (sum === typed) return;
  const name = all.length === 1 ? `入账单${all[0]?.no}的金额` : `所选${all.length}张入账单的合计`;
  refuse('BAD_STATE', `核对金额${saidYuan(typed)}元与${name}不一致，请核对凭证后重新输入`, { fields: { amount: '与入账单金额不一致' } });
}

/** Dr1002 Cr2203. */
async function takeMoney(tx: Tx, me: Me, doc: Doc, { opinion }: Opinion, now: Date): Promise<void> {
  await post(tx, me, doc, { kind: 'ENTER', step: 'CONFIRM', bizDate: shanghaiDate(doc.paid_at) });
  await docs.update(tx, me, doc, { status: 'CONFIRMED', confirmed_by: me.accountId, confirmer: actorName(me), confirmed_at: now });
  await log(tx, me, doc, '确认入账', opinion);
  await tellCustomer(tx, me, doc, '已入账', `您的付款${saidYuan(doc.amount)}元（入账单${doc.no}）已确认入账`);
}

async function reject(tx: Tx, me: Me, doc: Doc, { opinion }: Opinion): Promise<void> {
  await docs.update(tx, me, doc, { status: 'REJECTED', reason: opinion });
  await releaseLine(tx, me, doc.id);
  await log(tx, me, doc, '驳回', opinion);
}

/** 冲销: the opposite posting; refused when the customer has spent or promised the money. The flow number may be used again. */
export async function reverseDeposit(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<{ id: string }> {
  const doc = (await lockDocs(tx, me, [input]))[0] as Doc;
  docs.mustBecome(doc, 'REVERSED', '冲销');
  if (doc.created_by === me.accountId) refuse('SAME_PERSON', `入账单${doc.no}由您登记，须由其他人冲销`);
  const original = await tx
    .selectFrom('ledger_txn')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('idem_key', '=', `ENTER:${doc.id}:CONFIRM`)
    .executeTakeFirstOrThrow();
  await post(tx, me, doc, { kind: 'ENTER_REVERSE', step: 'REVERSE', bizDate: shanghaiDate(now), reversesId: original.id });
  await docs.update(tx, me, doc, { status: 'REVERSED', reason: input.reason });
  await releaseLine(tx, me, doc.id);
  await log(tx, me, doc, '冲销', input.reason);
  await tellCustomer(tx, me, doc, '已冲销', `入账单${doc.no}（${saidYuan(doc.amount)}元）已冲销，原因：${input.reason}`);
  return { id: doc.id };
}

interface Step {
  kind: 'ENTER' | 'ENTER_REVERSE';
  step: 'CONFIRM' | 'REVERSE';
  bizDate: string;
  reversesId?: string;
}

async function post(tx: Tx, me: Me, doc: Doc, { kind, step, bizDate, reversesId }: Step): Promise<void> {
  const bank = { account: '1002', customerId: doc.customer_id } as const;
  const funds = { account: '2203', customerId: doc.customer_id, fundAccountId: doc.account_id } as const;
  await postLedger(tx, me, {
    kind,
    bizType: 'ENTER',
    bizId: doc.id,
    bizNo: doc.no,
    bizDate,
    idemKey: `ENTER:${doc.id}:${step}`,
    memo: kind === 'ENTER' ? `入账单${doc.no}` : `入账单${doc.no}冲销`,
    reversesId: reversesId ?? null,
    entries:
      kind === 'ENTER'
        ? [
            { ...bank, dr: doc.amount },
            { ...funds, cr: doc.amount },
          ]
        : [
            { ...funds, dr: doc.amount },
            { ...bank, cr: doc.amount },
          ],
  });
}

/** A fund entry that was rejected or taken back leaves its line to be claimed again. */
async function releaseLine(tx: Tx, me: Pick<Me, 'tenantId'>, depositId: string): Promise<void> {
  await tx
    .updateTable('bank_line')
    .set({ status: 'OPEN', enter_id: null, version: raised() })
    .where('tenant_id', '=', me.tenantId)
    .where('enter_id', '=', depositId)
    .execute();
}

/** The customers' money first, then documents in id order. */
async function lockDocs(tx: Tx, me: Me, refs: readonly { id: string; version?: number | undefined }[]): Promise<Doc[]> {
  const ids = refs.map((ref) => ref.id);
  await lockCustomerMoney(tx, me, tx.selectFrom('enter_account').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)));
  return docs.lockAll(tx, me, refs);
}

const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.deposit, id: doc.id, no: doc.no, after: { note } });

const tellCustomer = (tx: Tx, me: Me, doc: Doc, what: string, body: string) =>
  tell(tx, me, {
    kind: 'fund.decided',
    title: `付款${what}`,
    body,
    link: '/portal/supplyChain/dealer/order/list',
    to: { side: 'dealer', customerId: doc.customer_id },
  });
