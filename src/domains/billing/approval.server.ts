import { decide, defineApproval, hold, type Opinion, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { BILLING_AUDIT, BILLING_ISSUE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { eachOf } from '~/server/each.server';
import { tell } from '~/server/outbox.server';
import { formatYuan } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { directions, type InvoiceKind, invoiceKinds, type RedReason, redReasons } from './billing';
import { type Billing, count, docs, lockBilling, type Stepped, step } from './steps.server';

const DETAIL = '/portal/supplyChain/factory/billing/detail';
export const MY_DETAIL = '/portal/supplyChain/dealer/billing/detail';
interface Ref {
  id: string;
  version: number;
}

/** 审核, by somebody else than who applied: from then on it waits to be issued. */
export const billingAudit = defineApproval<Billing, Opinion, Stepped>({
  type: 'billing',
  key: 'billingProcess',
  title: '开票审核',
  form: {
    fields: [
      { key: 'amount', label: '含税金额', type: 'AMOUNT' },
      { key: 'kind', label: '发票类型', type: 'CHOICE', choices: invoiceKinds },
      { key: 'direction', label: '蓝字/红字', type: 'CHOICE', choices: directions },
      { key: 'redReason', label: '红冲原因', type: 'CHOICE', choices: redReasons },
      { key: 'title', label: '开票抬头', type: 'TEXT' },
    ],
    values: (_tx, _me, { amount, kind, direction, red_reason, title }) => ({
      amount: formatYuan(amount),
      kind,
      direction,
      title,
      ...(red_reason ? { redReason: red_reason } : {}),
    }),
    summary: ({ amount, kind, title, red_reason }) => [
      { label: '含税金额', value: `${saidYuan(amount)}元` },
      { label: '发票类型', value: invoiceKinds[kind as InvoiceKind] },
      { label: '开票抬头', value: title },
      ...(red_reason ? [{ label: '红冲原因', value: redReasons[red_reason as RedReason] }] : []),
    ],
    route: ({ id }) => href(DETAIL, { id }),
  },
  decide: [BILLING_AUDIT],
  lock: lockBilling,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id }),
  mustAllow: (doc, decision) => docs.mustBecome(doc, decision === 'PASS' ? 'WAIT_ISSUE' : 'REJECTED', decision === 'PASS' ? '审核' : '驳回'),
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${docs.title(doc)}由您申请，须由其他人审核` }),
  on: { PASS: pass, REJECT: reject },
  stays: (_tx, _me, { id, no, version }) => ({ id, no, status: 'PENDING_AUDIT', version }),
  withdraw: (tx, me, doc, reason, now) => endIt(tx, me, doc, reason, now),
});

async function pass(tx: Tx, me: Me, doc: Billing, { opinion }: Opinion, now: Date): Promise<Stepped> {
  const set = { audited_by: me.accountId, auditor: actorName(me), audited_at: now };
  const stepped = await step(tx, me, doc, 'WAIT_ISSUE', { action: '审核通过', note: opinion, set });
  await tell(tx, me, {
    kind: 'billing.toIssue',
    title: `${docs.title(doc)}待开票`,
    body: `${doc.title}，${saidYuan(doc.amount)}元，请开具${invoiceKinds[doc.kind as InvoiceKind]}`,
    link: href(DETAIL, { id: doc.id }),
    to: { side: 'factory', code: BILLING_ISSUE, about: { customerId: doc.customer_id } },
  });
  return stepped;
}

async function reject(tx: Tx, me: Me, doc: Billing, { opinion }: Opinion, now: Date): Promise<Stepped> {
  const set = { reason: opinion, audited_by: me.accountId, auditor: actorName(me), audited_at: now };
  const stepped = await step(tx, me, doc, 'REJECTED', { action: '驳回', note: opinion, set });
  await count(tx, me, doc, 'GIVE_BACK');
  await tellCustomer(tx, me, doc, 'billing.decided', '被驳回', `原因：${opinion}`);
  return stepped;
}

export async function auditBillings(tx: Tx, me: Me, { items }: { items: readonly Ref[] }, now: Date) {
  const work = async (ref: Ref) => `${(await decide(tx, me, await hold(tx, me, billingAudit, ref), 'PASS', { opinion: '' }, now)).no}已审核`;
  return { results: await eachOf(tx, items, work) };
}
export async function rejectBilling(tx: Tx, me: Me, { reason, ...ref }: Ref & { reason: string }, now: Date): Promise<Stepped> {
  return decide(tx, me, await hold(tx, me, billingAudit, ref), 'REJECT', { opinion: reason }, now);
}

/** 作废 before anything was issued: its goods may be applied for again. */
export async function voidBilling(tx: Tx, me: Me, { reason, ...ref }: Ref & { reason: string }, now: Date): Promise<Stepped> {
  return endIt(tx, me, await lockBilling(tx, me, ref), reason, now);
}

/** 撤回 by the dealer: only what the factory has not decided yet. */
export async function cancelMine(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Stepped> {
  const doc = await lockBilling(tx, me, ref);
  docs.mustBe(doc, 'PENDING_AUDIT', '撤回，请联系厂家');
  if (doc.source !== 'DEALER') refuse('BAD_STATE', `${docs.title(doc)}由厂家申请，请联系厂家撤回`);
  return endIt(tx, me, doc, '经销商撤回', now);
}

async function endIt(tx: Tx, me: Me, doc: Billing, reason: string, now: Date): Promise<Stepped> {
  docs.mustBecome(doc, 'VOID', '作废');
  if (doc.status === 'PENDING_AUDIT') await withdraw(tx, me, billingAudit, doc, reason, now);
  const stepped = await step(tx, me, doc, 'VOID', { action: doc.status === 'PENDING_AUDIT' ? '撤回' : '作废', note: reason, set: { reason } });
  await count(tx, me, doc, 'GIVE_BACK');
  if (me.customerId === null) await tellCustomer(tx, me, doc, 'billing.decided', '已作废', `原因：${reason}`);
  return stepped;
}

/** The customer hears of its applications and invoices. */
export const tellCustomer = (tx: Tx, me: Pick<Me, 'tenantId'>, doc: Billing, kind: 'billing.decided' | 'billing.issued', what: string, body: string) =>
  tell(tx, me, {
    kind,
    title: `${doc.direction === 'RED' ? '红字发票' : '开票申请'}${doc.no}${what}`,
    body: `${doc.title}，${saidYuan(doc.amount)}元。${body}`,
    link: href(MY_DETAIL, { id: doc.id }),
    to: { side: 'dealer', customerId: doc.customer_id },
  });
