import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { decide, defineApproval, hold as holdTask, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, isDealer, type Me } from '~/portal/me';
import { CREDIT_REPAY_AUDIT } from '~/portal/permissions';
import { refuseForeignFiles } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { nextSeq } from './books.server';
import { isBackdated, refuseKnown } from './paymentChecks.server';
import { handOn, refuseHandedOn, takeHandedBack } from './refund.server';
import { isRelief, paymentFlow, paymentKinds } from './repayment';
import type { PaymentForm } from './repayment.schema';
import { settleCustomer } from './settle.server';
import * as subjects from './subjects';
import { mustStand, valueDay } from './trial.server';

interface Ref {
  id: string;
  version: number;
}
const PAGE = '/portal/creditSystem/usePaySuccess';
const docs = defineDocument({ table: 'repay_payment', noun: '还款单', title: (doc) => `还款单${doc.no}`, states: paymentFlow });
export type PaymentDoc = Awaited<ReturnType<typeof docs.lock>>;

/** 登记还款: counts once somebody else agreed. Dealers register their own, with a voucher. */
export async function registerPayment(tx: Tx, me: Me, given: PaymentForm, now: Date): Promise<{ id: string; no: string }> {
  const form = { ...given, customerId: me.customerId ?? given.customerId };
  if (form.customerId === '') refuse('BAD_STATE', '请选择付款客户', { fields: { customerId: '请选择付款客户' } });
  if (isDealer(me) && form.kind !== 'MONEY') refuse('BAD_STATE', '只能登记付款，减免与核销请联系厂家');
  if (isDealer(me) && !form.voucher.length) refuse('BAD_STATE', '请上传付款凭证', { fields: { voucher: '请上传付款凭证' } });
  await lockCustomerMoney(tx, me, [form.customerId]);
  const customer = await tx.selectFrom('customer').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', form.customerId).executeTakeFirst();
  if (!customer) notFound('该客户');
  await mustStand(tx, me, form, now);
  await refuseKnown(tx, me, form);
  await refuseForeignFiles(tx, me, form.voucher);
  const doc = await insertPayment(tx, me, { ...form, payer: form.payer || customer.name }, now);
  await log(tx, me, doc, '登记还款', `${customer.name}，${paymentKinds[form.kind]}${saidYuan(form.amount)}元，入账日${doc.value_on}`);
  const approval = approvalOf(doc);
  await submitDocument(tx, me, approval, doc, now, {
    notice: {
      kind: 'repay.registered',
      title: `还款单${doc.no}待审批`,
      body: `客户${customer.name}${paymentKinds[form.kind]}${saidYuan(form.amount)}元`,
      link: href(PAGE, { id: doc.id }),
      to: { side: 'factory', code: CREDIT_REPAY_AUDIT, about: { customerIds: [doc.customer_id] } },
    },
  });
  return { id: doc.id, no: doc.no };
}

async function insertPayment(tx: Tx, me: Me, form: PaymentForm, now: Date): Promise<PaymentDoc> {
  const valueOn = valueDay(form);
  const money = form.kind === 'MONEY';
  return tx
    .insertInto('repay_payment')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      no: await oneNumber(tx, me, subjects.payment, now),
      kind: form.kind,
      customer_id: form.customerId,
      payer: money ? form.payer : '',
      amount: form.amount,
      value_on: valueOn,
      seq: await nextSeq(tx, me, form.customerId),
      channel: money ? form.channel : '',
      bank_ref: money && form.bankRef !== '' ? form.bankRef : null,
      bill_no: form.billNo,
      bill_due_on: form.billDueOn || null,
      voucher: form.voucher,
      directed: JSON.stringify(form.directed.map(({ to, amount }) => ({ to, amount: amount === null ? null : String(amount) }))),
      item_id: isRelief(form.kind) ? form.itemId : null,
      bucket: isRelief(form.kind) ? form.bucket || null : null,
      ahead: form.payAhead,
      refund_to: form.kind === 'REFUND' ? form.refundTo || null : null,
      to_customer_id: form.kind === 'REFUND' && form.refundTo === 'CUSTOMER' ? form.toCustomerId : null,
      source: isDealer(me) ? 'DEALER' : 'FACTORY',
      backdated: isRelief(form.kind) || form.kind === 'REFUND' || (await isBackdated(tx, me, form.customerId, valueOn)),
      remark: form.remark,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const form = {
  fields: [
    { key: 'amount', label: '还款金额', type: 'AMOUNT' as const },
    { key: 'kind', label: '类型', type: 'TEXT' as const },
  ],
  values: (_tx: Tx, _me: Me, doc: PaymentDoc) => ({ amount: formatYuan(doc.amount), kind: paymentKinds[doc.kind as keyof typeof paymentKinds] }),
  summary: (doc: PaymentDoc) => [
    { label: '类型', value: paymentKinds[doc.kind as keyof typeof paymentKinds] },
    { label: '金额', value: `${saidYuan(doc.amount)}元` },
    { label: '入账日', value: doc.value_on },
  ],
  route: ({ id }: { id: string }) => href(PAGE, { id }),
};
const subject = (doc: PaymentDoc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id });
const submitters = async (_tx: Tx, _me: Me, doc: PaymentDoc) =>
  doc.status === 'REVERSING'
    ? { accounts: [doc.reverse_by], why: `${docs.title(doc)}的冲销由您申请，须由其他人审批` }
    : { accounts: [doc.created_by], why: `${docs.title(doc)}由您登记，须由其他人审批` };

