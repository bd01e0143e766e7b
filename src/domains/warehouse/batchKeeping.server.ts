import { sql } from 'kysely';
import { batchKeeping } from '~/domains/product/batchKeeping.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { lockBalances } from './movements.server';

/**
 * A product is kept by batch from now on, or no longer. What lies in its warehouses and is on its way between them becomes goods without a
 * batch, or is taken off its batches: both stand in the batches' ledger. Balances of every warehouse are there first, so that none is missed.
 */
batchKeeping.provide(async (tx, me, { productId, on }) => {
  const skus = await tx.selectFrom('sku').select('id').where('tenant_id', '=', me.tenantId).where('product_id', '=', productId).execute();
  const houses = await tx.selectFrom('warehouse').select('id').where('tenant_id', '=', me.tenantId).execute();
  const at = houses.flatMap((house) => skus.map((sku) => ({ warehouseId: house.id, skuId: sku.id })));
  if (!at.length) return;
  await lockBalances(tx, me, at);
  const ids = skus.map((sku) => sku.id);
  await sql`update stock_balance set by_batch = ${on} where tenant_id = ${me.tenantId} and sku_id = any(${ids}::uuid[])`.execute(tx);
  await (on ? begin(tx, me, productId, ids) : end(tx, me, productId, ids));
});

async function begin(tx: Tx, me: Me, productId: string, skuIds: readonly string[]): Promise<void> {
  await sql`insert into stock_batch (tenant_id, id, sku_id, batch_no)
    select ${me.tenantId}, gen_random_uuid(), s, '' from unnest(${[...skuIds]}::uuid[]) as s on conflict do nothing`.execute(tx);
  await sql`insert into stock_batch_balance (tenant_id, warehouse_id, sku_id, batch_id, on_hand, in_transit)
    select b.tenant_id, b.warehouse_id, b.sku_id, t.id, b.on_hand, b.in_transit from stock_balance b
    join stock_batch t on t.tenant_id = b.tenant_id and t.sku_id = b.sku_id and t.batch_no = ''
    where b.tenant_id = ${me.tenantId} and b.sku_id = any(${[...skuIds]}::uuid[]) and (b.on_hand > 0 or b.in_transit > 0)
    on conflict (tenant_id, warehouse_id, sku_id, batch_id) do update set on_hand = excluded.on_hand, in_transit = excluded.in_transit, updated_at = now()`.execute(
    tx,
  );
  await say(tx, me, productId, skuIds, 'BEGIN');
}

async function end(tx: Tx, me: Me, productId: string, skuIds: readonly string[]): Promise<void> {
  await say(tx, me, productId, skuIds, 'END');
  await sql`update stock_batch_balance set on_hand = 0, in_transit = 0, updated_at = now() where tenant_id = ${me.tenantId} and sku_id = any(${[...skuIds]}::uuid[])`.execute(
    tx,
  );
}

/** A row of the ledger for every batch there is something of; a step of its own each time. */
async function say(tx: Tx, me: Me, productId: string, skuIds: readonly string[], step: 'BEGIN' | 'END'): Promise<void> {
  const sign = step === 'BEGIN' ? sql`1` : sql`-1`;
  await sql`insert into stock_batch_ledger (tenant_id, id, warehouse_id, sku_id, batch_id, biz_type, biz_id, biz_line_id, step, biz_no, d_on_hand, d_transit, after_on_hand, actor)
    select b.tenant_id, gen_random_uuid(), b.warehouse_id, b.sku_id, b.batch_id, 'BATCH', ${productId}, gen_random_uuid(), ${step}, '', ${sign} * b.on_hand, ${sign} * b.in_transit,
      case when ${step} = 'BEGIN' then b.on_hand else 0 end, ${actorName(me)}
    from stock_batch_balance b where b.tenant_id = ${me.tenantId} and b.sku_id = any(${[...skuIds]}::uuid[]) and (b.on_hand > 0 or b.in_transit > 0)`.execute(
    tx,
  );
}
