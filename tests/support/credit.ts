import '~/domains/credit/funding.server';
import { type NewAccount, openAccount } from '~/domains/credit/line.server';
import type { Account } from '~/domains/credit/move.server';
import { proveCredit } from '~/domains/credit/proof.server';
import { startTenant } from '~/domains/credit/tenantStart.server';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { NOON } from './catalogue';
import { as } from './stock';

/** The tenant's types by code, as every tenant begins with. */
export async function creditTypes(opened: Opened, tenantId: bigint): Promise<Map<string, string>> {
  const { rows } = await opened.pool.query('select code, id from credit_type where tenant_id = $1', [tenantId]);
  return new Map(rows.map((row) => [row.code as string, row.id as string]));
}

export async function grantCredit(
  opened: Opened,
  me: Me,
  customerId: string,
  limit: bigint | null,
  change: Partial<NewAccount> = {},
  now = NOON,
): Promise<Account> {
  await as(opened, me, (tx) => startTenant(tx, me));
  const types = await creditTypes(opened, me.tenantId);
  return as(opened, me, (tx) =>
    openAccount(tx, me, { customerId, creditTypeId: types.get('FIXED') as string, limit, validFrom: '2026-01-01', validTo: null, ...change }, now),
  );
}

export const accountNow = async (opened: Opened, id: string): Promise<Account> =>
  (await opened.pool.query('select * from credit_account where id = $1', [id])).rows[0];
export const creditDifferences = (opened: Opened, me: Me) => as(opened, me, (tx) => proveCredit(tx, me));