/** 收款审批: money that settles what comes after everything settled so far. */
export const repayApproval = defineApproval<PaymentDoc, Opinion, void>({
  type: 'creditRepay',
  key: 'creditRepay',
  title: '收款审批',
  form,
  given: (opinion) => ({ opinion }),
  decide: [CREDIT_REPAY_AUDIT],
  lock: (tx, me, ref) => lockDoc(tx, me, ref),
  subject,
  mustAllow: (doc, decision) => docs.mustBecome(doc, decision === 'PASS' ? 'CONFIRMED' : 'REJECTED', decision === 'PASS' ? '通过' : '驳回'),
  submitters,
  on: { PASS: confirm, REJECT: reject },
  withdraw: (tx, me, doc, reason) => takeBack(tx, me, doc, reason),
});

/** 还款审批: what changes settlements that stand: money dated back, waivers, and reversals. */
export const stillMoneyApproval = defineApproval<PaymentDoc, Opinion, void>({
  type: 'stillMoney',
  key: 'stillMoney',
  title: '还款审批',
  form,
  given: (opinion) => ({ opinion }),
  decide: [CREDIT_REPAY_AUDIT],
  lock: (tx, me, ref) => lockDoc(tx, me, ref),
  subject,
  mustAllow(doc, decision) {
    const undo = doc.status === 'REVERSING';
    if (decision === 'PASS') docs.mustBecome(doc, undo ? 'REVERSED' : 'CONFIRMED', '通过');
    else docs.mustBecome(doc, undo ? 'CONFIRMED' : 'REJECTED', '驳回');
  },
  submitters,
  on: {
    PASS: (tx, me, doc, given, now) => (doc.status === 'REVERSING' ? reverse(tx, me, doc, given, now) : confirm(tx, me, doc, given, now)),
    REJECT: (tx, me, doc, given) => (doc.status === 'REVERSING' ? keep(tx, me, doc, given) : reject(tx, me, doc, given)),
  },
  withdraw: (tx, me, doc, reason) => (doc.status === 'REVERSING' ? keep(tx, me, doc, { opinion: reason }) : takeBack(tx, me, doc, reason)),
});
export const approvalOf = (doc: Pick<PaymentDoc, 'status' | 'backdated'>) => (doc.backdated || doc.status === 'REVERSING' ? stillMoneyApproval : repayApproval);

