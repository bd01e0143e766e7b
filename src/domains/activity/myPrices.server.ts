import { type SqlBool, sql } from 'kysely';
import { skusMatching } from '~/domains/product/catalogue.server';
import { saleTextOf } from '~/domains/product/product';
import { visibleTo } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { activityPrice, type DiscountMode, type MyPriceKind } from './activity';
import type { MyPriceQuery } from './activity.schema';

interface Offered {
  id: string;
  kind: MyPriceKind;
  name: string;
  sku_id: string;
  unit_id: string;
  mode: DiscountMode;
  value: string;
  quota: string | null;
  left: string | null;
  ends_at: Date;
}

/** What a customer's orders get beside the prices of everybody, with what is left of each: prices of their projects, and activities that are on. */
export async function listMyPrices(tx: Tx, me: Me, query: MyPriceQuery, now: Date) {
  const customerId = me.customerId ?? notFound('该客户');
  const offered = sql<Offered>`(
    select l.id, 'PROJECT' as kind, p.name, l.sku_id, l.unit_id, 'FIXED' as mode, l.price as value, m.quota, m.quota - m.used as left,
      ((l.valid_to + 1)::timestamp at time zone 'Asia/Shanghai') - interval '1 second' as ends_at
    from project_price_line l join project p on p.tenant_id = l.tenant_id and p.id = l.project_id join price_limit m on m.tenant_id = l.tenant_id and m.id = l.id
    where l.tenant_id = ${me.tenantId} and l.customer_id = ${customerId} and l.status = 'ACTIVE'
      and l.valid_from <= ${shanghaiDate(now)}::date and l.valid_to > ${addDays(shanghaiDate(now), -1)}::date
    union all
    select i.id, 'ACTIVITY', a.name, i.sku_id, i.unit_id, i.mode, i.value, least(m.quota, i.per_customer),
      greatest(least(m.quota - m.used, i.per_customer - (select coalesce(sum(u.qty), 0) from price_use u
        where u.tenant_id = i.tenant_id and u.limit_id = i.id and u.customer_id = c.id)), 0), i.end_at
    from activity_item i join activity a on a.tenant_id = i.tenant_id and a.id = i.activity_id join price_limit m on m.tenant_id = i.tenant_id and m.id = i.id
      join customer c on c.tenant_id = i.tenant_id and c.id = ${customerId}
    where i.tenant_id = ${me.tenantId} and i.status = 'OPEN' and i.start_at <= ${now} and i.end_at > ${now} and case a.customer_scope when 'ALL' then true
      when 'LEVEL' then c.level_id = any (a.level_ids)
      when 'REGION' then c.province = any (a.regions) or c.province || c.city = any (a.regions)
      else c.id = any (a.customer_ids) end)`.as('offered');
  let rows = tx
    .selectFrom(offered)
    .innerJoin('sku', (on) => on.onRef('sku.id', '=', 'offered.sku_id').on('sku.tenant_id', '=', me.tenantId))
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .innerJoin('unit', (on) => on.onRef('unit.id', '=', 'offered.unit_id').on('unit.tenant_id', '=', me.tenantId))
    .where('product.status', '=', 'ON')
    .where('sku.status', '=', 'ACTIVE')
    .where(visibleTo(me, customerId))
    .select(['offered.id', 'offered.kind', 'offered.name', 'offered.mode', 'offered.value', 'offered.quota', 'offered.left', 'offered.ends_at as endsAt'])
    .select(['sku.code as skuCode', 'sku.sale_attrs', 'product.name as productName', 'unit.name as unitName'])
    .select(
      sql<string | null>`case when offered.unit_id = product.base_unit_id then sku.list_price else coalesce((select x.list_price from sku_unit x
        where x.tenant_id = sku.tenant_id and x.sku_id = sku.id and x.unit_id = offered.unit_id), (select sku.list_price * x.num / x.den from sku_unit x
        where x.tenant_id = sku.tenant_id and x.sku_id = sku.id and x.unit_id = offered.unit_id)) end::text`.as('listPrice'),
    );
  if (query.kind) rows = rows.where('offered.kind', '=', query.kind);
  if (query.sku) rows = rows.where(sql<SqlBool>`offered.sku_id = ${anyOf(await skusMatching(tx, me, query.sku))}`);
  const page = await pageFrom(tx, rows, query, {
    sort: { skuCode: 'sku.code', endsAt: 'offered.ends_at' },
    initial: [
      ['offered.ends_at', 'asc'],
      ['sku.code', 'asc'],
    ],
    tiebreak: 'offered.id',
  });
  return {
    ...page,
    pagedRecords: page.pagedRecords.map(({ mode, value, sale_attrs, productName, ...row }) => ({
      ...row,
      productName: [productName, saleTextOf(sale_attrs as Record<string, string>)].filter(Boolean).join(' '),
      price: activityPrice(mode, value, row.listPrice) ?? row.listPrice ?? value,
    })),
  };
}
