import { holds, type Me } from '~/portal/me';
import { FUND_MANAGE, ORDER_MANAGE } from '~/portal/permissions';
import { mayHandOn } from '~/portal/scope';
import { subjectLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { maskBankCard, maskIdCard, maskMobile } from '~/shared/mask';
import { notFound } from '~/shared/refusal';
import { customerBooks } from './books.server';
import { contactsOf } from './contact.server';
import { listAddresses } from './customer.server';
import { customersOf, presentRow, rowColumns, tradeColumns, visibleDebts } from './customerList.server';
import { openIdCard } from './idCard.server';
import { invoiceTitlesOf } from './invoiceTitle.server';
import { lastOrders } from './lastOrders.server';
import { mergesOf } from './mergeViews.server';
import { listAreas } from './salesArea.server';
import * as subjects from './subjects';
import { helpersOf } from './transfer.server';

/** Everything about a customer on one page; money and orders only for whoever may see them elsewhere. */
export async function getCustomer(tx: Tx, me: Me, input: { id: string }, now: Date) {
  const row = await customersOf(tx, me)
    .where('customer.id', '=', input.id)
    .select(rowColumns)
    .select([
      'customer.uscc',
      'customer.id_card',
      'customer.level_id as levelId',
      'customer.address',
      'customer.email',
      'customer.sales_member_id as salesMemberId',
      'customer.price_visible_stock as stockVisible',
      'customer.remark',
      'customer.updated_at as updatedAt',
      'customer.contact_role as contactRole',
      'customer.sales_area_id as salesAreaId',
      'customer.state_reason as stateReason',
    ])
    .select(tradeColumns(await visibleDebts(tx, me, shanghaiDate(now))))
    .executeTakeFirst();
  if (!row) return notFound('该客户');
  const { id_card, ...rest } = row;
  const { addresses } = await listAddresses(tx, me, { customerId: input.id });
  const { areas } = await listAreas(tx, me);
  return {
    ...presentRow(rest),
    salesArea: areas.find((one) => one.id === row.salesAreaId)?.path ?? row.regionLabel,
    contacts: (await contactsOf(tx, me, input.id)).map((one) => ({ ...one, mobile: maskMobile(one.mobile) })),
    invoiceTitles: (await invoiceTitlesOf(tx, me, input.id)).map((one) => ({ ...one, bankAccount: maskBankCard(one.bankAccount) })),
    helpers: await helpersOf(tx, me, input.id),
    helping: !mayHandOn(me.scope ?? null, { ...row, ownerId: row.salesMemberId }),
    merges: await mergesOf(tx, me, input.id, now),
    uscc: row.uscc ?? '',
    idCard: maskIdCard(openIdCard(me, id_card)),
    addresses: addresses.map((one) => ({ ...one, phone: maskMobile(one.phone) })),
    accounts: await accountsOf(tx, me, input.id),
    funds: holds(me, FUND_MANAGE) ? await customerBooks.get().summary(tx, me, input.id, shanghaiDate(now)) : null,
    orders: holds(me, ORDER_MANAGE) ? await lastOrders(tx, me, { column: 'customer_id', id: input.id }) : null,
    log: await subjectLog(tx, me, subjects.customer, input.id),
  };
}

async function accountsOf(tx: Tx, me: Me, customerId: string) {
  const rows = await tx
    .selectFrom('customer_member')
    .innerJoin('account', 'account.id', 'customer_member.account_id')
    .select([
      'customer_member.id',
      'account.name',
      'account.mobile',
      'account.password_set as passwordSet',
      'customer_member.status',
      'customer_member.created_at as createdAt',
    ])
    .where('customer_member.tenant_id', '=', me.tenantId)
    .where('customer_member.customer_id', '=', customerId)
    .orderBy('customer_member.created_at')
    .execute();
  return rows.map((row) => ({ ...row, mobile: maskMobile(row.mobile) }));
}
