import { type SqlBool, sql } from 'kysely';
import { skusMatching } from '~/domains/product/catalogue.server';
import { saleTextOf } from '~/domains/product/product';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { priceStateOn } from './customerPrice';
import type { CustomerPriceQuery } from './customerPrice.schema';
import type { PriceState } from './priceState';

const num = sql`coalesce(sku_unit.num, 1)::numeric / coalesce(sku_unit.den, 1)`;
/** For one of the row's unit. */
const listPrice = sql<string | null>`coalesce(sku_unit.list_price, round(sku.list_price * ${num}, 6))`;
const minPrice = sql<string | null>`round(sku.min_price * ${num}, 6)`;

/** Customer prices with everything a screen shows of them. */
export function priceRows(tx: Tx, me: Pick<Me, 'tenantId'>) {
  return tx
    .selectFrom('customer_price')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'customer_price.tenant_id').onRef('customer.id', '=', 'customer_price.customer_id'))
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'customer_price.tenant_id').onRef('sku.id', '=', 'customer_price.sku_id'))
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'customer_price.tenant_id').onRef('unit.id', '=', 'customer_price.unit_id'))
    .leftJoin('sku_unit', (on) =>
      on
        .onRef('sku_unit.tenant_id', '=', 'customer_price.tenant_id')
        .onRef('sku_unit.sku_id', '=', 'customer_price.sku_id')
        .onRef('sku_unit.unit_id', '=', 'customer_price.unit_id'),
    )
    .select([
      'customer_price.id',
      'customer.id as customerId',
      'customer.code as customerCode',
      'customer.name as customerName',
      'sku.id as skuId',
      'sku.code as skuCode',
      'sku.sale_attrs',
      'product.id as productId',
      'product.name as productName',
      'product.spec',
      'unit.id as unitId',
      'unit.name as unitName',
      'customer_price.min_qty as minQty',
      'customer_price.price',
      'customer_price.valid_from as validFrom',
      'customer_price.valid_to as validTo',
      'customer_price.status',
      'customer_price.remark',
      'customer_price.version',
      'customer_price.updated_at as updatedAt',
    ])
    .select([
      listPrice.as('listPrice'),
      minPrice.as('minPrice'),
      sql<string | null>`trim_scale(round(customer_price.price * 100 / ${listPrice}, 2))::text`.as('discount'),
      sql<string>`coalesce((select a.name from account a where a.id = customer_price.updated_by), '')`.as('updatedBy'),
    ])
    .where('customer_price.tenant_id', '=', me.tenantId);
}

type Selected = Awaited<ReturnType<ReturnType<typeof priceRows>['execute']>>[number];

function shown(row: Selected, today: string) {
  const { sale_attrs, status, ...rest } = row;
  return {
    ...rest,
    saleText: saleTextOf(sale_attrs as Record<string, string>),
    state: priceStateOn({ status, validFrom: row.validFrom, validTo: row.validTo }, today),
  };
}

const states = ['ACTIVE', 'NOT_STARTED', 'EXPIRED', 'DISABLED'] as const;

function isState(state: PriceState, today: string) {
  if (state === 'DISABLED') return sql<SqlBool>`customer_price.status = 'DISABLED'`;
  if (state === 'NOT_STARTED') return sql<SqlBool>`customer_price.status = 'ACTIVE' and customer_price.valid_from > ${today}::date`;
  if (state === 'EXPIRED') return sql<SqlBool>`customer_price.status = 'ACTIVE' and customer_price.valid_to < ${today}::date`;
  return sql<SqlBool>`customer_price.status = 'ACTIVE' and ${today}::date between customer_price.valid_from and coalesce(customer_price.valid_to, 'infinity')`;
}

