import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import type { Me } from '~/portal/me';
import type { DB, Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { containing, pageFrom } from '~/server/list.server';
import { compareQty } from '~/shared/money';
import type { Page } from '~/shared/page';
import { skuPrices, skuStock } from './offer.server';
import { type SkuForSale, type SkuState, type StockHint, saleTextOf } from './product';
import type { SkuQuery } from './product.schema';
import { skusForSale, visibleTo } from './product.server';

export interface FoundSku extends SkuForSale {
  barcode: string;
  categoryName: string;
  price: string | null;
  priceSource: string | null;
  stockHint: StockHint | null;
  available: string | null;
}

/** A product by any words people type: name, code, pinyin initials, SKU code or barcode. Needs `product` in the query. */
export function productMatches(word: string) {
  const like = containing(word);
  const byName = word.length > 1 ? sql`(product.name_grams @> bigrams(${word}) and product.name ilike ${like})` : sql`product.name ilike ${like}`;
  const prefix = like.slice(1);
  return sql<SqlBool>`(${byName} or product.code ilike ${prefix} or product.pinyin ilike ${prefix} or product.short_name ilike ${like} or exists (
    select 1 from sku s where s.tenant_id = product.tenant_id and s.product_id = product.id and (s.code ilike ${prefix} or s.barcode = ${word})))`;
}

/**
 * The SKUs people mean by a word: the one with that whole code or barcode alone, else all of the products it finds. Lists are asked for them by id:
 * a catalogue is short where they are long, and a word has several ways to find a product, which takes longer to plan than to do.
 */
export async function skusMatching(tx: Tx, me: Pick<Me, 'tenantId'>, word: string): Promise<string[]> {
  const skus = tx.selectFrom('sku').select('sku.id').where('sku.tenant_id', '=', me.tenantId);
  const named = await skus.where((eb) => eb.or([eb('sku.code', 'in', [word, word.toUpperCase()]), eb('sku.barcode', '=', word)])).execute();
  if (named.length) return named.map(({ id }) => id);
  const found = await skus
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .where(productMatches(word))
    .execute();
  return found.map(({ id }) => id);
}

/** Every product of the category's branch. Needs `product` in the query. */
export const inBranch = (me: Pick<Me, 'tenantId'>, categoryId: string) => sql<SqlBool>`product.category_id in (select c.id from category c
  where c.tenant_id = ${me.tenantId} and c.path like '%/' || ${categoryId}::text || '/%')`;

const sellable = sql<SqlBool>`product.status = 'ON' and sku.status = 'ACTIVE'`;

function skusIn(tx: Tx, me: Me) {
  return tx
    .selectFrom('sku')
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .innerJoin('category', (on) => on.onRef('category.tenant_id', '=', 'product.tenant_id').onRef('category.id', '=', 'product.category_id'))
    .where('sku.tenant_id', '=', me.tenantId)
    .select(['sku.id', 'sku.barcode', 'category.name as categoryName']);
}
type SkuRow = { id: string; barcode: string; categoryName: string };

/** SKUs a member may pick: with a customer only what that customer may buy, with its price. */
export async function searchSkus(tx: Tx, me: Me, query: SkuQuery, now: Date): Promise<Page<FoundSku>> {
  const page = await skuPage(tx, skusIn(tx, me), query, me, query.customerId, query.all === 'true');
  const found = await present(tx, me, page.pagedRecords, { customerId: query.customerId, warehouseId: query.warehouseId, now });
  return { ...page, pagedRecords: found };
}

/** The dealer's catalogue: what they may buy, their own price, stock as far as the factory shows it. */
export async function catalogueFor(tx: Tx, me: Me, query: SkuQuery, now: Date): Promise<Page<FoundSku>> {
  const customerId = me.customerId as string;
  const page = await skuPage(tx, skusIn(tx, me), query, me, customerId, false);
  const found = await present(tx, me, page.pagedRecords, { customerId, warehouseId: '', projectId: query.projectId, now });
  return { ...page, pagedRecords: found };
}

async function skuPage(
  tx: Tx,
  from: SelectQueryBuilder<DB, 'sku' | 'product' | 'category', SkuRow>,
  query: SkuQuery,
  me: Me,
  customerId: string,
  all: boolean,
): Promise<Page<SkuRow>> {
  let rows = from.where(visibleTo(me, customerId));
  if (!all) rows = rows.where(sellable);
  if (query.word) rows = rows.where('sku.id', '=', anyOf(await skusMatching(tx, me, query.word)));
  if (query.categoryId) rows = rows.where(inBranch(me, query.categoryId));
  if (query.brand) rows = rows.where('product.brand', '=', query.brand);
  return pageFrom(tx, rows, query, {
    sort: { skuCode: 'sku.code', name: 'product.name', listPrice: 'sku.list_price' },
    initial: [
      ['product.code', 'asc'],
      ['sku.sort', 'asc'],
    ],
    tiebreak: 'sku.id',
  });
}

const MOST_GOODS = 5000;

/** Everything a customer may order, in the order of the catalogue; a dealer always asks for itself. */
export async function orderableGoods(tx: Tx, me: Me, input: { customerId: string }): Promise<{ code: string; name: string; spec: string; unitName: string }[]> {
  const rows = await skusIn(tx, me)
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .select(['sku.code', 'sku.sale_attrs', 'product.name', 'product.spec', 'unit.name as unitName'])
    .where(visibleTo(me, me.customerId ?? input.customerId))
    .where(sellable)
    .orderBy('product.code')
    .orderBy('sku.sort')
    .orderBy('sku.id')
    .limit(MOST_GOODS)
    .execute();
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    spec: [row.spec, saleTextOf(row.sale_attrs as Record<string, string>)].filter(Boolean).join(' '),
    unitName: row.unitName,
  }));
}

