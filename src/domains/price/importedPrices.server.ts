import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { raised } from '~/server/versioned.server';
import { comparePrice, trimQty } from '~/shared/money';
import { insertPrices } from './customerPriceBatch.server';
import { type ActivePrice, activePrices, type PriceKey, recordHistory, refusingOverlap, setStatus } from './customerPriceSave.server';

/** A row of a file, its words understood. `price` null ends what holds for it, `remark` null leaves what stands. */
export interface ImportedPrice {
  key: PriceKey;
  price: string | null;
  remark: string | null;
}
export interface Undo {
  created: string[];
  changed: { id: string; price: string; remark: string; status: string; version: number }[];
}

export const tierOf = (key: PriceKey): string => [key.customerId, key.skuId, key.unitId, trimQty(key.minQty)].join('|');
export const sameDays = (a: PriceKey, b: PriceKey): boolean => a.validFrom === b.validFrom && a.validTo === b.validTo;
/** The price that holds for the same tier and the same days. */
export const sameRow = (active: ReadonlyMap<string, readonly ActivePrice[]>, key: PriceKey): ActivePrice | undefined =>
  active.get(tierOf(key))?.find((other) => sameDays(other, key));

/** Changes and ends what holds for the same tier and days, adds the rest. */
export async function writeImported(tx: Tx, me: Me, { rows }: { rows: readonly ImportedPrice[] }): Promise<{ created: number; updated: number; undo: Undo }> {
  const active = Map.groupBy(
    await activePrices(tx, me, [...new Set(rows.map(({ key }) => key.customerId))], [...new Set(rows.map(({ key }) => key.skuId))]),
    tierOf,
  );
  const known = rows.flatMap((row) => {
    const target = sameRow(active, row.key);
    return target ? [{ row, target }] : [];
  });
  const before = await lockedAsTheyWere(tx, me, known);
  await endPrices(tx, me, known);
  await changeKnown(tx, me, known);
  await sql`update customer_price set version = ${raised()} where tenant_id = ${me.tenantId} and id = ${anyOf(before.map((row) => row.id))}`.execute(tx);
  const batchId = newId();
  const fresh = rows
    .filter(({ key }) => !sameRow(active, key))
    .map(({ key, price, remark }) => ({ key, price: price as string, remark: remark ?? '', batchId }));
  const created = await refusingOverlap(() => insertPrices(tx, me, fresh, '导入'));
  return { created: created.length, updated: known.length, undo: { created, changed: before } };
}

type Known = readonly { row: ImportedPrice; target: ActivePrice }[];

const lockedAsTheyWere = (tx: Tx, me: Me, known: Known) =>
  tx
    .selectFrom('customer_price')
    .select(['id', 'price', 'remark', 'status', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(known.map(({ target }) => target.id)))
    .orderBy('id')
    .forUpdate()
    .execute();

async function endPrices(tx: Tx, me: Me, known: Known): Promise<void> {
  const ended = known.filter(({ row }) => row.price === null).map(({ target }) => target);
  await setStatus(
    tx,
    me,
    ended.map((one) => one.id),
    'DISABLED',
  );
  await recordHistory(
    tx,
    me,
    ended.map((one) => ({ id: one.id, oldPrice: one.price, newPrice: null, action: '导入停用' })),
  );
}

async function changeKnown(tx: Tx, me: Me, known: Known): Promise<void> {
  const changed = known.filter(({ row }) => row.price !== null);
  const set = changed.map(({ row, target }) => ({ id: target.id, price: row.price, remark: row.remark }));
  await sql`update customer_price p set price = n.price, remark = coalesce(n.remark, p.remark), updated_by = ${me.accountId}::uuid, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(set)}::jsonb) as n(id uuid, price numeric, remark text) where p.tenant_id = ${me.tenantId} and p.id = n.id`.execute(
    tx,
  );
  await recordHistory(
    tx,
    me,
    changed
      .filter(({ row, target }) => comparePrice(row.price as string, target.price) !== 0)
      .map(({ row, target }) => ({ id: target.id, oldPrice: target.price, newPrice: row.price, action: '导入' })),
  );
}