/** What the query asks for, state aside: the tabs count by it. */
function matchingAny(tx: Tx, me: Me, query: CustomerPriceQuery, today: string, skuIds: readonly string[] | null) {
  let rows = priceRows(tx, me);
  if (query.customerId) rows = rows.where('customer_price.customer_id', '=', query.customerId);
  if (query.levelId) rows = rows.where('customer.level_id', '=', query.levelId);
  if (skuIds) rows = rows.where('customer_price.sku_id', '=', anyOf(skuIds));
  if (query.productId) rows = rows.where('sku.product_id', '=', query.productId);
  if (query.skuId) rows = rows.where('customer_price.sku_id', '=', query.skuId);
  if (query.validStart) rows = rows.where(sql<SqlBool>`coalesce(customer_price.valid_to, 'infinity') >= ${query.validStart}::date`);
  if (query.validEnd) rows = rows.where(sql<SqlBool>`customer_price.valid_from <= ${query.validEnd}::date`);
  if (query.expiring === 'true') rows = rows.where(isState('ACTIVE', today)).where(sql<SqlBool>`customer_price.valid_to <= ${addDays(today, 30)}::date`);
  return rows;
}

const goodsOf = async (tx: Tx, me: Me, { word }: CustomerPriceQuery): Promise<string[] | null> => (word ? skusMatching(tx, me, word) : null);

function matching(tx: Tx, me: Me, query: CustomerPriceQuery, today: string, skuIds: readonly string[] | null) {
  const rows = matchingAny(tx, me, query, today, skuIds);
  return query.state ? rows.where(isState(query.state, today)) : rows;
}

export async function listCustomerPrices(tx: Tx, me: Me, query: CustomerPriceQuery, now: Date) {
  const today = shanghaiDate(now);
  const skuIds = await goodsOf(tx, me, query);
  const page = await pricePage(tx, matching(tx, me, query, today, skuIds), query, today);
  const counts = await matchingAny(tx, me, query, today, skuIds)
    .clearSelect()
    .select([...states.map((state) => sql<number>`count(*) filter (where ${isState(state, today)})::int`.as(state)), sql<number>`count(*)::int`.as('ALL')])
    .executeTakeFirstOrThrow();
  return { ...page, tabs: Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)) };
}

async function pricePage(tx: Tx, chosen: ReturnType<typeof matching>, query: CustomerPriceQuery, today: string) {
  const page = await pageFrom(tx, chosen, query, {
    sort: {
      customerName: 'customer.name',
      skuCode: 'sku.code',
      price: 'customer_price.price',
      validFrom: 'customer_price.valid_from',
      validTo: 'customer_price.valid_to',
      updatedAt: 'customer_price.updated_at',
    },
    initial: [['customer_price.updated_at', 'desc']],
    tiebreak: 'customer_price.id',
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => shown(row, today)) };
}

/** As exported; disabled rows only when asked for, since importing them would bring them back. */
export async function exportedPrices(tx: Tx, me: Me, query: CustomerPriceQuery, now: Date) {
  const today = shanghaiDate(now);
  const chosen = matching(tx, me, query, today, await goodsOf(tx, me, query));
  return pricePage(tx, query.state === '' ? chosen.where('customer_price.status', '=', 'ACTIVE') : chosen, query, today);
}

export async function customerPriceDetail(tx: Tx, me: Me, input: { id: string }, now: Date) {
  const row = await priceRows(tx, me).where('customer_price.id', '=', input.id).executeTakeFirst();
  if (!row) notFound('该客户价');
  const tiers = await tx
    .selectFrom('customer_price')
    .select(['id', 'version', 'min_qty as minQty', 'price'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', row.customerId)
    .where('sku_id', '=', row.skuId)
    .where('unit_id', '=', row.unitId)
    .where('valid_from', '=', row.validFrom)
    .where(sql<SqlBool>`valid_to is not distinct from ${row.validTo}::date`)
    .where((eb) => eb.or([eb('id', '=', row.id), eb('status', '=', sql.lit('ACTIVE'))]))
    .orderBy('min_qty')
    .execute();
  const history = await tx
    .selectFrom('customer_price_history')
    .select(['id', 'action', 'old_price as oldPrice', 'new_price as newPrice', 'actor', 'at'])
    .where('tenant_id', '=', me.tenantId)
    .where('price_id', '=', anyOf(tiers.map((tier) => tier.id)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return { ...shown(row, shanghaiDate(now)), tiers, history };
}
