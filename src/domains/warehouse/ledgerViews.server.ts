import { type NotNull, sql } from 'kysely';
import { skusMatching } from '~/domains/product/catalogue.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { numberedFrom } from '~/server/search.server';
import { instantRange } from '~/shared/dates';
import { subQty } from '~/shared/money';
import { seesCost } from './cost';
import { movementName } from './stock';
import type { LedgerQuery } from './stock.schema';
import { unitsOf } from './stockViews.server';

const grouped = (qty: string): string => qty.replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',');

/** 出入库流水: every row a balance ever moved by, newest first. */
export async function listLedger(tx: Tx, me: Me, query: LedgerQuery) {
  const page = await ledgerRows(tx, me, query);
  if (page.capped) return page;
  // Only of what is looked at closely: adding up the whole ledger of a large factory is nobody's question.
  if (!query.skuId && !query.bizId && !query.bizNo) return page;
  const sums = await (await ledgerBy(tx, me, query))
    .select([
      sql<string>`trim_scale(coalesce(sum(stock_ledger.d_on_hand) filter (where stock_ledger.d_on_hand > 0), 0))::text`.as('came'),
      sql<string>`trim_scale(coalesce(-sum(stock_ledger.d_on_hand) filter (where stock_ledger.d_on_hand < 0), 0))::text`.as('went'),
      sql<string>`trim_scale(coalesce(sum(stock_ledger.d_reserved), 0))::text`.as('reservedChange'),
      unitsOf.as('units'),
    ])
    .executeTakeFirstOrThrow();
  if (sums.units > 1) return page;
  return { ...page, totals: { change: `入 ${grouped(sums.came)} 出 ${grouped(sums.went)}`, reservedChange: sums.reservedChange } };
}

async function ledgerBy(tx: Tx, me: Me, query: LedgerQuery) {
  const at = instantRange(query.atStart, query.atEnd);
  // Every movement has all four; joined like this, counting does without them.
  let rows = tx
    .selectFrom('stock_ledger')
    .leftJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'stock_ledger.tenant_id').onRef('warehouse.id', '=', 'stock_ledger.warehouse_id'))
    .leftJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'stock_ledger.tenant_id').onRef('sku.id', '=', 'stock_ledger.sku_id'))
    .leftJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .leftJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .where('stock_ledger.tenant_id', '=', me.tenantId);
  if (query.warehouseId) rows = rows.where('stock_ledger.warehouse_id', '=', query.warehouseId);
  if (query.skuId) rows = rows.where('stock_ledger.sku_id', '=', query.skuId);
  if (query.word) rows = rows.where('stock_ledger.sku_id', '=', anyOf(await skusMatching(tx, me, query.word)));
  if (query.bizType) rows = rows.where('stock_ledger.biz_type', '=', query.bizType);
  if (query.bizId) rows = rows.where('stock_ledger.biz_id', '=', query.bizId);
  if (query.bizNo) rows = rows.where(await numberedFrom(tx, me, 'stock_ledger', 'biz_no', query.bizNo));
  if (query.direction) rows = rows.where('stock_ledger.direction', '=', query.direction);
  if (at.from) rows = rows.where('stock_ledger.at', '>=', at.from);
  if (at.before) rows = rows.where('stock_ledger.at', '<', at.before);
  return rows;
}

export async function ledgerRows(tx: Tx, me: Me, query: LedgerQuery) {
  const chosen = (await ledgerBy(tx, me, query))
    .select([
      'stock_ledger.id',
      'stock_ledger.at',
      'warehouse.name as warehouseName',
      'stock_ledger.sku_id as skuId',
      'sku.code as skuCode',
      'product.name',
      'unit.name as unitName',
      'stock_ledger.biz_type as bizType',
      'stock_ledger.step',
      'stock_ledger.biz_id as bizId',
      'stock_ledger.biz_no as bizNo',
      'stock_ledger.d_on_hand as change',
      'stock_ledger.after_on_hand as after',
      'stock_ledger.d_reserved as reservedChange',
      'stock_ledger.d_transit as transitChange',
      'stock_ledger.after_reserved as afterReserved',
      'stock_ledger.cost',
      'stock_ledger.actor',
    ])
    .$narrowType<{ warehouseName: NotNull; skuCode: NotNull; name: NotNull; unitName: NotNull }>();
  // Within one warehouse and SKU `seq` is the exact order; across them the time.
  const initial = query.warehouseId && query.skuId ? ([['stock_ledger.seq', 'desc']] as const) : ([['stock_ledger.at', 'desc']] as const);
  const page = await pageFrom(tx, chosen, query, { sort: { at: 'stock_ledger.at' }, initial, tiebreak: 'stock_ledger.id' });
  return {
    ...page,
    pagedRecords: page.pagedRecords.map(({ step, cost, ...row }) => ({
      ...row,
      typeName: movementName(row.bizType, step),
      before: subQty(row.after, row.change),
      ...(seesCost(me) ? { cost } : {}),
    })),
  };
}
