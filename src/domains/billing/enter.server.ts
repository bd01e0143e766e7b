import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { tellCustomer } from './approval.server';
import { type InvoiceKind, invoiceNoProblem } from './billing';
import type { EnteredInvoice, EnterForm } from './billing.schema';
import { refuseAboveSigned } from './limit.server';
import { settleRequest, stuckOf } from './requests.server';
import { type Billing, docs, lockBilling, type Stepped, stepIssued } from './steps.server';

/** 登记 what a person issued: the numbers and sums of one or several invoices, which together are the application. */
export async function enterInvoices(tx: Tx, me: Me, form: EnterForm, now: Date, how: 'HAND' | 'IMPORT' = 'HAND'): Promise<Stepped> {
  const doc = await lockBilling(tx, me, form);
  docs.mustBecome(doc, 'ISSUED', '登记发票');
  const unclear = await stuckOf(tx, me, doc.id);
  if (doc.status === 'ISSUING' && !unclear) refuse('BAD_STATE', `${docs.title(doc)}已提交开票平台，正在等待结果，不能手工登记`);
  if (doc.status !== 'ISSUING') await refuseAboveSigned(tx, me, doc);
  checkEntered(doc, form.invoices, now);
  if (unclear) await settleRequest(tx, me, unclear, 'ISSUED', now);
  return writeIssued(tx, me, doc, form.invoices, { how, by: actorName(me) }, now);
}

function checkEntered(doc: Billing, invoices: readonly EnteredInvoice[], now: Date): void {
  const kind = doc.kind as InvoiceKind;
  for (const [index, one] of invoices.entries()) {
    const problem = invoiceNoProblem(kind, one);
    if (problem) refuse('BILL_RULE', `第${index + 1}张：${problem.message}`, { fields: { [`invoices.${index}.${problem.field}`]: problem.message } });
    if (new Date(`${one.issuedOn}T00:00:00+08:00`) > now)
      refuse('BILL_RULE', `第${index + 1}张：开票日期${one.issuedOn}不能晚于今天`, { fields: { [`invoices.${index}.issuedOn`]: '不能晚于今天' } });
    if (invoices.findIndex((other) => other.code === one.code && other.no === one.no) < index) refuse('BILL_RULE', `第${index + 1}张：发票号码${one.no}重复`);
  }
  const sum = (figure: 'amount' | 'tax') => invoices.reduce((total, one) => total + one[figure], 0n);
  for (const [figure, name] of [
    ['amount', '价税合计'],
    ['tax', '税额'],
  ] as const)
    if (sum(figure) !== doc[figure])
      refuse('BILL_RULE', `发票${name}共${saidYuan(sum(figure))}元，与${docs.title(doc)}的${name}${saidYuan(doc[figure])}元不一致`, {
        fields: { [`invoices.0.${figure}`]: `合计应为${saidYuan(doc[figure])}` },
      });
}

interface Issuing {
  how: 'HAND' | 'IMPORT' | 'PLATFORM';
  by: string;
}
/** From here on it is issued. A number that stands on another application is refused. */
export async function writeIssued(tx: Tx, me: Me, doc: Billing, invoices: readonly EnteredInvoice[], { how, by }: Issuing, now: Date): Promise<Stepped> {
  const inserted = await tx
    .insertInto('invoice')
    .values(
      invoices.map(({ code, no, issuedOn, amount, tax }) => ({
        tenant_id: me.tenantId,
        id: newId(),
        billing_id: doc.id,
        customer_id: doc.customer_id,
        code,
        no,
        issued_on: issuedOn,
        amount,
        tax,
        created_at: now,
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'code', 'no']).doNothing())
    .returning('no')
    .execute();
  const known = invoices.find(({ no }) => !inserted.some((row) => row.no === no));
  if (known) await refuseKnown(tx, me, known);
  const nos = invoices.map(({ no }) => no);
  const action = { HAND: '登记发票', IMPORT: '导入发票号码', PLATFORM: '开票平台已开出' }[how];
  const stepped = await stepIssued(tx, me, doc, {
    action,
    note: `发票号码${nos.join('、')}`,
    set: { invoice_nos: nos, how, issuer: by, issued_at: now, reason: '' },
  });
  await tellCustomer(tx, me, doc, 'billing.issued', doc.direction === 'RED' ? '已开出' : '已开票', `发票号码${nos.join('、')}`);
  return stepped;
}

async function refuseKnown(tx: Tx, me: Me, { code, no }: EnteredInvoice): Promise<never> {
  const { rows } = await sql<{ no: string }>`select b.no from invoice i join billing b on b.tenant_id = i.tenant_id and b.id = i.billing_id
    where i.tenant_id = ${me.tenantId} and i.code = ${code} and i.no = ${no}`.execute(tx);
  return refuse('BILL_RULE', `发票号码${no}已登记在${rows[0] ? `开票申请${rows[0].no}` : '另一张开票申请'}，不能重复登记`);
}
