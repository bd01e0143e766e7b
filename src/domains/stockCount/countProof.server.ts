import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { STOCK_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Difference, defineProof } from '~/server/proof.server';

/** Recomputes what is frozen from counts under way, and what finished counts gained and lost from the stock ledger. */
export async function proveCounts(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with held as (
      select c.warehouse_id, l.sku_id, sum(l.frozen) as frozen from stock_count c join stock_count_line l on l.tenant_id = c.tenant_id and l.count_id = c.id
      where c.tenant_id = ${me.tenantId} and l.frozen > 0 group by 1, 2
    ), places as (
      select warehouse_id, sku_id from stock_balance where tenant_id = ${me.tenantId} and frozen <> 0
      union select warehouse_id, sku_id from held
    )
    select null::uuid as id, w.name || ' ' || s.code as name, '冻结（盘点单合计）' as figure, coalesce(b.frozen, 0)::text as balance, coalesce(h.frozen, 0)::text as proof
    from places p join warehouse w on w.tenant_id = ${me.tenantId} and w.id = p.warehouse_id join sku s on s.tenant_id = ${me.tenantId} and s.id = p.sku_id
      left join stock_balance b on b.tenant_id = ${me.tenantId} and b.warehouse_id = p.warehouse_id and b.sku_id = p.sku_id
      left join held h on h.warehouse_id = p.warehouse_id and h.sku_id = p.sku_id
    where coalesce(b.frozen, 0) <> coalesce(h.frozen, 0)
    union all
    select c.id, c.no, '已结束的盘点仍冻结', sum(l.frozen)::text, '0'
    from stock_count c join stock_count_line l on l.tenant_id = c.tenant_id and l.count_id = c.id
    where c.tenant_id = ${me.tenantId} and c.status in ('DONE', 'CANCELLED') and l.frozen > 0 group by c.id, c.no`.execute(tx);
  return rows.map(({ id, ...row }) => (id ? { id, ...row } : row));
}

defineProof({
  key: 'stockCount',
  book: '盘点',
  title: '冻结库存与盘点单',
  see: STOCK_MANAGE,
  of: 'warehouses',
  run: async (tx, me) => {
    const { n } = await tx.selectFrom('stock_count').select(sql<number>`count(*)::int`.as('n')).where('tenant_id', '=', me.tenantId).executeTakeFirstOrThrow();
    return { compared: n, differences: await proveCounts(tx, me) };
  },
});
