import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { RecentDeals } from '../views/orderView.schema';

const MOST = 3;

/** 最近成交价: what the customer last paid for the SKU, the newest first; gifts and orders that came to nothing left out. */
export async function recentDeals(tx: Tx, me: Me, input: { customerId: string; skuId: string; exceptOrderId: string }): Promise<z.output<typeof RecentDeals>> {
  const customerId = me.customerId ?? input.customerId;
  const { rows } = await sql<z.output<typeof RecentDeals>['deals'][number]>`
    select l.id, o.id as "orderId", o.no as "orderNo", coalesce(o.submitted_at, o.created_at) as at, l.qty, l.sku_snapshot->>'unitName' as "unitName", l.price
    from sales_order o join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where o.tenant_id = ${me.tenantId} and o.customer_id = ${customerId} and l.sku_id = ${input.skuId} and not l.is_gift
      and o.status not in ('DRAFT', 'PENDING_AUDIT', 'REJECTED', 'CANCELLED') and o.id::text <> ${input.exceptOrderId}
    order by o.created_at desc, o.no desc, l.line_no limit ${MOST}`.execute(tx);
  return { deals: rows };
}
