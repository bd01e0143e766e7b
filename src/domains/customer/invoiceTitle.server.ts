import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { seal, unseal } from '~/server/secrets.server';
import { plainIdentity } from '~/shared/identifiers';
import { maskBankCard } from '~/shared/mask';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import type { InvoiceTitleForm } from './customerParts.schema';
import { lockCustomer, unmasked } from './customerSave.server';
import * as subjects from './subjects';

const MOST = 20;
type Place = Pick<Me, 'tenantId'>;
const useOf = ({ tenantId }: Place): string => `customer.bank_account/${tenantId}`;
export const sealBankAccount = (me: Place, plain: string): string => (plain ? seal(useOf(me), plain) : '');
const openBankAccount = (me: Place, stored: string): string => (stored ? unseal(useOf(me), stored) : '');

/** The default first; bank accounts whole: the caller masks what leaves. */
export async function invoiceTitlesOf(tx: Tx, me: Place, customerId: string) {
  const rows = await tx
    .selectFrom('customer_invoice_title')
    .select(['id', 'title', 'tax_no as taxNo', 'bank', 'bank_account as sealed', 'address', 'phone', 'email', 'is_default as isDefault'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ sealed, ...row }) => ({ ...row, bankAccount: openBankAccount(me, sealed) }));
}

/** Adds or changes one. The first, and the one marked so, is the default. */
export async function saveInvoiceTitle(tx: Tx, me: Me, input: z.output<typeof InvoiceTitleForm> & { id: string; customerId: string }): Promise<{ id: string }> {
  const customer = await lockCustomer(tx, me, input.customerId);
  const all = await invoiceTitlesOf(tx, me, input.customerId);
  const current = all.find((one) => one.id === input.id);
  if (input.id && !current) notFound('该开票抬头');
  if (!current && all.length >= MOST) refuse('IN_USE', `客户“${customer.name}”的开票抬头已达${MOST}个，请先删除不用的`);
  const same = all.find((one) => one.id !== input.id && one.title === input.title && one.taxNo === input.taxNo);
  if (same) refuseField('title', `该抬头与税号已登记：${same.title}`);
  const bankAccount = bankAccountOf(input.bankAccount, current?.bankAccount ?? '');
  const isDefault = input.isDefault || all.length === 0 || current?.isDefault === true;
  if (isDefault) await clearDefault(tx, me, input.customerId);
  const values = {
    title: input.title,
    tax_no: input.taxNo,
    bank: input.bank,
    bank_account: sealBankAccount(me, bankAccount),
    address: input.address,
    phone: input.phone,
    email: input.email,
    is_default: isDefault,
  };
  const id = current?.id ?? newId();
  if (current) await tx.updateTable('customer_invoice_title').set(values).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
  else
    await tx
      .insertInto('customer_invoice_title')
      .values({ tenant_id: me.tenantId, id, customer_id: input.customerId, ...values })
      .execute();
  await audit(tx, me, {
    action: current ? '编辑开票抬头' : '新建开票抬头',
    subject: subjects.customer,
    id: input.customerId,
    no: customer.code,
    ...(current ? { before: wordsOf(current) } : {}),
    after: wordsOf({ ...input, bankAccount }),
  });
  return { id };
}

export async function deleteInvoiceTitle(tx: Tx, me: Me, input: { id: string }): Promise<Record<string, never>> {
  const found = await tx
    .selectFrom('customer_invoice_title')
    .select('customer_id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (!found) return notFound('该开票抬头');
  const customer = await lockCustomer(tx, me, found.customer_id);
  const current = (await invoiceTitlesOf(tx, me, customer.id)).find((one) => one.id === input.id);
  if (!current) return notFound('该开票抬头');
  await tx.deleteFrom('customer_invoice_title').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute();
  const [next] = await invoiceTitlesOf(tx, me, customer.id);
  if (current.isDefault && next)
    await tx.updateTable('customer_invoice_title').set({ is_default: true }).where('tenant_id', '=', me.tenantId).where('id', '=', next.id).execute();
  await audit(tx, me, { action: '删除开票抬头', subject: subjects.customer, id: customer.id, no: customer.code, before: wordsOf(current) });
  return {};
}

/** The whole bank account; every look is written down. */
export async function revealBankAccount(tx: Tx, me: Me, input: { id: string }): Promise<{ bankAccount: string }> {
  const row = await tx
    .selectFrom('customer_invoice_title')
    .innerJoin('customer', (on) =>
      on.onRef('customer.tenant_id', '=', 'customer_invoice_title.tenant_id').onRef('customer.id', '=', 'customer_invoice_title.customer_id'),
    )
    .select(['customer.id', 'customer.code', 'customer_invoice_title.title', 'customer_invoice_title.bank_account'])
    .where('customer_invoice_title.tenant_id', '=', me.tenantId)
    .where('customer_invoice_title.id', '=', input.id)
    .executeTakeFirst();
  if (!row) return notFound('该开票抬头');
  await audit(tx, me, { action: '查看完整银行账号', subject: subjects.customer, id: row.id, no: row.code, after: { 开票抬头: row.title } });
  return { bankAccount: openBankAccount(me, row.bank_account) };
}

function bankAccountOf(typed: string, stored: string): string {
  const kept = plainIdentity(unmasked(typed, stored, maskBankCard, 'bankAccount')).replaceAll('-', '');
  return kept === '' || /^\d{6,30}$/.test(kept) ? kept : refuseField('bankAccount', '银行账号应为6到30位数字');
}

async function clearDefault(tx: Tx, me: Me, customerId: string): Promise<void> {
  await tx
    .updateTable('customer_invoice_title')
    .set({ is_default: false })
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .execute();
}

const wordsOf = (one: { title: string; taxNo: string; bank: string; bankAccount: string }) => ({
  开票抬头: one.title,
  税号: one.taxNo,
  开户行: one.bank,
  银行账号: maskBankCard(one.bankAccount),
});
