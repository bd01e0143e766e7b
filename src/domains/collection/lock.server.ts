import { sql } from 'kysely';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { accountOf } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';

/**
 * Locks the customers' money before their debts are read. Whoever owes may have no account yet; a receipt would make it meanwhile and pass by,
 * so that it is made here, and both wait for each other.
 */
export async function lockOwing(tx: Tx, me: Pick<Me, 'tenantId'>, customerIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customer c where c.tenant_id = ${me.tenantId} and c.id = ${anyOf(customerIds)}
      and not exists (select from fund_account f where f.tenant_id = c.tenant_id and f.customer_id = c.id and f.type = 'BALANCE') order by c.id`.execute(tx);
  for (const { id } of rows) await accountOf(tx, me, id);
  await lockCustomerMoney(tx, me, customerIds);
}
