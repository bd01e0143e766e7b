import { type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { compareQty, trimQty } from '~/shared/money';
import { inBranch, productMatches } from './catalogue.server';
import type { ProductState } from './product';
import type { ProductQuery } from './productForm.schema';
import { belowSafety } from './safety.server';

/** Every product that passes the filters, status aside: the tabs count by it. */
function filtered(tx: Tx, me: Me, query: ProductQuery) {
  let rows = tx
    .selectFrom('product')
    .innerJoin('category', (on) => on.onRef('category.tenant_id', '=', 'product.tenant_id').onRef('category.id', '=', 'product.category_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .where('product.tenant_id', '=', me.tenantId);
  if (query.word) rows = rows.where(productMatches(query.word));
  if (query.categoryId) rows = rows.where(inBranch(me, query.categoryId));
  if (query.brand) rows = rows.where('product.brand', '=', query.brand);
  if (query.hasImage) rows = rows.where(sql<SqlBool>`(cardinality(product.images) > 0) = ${query.hasImage === 'true'}`);
  if (query.hasPrice) rows = rows.where(sql<SqlBool>`exists (${ofSkus(sql`select 1`)} and sku.list_price is not null) = ${query.hasPrice === 'true'}`);
  if (query.stock) rows = rows.where(stockIs(query.stock));
  return rows;
}

const ofSkus = (select: ReturnType<typeof sql>) =>
  sql`${select} from sku where sku.tenant_id = product.tenant_id and sku.product_id = product.id and sku.status = 'ACTIVE'`;
const availableOfProduct = sql<string>`(select coalesce(sum(b.available), 0) from sku join stock_balance b on b.tenant_id = sku.tenant_id and b.sku_id = sku.id
  where sku.tenant_id = product.tenant_id and sku.product_id = product.id)`;

/** LOW: any SKU below its safety level. */
function stockIs(state: 'HAS' | 'LOW' | 'OUT') {
  if (state === 'LOW') return sql<SqlBool>`exists (${ofSkus(sql`select 1`)} and ${belowSafety})`;
  return state === 'HAS' ? sql<SqlBool>`${availableOfProduct} > 0` : sql<SqlBool>`${availableOfProduct} <= 0`;
}

/** Products that pass every filter. Ready to select from, with their category and unit. */
function matchingProducts(tx: Tx, me: Me, query: ProductQuery) {
  const all = filtered(tx, me, query);
  return query.status ? all.where('product.status', '=', query.status) : all;
}

const order = {
  sort: { code: 'product.code', name: 'product.name', updatedAt: 'product.updated_at' },
  initial: [['product.updated_at', 'desc']],
  tiebreak: 'product.id',
} as const;

/** The products of the list, in its order. */
export const productIds = (tx: Tx, me: Me, query: ProductQuery) => pageFrom(tx, matchingProducts(tx, me, query).select('product.id'), query, order);

export async function listProducts(tx: Tx, me: Me, query: ProductQuery) {
  const all = filtered(tx, me, query);
  const chosen = matchingProducts(tx, me, query)
    .select([
      'product.id',
      'product.code',
      'product.name',
      'product.images',
      'product.brand',
      'product.spec',
      'product.status',
      'product.version',
      'product.updated_at as updatedAt',
    ])
    .select(['product.tax_rate_ppm as taxRate', 'category.name as categoryName', 'unit.name as unitName'])
    .select([
      sql<number>`(${ofSkus(sql`select count(*)::int`)})`.as('skuCount'),
      sql<string | null>`(${ofSkus(sql`select min(sku.list_price)`)})`.as('lowPrice'),
      sql<string | null>`(${ofSkus(sql`select max(sku.list_price)`)})`.as('highPrice'),
      availableOfProduct.as('available'),
    ]);
  const page = await pageFrom(tx, chosen, query, order);
  const counts = await all
    .select(['product.status', sql<number>`count(*)::int`.as('n')])
    .groupBy('product.status')
    .execute();
  const totals = page.capped ? {} : { totals: await totalsOf(tx, me, query) };
  const tabs = { ALL: counts.reduce((sum, row) => sum + row.n, 0), ...Object.fromEntries(counts.map((row) => [row.status, row.n])) };
  return {
    ...page,
    tabs,
    ...totals,
    pagedRecords: page.pagedRecords.map(({ images, ...row }) => ({
      ...row,
      image: images[0] ?? null,
      status: row.status as ProductState,
      available: compareQty(row.available, '0') === 0 ? '0' : row.available,
    })),
  };
}

/** Stock is added up only where all products count in one unit: rolls and tons have no sum. */
async function totalsOf(tx: Tx, me: Me, query: ProductQuery): Promise<Record<string, string>> {
  const { skuCount, available, units } = await matchingProducts(tx, me, query)
    .select([
      sql<string>`coalesce(sum((${ofSkus(sql`select count(*)`)})), 0)::text`.as('skuCount'),
      sql<string>`coalesce(sum(${availableOfProduct}), 0)::text`.as('available'),
      sql<number>`count(distinct product.base_unit_id)::int`.as('units'),
    ])
    .executeTakeFirstOrThrow();
  return { skuCount, ...(units === 1 ? { available: trimQty(available) } : {}) };
}

export async function listBrands(tx: Tx, me: Me): Promise<{ brands: string[] }> {
  const rows = await tx
    .selectFrom('product')
    .select('brand')
    .distinct()
    .where('tenant_id', '=', me.tenantId)
    .where('brand', '<>', '')
    .orderBy('brand')
    .limit(500)
    .execute();
  return { brands: rows.map((row) => row.brand) };
}
