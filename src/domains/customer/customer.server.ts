import { type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { containing, mobileMatches } from '~/server/list.server';
import { isIdCard } from '~/shared/identifiers';
import { notFound } from '~/shared/refusal';
import type { Address, CustomerForTrade, CustomerOption } from './customer.schema';
import { idCardHash } from './idCard.server';

/** A customer as orders, deliveries and money need it, in one statement. A dealer finds itself only. */
export async function customerForTrade(tx: Tx, me: Pick<Me, 'tenantId' | 'customerId'>, customerId: string): Promise<CustomerForTrade> {
  if (me.customerId !== null && me.customerId !== customerId) notFound('该客户');
  const addresses = sql<Address[]>`coalesce((select json_agg(json_build_object('id', a.id, 'receiver', a.receiver, 'phone', a.phone, 'province', a.province,
    'city', a.city, 'district', a.district, 'address', a.address, 'isDefault', a.is_default) order by a.is_default desc, a.created_at)
    from customer_address a where a.tenant_id = customer.tenant_id and a.customer_id = customer.id), '[]')`;
  const row = await tx
    .selectFrom('customer')
    .select([
      'id',
      'code',
      'name',
      'status',
      'level_id as levelId',
      'payment_days as paymentDays',
      'sales_member_id as salesMemberId',
      'price_visible_stock as stockVisible',
      addresses.as('addresses'),
    ])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (!row) return notFound('该客户');
  return { ...row, status: row.status as CustomerForTrade['status'] };
}

/** The customer as this person may see it, or null. */
export async function findCustomer(tx: Tx, me: Pick<Me, 'tenantId' | 'customerId'>, id: string) {
  if (me.customerId !== null && me.customerId !== id) return null;
  const found = tx.selectFrom('customer').select(['id', 'code', 'name', 'status', 'version']).where('tenant_id', '=', me.tenantId).where('id', '=', id);
  return (await found.executeTakeFirst()) ?? null;
}

/** Addresses of a customer, the default one first; a dealer's own whatever is asked. */
export async function listAddresses(tx: Tx, me: Pick<Me, 'tenantId' | 'customerId'>, input: { customerId: string }): Promise<{ addresses: Address[] }> {
  const customerId = me.customerId ?? input.customerId;
  if (customerId === '') return { addresses: [] };
  const { addresses } = await customerForTrade(tx, me, customerId);
  return { addresses };
}

/** A customer by any words people type: name, short name, code, pinyin or credit code; a whole mobile or identity card number finds its owner. Needs `customer` in the query. */
export function customerMatches(me: Pick<Me, 'tenantId'>, word: string) {
  if (isIdCard(word)) return sql<SqlBool>`customer.id_card_hash = ${idCardHash(me, word)}`;
  const like = containing(word);
  const byName = word.length > 1 ? sql`(customer.name_grams @> bigrams(${word}) and customer.name ilike ${like})` : sql`customer.name ilike ${like}`;
  const byNumber = /^[0-9A-Za-z]{4,18}$/.test(word)
    ? sql` or ${mobileMatches('customer.contact_mobile', word)} or customer.uscc like ${`${word.toUpperCase()}%`}`
    : sql``;
  return sql<SqlBool>`(${byName} or customer.code ilike ${like.slice(1)} or customer.short_name ilike ${like} or customer.pinyin ilike ${like}${byNumber})`;
}

/** The first twenty customers that match, or those named by id (to show what is already chosen). */
export async function searchCustomers(
  tx: Tx,
  me: Me,
  input: { keyword: string; ids: string[]; activeOnly: boolean },
): Promise<{ customers: CustomerOption[] }> {
  let rows = tx
    .selectFrom('customer')
    .leftJoin('dict_item as level', (on) => on.onRef('level.tenant_id', '=', 'customer.tenant_id').onRef('level.id', '=', 'customer.level_id'))
    .select(['customer.id', 'customer.code', 'customer.name', 'customer.status', 'level.name as levelName', 'customer.city'])
    .where('customer.tenant_id', '=', me.tenantId)
    .where('customer.merged_into', 'is', null);
  if (input.ids.length) rows = rows.where('customer.id', '=', sql<string>`any(${[...input.ids]}::uuid[])`);
  else if (input.keyword) rows = rows.where(customerMatches(me, input.keyword));
  if (input.activeOnly) rows = rows.where('customer.status', '=', 'ACTIVE');
  const found = await rows
    .orderBy('customer.status')
    .orderBy('customer.code')
    .limit(input.ids.length || 20)
    .execute();
  return { customers: found.map((one) => ({ ...one, levelName: one.levelName ?? '' })) };
}
