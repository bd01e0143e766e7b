import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { STOCK_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Difference, defineProof } from '~/server/proof.server';

/** Recomputes what is on its way to a warehouse from open transfers, and what arrived or was lost of a transfer's lines from the stock ledger. */
export async function proveTransfers(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with way as (
      select t.to_id, l.sku_id, sum(l.base_qty - l.in_qty - l.loss_qty) as open
      from stock_transfer t join stock_transfer_line l on l.tenant_id = t.tenant_id and l.transfer_id = t.id
      where t.tenant_id = ${me.tenantId} and t.status in ('IN_TRANSIT', 'PART_RECEIVED') group by 1, 2
    ), places as (
      select warehouse_id, sku_id, in_transit from stock_balance where tenant_id = ${me.tenantId} and in_transit <> 0
      union all select w.to_id, w.sku_id, 0 from way w where not exists (
        select 1 from stock_balance b where b.tenant_id = ${me.tenantId} and b.warehouse_id = w.to_id and b.sku_id = w.sku_id and b.in_transit <> 0)
    ), arrived as (
      select biz_line_id, sum(d_on_hand) as qty from stock_ledger
      where tenant_id = ${me.tenantId} and biz_type = 'TRANSFER' and step like 'RECEIVE#%' group by 1
    ), lost as (
      select l.source_line_id, sum(l.base_qty) as qty from stock_doc d join stock_doc_line l on l.tenant_id = d.tenant_id and l.doc_id = d.id
      where d.tenant_id = ${me.tenantId} and d.kind = 'TRANSIT_LOSS' and d.status = 'DONE' group by 1
    )
    select null::uuid as id, w.name || ' ' || s.code as name, '在途（调拨单合计）' as figure, p.in_transit::text as balance, coalesce(o.open, 0)::text as proof
    from places p join warehouse w on w.tenant_id = ${me.tenantId} and w.id = p.warehouse_id join sku s on s.tenant_id = ${me.tenantId} and s.id = p.sku_id
      left join way o on o.to_id = p.warehouse_id and o.sku_id = p.sku_id
    where p.in_transit <> coalesce(o.open, 0)
    union all
    select t.id, t.no || '第' || l.line_no || '行', f.figure, f.balance::text, f.proof::text
    from stock_transfer t join stock_transfer_line l on l.tenant_id = t.tenant_id and l.transfer_id = t.id
      left join arrived a on a.biz_line_id = l.id left join lost x on x.source_line_id = l.id
      cross join lateral (values ('已收（流水合计）', l.in_qty, coalesce(a.qty, 0)), ('短少（出库单合计）', l.loss_qty, coalesce(x.qty, 0))) as f(figure, balance, proof)
    where t.tenant_id = ${me.tenantId} and f.balance <> f.proof
    union all
    select t.id, t.no || '第' || l.line_no || '行', '已结束的调拨仍在途', (l.base_qty - l.in_qty - l.loss_qty)::text, '0'
    from stock_transfer t join stock_transfer_line l on l.tenant_id = t.tenant_id and l.transfer_id = t.id
    where t.tenant_id = ${me.tenantId} and t.status in ('RECEIVED', 'CLOSED_LOSS') and l.base_qty <> l.in_qty + l.loss_qty`.execute(tx);
  return rows.map(({ id, ...row }) => (id ? { id, ...row } : row));
}

defineProof({
  key: 'transfer',
  book: '调拨',
  title: '在途与调拨单、收货与流水、短少与出库单',
  see: STOCK_MANAGE,
  of: 'warehouses',
  run: async (tx, me) => {
    const { n } = await tx
      .selectFrom('stock_transfer_line')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('tenant_id', '=', me.tenantId)
      .executeTakeFirstOrThrow();
    return { compared: n, differences: await proveTransfers(tx, me) };
  },
});