interface Asked {
  customerId: string;
  projectId?: string;
  warehouseId: string;
  now: Date;
}

async function present(tx: Tx, me: Me, rows: readonly SkuRow[], asked: Asked): Promise<FoundSku[]> {
  const skuIds = rows.map((row) => row.id);
  const skus = await skusForSale(tx, me, { customerId: asked.customerId, skuIds });
  const stock = await skuStock.get()(tx, me, { skuIds, ...(asked.warehouseId && { warehouseId: asked.warehouseId }) });
  const shown = await stockShownTo(tx, me);
  const prices = await basePrices(tx, me, skus, asked);
  const lows = await safetyLows(tx, me, skuIds);
  return rows.flatMap((row) => {
    const sku = skus.get(row.id);
    if (!sku) return [];
    const available = stock.get(row.id)?.available ?? '0';
    const price = prices.get(row.id);
    return [
      {
        ...sku,
        barcode: row.barcode,
        categoryName: row.categoryName,
        price: price?.price ?? null,
        priceSource: price?.source ?? null,
        stockHint: shown === 'NO' ? null : hintOf(available, sku, lows.get(row.id) ?? null),
        available: shown === 'QTY' ? available : null,
      },
    ];
  });
}

/** What the person may know of stock; members know it all. */
async function stockShownTo(tx: Tx, me: Me): Promise<'NO' | 'HINT' | 'QTY'> {
  if (me.customerId === null) return 'QTY';
  const own = await tx
    .selectFrom('customer')
    .select('price_visible_stock')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', me.customerId)
    .executeTakeFirst();
  return own?.price_visible_stock ? 'QTY' : (await orderSettingsOf(tx, me)).dealerSeesStock;
}

/** Without a safety level set, ten base units or less is 紧张. */
function hintOf(available: string, sku: SkuForSale, safetyLow: string | null): StockHint {
  if (compareQty(available, '0') <= 0 || compareQty(available, sku.moq) < 0) return 'OUT';
  return compareQty(available, safetyLow ?? '10') <= 0 ? 'TIGHT' : 'ENOUGH';
}

async function safetyLows(tx: Tx, me: Me, skuIds: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await tx.selectFrom('sku').select(['id', 'safety_low']).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(skuIds)).execute();
  return new Map(rows.map((row) => [row.id, row.safety_low]));
}

/** Price of one minimum order (at least 1) in the base unit. */
async function basePrices(
  tx: Tx,
  me: Me,
  skus: ReadonlyMap<string, SkuForSale>,
  asked: Asked,
): Promise<Map<string, { price: string | null; source: string | null }>> {
  if (asked.customerId === '') return new Map();
  const all = [...skus.values()];
  const lines = all.map((sku) => ({ skuId: sku.skuId, unitId: sku.baseUnitId, qty: compareQty(sku.moq, '1') > 0 ? sku.moq : '1' }));
  const prices = await skuPrices.get()(tx, me, skus, { customerId: asked.customerId, projectId: asked.projectId ?? '', at: asked.now, lines });
  return new Map(all.map((sku, index) => [sku.skuId, prices[index] ?? { price: null, source: null }]));
}

export interface CodeResult {
  code: string;
  sku: FoundSku | null;
  problem: string;
}

/** Pasted codes in their order: SKU code first, then barcode. With `all` members also find what is not for sale, for documents that sell nothing. For a dealer an invisible product answers like an unknown one. */
export async function findByCodes(
  tx: Tx,
  me: Me,
  input: { codes: string[]; customerId: string; warehouseId: string; all?: boolean },
  now: Date,
): Promise<CodeResult[]> {
  const all = input.all === true && me.customerId === null;
  const customerId = me.customerId ?? input.customerId;
  const codes = [...new Set(input.codes.map((code) => code.toUpperCase()))];
  const rows = await skusIn(tx, me)
    .select(['sku.code', 'sku.status', 'product.status as productStatus'])
    .select(visibleTo(me, customerId).as('visible'))
    .where(sql<SqlBool>`(upper(sku.code) = any(${codes}::text[]) or (sku.barcode <> '' and upper(sku.barcode) = any(${codes}::text[])))`)
    .orderBy('sku.code')
    .execute();
  const presented = new Map((await present(tx, me, rows, { customerId, warehouseId: input.warehouseId, now })).map((sku) => [sku.skuId, sku]));
  return input.codes.map((code) => {
    const wanted = code.toUpperCase();
    const exact = rows.filter((row) => row.code.toUpperCase() === wanted);
    const matches = exact.length ? exact.slice(0, 1) : rows.filter((row) => row.barcode.toUpperCase() === wanted);
    const row = matches[0];
    if (!row || (me.customerId !== null && !row.visible)) return { code, sku: null, problem: `编码${code}不存在` };
    if (matches.length > 1) return { code, sku: null, problem: `条码${code}对应${matches.length}个SKU，请改用SKU编码` };
    const problem = all ? '' : whyNotSold(code, row.productStatus, row.status as SkuState, Boolean(row.visible));
    return { code, sku: problem ? null : (presented.get(row.id) ?? null), problem };
  });
}

function whyNotSold(code: string, product: string, sku: SkuState, visible: boolean): string {
  if (product !== 'ON') return `编码${code}的商品未上架`;
  if (sku !== 'ACTIVE') return `编码${code}已停用`;
  return visible ? '' : `编码${code}的商品对该客户不可见`;
}
