import { sql } from 'kysely';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { BILLING_ISSUE } from '~/portal/permissions';
import { setAttachments } from '~/server/attachments.server';
import type { Opened, Tx } from '~/server/db.server';
import { type KeptFile, keepFile, recordFile } from '~/server/files.server';
import { claimDue, doubling, leaseUntil, nextTry } from '~/server/jobs/claim.server';
import { workOff } from '~/server/jobs/work.server';
import { addChore } from '~/server/jobs.server';
import { log as serverLog } from '~/server/log.server';
import { tell } from '~/server/outbox.server';
import { clockOf } from '~/server/tenantChore.server';
import { lockIfThere } from '~/server/versioned.server';
import { formatYuan } from '~/shared/money';
import { Refusal } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { openAccount } from './buyer.server';
import { writeIssued } from './enter.server';
import { ISSUE_CHORE } from './issue.server';
import { findInvoice, type InvoiceOrder, type IssuedAnswer, orderInvoice, type PlatformAnswer, platformConfigured } from './platform.server';
import { type Billing, docs, linesOf, lockBilling, step } from './steps.server';
import * as subjects from './subjects';

const BATCH = 10;
/** Longer than the longest question, which is asked twice at most. */
const LEASE_S = 60;
/** Between twelve attempts. */
const PAUSES = doubling(5, 11, 600);

/**
 * Asks the platform what is due; answers how many were settled. Each is written down as sent before it is sent, and asked outside of any
 * transaction: whoever dies in between leaves a question that is asked by its own number again.
 */
export async function askPlatform(opened: Opened, now: Date): Promise<number> {
  if (!platformConfigured()) return 0;
  return workOff(
    opened,
    { chore: ISSUE_CHORE, full: BATCH },
    (tx) => claim(tx, now),
    (one) => askOne(opened, one, now),
  );
}
addChore({ name: ISSUE_CHORE, title: '向开票平台提交与查询发票', everySeconds: 5, run: askPlatform });

const claim = (tx: Tx, now: Date) =>
  claimDue(tx, 'billing_request', {
    where: sql`state in ('WAITING', 'SENT') and due_at <= ${now}`,
    order: sql`due_at`,
    most: BATCH,
    lease: { state: 'SENT', due_at: leaseUntil(now, LEASE_S) },
  });
type Claimed = Awaited<ReturnType<typeof claim>>[number];

async function askOne(opened: Opened, one: Claimed, now: Date): Promise<boolean> {
  const { me, order } = await opened.inTenant({ tenantId: one.tenant_id }, (tx) => orderOf(tx, one));
  // Sent before: what became of it is asked first.
  let answer: PlatformAnswer = one.state === 'SENT' ? await findInvoice(one.request_no) : { state: 'ABSENT' };
  if (answer.state === 'ABSENT') answer = await orderInvoice(order);
  const kept = answer.state === 'ISSUED' ? await keptOf(me, answer) : undefined;
  return opened.inTenant({ tenantId: one.tenant_id }, (tx) => settle(tx, me, one, answer, kept, now));
}

/** What the platform is asked for, from the document as it was approved. */
async function orderOf(tx: Tx, { tenant_id: tenantId, billing_id, request_no }: Claimed): Promise<{ me: Me; order: InvoiceOrder }> {
  const tenant = await tx.selectFrom('tenant').select(['id', 'name', 'uscc']).where('id', '=', tenantId).executeTakeFirstOrThrow();
  const me = clockOf(tenant);
  const doc = await tx.selectFrom('billing').selectAll().where('tenant_id', '=', tenantId).where('id', '=', billing_id).executeTakeFirstOrThrow();
  const lines = await linesOf(tx, me, doc.id);
  const origin =
    doc.origin_id === null
      ? null
      : await tx.selectFrom('invoice').select('no').where('tenant_id', '=', tenantId).where('billing_id', '=', doc.origin_id).executeTakeFirst();
  const order = {
    requestNo: request_no,
    direction: doc.direction,
    kind: doc.kind,
    seller: { name: tenant.name, taxNo: tenant.uscc ?? '' },
    buyer: {
      name: doc.title,
      taxNo: doc.tax_no,
      address: doc.address,
      phone: doc.phone,
      bank: doc.bank,
      bankAccount: openAccount(me, doc.bank_account),
      email: doc.email,
    },
    lines: lines.map((line) => ({
      lineNo: line.line_no,
      name: line.name,
      spec: line.spec,
      unit: line.unit_name,
      taxClassCode: line.tax_class_code,
      ...(/[1-9]/.test(line.qty) ? { qty: line.qty } : {}),
      amount: formatYuan(line.amount),
      taxRate: String(line.tax_rate_ppm / 1_000_000),
      tax: formatYuan(line.tax),
    })),
    amount: formatYuan(doc.amount),
    tax: formatYuan(doc.tax),
    remark: doc.remark,
    ...(origin && doc.red_reason ? { original: { invoiceNo: origin.no, reason: doc.red_reason } } : {}),
  };
  return { me, order };
}

