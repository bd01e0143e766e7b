import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { STOCK_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineProof } from '~/server/proof.server';

/** A figure of one balance that differs from what its ledger or its reservations say. */
export interface StockDifference {
  warehouseId: string;
  skuId: string;
  warehouse: string;
  skuCode: string;
  /** 在库、占用… as people read it. */
  figure: string;
  balance: string;
  proof: string;
}

/** Recomputes every balance: on_hand, reserved, frozen and in_transit from the ledger, reserved from open reservations, and the chain of after_* figures. */
export async function proveStock(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<StockDifference[]> {
  const { rows } = await sql<StockDifference>`
    with ledger as (
      select warehouse_id, sku_id, sum(d_on_hand) as on_hand, sum(d_reserved) as reserved, sum(d_frozen) as frozen, sum(d_transit) as in_transit
      from stock_ledger where tenant_id = ${me.tenantId} group by warehouse_id, sku_id
    ), allocated as (
      select warehouse_id, sku_id, sum(open) as reserved from reservation where tenant_id = ${me.tenantId} group by warehouse_id, sku_id
    ), places as (
      select warehouse_id, sku_id from stock_balance where tenant_id = ${me.tenantId}
      union select warehouse_id, sku_id from ledger union select warehouse_id, sku_id from allocated
    ), compared as (
      select p.warehouse_id, p.sku_id, f.figure, f.balance, f.proof
      from places p
      left join stock_balance b on b.tenant_id = ${me.tenantId} and b.warehouse_id = p.warehouse_id and b.sku_id = p.sku_id
      left join ledger l on l.warehouse_id = p.warehouse_id and l.sku_id = p.sku_id
      left join allocated r on r.warehouse_id = p.warehouse_id and r.sku_id = p.sku_id
      cross join lateral (values
        ('在库（流水合计）', coalesce(b.on_hand, 0), coalesce(l.on_hand, 0)), ('占用（流水合计）', coalesce(b.reserved, 0), coalesce(l.reserved, 0)),
        ('冻结（流水合计）', coalesce(b.frozen, 0), coalesce(l.frozen, 0)), ('在途（流水合计）', coalesce(b.in_transit, 0), coalesce(l.in_transit, 0)),
        ('占用（未完成占用合计）', coalesce(b.reserved, 0), coalesce(r.reserved, 0))) as f(figure, balance, proof)
      where f.balance <> f.proof
      union all
      select c.warehouse_id, c.sku_id, '流水第' || c.seq || '笔变动后', c.said, c.counted
      from (
        select warehouse_id, sku_id, seq, after_on_hand as said, sum(d_on_hand) over line as counted,
          after_reserved <> sum(d_reserved) over line or after_frozen <> sum(d_frozen) over line or after_transit <> sum(d_transit) over line
            or seq <> row_number() over line as broken
        from stock_ledger where tenant_id = ${me.tenantId} window line as (partition by warehouse_id, sku_id order by seq)
      ) c where c.said <> c.counted or c.broken
    )
    select c.warehouse_id as "warehouseId", c.sku_id as "skuId", w.name as warehouse, s.code as "skuCode", c.figure, c.balance::text, c.proof::text
    from compared c
    join warehouse w on w.tenant_id = ${me.tenantId} and w.id = c.warehouse_id
    join sku s on s.tenant_id = ${me.tenantId} and s.id = c.sku_id
    order by w.code, s.code, c.figure`.execute(tx);
  return rows;
}

defineProof({
  key: 'stock',
  book: '库存',
  title: '库存余额与流水、未完成占用',
  see: STOCK_MANAGE,
  of: 'warehouses',
  run: async (tx, me) => {
    const { n } = await tx
      .selectFrom('stock_balance')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('tenant_id', '=', me.tenantId)
      .executeTakeFirstOrThrow();
    const found = await proveStock(tx, me);
    return {
      compared: n,
      differences: found.map(({ warehouse, skuCode, figure, balance, proof }) => ({ name: `${warehouse} ${skuCode}`, figure, balance, proof })),
    };
  },
});
