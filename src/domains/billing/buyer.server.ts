import { unmasked } from '~/domains/customer/customerSave.server';
import { invoiceTitlesOf } from '~/domains/customer/invoiceTitle.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { seal, unseal } from '~/server/secrets.server';
import { plainIdentity } from '~/shared/identifiers';
import { maskBankCard } from '~/shared/mask';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { type InvoiceKind, invoiceKinds, isSpecial } from './billing';

type Place = Pick<Me, 'tenantId'>;
const useOf = ({ tenantId }: Place): string => `billing.bank_account/${tenantId}`;
export const openAccount = (me: Place, stored: string): string => (stored ? unseal(useOf(me), stored) : '');
export const maskedAccount = (me: Place, stored: string): string => maskBankCard(openAccount(me, stored));

interface Buyer {
  kind: InvoiceKind;
  title: string;
  taxNo: string;
  address: string;
  phone: string;
  bank: string;
  bankAccount: string;
  email: string;
  titleId: string;
}
const PERSON = 1;

/** The columns of who is invoiced; refuses what the tax office would. A bank account that came masked is the chosen title's. */
export async function buyerColumns(tx: Tx, me: Me, customerId: string, input: Buyer) {
  const customer = await tx
    .selectFrom('customer')
    .select(['name', 'customer_type', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (!customer) notFound('该客户');
  if (customer.status === 'MERGED') refuse('CUSTOMER_STATE', `客户“${customer.name}”已合并到其他客户，不能开票`);
  if (isSpecial(input.kind) && customer.customer_type === PERSON)
    refuseField('kind', `客户“${customer.name}”为个人，不能开具${invoiceKinds[input.kind]}，请选择普票`);
  const chosen = input.titleId ? (await invoiceTitlesOf(tx, me, customerId)).find((one) => one.id === input.titleId) : undefined;
  const account = plainIdentity(unmasked(input.bankAccount, chosen?.bankAccount ?? '', maskBankCard, 'bankAccount')).replaceAll('-', '');
  if (account && !/^\d{6,30}$/.test(account)) refuseField('bankAccount', '银行账号应为6到30位数字');
  return {
    customerName: customer.name,
    columns: {
      kind: input.kind,
      title: input.title,
      tax_no: input.taxNo,
      address: input.address,
      phone: input.phone,
      bank: input.bank,
      bank_account: account ? seal(useOf(me), account) : '',
      email: input.email,
    },
  };
}

/** The customer's titles as forms get them. */
export const titlesFor = async (tx: Tx, me: Me, customerId: string) =>
  (await invoiceTitlesOf(tx, me, customerId)).map((one) => ({ ...one, bankAccount: maskBankCard(one.bankAccount) }));
