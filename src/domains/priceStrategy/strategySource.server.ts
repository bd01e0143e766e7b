import { sql } from 'kysely';
import { definePriceSource, type SourceScope } from '~/domains/price/priceSource.server';

/** The ids from the top category down to the product's own. */
const branch = sql`string_to_array(trim(both '/' from g.path), '/')`;
const reachesGoods = sql`case s.goods_scope when 'ALL' then true when 'BRAND' then p.brand = any (s.goods) when 'CATEGORY' then ${branch} && s.goods
  when 'PRODUCT' then p.id::text = any (s.goods) else k.id::text = any (s.goods) end`;
const reachesCustomer = ({ tenantId, customerId }: SourceScope) => sql`case s.customer_scope when 'ALL' then true
  when 'LEVEL' then c.level_id::text = any (s.buyers)
  when 'REGION' then c.region_label = any (s.buyers) or c.province = any (s.buyers) or c.province || c.city = any (s.buyers) or c.province || c.city || c.district = any (s.buyers)
  else exists (select from price_strategy_customer sc where sc.tenant_id = ${tenantId} and sc.strategy_id = s.id and sc.customer_id = ${customerId}) end`;

/** SKU, product, the deepest category, brand, all; within each: named customers, level, region, all. */
const rank = sql`10 * case s.goods_scope when 'SKU' then 0 when 'PRODUCT' then 1
    when 'CATEGORY' then 6 - (select max(b.depth)::int from unnest(${branch}) with ordinality b(id, depth) where b.id = any (s.goods))
    when 'BRAND' then 6 else 7 end
  + case s.customer_scope when 'CUSTOMER' then 0 when 'LEVEL' then 1 when 'REGION' then 2 else 3 end`;

definePriceSource({
  layer: 'STRATEGY',
  columns: {
    sku: sql`k.id`,
    id: sql`s.id`,
    unit: sql`p.base_unit_id`,
    price: sql`t.value`,
    method: sql`s.method`,
    roundTo: sql`s.round_to`,
    minQty: sql`t."minQty"`,
    validFrom: sql`s.valid_from`,
    validTo: sql`s.valid_to`,
    rank,
    priority: sql`s.priority`,
    name: sql`s.no || ' ' || s.name`,
    unusable: sql`case when s.status = 'DISABLED' then '策略已停用' when not m.buys then '不适用该客户' end`,
  },
  from: (scope) => sql`price_strategy s
    join customer c on c.tenant_id = s.tenant_id and c.id = ${scope.customerId}
    join sku k on k.tenant_id = s.tenant_id and k.id = ${scope.skus}
    join product p on p.tenant_id = k.tenant_id and p.id = k.product_id
    join category g on g.tenant_id = p.tenant_id and g.id = p.category_id
    cross join lateral (select ${reachesCustomer(scope)} as buys) m
    cross join lateral jsonb_to_recordset(s.tiers) as t("minQty" numeric, value numeric)
    where s.tenant_id = ${scope.tenantId} and ${reachesGoods}
    ${scope.explain ? sql`` : sql`and s.status = 'ACTIVE' and m.buys and ${scope.on}::date between s.valid_from and coalesce(s.valid_to, 'infinity')`}`,
});