/** A file that cannot be kept does not make the invoice undone: people upload it themselves. */
async function keptOf(me: Me, { file }: IssuedAnswer): Promise<KeptFile | undefined> {
  if (!file) return undefined;
  try {
    return await keepFile(me, { ...file, biz: 'ATTACHMENT' });
  } catch (error) {
    serverLog.warn({ err: error, file: file.name }, 'invoice file of the platform not kept');
    return undefined;
  }
}

/** Writes the answer down, unless somebody settled the question in the meantime. */
async function settle(tx: Tx, me: Me, one: Claimed, answer: PlatformAnswer, kept: KeptFile | undefined, now: Date): Promise<boolean> {
  const doc = await lockBilling(tx, me, { id: one.billing_id });
  const request = await lockIfThere(tx, me, 'billing_request', one.id);
  if (request?.state !== 'SENT' || doc.status !== 'ISSUING') return false;
  if (answer.state === 'ISSUED') return takeIssued(tx, me, { doc, one, answer, kept }, now);
  if (answer.state === 'REFUSED') {
    await write(tx, me, one, { state: 'REFUSED', last_error: answer.reason, answered_at: now });
    await step(tx, me, doc, 'FAILED', { action: '开票平台拒绝', note: answer.reason, set: { reason: answer.reason } });
    await tellIssuers(tx, me, doc, '开票失败', `开票平台没有开具，原因：${answer.reason}`);
    return true;
  }
  const why = answer.state === 'UNKNOWN' ? answer.reason : '';
  const again = nextTry(one.attempts, PAUSES, now);
  if (!again) return stick(tx, me, { doc, one, why: why || '开票平台长时间没有给出结果' }, now);
  await write(tx, me, one, { last_error: why, due_at: again });
  return false;
}

interface Taken {
  doc: Billing;
  one: Claimed;
  answer: IssuedAnswer;
  kept: KeptFile | undefined;
}
/** An invoice of other amounts, or one that stands elsewhere, is nobody's to believe but a person's. */
async function takeIssued(tx: Tx, me: Me, { doc, one, answer, kept }: Taken, now: Date): Promise<boolean> {
  if (answer.amount !== doc.amount || answer.tax !== doc.tax) {
    const said = `平台返回发票${answer.invoiceNo}价税合计${saidYuan(answer.amount)}元、税额${saidYuan(answer.tax)}元`;
    return stick(tx, me, { doc, one, why: `${said}，与申请的${saidYuan(doc.amount)}元、${saidYuan(doc.tax)}元不一致` }, now);
  }
  await sql`savepoint issued`.execute(tx);
  try {
    const { invoiceNo: no, issuedOn, amount, tax } = answer;
    await writeIssued(tx, me, doc, [{ code: '', no, issuedOn, amount, tax }], { how: 'PLATFORM', by: doc.issuer }, now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint issued`.execute(tx);
    return stick(tx, me, { doc, one, why: error.said.message }, now);
  }
  await write(tx, me, one, { state: 'ISSUED', last_error: '', answered_at: now });
  if (kept) {
    const file = await recordFile(tx, me, kept);
    await setAttachments(tx, me, { subject: subjects.billing, id: doc.id, customerId: doc.customer_id }, [file]);
  }
  return true;
}

async function stick(tx: Tx, me: Me, { doc, one, why }: { doc: Billing; one: Claimed; why: string }, now: Date): Promise<boolean> {
  await write(tx, me, one, { state: 'STUCK', last_error: why.slice(0, 300), answered_at: now });
  await tellIssuers(tx, me, doc, '需人工核实', `${why}。请到开票平台核实：已开出的登记号码，未开出的标记后可重试`);
  return true;
}

const write = (tx: Tx, me: Me, { id }: Claimed, set: { state?: string; last_error: string; answered_at?: Date; due_at?: Date }) =>
  tx
    .updateTable('billing_request')
    .set({ ...set, last_error: set.last_error.slice(0, 300) })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .execute();

const tellIssuers = (tx: Tx, me: Me, doc: Billing, what: string, body: string) =>
  tell(tx, me, {
    kind: 'billing.failed',
    title: `${docs.title(doc)}${what}`,
    body,
    link: href('/portal/supplyChain/factory/billing/detail', { id: doc.id }),
    to: { side: 'factory', code: BILLING_ISSUE, about: { customerId: doc.customer_id } },
  });
