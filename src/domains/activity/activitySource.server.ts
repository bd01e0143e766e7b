import { sql } from 'kysely';
import { definePriceSource, type SourceScope } from '~/domains/price/priceSource.server';

const reaches = ({ customerId }: SourceScope) => sql`case a.customer_scope when 'ALL' then true
  when 'LEVEL' then c.level_id = any (a.level_ids)
  when 'REGION' then c.province = any (a.regions) or c.province || c.city = any (a.regions)
  else ${customerId}::uuid = any (a.customer_ids) end`;

/** What the customer may still have of the item: the least of what is left for all and for them. */
const left = sql`least(l.quota - l.used, case when l.per_customer is not null then l.per_customer - (select coalesce(sum(u.qty), 0) from price_use u
  where u.tenant_id = i.tenant_id and u.limit_id = i.id and u.customer_id = c.id) end)`;

definePriceSource({
  layer: 'ACTIVITY',
  columns: {
    sku: sql`i.sku_id`,
    id: sql`i.id`,
    unit: sql`i.unit_id`,
    price: sql`case i.mode when 'RATE' then i.value / 100 else i.value end`,
    method: sql`i.mode`,
    minQty: sql`coalesce(i.per_order_min, 0)`,
    startAt: sql`i.start_at`,
    endAt: sql`i.end_at`,
    capLeft: left,
    name: sql`a.no || ' ' || a.name`,
    unusable: sql`case when not m.buys then '不适用该客户' end`,
  },
  from: (scope) => sql`activity_item i
    join activity a on a.tenant_id = i.tenant_id and a.id = i.activity_id
    join price_limit l on l.tenant_id = i.tenant_id and l.id = i.id
    join customer c on c.tenant_id = i.tenant_id and c.id = ${scope.customerId}
    cross join lateral (select ${reaches(scope)} as buys) m
    where i.tenant_id = ${scope.tenantId} and i.sku_id = ${scope.skus} and i.status = 'OPEN'
    ${scope.explain ? sql`` : sql`and m.buys and i.start_at <= ${scope.at} and i.end_at > ${scope.at}`}`,
});