/** The customer's money first, with that of whoever takes prepaid money over; a dealer reaches its own. */
async function lockDoc(tx: Tx, me: Me, ref: { id: string; version?: number | undefined }): Promise<PaymentDoc> {
  const found = await tx
    .selectFrom('repay_payment')
    .select(['customer_id', 'to_customer_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', ref.id)
    .executeTakeFirst();
  await lockCustomerMoney(tx, me, found ? [found.customer_id, ...(found.to_customer_id ? [found.to_customer_id] : [])] : []);
  const doc = await docs.lock(tx, me, ref);
  if (me.customerId !== null && doc.customer_id !== me.customerId) notFound('该还款单');
  return doc;
}

async function confirm(tx: Tx, me: Me, doc: PaymentDoc, { opinion }: Opinion, now: Date): Promise<void> {
  const refund = doc.kind === 'REFUND';
  // Money goes back on the day somebody agreed to it, behind everything that happened until then.
  const moved = refund ? { value_on: shanghaiDate(now), seq: await nextSeq(tx, me, doc.customer_id) } : {};
  await mustStand(tx, me, stored({ ...doc, ...moved }), now);
  await docs.update(tx, me, doc, { status: 'CONFIRMED', confirmed_by: me.accountId, confirmer: actorName(me), confirmed_at: now, ...moved });
  await settleCustomer(tx, me, doc.customer_id, { id: doc.id, no: doc.no, type: 'REPAYMENT' }, now);
  if (refund) await handOn(tx, me, doc, now);
  await log(tx, me, doc, '审批通过', opinion);
  await tellCustomer(tx, me, doc, '已确认', doc.value_on > shanghaiDate(now) ? `将于${doc.value_on}计入还款` : '已计入还款');
}

const stored = (doc: PaymentDoc) => ({
  kind: doc.kind as PaymentForm['kind'],
  customerId: doc.customer_id,
  amount: doc.amount,
  itemId: doc.item_id ?? '',
  bucket: (doc.bucket ?? '') as PaymentForm['bucket'],
  directed: [],
  valueOn: doc.value_on,
  billDueOn: doc.bill_due_on ?? '',
  refundTo: (doc.refund_to ?? '') as PaymentForm['refundTo'],
  toCustomerId: doc.to_customer_id ?? '',
  atMaturity: doc.bill_due_on !== null && doc.bill_due_on === doc.value_on,
  channel: (doc.channel || 'BANK') as PaymentForm['channel'],
});

async function reject(tx: Tx, me: Me, doc: PaymentDoc, { opinion }: Opinion): Promise<void> {
  await docs.update(tx, me, doc, { status: 'REJECTED', reason: opinion });
  await log(tx, me, doc, '驳回', opinion);
  await tellCustomer(tx, me, doc, '被驳回', `原因：${opinion}`);
}

/** 撤回, by the side that registered it, before it counts. */
export async function cancelPayment(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<{ id: string }> {
  const doc = await lockDoc(tx, me, input);
  if (me.customerId !== null && doc.source !== 'DEALER') refuse('BAD_STATE', `${docs.title(doc)}由厂家登记，不能撤回`);
  await takeBack(tx, me, doc, input.reason);
  await withdraw(tx, me, approvalOf({ ...doc, status: 'REVIEWING' }), doc, input.reason, now);
  return { id: doc.id };
}

async function takeBack(tx: Tx, me: Me, doc: PaymentDoc, reason: string): Promise<void> {
  docs.mustBecome(doc, 'CANCELLED', '撤回');
  await docs.update(tx, me, doc, { status: 'CANCELLED', reason });
  await log(tx, me, doc, '撤回', reason);
}

/** 申请冲销: a payment that counts stays so until somebody else agreed that it never was. */
export async function askReversal(tx: Tx, me: Me, input: Ref & { reason: string; dishonoured?: boolean }, now: Date): Promise<{ id: string }> {
  const doc = await lockDoc(tx, me, input);
  const { dishonoured = false } = input;
  docs.mustBecome(doc, 'REVERSING', dishonoured ? '登记拒付' : '冲销');
  if (dishonoured && doc.bill_due_on === null) refuse('BAD_STATE', `${docs.title(doc)}不是承兑汇票，不能登记拒付`);
  await refuseHandedOn(tx, me, doc);
  const version = await docs.update(tx, me, doc, { status: 'REVERSING', reason: input.reason, dishonoured, reverse_by: me.accountId, reverser: actorName(me) });
  await log(tx, me, doc, dishonoured ? '登记拒付' : '申请冲销', input.reason);
  await submitDocument(tx, me, stillMoneyApproval, { ...doc, status: 'REVERSING', reverse_by: me.accountId, version }, now);
  return { id: doc.id };
}

async function reverse(tx: Tx, me: Me, doc: PaymentDoc, { opinion }: Opinion, now: Date): Promise<void> {
  await docs.update(tx, me, doc, { status: 'REVERSED', reversed_at: now });
  if (doc.kind === 'REFUND') await takeHandedBack(tx, me, doc, now);
  await settleCustomer(tx, me, doc.customer_id, { id: doc.id, no: doc.no, type: 'REPAYMENT' }, now);
  await log(tx, me, doc, '冲销', opinion);
  await tellCustomer(tx, me, doc, '已冲销', `原因：${doc.reason}`);
}

async function keep(tx: Tx, me: Me, doc: PaymentDoc, { opinion }: Opinion): Promise<void> {
  await docs.update(tx, me, doc, { status: 'CONFIRMED', reason: '', dishonoured: false });
  await log(tx, me, doc, '不予冲销', opinion);
}

export async function decidePayment(tx: Tx, me: Me, input: Ref & { pass: boolean; opinion: string }, now: Date): Promise<{ id: string }> {
  const found = await tx
    .selectFrom('repay_payment')
    .select(['status', 'backdated'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (!found) notFound('该还款单');
  await decide(tx, me, await holdTask(tx, me, approvalOf(found), input), input.pass ? 'PASS' : 'REJECT', { opinion: input.opinion }, now);
  return { id: input.id };
}

const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.payment, id: doc.id, no: doc.no, after: { note } });

const tellCustomer = (tx: Tx, me: Me, doc: PaymentDoc, what: string, body: string) =>
  tell(tx, me, {
    kind: 'repay.decided',
    title: `还款${what}`,
    body: `还款单${doc.no}（${saidYuan(doc.amount)}元）${what}，${body}`,
    link: href('/portal/supplyChain/dealer/account', { tab: 'repay' }),
    to: { side: 'dealer', customerId: doc.customer_id },
  });
