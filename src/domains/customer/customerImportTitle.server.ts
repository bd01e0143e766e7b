import { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { code, text } from '~/server/sheet/fields';
import { plainIdentity } from '~/shared/identifiers';
import { taxNoProblem } from './customerParts';
import { sealBankAccount } from './invoiceTitle.server';

/** The invoice columns of the customer import. */
export const titleColumns = {
  title: { title: '开票抬头', field: text(60), sample: '' },
  taxNo: { title: '税号', field: code(20), note: '15、18或20位', sample: '' },
  bank: { title: '开户行', field: text(60), sample: '' },
  bankAccount: { title: '银行账号', field: code(40), note: '6到30位数字，设为文本格式', sample: '' },
};
interface TitleCells {
  title: string | null;
  taxNo: string | null;
  bank: string | null;
  bankAccount: string | null;
}

export const TitleUndo = z.object({
  id: z.string(),
  /** What an existing title was; null: it came with the import. */
  was: z.object({ tax_no: z.string(), bank: z.string(), bank_account: z.string() }).nullable(),
});
export type TitleUndo = z.output<typeof TitleUndo>;

const digitsOf = (account: string): string => plainIdentity(account).replaceAll('-', '');

/** Problems of the invoice cells by column, as the report says them. */
export function titleProblems(cells: TitleCells): { column: keyof TitleCells; text: string }[] {
  const problems: { column: keyof TitleCells; text: string }[] = [];
  const tax = cells.taxNo ? taxNoProblem(cells.taxNo.toUpperCase()) : null;
  if (tax) problems.push({ column: 'taxNo', text: tax });
  if (cells.bankAccount && !/^\d{6,30}$/.test(digitsOf(cells.bankAccount))) problems.push({ column: 'bankAccount', text: '应为6到30位数字' });
  if (!cells.title && (cells.taxNo || cells.bank || cells.bankAccount)) problems.push({ column: 'title', text: '不能为空（已填写税号或银行信息）' });
  return problems;
}

/** Adds the row's invoice title, or completes the one of that name; gives what undo needs. */
export async function writeTitle(tx: Tx, me: Me, customerId: string, cells: TitleCells): Promise<TitleUndo | null> {
  if (!cells.title) return null;
  const all = await tx
    .selectFrom('customer_invoice_title')
    .select(['id', 'title', 'tax_no', 'bank', 'bank_account'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .execute();
  const current = all.find((one) => one.title === cells.title);
  const values = {
    tax_no: cells.taxNo?.toUpperCase() ?? current?.tax_no ?? '',
    bank: cells.bank ?? current?.bank ?? '',
    bank_account: cells.bankAccount ? sealBankAccount(me, digitsOf(cells.bankAccount)) : (current?.bank_account ?? ''),
  };
  if (current) {
    await tx.updateTable('customer_invoice_title').set(values).where('tenant_id', '=', me.tenantId).where('id', '=', current.id).execute();
    return { id: current.id, was: { tax_no: current.tax_no, bank: current.bank, bank_account: current.bank_account } };
  }
  const id = newId();
  await tx
    .insertInto('customer_invoice_title')
    .values({ tenant_id: me.tenantId, id, customer_id: customerId, title: cells.title, ...values, is_default: all.length === 0 })
    .execute();
  return { id, was: null };
}

export async function undoTitle(tx: Tx, me: Me, undo: TitleUndo | null | undefined): Promise<void> {
  if (!undo) return;
  if (undo.was) await tx.updateTable('customer_invoice_title').set(undo.was).where('tenant_id', '=', me.tenantId).where('id', '=', undo.id).execute();
  else await tx.deleteFrom('customer_invoice_title').where('tenant_id', '=', me.tenantId).where('id', '=', undo.id).execute();
}
