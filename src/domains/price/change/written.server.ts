import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** One entry of the prices' history with what it is about. Prices are for one of the unit; `newPrice` null: it ends. */
export interface Written {
  customerId: string;
  skuId: string;
  unitId: string;
  minQty: string;
  validFrom: string;
  validTo: string | null;
  action: string;
  oldPrice: string | null;
  newPrice: string | null;
  floorPrice: string | null;
  /** In percent of the old price, when it falls. */
  fall: string | null;
}

/** What this transaction has written since `from`, an id made before; ids rise within a process, and `now()` is the transaction's own. */
export async function writtenSince(tx: Tx, me: Me, from: string): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select p.customer_id as "customerId", p.sku_id as "skuId", p.unit_id as "unitId", p.min_qty as "minQty", p.valid_from as "validFrom", p.valid_to as "validTo",
      h.action, h.old_price as "oldPrice", h.new_price as "newPrice",
      round(s.min_price * coalesce(u.num, 1) / coalesce(u.den, 1), 6) as "floorPrice",
      case when h.new_price < h.old_price then round((h.old_price - h.new_price) * 100 / h.old_price, 2) end::text as fall
    from customer_price_history h
    join customer_price p on p.tenant_id = h.tenant_id and p.id = h.price_id
    join sku s on s.tenant_id = p.tenant_id and s.id = p.sku_id
    left join sku_unit u on u.tenant_id = p.tenant_id and u.sku_id = p.sku_id and u.unit_id = p.unit_id
    where h.tenant_id = ${me.tenantId} and h.id > ${from} and h.at = now()
    order by h.id`.execute(tx);
  return rows;
}
