import { type NotNull, type SqlBool, sql } from 'kysely';
import { inBranch, skusMatching } from '~/domains/product/catalogue.server';
import { saleTextOf } from '~/domains/product/product';
import { aboveSafety, availableOfSku, belowSafety, inTransitOfSku, outsideSafety } from '~/domains/product/safety.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { lineAmount, sumQty } from '~/shared/money';
import { seesCost } from './cost';
import type { AllocationQuery, StockQuery } from './stock.schema';

/** Approved, neither shipped nor closed nor allocated; base units of an order line `l`, which shows what its reservation holds. */
const lacking = sql<string>`greatest(l.base_qty * (l.qty - l.shipped - l.closed) / l.qty - l.reserved, 0)::numeric(18,4)`;
/** Whether it lacks any; said first of what is neither shipped nor closed, which is cheaper to judge. */
const lacks = sql<SqlBool>`(l.qty > l.shipped + l.closed and ${lacking} > 0)`;

interface Short {
  warehouseId: string;
  skuId: string;
  short: string;
}
/** Warehouses and goods that approved orders still lack: from the open orders, which are few, and not from all the orders of the goods. */
async function shortGoods(tx: Tx, me: Me): Promise<Short[]> {
  const { rows } = await sql<Short>`with open as materialized (
      select tenant_id, id from sales_order where tenant_id = ${me.tenantId} and status in ('PENDING_DELIVERY', 'PARTIAL_DELIVERED')
    )
    select l.warehouse_id as "warehouseId", l.sku_id as "skuId", sum(${lacking})::numeric(18,4)::text as short from open o
    join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where ${lacks} group by 1, 2`.execute(tx);
  return rows;
}
const asRows = (goods: readonly Short[]) => sql<{ warehouse_id: string; sku_id: string; short: string }>`unnest(${goods.map((one) => one.warehouseId)}::uuid[],
  ${goods.map((one) => one.skuId)}::uuid[], ${goods.map((one) => one.short)}::numeric[])`;

interface Asked {
  lacked: readonly Short[];
  /** Those a word finds, where one is given. */
  skuIds: readonly string[] | null;
}
const askedFor = async (tx: Tx, me: Me, { word }: StockQuery): Promise<Asked> => ({
  lacked: await shortGoods(tx, me),
  skuIds: word ? await skusMatching(tx, me, word) : null,
});

function balances(tx: Tx, me: Me, query: StockQuery, asked: Asked) {
  // Every balance has all of them; joined like this, counting and adding up do without those no filter asks for.
  let rows = tx
    .selectFrom('stock_balance')
    .leftJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'stock_balance.tenant_id').onRef('warehouse.id', '=', 'stock_balance.warehouse_id'))
    .leftJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'stock_balance.tenant_id').onRef('sku.id', '=', 'stock_balance.sku_id'))
    .leftJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .leftJoin('category', (on) => on.onRef('category.tenant_id', '=', 'product.tenant_id').onRef('category.id', '=', 'product.category_id'))
    .leftJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .where('stock_balance.tenant_id', '=', me.tenantId);
  if (query.warehouseId) rows = rows.where('stock_balance.warehouse_id', '=', query.warehouseId);
  if (query.skuId) rows = rows.where('stock_balance.sku_id', '=', query.skuId);
  if (asked.skuIds) rows = rows.where('stock_balance.sku_id', '=', anyOf(asked.skuIds));
  if (query.categoryId) rows = rows.where(inBranch(me, query.categoryId));
  if (query.brand) rows = rows.where('product.brand', '=', query.brand);
  if (query.hideZero === 'true') rows = rows.where('stock_balance.on_hand', '>', '0');
  if (query.state === 'ZERO') rows = rows.where('stock_balance.on_hand', '=', '0');
  if (query.state === 'ALERT') rows = rows.where(outsideSafety);
  if (query.state === 'LOW') rows = rows.where(belowSafety);
  if (query.state === 'HIGH') rows = rows.where(aboveSafety);
  if (query.state === 'SHORT')
    rows = rows.where(sql<SqlBool>`(stock_balance.warehouse_id, stock_balance.sku_id) in (select w, s from ${asRows(asked.lacked)} as lacked(w, s, short))`);
  return rows;
}

/** 实时库存. Cost and amount only for people who may see cost. */
export async function stockRows(tx: Tx, me: Me, query: StockQuery) {
  return stockPage(tx, me, query, await askedFor(tx, me, query));
}

