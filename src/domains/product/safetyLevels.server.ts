import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { trimQty } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import * as subjects from './subjects';

const safetyWords = ({ safety_low: low, safety_high: high }: { safety_low: string | null; safety_high: string | null }) => ({
  库存下限: low ? trimQty(low) : '不预警',
  库存上限: high ? trimQty(high) : '不预警',
});

/** Safety levels belong to the SKU, over all its warehouses. */
export async function saveSafety(tx: Tx, me: Me, input: { skuIds: string[]; low: string; high: string }): Promise<{ count: number }> {
  const ids = [...new Set(input.skuIds)];
  const before = await tx
    .selectFrom('sku')
    .select(['id', 'code', 'safety_low', 'safety_high'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (before.length < ids.length) notFound('所选的SKU');
  const after = { safety_low: input.low || null, safety_high: input.high || null };
  await tx.updateTable('sku').set(after).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  for (const { id, code, ...was } of before)
    await audit(tx, me, { action: '库存预警设置', subject: subjects.sku, id, no: code, before: safetyWords(was), after: safetyWords(after) });
  return { count: before.length };
}
