import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** The question nobody can answer but a person. */
export const stuckOf = (tx: Tx, me: Pick<Me, 'tenantId'>, billingId: string) =>
  tx
    .selectFrom('billing_request')
    .select(['id', 'request_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('billing_id', '=', billingId)
    .where('state', '=', 'STUCK')
    .executeTakeFirst();
export const settleRequest = (tx: Tx, me: Pick<Me, 'tenantId'>, { id }: { id: string }, state: 'ISSUED' | 'DROPPED', now: Date) =>
  tx.updateTable('billing_request').set({ state, answered_at: now }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
