import { type Expression, sql } from 'kysely';
import { anyOf } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** Customers by id, or a query for the `customer_id` of documents. */
export type Customers = readonly string[] | Expression<{ customer_id: string }>;

/**
 * First in the lock order: whoever moves a customer's money waits here, and only then locks orders (id ↑), their lines, stock
 * (warehouse, SKU ↑) and counters. Locks every account of the customers in id order and answers them; what else a customer comes
 * to pay with is locked here too, after the accounts.
 */
export function lockCustomerMoney(tx: Tx, me: Pick<Me, 'tenantId'>, customers: Customers) {
  return tx
    .selectFrom('fund_account')
    .select(['id', 'customer_id', 'type', 'status', 'low_balance'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', 'map' in customers ? anyOf(customers) : sql<string>`any(array(${customers}))`)
    .orderBy('id')
    .forUpdate()
    .execute();
}