async function stockPage(tx: Tx, me: Me, query: StockQuery, asked: Asked) {
  const chosen = balances(tx, me, query, asked)
    .select([
      'stock_balance.warehouse_id as warehouseId',
      'warehouse.name as warehouseName',
      'stock_balance.sku_id as skuId',
      'sku.code as skuCode',
      'product.name',
      'product.spec',
      'product.brand',
    ])
    .select(['sku.sale_attrs', 'category.name as categoryName', 'unit.name as unitName', 'sku.safety_low as safetyLow', 'sku.safety_high as safetyHigh'])
    .select([
      'stock_balance.on_hand as onHand',
      'stock_balance.reserved',
      'stock_balance.frozen',
      'stock_balance.in_transit as inTransit',
      'stock_balance.avg_cost as avgCost',
      'stock_balance.by_batch as byBatch',
    ])
    .select([sql<string>`stock_balance.available`.as('available'), availableOfSku.as('skuAvailable'), inTransitOfSku.as('skuInTransit')])
    .$narrowType<{
      warehouseName: NotNull;
      skuCode: NotNull;
      name: NotNull;
      spec: NotNull;
      brand: NotNull;
      sale_attrs: NotNull;
      categoryName: NotNull;
      unitName: NotNull;
    }>();
  const page = await pageFrom(tx, chosen, query, {
    sort: {
      skuCode: 'sku.code',
      name: 'product.name',
      onHand: 'stock_balance.on_hand',
      reserved: 'stock_balance.reserved',
      available: 'stock_balance.available',
      warehouseName: 'warehouse.code',
    },
    initial: [
      ['sku.code', 'asc'],
      ['warehouse.code', 'asc'],
    ],
    tiebreak: ['stock_balance.sku_id', 'stock_balance.warehouse_id'],
  });
  const bySku = Map.groupBy(asked.lacked, ({ skuId }) => skuId);
  const pagedRecords = page.pagedRecords.map(({ sale_attrs, avgCost, ...row }) => ({
    ...row,
    short: bySku.get(row.skuId)?.find(({ warehouseId }) => warehouseId === row.warehouseId)?.short ?? '0.0000',
    skuShort: sumQty((bySku.get(row.skuId) ?? []).map(({ short }) => short)),
    id: `${row.warehouseId}/${row.skuId}`,
    saleText: saleTextOf(sale_attrs as Record<string, string>),
    ...(seesCost(me) ? { avgCost, amount: lineAmount(row.onHand, avgCost) } : {}),
  }));
  return { ...page, pagedRecords };
}

export async function listStock(tx: Tx, me: Me, query: StockQuery) {
  const asked = await askedFor(tx, me, query);
  const summing = balances(tx, me, query, asked)
    .leftJoin(asRows(asked.lacked).as<'lacked'>(sql`lacked(warehouse_id, sku_id, short)`), (on) =>
      on.onRef('lacked.warehouse_id', '=', 'stock_balance.warehouse_id').onRef('lacked.sku_id', '=', 'stock_balance.sku_id'),
    )
    .select([
      totalOf('on_hand').as('onHand'),
      totalOf('reserved').as('reserved'),
      totalOf('frozen').as('frozen'),
      totalOf('in_transit').as('inTransit'),
      totalOf('available').as('available'),
      sql<string>`trim_scale(coalesce(sum(lacked.short), 0))::text`.as('short'),
      sql<string>`coalesce(sum(round(stock_balance.on_hand * stock_balance.avg_cost, 2)), 0)::text`.as('amount'),
      unitsOf.as('units'),
    ])
    .executeTakeFirstOrThrow();
  const [page, { amount, units, ...quantities }] = await Promise.all([stockPage(tx, me, query, asked), summing]);
  return { ...page, totals: { ...(units > 1 ? {} : quantities), ...(seesCost(me) ? { amount } : {}) } };
}

/** Bags and rolls are not added up: in how many units the rows are counted. */
export const unitsOf = sql<number>`count(distinct product.base_unit_id)::int`;

const totalOf = (column: string) => sql<string>`trim_scale(coalesce(sum(${sql.ref(`stock_balance.${column}`)}), 0))::text`;

/** Which orders hold the reserved quantity of a balance. */
export async function listAllocations(tx: Tx, me: Me, query: AllocationQuery) {
  const chosen = tx
    .selectFrom('reservation')
    .innerJoin('sales_order', (on) => on.onRef('sales_order.tenant_id', '=', 'reservation.tenant_id').onRef('sales_order.id', '=', 'reservation.order_id'))
    .innerJoin('order_line', (on) => on.onRef('order_line.tenant_id', '=', 'reservation.tenant_id').onRef('order_line.id', '=', 'reservation.order_line_id'))
    .where('reservation.tenant_id', '=', me.tenantId)
    .where('reservation.warehouse_id', '=', query.warehouseId)
    .where('reservation.sku_id', '=', query.skuId)
    .where(sql<SqlBool>`reservation.qty > reservation.consumed + reservation.released`)
    .select([
      'reservation.id',
      'sales_order.id as orderId',
      sql<string>`coalesce(sales_order.no, '')`.as('orderNo'),
      'sales_order.status as orderStatus',
      'sales_order.customer_name as customerName',
    ])
    .select(['order_line.line_no as lineNo', 'reservation.consumed', 'reservation.created_at as createdAt'])
    .select([sql<string>`(reservation.qty - reservation.released)`.as('qty'), sql<string>`reservation.open`.as('open')]);
  return pageFrom(tx, chosen, query, {
    sort: { createdAt: 'reservation.created_at' },
    initial: [['reservation.created_at', 'asc']],
    tiebreak: 'reservation.id',
  });
}

/** Which approved orders still wait for goods of a balance, in the order they will be served. */
export async function listShortages(tx: Tx, me: Me, query: AllocationQuery) {
  const chosen = tx
    .selectFrom('order_line as l')
    .innerJoin('sales_order as o', (on) => on.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.order_id'))
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.warehouse_id', '=', query.warehouseId)
    .where('l.sku_id', '=', query.skuId)
    .where('o.status', 'in', ['PENDING_DELIVERY', 'PARTIAL_DELIVERED'])
    .where(lacks)
    .select(['l.id', 'o.id as orderId', sql<string>`coalesce(o.no, '')`.as('orderNo'), 'o.customer_name as customerName', 'l.line_no as lineNo'])
    .select(['o.expect_date as expectDate', 'o.approved_at as approvedAt'])
    .select(['l.reserved', lacking.as('short')]);
  return pageFrom(tx, chosen, query, {
    sort: { approvedAt: 'o.approved_at', expectDate: 'o.expect_date' },
    // Approved orders carry their instant; goods that come in are given out in this order.
    initial: [
      ['o.approved_at', 'asc'],
      ['o.id', 'asc'],
      ['l.line_no', 'asc'],
    ],
    tiebreak: 'l.id',
  });
}
