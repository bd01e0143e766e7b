import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { addDays } from '~/shared/dates';
import type { UsableLot } from './deduct';
import type { LotScope } from './expense';

export interface Lot extends UsableLot {
  scope: LotScope;
  scopeIds: string[];
}
interface LotRow {
  id: string;
  valid_to: string | null;
  max_ratio_ppm: number;
  scope: string;
  scope_ids: string[];
}

export const lotOf = (row: LotRow, left: bigint): Lot => ({
  id: row.id,
  validTo: row.valid_to,
  maxRatioPpm: row.max_ratio_ppm,
  scope: row.scope as LotScope,
  scopeIds: row.scope_ids,
  left,
});

/** What a customer's orders may still use today. Whoever is going to use it has locked the customer's money. */
export async function usableLots(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, today: string): Promise<Lot[]> {
  const rows = await tx
    .selectFrom('expense_lot')
    .select(['id', 'valid_to', 'max_ratio_ppm', 'scope', 'scope_ids', 'remaining', 'held'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('remaining', '>', 0n)
    .where(sql<boolean>`held < remaining`)
    .where(sql<boolean>`coalesce(valid_to >= ${today}::date, true)`)
    .execute();
  return rows.map((row) => lotOf(row, row.remaining - row.held));
}

/** Which lot covers which SKU: all goods, products of a branch of categories, or products by name. */
export async function coverage(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  lots: readonly Pick<Lot, 'id' | 'scope' | 'scopeIds'>[],
  skuIds: readonly string[],
): Promise<(lotId: string, skuId: string) => boolean> {
  const bounded = new Map(lots.filter((lot) => lot.scope !== 'ALL').map((lot) => [lot.id, lot]));
  if (!bounded.size) return () => true;
  const rows = await tx
    .selectFrom('sku')
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .innerJoin('category', (on) => on.onRef('category.tenant_id', '=', 'product.tenant_id').onRef('category.id', '=', 'product.category_id'))
    .select(['sku.id', 'sku.product_id', 'category.path'])
    .where('sku.tenant_id', '=', me.tenantId)
    .where('sku.id', '=', anyOf([...new Set(skuIds)]))
    .execute();
  const goods = new Map(rows.map((row) => [row.id, row]));
  return (lotId, skuId) => {
    const lot = bounded.get(lotId);
    if (!lot) return true;
    const sku = goods.get(skuId);
    if (!sku) return false;
    return lot.scope === 'PRODUCT' ? lot.scopeIds.includes(sku.product_id) : lot.scopeIds.some((id) => sku.path.includes(`/${id}/`));
  };
}

/** Adds to what lots have left and hold; the table's checks keep both in order. */
export async function moveLots(tx: Tx, me: Pick<Me, 'tenantId'>, changes: ReadonlyMap<string, { remaining?: bigint; held?: bigint }>): Promise<void> {
  const ids = [...changes.keys()];
  if (!ids.length) return;
  const of = (what: 'remaining' | 'held') => ids.map((id) => String(changes.get(id)?.[what] ?? 0n));
  await sql`update expense_lot l set remaining = l.remaining + v.remaining, held = l.held + v.held
    from unnest(${ids}::uuid[], ${of('remaining')}::bigint[], ${of('held')}::bigint[]) as v(id, remaining, held)
    where l.tenant_id = ${me.tenantId} and l.id = v.id`.execute(tx);
}

/**
 * What came back to lots that expired meanwhile goes into lots of its own, good for some more days; `parts` are in those lots already and free.
 * The account's balance stays as it is.
 */
export async function renewExpired(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  parts: ReadonlyMap<string, bigint>,
  { today, graceDays, now }: { today: string; graceDays: number; now: Date },
): Promise<void> {
  const ids = [...parts.keys()].filter((id) => (parts.get(id) ?? 0n) > 0n);
  if (!ids.length) return;
  const over = await tx
    .selectFrom('expense_lot')
    .select(['id', 'customer_id', 'entry_id', 'max_ratio_ppm', 'scope', 'scope_ids'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .where('valid_to', '<', today)
    .execute();
  if (!over.length) return;
  const amountOf = (id: string) => parts.get(id) as bigint;
  await moveLots(tx, me, new Map(over.map(({ id }) => [id, { remaining: -amountOf(id) }])));
  await tx
    .insertInto('expense_lot')
    .values(
      over.map(({ id, ...lot }) => ({
        ...lot,
        tenant_id: me.tenantId,
        id: newId(),
        origin_id: id,
        valid_to: addDays(today, graceDays),
        amount: amountOf(id),
        remaining: amountOf(id),
        created_at: now,
      })),
    )
    .execute();
}
