import type { Me } from '~/portal/me';
import type { Tx } from './db.server';

/** Whether the person works in the tenant that runs the platform (docs/decisions/042). */
export async function isOperator(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<boolean> {
  return Boolean(await tx.selectFrom('tenant').select('id').where('id', '=', me.tenantId).where('operator', '=', true).executeTakeFirst());
}
