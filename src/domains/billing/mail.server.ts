import type { Me } from '~/portal/me';
import { attachmentsOf } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { sendMail } from '~/server/mail.server';
import { displayYuan } from '~/shared/money';
import { type BillingState, type InvoiceKind, invoiceKinds, wasIssued } from './billing';
import { openAccount } from './buyer.server';
import { docs, lockBilling, log, type Stepped } from './steps.server';
import * as subjects from './subjects';

/** 发送邮箱: the numbers and sums, with the files people uploaded or the platform gave. */
export async function mailBilling(tx: Tx, me: Me, { email, ...ref }: { id: string; version: number; email: string }, now: Date): Promise<Stepped> {
  const doc = await lockBilling(tx, me, ref);
  docs.mustBe(doc, wasIssued, { said: '开出后才能发送' });
  const files = await attachmentsOf(tx, me, subjects.billing, doc.id);
  const red = doc.direction === 'RED' ? '（红字）' : '';
  await sendMail(tx, {
    to: email,
    subject: `${me.tenantName}${invoiceKinds[doc.kind as InvoiceKind]}${red} ${doc.invoice_nos.join('、')}`,
    text: [
      `${doc.title}：`,
      `${me.tenantName}已为贵司开具${invoiceKinds[doc.kind as InvoiceKind]}${red}，发票号码${doc.invoice_nos.join('、')}，价税合计${displayYuan(doc.amount)}元，税额${displayYuan(doc.tax)}元。`,
      `对应订单：${doc.order_nos.join('、')}。`,
      files.length ? `附件：${files.map((file) => file.name).join('、')}。` : '',
    ]
      .filter(Boolean)
      .join('\n'),
    files: files.map((file) => file.key),
  });
  const version = await docs.update(tx, me, doc, { mailed_at: now });
  await log(tx, me, doc, '发送邮箱', email);
  return { id: doc.id, no: doc.no, status: doc.status as BillingState, version };
}

/** The whole bank account, for whoever issues by hand; every look is written down. */
export async function revealAccount(tx: Tx, me: Me, input: { id: string }): Promise<{ bankAccount: string }> {
  const doc = await docs.lock(tx, me, input);
  await audit(tx, me, { action: '查看完整银行账号', subject: subjects.billing, id: doc.id, no: doc.no, after: { 开票抬头: doc.title } });
  return { bankAccount: openAccount(me, doc.bank_account) };
}
