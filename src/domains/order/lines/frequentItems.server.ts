import { sql } from 'kysely';
import type { z } from 'zod';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import type { FrequentItems } from '../views/orderView.schema';

const DAYS = 365;
/** Who orders more often than this a year has what it needs within its last orders. */
const ORDERS = 500;
const MOST = 100;

/** 常购商品: what a customer ordered most often in the last year (of its last orders), and before that what it keeps as favourites; only goods still on sale. */
export async function frequentItems(tx: Tx, me: Me, input: { customerId: string }, now: Date): Promise<z.output<typeof FrequentItems>> {
  const customerId = me.customerId ?? input.customerId;
  const since = startOfDay(addDays(shanghaiDate(now), -DAYS));
  const { rows } = await sql<z.output<typeof FrequentItems>['goods'][number]>`
    with recent as (
      select tenant_id, id, created_at from sales_order
      where tenant_id = ${me.tenantId} and customer_id = ${customerId} and created_at >= ${since} and status not in ('DRAFT', 'REJECTED', 'CANCELLED')
      order by created_at desc, id desc limit ${ORDERS}),
    bought as (
      select l.sku_id, count(distinct l.order_id)::int as times, max(o.created_at) as last_at,
        (array_agg(l.qty order by o.created_at desc))[1]::text as last_qty, (array_agg(l.unit_id order by o.created_at desc))[1] as unit_id,
        (array_agg(l.sku_snapshot->>'unitName' order by o.created_at desc))[1] as unit_name
      from recent o join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
      where not l.is_gift
      group by l.sku_id),
    kept as (select sku_id from favourite_sku where tenant_id = ${me.tenantId} and customer_id = ${customerId})
    select s.id as "skuId", s.code as "skuCode", p.name, p.spec, p.images[1] as image, coalesce(b.times, 0) as times, b.last_at as "lastAt", b.last_qty as "lastQty",
      b.unit_id as "unitId", coalesce(b.unit_name, u.name) as "unitName", k.sku_id is not null as favourite
    from bought b full join kept k on k.sku_id = b.sku_id
    join sku s on s.tenant_id = ${me.tenantId} and s.id = coalesce(b.sku_id, k.sku_id) and s.status = 'ACTIVE'
    join product p on p.tenant_id = s.tenant_id and p.id = s.product_id and p.status = 'ON'
    join unit u on u.tenant_id = p.tenant_id and u.id = p.base_unit_id
    order by favourite desc, times desc, s.code limit ${MOST}`.execute(tx);
  return { goods: rows };
}

/** Keeps goods at hand, or no longer. Either twice changes nothing. */
export async function keepFavourite(tx: Tx, me: Me, input: { skuId: string; on: boolean }): Promise<Record<string, never>> {
  if (!isDealer(me)) notFound('该客户');
  const customerId = me.customerId as string;
  const own = { tenant_id: me.tenantId, customer_id: customerId, sku_id: input.skuId };
  if (!input.on) {
    await tx.deleteFrom('favourite_sku').where('tenant_id', '=', me.tenantId).where('customer_id', '=', customerId).where('sku_id', '=', input.skuId).execute();
    return {};
  }
  const sku = await tx.selectFrom('sku').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', input.skuId).executeTakeFirst();
  if (!sku) notFound('该商品');
  await tx
    .insertInto('favourite_sku')
    .values({ ...own, id: newId() })
    .onConflict((on) => on.columns(['tenant_id', 'customer_id', 'sku_id']).doNothing())
    .execute();
  return {};
}
