import { type Expression, type Selectable, sql } from 'kysely';
import { anyOf } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { FundAccountTable } from '~/server/database.types';
import type { Tx } from '~/server/db.server';

/** Customers by id, or a query for the `customer_id` of documents. */
export type Customers = readonly string[] | Expression<{ customer_id: string }>;

/**
 * First in the lock order: whoever moves a customer's money waits here, and only then locks orders (id ↑), their lines, stock
 * (warehouse, SKU ↑) and counters. Locks every account of the customers in id order and answers them, then the
 * credit groups their credit counts towards; credit accounts come last of all, after stock, by whoever moves them.
 */
export async function lockCustomerMoney(tx: Tx, me: Pick<Me, 'tenantId'>, customers: Customers) {
  const accounts = tx
    .selectFrom('fund_account')
    .select(['id', 'customer_id', 'type', 'status', 'low_balance', 'credit_group_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', 'map' in customers ? anyOf(customers) : sql<string>`any(array(${customers}))`)
    .orderBy('id')
    .forUpdate();
  // The groups are those of the accounts as they are once these are locked.
  const { rows } = await sql<Locked>`
    with accounts as materialized (${accounts}),
      credit_groups as materialized (select g.id from credit_group g where g.tenant_id = ${me.tenantId} and g.id in (select credit_group_id from accounts) order by g.id for update)
    select id, customer_id, type, status, low_balance from accounts where (select count(*) from credit_groups) >= 0 order by id`.execute(tx);
  return rows;
}
type Locked = Pick<Selectable<FundAccountTable>, 'id' | 'customer_id' | 'type' | 'status' | 'low_balance'>;
