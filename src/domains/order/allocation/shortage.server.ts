import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { linesOf, lockOrder } from '../store.server';
import { reserveLines } from './allocation.server';

/** 欠货补占: goods that came in go to short orders, the earliest approved first. Answers how many orders are short no longer. */
export const fillShortages = (opened: Opened, stop?: AbortSignal): Promise<number> => inEveryTenant(opened, 'fill-shortages', fillOne, stop);

/** One order a transaction, so that a long queue never holds its locks; orders nothing can be given to are passed over. */
async function fillOne(tx: Tx, clock: Me): Promise<number> {
  const next = await tx
    .selectFrom('sales_order')
    .select('id')
    .where('tenant_id', '=', clock.tenantId)
    .where('short', '=', true)
    .where('status', 'in', ['PENDING_DELIVERY', 'PARTIAL_DELIVERED'])
    .where(
      sql<boolean>`exists (select from order_line l join stock_balance b on b.tenant_id = l.tenant_id and b.warehouse_id = l.warehouse_id and b.sku_id = l.sku_id
        where l.tenant_id = sales_order.tenant_id and l.order_id = sales_order.id and l.qty > l.shipped + l.closed and b.available > 0
          and l.reserved < l.base_qty * (l.qty - l.shipped - l.closed) / l.qty)`,
    )
    .orderBy('approved_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return 0;
  const order = await lockOrder(tx, clock, { id: next.id });
  const short = await reserveLines(tx, clock, order, await linesOf(tx, clock, [order.id]), { allowShort: true });
  await tx.updateTable('sales_order').set({ short }).where('tenant_id', '=', clock.tenantId).where('id', '=', order.id).execute();
  return 1;
}
