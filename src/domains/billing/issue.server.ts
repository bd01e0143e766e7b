import { actorName, type Me } from '~/portal/me';
import { onCommit } from '~/server/db/transaction.server';
import type { Tx } from '~/server/db.server';
import { eachOf } from '~/server/each.server';
import { newId } from '~/server/ids.server';
import { wake } from '~/server/jobs.server';
import { refuse } from '~/shared/refusal';
import { type InvoiceKind, invoiceKinds, isElectronic, isTaxClass } from './billing';
import { refuseAboveSigned } from './limit.server';
import { platformConfigured } from './platform.server';
import { settleRequest, stuckOf } from './requests.server';
import { type Billing, docs, lockBilling, log, type Stepped, step } from './steps.server';

export const ISSUE_CHORE = 'issue-invoices';
interface Ref {
  id: string;
  version: number;
}

/** 提交开票平台, or again after a failure. The request is written down before anybody is asked. */
export async function issueBillings(tx: Tx, me: Me, { items }: { items: readonly Ref[] }, now: Date) {
  if (!platformConfigured()) refuse('NOT_CONFIGURED', '没有配置开票平台：请在电子税务局开具后登记发票号码，或批量导入；需要自动开票时请联系系统管理员配置');
  return { results: await eachOf(tx, items, async (ref) => `${(await issueOne(tx, me, ref, now)).no}已提交开票平台`) };
}

async function issueOne(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Stepped> {
  const doc = await lockBilling(tx, me, ref);
  docs.mustBecome(doc, 'ISSUING', '提交开票平台');
  const kind = doc.kind as InvoiceKind;
  if (!isElectronic(kind)) refuse('BILL_RULE', `${docs.title(doc)}为${invoiceKinds[kind]}，开票平台只开具数电发票，请手工开具后登记号码`);
  const bare = doc.lines.find((line) => !isTaxClass(line.tax_class_code));
  if (bare) refuse('BILL_RULE', `${docs.title(doc)}第${bare.line_no}行“${bare.name}”没有19位税收分类编码，请先在商品中维护，再重新申请`);
  await refuseUnclearOrigin(tx, me, doc);
  await refuseAboveSigned(tx, me, doc);
  const stepped = await step(tx, me, doc, 'ISSUING', { action: '提交开票平台', set: { reason: '', issuer: actorName(me) } });
  await openRequest(tx, me, doc, now);
  onCommit(() => wake(ISSUE_CHORE));
  return stepped;
}

/** A number somebody looked up and found not issued is asked again under the same number; one that was refused gets another. */
async function openRequest(tx: Tx, me: Me, doc: Billing, now: Date): Promise<void> {
  const asked = await tx
    .selectFrom('billing_request')
    .select(['id', 'state'])
    .where('tenant_id', '=', me.tenantId)
    .where('billing_id', '=', doc.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const last = asked.at(-1);
  if (last?.state === 'DROPPED') {
    const again = { state: 'SENT', attempts: 0, due_at: now, last_error: '', answered_at: null, asked_by: actorName(me) };
    await tx.updateTable('billing_request').set(again).where('tenant_id', '=', me.tenantId).where('id', '=', last.id).execute();
    return;
  }
  const row = { tenant_id: me.tenantId, id: newId(), billing_id: doc.id, customer_id: doc.customer_id, request_no: `${doc.no}-${asked.length + 1}` };
  await tx
    .insertInto('billing_request')
    .values({ ...row, state: 'WAITING', due_at: now, created_at: now, asked_by: actorName(me) })
    .execute();
}

/** A platform takes back one invoice by its number. */
async function refuseUnclearOrigin(tx: Tx, me: Me, doc: Billing): Promise<void> {
  if (!doc.origin_id) return;
  const invoices = await tx.selectFrom('invoice').select('no').where('tenant_id', '=', me.tenantId).where('billing_id', '=', doc.origin_id).execute();
  if (invoices.length !== 1) refuse('BILL_RULE', `${docs.title(doc)}的原发票共${invoices.length}张，开票平台不能判断红冲哪一张，请手工开具后登记号码`);
}

/** 再次查询: a person wants to know now what became of it. */
export async function askAgain(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Stepped> {
  const doc = await lockBilling(tx, me, ref);
  docs.mustBe(doc, 'ISSUING', { said: '没有等待开票平台的结果' });
  await tx
    .updateTable('billing_request')
    .set({ state: 'SENT', due_at: now, attempts: 0 })
    .where('tenant_id', '=', me.tenantId)
    .where('billing_id', '=', doc.id)
    .where('state', '=', 'STUCK')
    .execute();
  await log(tx, me, doc, '再次查询开票结果');
  onCommit(() => wake(ISSUE_CHORE));
  return { id: doc.id, no: doc.no, status: 'ISSUING', version: doc.version };
}

/** 核实未开出: a person looked at the platform; only where the portal itself cannot know. */
export async function confirmNotIssued(tx: Tx, me: Me, { reason, ...ref }: Ref & { reason: string }, now: Date): Promise<Stepped> {
  const doc = await lockBilling(tx, me, ref);
  docs.mustBecome(doc, 'FAILED', '核实为未开出');
  const unclear = await stuckOf(tx, me, doc.id);
  if (!unclear) refuse('BAD_STATE', `${docs.title(doc)}正在等待开票平台的结果，还不需要人工核实`);
  await settleRequest(tx, me, unclear, 'DROPPED', now);
  return step(tx, me, doc, 'FAILED', { action: '核实未开出', note: reason, set: { reason } });
}
