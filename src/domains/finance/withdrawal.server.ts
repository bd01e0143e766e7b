import type { z } from 'zod';
import { decide, defineApproval, hold as holdTask, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, isDealer, type Me } from '~/portal/me';
import { FUND_REFUND } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { seal } from '~/server/secrets.server';
import { shanghaiDate, shanghaiTime } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { lockCustomerMoney } from './customerMoney.server';
import { accountOf, postLedger } from './fund.server';
import { fundConfigOf } from './fundConfig.server';
import { hold, insertEvent, lockHolds, releaseOrderHold, settleHold } from './hold.server';
import { openOf } from './openHold';
import * as subjects from './subjects';
import { withdrawalFlow } from './withdrawal';
import type { WithdrawalForm, WithdrawalPaid } from './withdrawal.schema';

interface Ref {
  id: string;
  version: number;
}
const BASE = '/portal/supplyChain/factory/finance/accountManage';
export const useOfAccount = (me: Pick<Me, 'tenantId'>): string => `withdrawal.bank_account/${me.tenantId}`;

/** Asks for money of a customer's balance to be paid out, by the customer or for it; the sum is set aside until it is decided. */
export async function askWithdrawal(tx: Tx, me: Me, form: WithdrawalForm, now: Date): Promise<{ id: string; no: string }> {
  const customerId = me.customerId ?? form.customerId;
  if (customerId === '') refuse('FUND_HOLD', '请选择客户', { fields: { customerId: '请选择客户' } });
  if (!(await fundConfigOf(tx, me)).withdrawal) refuse('FUND_HOLD', '厂家未开放余额提现，如需退回余额请联系厂家');
  await lockCustomerMoney(tx, me, [customerId]);
  const customer = await tx.selectFrom('customer').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', customerId).executeTakeFirst();
  if (!customer) notFound('该客户');
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.withdrawal, now)];
  const account = await accountOf(tx, me, customerId);
  await hold(tx, me, { customerId, bizType: 'REFUND', bizId: id, bizNo: no, amount: form.amount, reason: `提现单${no}` }, now);
  await tx
    .insertInto('withdrawal')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: customerId,
      account_id: account.id,
      amount: form.amount,
      source: isDealer(me) ? 'DEALER' : 'FACTORY',
      payee: form.payee,
      bank: form.bank,
      bank_account: seal(useOfAccount(me), form.bankAccount),
      remark: form.remark,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  await log(tx, me, { id, no }, '申请提现', `${customer.name}，${saidYuan(form.amount)}元`);
  await submitDocument(tx, me, withdrawalApproval, await docs.lock(tx, me, { id }), now, {
    notice: {
      kind: 'fund.withdrawal',
      title: `提现单${no}待审批`,
      body: `客户${customer.name}申请提现${saidYuan(form.amount)}元`,
      link: href(`${BASE}/refundDetail`, { id }),
      to: { side: 'factory', code: FUND_REFUND, about: { customerIds: [customerId] } },
    },
  });
  return { id, no };
}

const docs = defineDocument({ table: 'withdrawal', noun: '提现单', title: (doc) => `提现单${doc.no}`, states: withdrawalFlow });
type Doc = Awaited<ReturnType<typeof docs.lock>>;

