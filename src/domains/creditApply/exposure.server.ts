import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** What of an account is in use, and how many credit orders are under way. */
export async function exposureOf(tx: Tx, me: Pick<Me, 'tenantId'>, accountId: string): Promise<{ used: bigint; held: bigint; orders: number }> {
  const row = await tx
    .selectFrom('credit_account')
    .select([
      'used',
      'held',
      sql<number>`(select count(*)::int from credit_order o where o.tenant_id = credit_account.tenant_id and o.account_id = credit_account.id and o.status in ('HELD', 'IN_USE'))`.as(
        'orders',
      ),
    ])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row ?? { used: 0n, held: 0n, orders: 0 };
}
