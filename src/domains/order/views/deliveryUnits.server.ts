import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import type { UnitQty } from '~/shared/money';

/** What deliveries carry, unit by unit, by the delivery's id. */
export async function unitsOfDeliveries(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<(id: string) => UnitQty[]> {
  if (!ids.length) return () => [];
  const { rows } = await sql<UnitQty & { id: string }>`
    select d.delivery_id as id, l.sku_snapshot->>'unitName' as "unitName", sum(d.qty)::text as qty
    from delivery_line d join order_line l on l.tenant_id = d.tenant_id and l.id = d.order_line_id
    where d.tenant_id = ${me.tenantId} and d.delivery_id = ${anyOf(ids)}
    group by 1, 2 order by 1, min(d.line_no)`.execute(tx);
  const byId = Map.groupBy(rows, (row) => row.id);
  return (id) => byId.get(id) ?? [];
}
