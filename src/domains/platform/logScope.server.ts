import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';

/** Where the records of a kind are kept. Row-level security answers whether the reader sees the record now. */
const kept: Readonly<Record<string, string>> = {
  order: 'sales_order',
  delivery: 'delivery',
  customer: 'customer',
  // Written under the customer whose prices they are.
  customerPrice: 'customer',
  project: 'project',
  warehouse: 'warehouse',
  stock_doc: 'stock_doc',
  fund_account: 'fund_account',
  fund_hold: 'fund_hold',
  enter_account: 'enter_account',
  receipt: 'receipt',
  receivable: 'receivable',
  bank_line: 'bank_line',
};

/** The factory's as a whole: no customer's, no warehouse's. */
const common: readonly string[] = [
  ...['product', 'sku', 'category', 'attribute', 'attributeImport', 'unit', 'sales_area', 'customer_level', 'dunning_template'],
  ...['tenant', 'real_name', 'account', 'member', 'role', 'department'],
  ...['dictionary', 'message_template', 'group_robot', 'baseConfig', 'setBase', 'setting', 'chore', 'open_app'],
];

/**
 * How people who see a part of the rows meet entries about a subject: with its record, all of them, or those they made themselves.
 * A type with a colon (`import:customer`, `customerPrice:batch`) is about many records at once.
 */
export const shownWith = (type: string): 'record' | 'all' | 'own' => (Object.hasOwn(kept, type) ? 'record' : common.includes(type) ? 'all' : 'own');

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * The entries of `audit_log` this person may read; every reading of the log goes through it.
 * A record that is gone has no scope any more: its entries are for people who see everything.
 */
export function readableBy(me: Me): RawBuilder<SqlBool> {
  if (!me.scope) return sql`true`;
  const cases = Object.entries(kept).map(
    ([name, table]) => sql`when ${sql.lit(name)} then exists (select from ${sql.table(table)} seen
      where seen.tenant_id = audit_log.tenant_id and seen.id = case when audit_log.subject_id ~ ${sql.lit(UUID)} then audit_log.subject_id::uuid end)`,
  );
  return sql<SqlBool>`case audit_log.subject_type ${sql.join(cases, sql` `)}
    else audit_log.subject_type = any (${[...common]}::text[]) or audit_log.account_id = ${me.accountId} end`;
}
