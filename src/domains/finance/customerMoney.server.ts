import { type Expression, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';

/** Customers by id, or a query for the `customer_id` of documents. */
export type Customers = readonly string[] | Expression<{ customer_id: string }>;

/**
 * First in the lock order: whoever moves a customer's money waits here, and only then locks orders (id ↑), their lines, stock
 * (warehouse, SKU ↑) and counters. Locks every account of the customers in id order and answers them, then, in the same statement, so that
 * what is sent behind it finds both, the credit groups their credit counts towards; credit accounts come last of all, after stock, by whoever moves them.
 */
export async function lockCustomerMoney(tx: Tx, me: Pick<Me, 'tenantId'>, customers: Customers) {
  return (
    tx
      .with('account', (db) =>
        db
          .selectFrom('fund_account')
          .select(['id', 'customer_id', 'type', 'status', 'low_balance', 'credit_group_id'])
          .where('tenant_id', '=', me.tenantId)
          .where('customer_id', '=', 'map' in customers ? anyOf(customers) : sql<string>`any(array(${customers}))`)
          .orderBy('id')
          .forUpdate(),
      )
      // Its array is read whole, and so every account locked, before the first group is.
      .with('grouped', (db) =>
        db
          .selectFrom('credit_group')
          .select('id')
          .where('tenant_id', '=', me.tenantId)
          .where('id', '=', sql<string>`any(array(select credit_group_id from account where credit_group_id is not null))`)
          .orderBy('id')
          .forUpdate(),
      )
      .selectFrom('account')
      .select(['id', 'customer_id', 'type', 'status', 'low_balance', sql<bigint>`(select count(*) from grouped)`.as('groups')])
      .orderBy('id')
      .execute()
  );
}
