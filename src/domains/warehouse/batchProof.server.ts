import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { STOCK_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Difference, defineProof } from '~/server/proof.server';

/** Of goods kept by batch: balances against the sum of their batches, and each batch against its ledger; of others no batch has anything. */
export async function proveBatches(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with batches as (
      select warehouse_id, sku_id, sum(on_hand) as on_hand, sum(in_transit) as in_transit from stock_batch_balance where tenant_id = ${me.tenantId} group by 1, 2
    ), places as (
      select warehouse_id, sku_id from stock_balance where tenant_id = ${me.tenantId} and by_batch union select warehouse_id, sku_id from batches
    ), ledger as (
      select warehouse_id, sku_id, batch_id, sum(d_on_hand) as on_hand, sum(d_transit) as in_transit from stock_batch_ledger where tenant_id = ${me.tenantId} group by 1, 2, 3
    )
    select null::uuid as id, w.name || ' ' || s.code as name, f.figure, f.balance::text as balance, f.proof::text as proof
    from places p join warehouse w on w.tenant_id = ${me.tenantId} and w.id = p.warehouse_id join sku s on s.tenant_id = ${me.tenantId} and s.id = p.sku_id
      left join stock_balance b on b.tenant_id = ${me.tenantId} and b.warehouse_id = p.warehouse_id and b.sku_id = p.sku_id
      left join batches t on t.warehouse_id = p.warehouse_id and t.sku_id = p.sku_id
      cross join lateral (values
        ('在库（批次合计）', case when b.by_batch then b.on_hand else 0 end, coalesce(t.on_hand, 0)),
        ('在途（批次合计）', case when b.by_batch then b.in_transit else 0 end, coalesce(t.in_transit, 0))) as f(figure, balance, proof)
    where f.balance <> f.proof
    union all
    select null, w.name || ' ' || s.code || ' ' || coalesce(nullif(t.batch_no, ''), '未标批次'), f.figure, f.balance::text, f.proof::text
    from stock_batch_balance b
      full join ledger l on l.warehouse_id = b.warehouse_id and l.sku_id = b.sku_id and l.batch_id = b.batch_id
      join warehouse w on w.tenant_id = ${me.tenantId} and w.id = coalesce(b.warehouse_id, l.warehouse_id)
      join sku s on s.tenant_id = ${me.tenantId} and s.id = coalesce(b.sku_id, l.sku_id)
      join stock_batch t on t.tenant_id = ${me.tenantId} and t.id = coalesce(b.batch_id, l.batch_id)
      cross join lateral (values ('批次在库（流水合计）', coalesce(b.on_hand, 0), coalesce(l.on_hand, 0)), ('批次在途（流水合计）', coalesce(b.in_transit, 0), coalesce(l.in_transit, 0))) as f(figure, balance, proof)
    where coalesce(b.tenant_id, ${me.tenantId}) = ${me.tenantId} and f.balance <> f.proof
    order by 2, 3`.execute(tx);
  return rows;
}

defineProof({
  key: 'stockBatch',
  book: '批次',
  title: '批次与库存余额、批次流水',
  see: STOCK_MANAGE,
  of: 'warehouses',
  run: async (tx, me) => {
    const { n } = await tx
      .selectFrom('stock_batch_balance')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('tenant_id', '=', me.tenantId)
      .executeTakeFirstOrThrow();
    return { compared: n, differences: await proveBatches(tx, me) };
  },
});