/** 提现审批: passing leaves the sum set aside until somebody pays it out; rejecting gives it back. */
export const withdrawalApproval = defineApproval<Doc, Opinion, void>({
  type: 'withdrawal',
  key: 'refundProcess',
  title: '提现审批',
  form: {
    fields: [{ key: 'amount', label: '提现金额', type: 'AMOUNT' }],
    values: (_tx, _me, doc) => ({ amount: formatYuan(doc.amount) }),
    summary: (doc) => [
      { label: '提现金额', value: `${saidYuan(doc.amount)}元` },
      { label: '收款户名', value: doc.payee },
    ],
    route: ({ id }) => href(`${BASE}/refundDetail`, { id }),
  },
  given: (opinion) => ({ opinion }),
  decide: [FUND_REFUND],
  lock: (tx, me, ref) => lockDoc(tx, me, ref),
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id }),
  mustAllow: (doc, decision) => (decision === 'PASS' ? docs.mustBecome(doc, 'APPROVED', '通过') : docs.mustBecome(doc, 'REJECTED', '驳回')),
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${docs.title(doc)}由您申请，须由其他人审批` }),
  on: { PASS: approve, REJECT: reject },
  withdraw: (tx, me, doc, reason) => takeBack(tx, me, doc, reason),
});

export async function decideWithdrawal(tx: Tx, me: Me, { pass, reason, ...ref }: Ref & { pass: boolean; reason: string }, now: Date): Promise<{ id: string }> {
  await decide(tx, me, await holdTask(tx, me, withdrawalApproval, ref), pass ? 'PASS' : 'REJECT', { opinion: reason }, now);
  return { id: ref.id };
}

async function approve(tx: Tx, me: Me, doc: Doc, { opinion }: Opinion, now: Date): Promise<void> {
  await docs.update(tx, me, doc, { status: 'APPROVED', approved_by: me.accountId, approver: actorName(me), approved_at: now });
  await log(tx, me, doc, '审批通过', opinion);
  await tellCustomer(tx, me, doc, '已通过审批', '厂家将尽快付款');
}

async function reject(tx: Tx, me: Me, doc: Doc, { opinion }: Opinion): Promise<void> {
  await free(tx, me, doc);
  await docs.update(tx, me, doc, { status: 'REJECTED', reason: opinion });
  await log(tx, me, doc, '驳回', opinion);
  await tellCustomer(tx, me, doc, '被驳回', `原因：${opinion}`);
}

/** 撤销, by the side that asked, before it is paid; the factory also after it approved. */
export async function cancelWithdrawal(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<{ id: string }> {
  const doc = await lockDoc(tx, me, input);
  if (me.customerId !== null) docs.mustBe(doc, 'PENDING', '撤销，请联系厂家');
  const waits = doc.status === 'PENDING';
  await takeBack(tx, me, doc, input.reason);
  if (waits) await withdraw(tx, me, withdrawalApproval, doc, input.reason, now);
  return { id: doc.id };
}

async function takeBack(tx: Tx, me: Me, doc: Doc, reason: string): Promise<void> {
  docs.mustBecome(doc, 'CANCELLED', '撤销');
  await free(tx, me, doc);
  await docs.update(tx, me, doc, { status: 'CANCELLED', reason });
  await log(tx, me, doc, '撤销', reason);
}

const free = (tx: Tx, me: Me, doc: Doc) => releaseOrderHold(tx, me, { orderId: doc.id, orderNo: doc.no });

/** 登记付款: Dr2203 Cr1002 out of what was set aside, by somebody else than who asked. */
export async function payWithdrawal(tx: Tx, me: Me, input: z.output<typeof WithdrawalPaid>, now: Date): Promise<{ id: string }> {
  const doc = await lockDoc(tx, me, input);
  docs.mustBecome(doc, 'PAID', '登记付款');
  if (doc.created_by === me.accountId) refuse('SAME_PERSON', `${docs.title(doc)}由您申请，须由其他人登记付款`);
  if (input.paidAt > now)
    refuse('BAD_STATE', `付款时间${shanghaiTime(input.paidAt)}不能晚于当前时间${shanghaiTime(now)}`, { fields: { paidAt: '不能晚于当前时间' } });
  await refuseKnownFlow(tx, me, input.bankFlowNo);
  const [held] = await lockHolds(tx, me, doc.id);
  if (!held || openOf(held) !== doc.amount) throw new Error(`withdrawal ${doc.no} holds ${held ? openOf(held) : 0n}, not ${doc.amount}`);
  await settleHold(tx, me, held, { captured: doc.amount });
  const customerId = doc.customer_id;
  const txnId = await postLedger(tx, me, {
    kind: 'WITHDRAW',
    bizType: 'WITHDRAWAL',
    bizId: doc.id,
    bizNo: doc.no,
    bizDate: shanghaiDate(input.paidAt),
    idemKey: `WITHDRAWAL:${doc.id}:PAY`,
    memo: `提现单${doc.no}付款`,
    entries: [
      { account: '2203', customerId, fundAccountId: held.account_id, dr: doc.amount },
      { account: '1002', customerId, cr: doc.amount },
    ],
  });
  await insertEvent(tx, me, { holdId: held.id, action: 'CAPTURE', amount: doc.amount, bizNo: doc.no, txnId });
  await docs.update(tx, me, doc, { status: 'PAID', pay_way: input.payWay, bank_flow_no: input.bankFlowNo, paid_at: input.paidAt, payer: actorName(me) });
  await log(tx, me, doc, '登记付款', input.bankFlowNo && `流水号${input.bankFlowNo}`);
  await tellCustomer(tx, me, doc, '已付款', '请留意到账');
  return { id: doc.id };
}

async function refuseKnownFlow(tx: Tx, me: Me, flowNo: string): Promise<void> {
  if (flowNo === '') return;
  const known = await tx.selectFrom('withdrawal').select('no').where('tenant_id', '=', me.tenantId).where('bank_flow_no', '=', flowNo).executeTakeFirst();
  if (known) refuse('DUP_FLOW_NO', `银行流水号${flowNo}已登记在提现单${known.no}`, { fields: { bankFlowNo: `已登记在提现单${known.no}` } });
}

/** The customer's money first; a dealer reaches its own. */
async function lockDoc(tx: Tx, me: Me, ref: { id: string; version?: number | undefined }): Promise<Doc> {
  await lockCustomerMoney(tx, me, tx.selectFrom('withdrawal').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', ref.id));
  const doc = await docs.lock(tx, me, ref);
  if (me.customerId !== null && doc.customer_id !== me.customerId) notFound('该提现单');
  return doc;
}

const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.withdrawal, id: doc.id, no: doc.no, after: { note } });

const tellCustomer = (tx: Tx, me: Me, doc: Doc, what: string, body: string) =>
  tell(tx, me, {
    kind: 'fund.decided',
    title: `提现申请${what}`,
    body: `提现单${doc.no}（${saidYuan(doc.amount)}元）${what}，${body}`,
    link: href('/portal/supplyChain/dealer/account', { tab: 'withdrawals' }),
    to: { side: 'dealer', customerId: doc.customer_id },
  });
