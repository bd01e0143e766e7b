import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** The last ten orders of a customer or of a project, drafts left out. */
export async function lastOrders(tx: Tx, me: Me, of: { column: 'customer_id' | 'project_id'; id: string }) {
  const rows = await tx
    .selectFrom('sales_order')
    .select(['id', 'no', 'created_at as createdAt', 'payable', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where(of.column, '=', of.id)
    .where('status', '<>', 'DRAFT')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return rows.map((row) => ({ ...row, no: row.no ?? '' }));
}
