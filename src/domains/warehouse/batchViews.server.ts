import { type SqlBool, sql } from 'kysely';
import { skusMatching } from '~/domains/product/catalogue.server';
import { saleTextOf } from '~/domains/product/product';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { containing, pageFrom } from '~/server/list.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { lookOf, oldestFirst, SOON_DAYS } from './batch';
import type { BatchLedgerQuery, BatchQuery } from './batch.schema';
import { movementName } from './stock';

/** 批次库存: what there is of each batch, the first to expire first. */
export async function listBatches(tx: Tx, me: Me, query: BatchQuery, now: Date) {
  const today = shanghaiDate(now);
  const soon = addDays(today, SOON_DAYS);
  let rows = tx
    .selectFrom('stock_batch_balance as b')
    .innerJoin('stock_batch as t', (on) => on.onRef('t.tenant_id', '=', 'b.tenant_id').onRef('t.id', '=', 'b.batch_id'))
    .innerJoin('warehouse as w', (on) => on.onRef('w.tenant_id', '=', 'b.tenant_id').onRef('w.id', '=', 'b.warehouse_id'))
    .innerJoin('sku as s', (on) => on.onRef('s.tenant_id', '=', 'b.tenant_id').onRef('s.id', '=', 'b.sku_id'))
    .innerJoin('product as p', (on) => on.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.product_id'))
    .innerJoin('unit as u', (on) => on.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.base_unit_id'))
    .select([
      't.id as batchId',
      'b.warehouse_id as warehouseId',
      'w.name as warehouseName',
      'b.sku_id as skuId',
      's.code as skuCode',
      'p.name',
      's.sale_attrs',
      'u.name as unitName',
      't.batch_no as batchNo',
      't.expires_on as expiresOn',
      'b.on_hand as onHand',
      'b.in_transit as inTransit',
    ])
    .where('b.tenant_id', '=', me.tenantId)
    .where(sql<SqlBool>`(b.on_hand > 0 or b.in_transit > 0)`);
  if (query.warehouseId) rows = rows.where('b.warehouse_id', '=', query.warehouseId);
  if (query.skuId) rows = rows.where('b.sku_id', '=', query.skuId);
  if (query.word) rows = rows.where('b.sku_id', '=', anyOf(await skusMatching(tx, me, query.word)));
  if (query.batchNo) rows = rows.where('t.batch_no', 'ilike', containing(query.batchNo));
  if (query.look === 'EXPIRED') rows = rows.where('t.expires_on', '<', today);
  if (query.look === 'SOON') rows = rows.where(sql<SqlBool>`t.expires_on between ${today}::date and ${soon}::date`);
  if (query.look === 'GOOD') rows = rows.where(sql<SqlBool>`(t.expires_on is null or t.expires_on > ${soon}::date)`);
  const page = await pageFrom(tx, rows, query, {
    sort: { skuCode: 's.code', expiresOn: 't.expires_on', onHand: 'b.on_hand' },
    initial: [
      ['t.expires_on', 'asc'],
      ['t.created_at', 'asc'],
    ],
    tiebreak: ['t.id', 'b.warehouse_id'],
  });
  return {
    ...page,
    pagedRecords: page.pagedRecords.map(({ sale_attrs, ...row }) => ({
      ...row,
      id: `${row.warehouseId}/${row.batchId}`,
      saleText: saleTextOf(sale_attrs as Record<string, string>),
      look: lookOf(row.expiresOn, today, soon),
    })),
  };
}

/** What moved of a batch in a warehouse, or by a document, the newest first. */
export async function listBatchMovements(tx: Tx, me: Me, query: BatchLedgerQuery) {
  let rows = tx
    .selectFrom('stock_batch_ledger as l')
    .innerJoin('stock_batch as t', (on) => on.onRef('t.tenant_id', '=', 'l.tenant_id').onRef('t.id', '=', 'l.batch_id'))
    .innerJoin('warehouse as w', (on) => on.onRef('w.tenant_id', '=', 'l.tenant_id').onRef('w.id', '=', 'l.warehouse_id'))
    .innerJoin('sku as s', (on) => on.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.id', '=', 'l.sku_id'))
    .innerJoin('product as p', (on) => on.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.product_id'))
    .innerJoin('unit as u', (on) => on.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.base_unit_id'))
    .select([
      'l.id',
      'l.at',
      'w.name as warehouseName',
      's.code as skuCode',
      'p.name',
      'u.name as unitName',
      't.batch_no as batchNo',
      't.expires_on as expiresOn',
    ])
    .select(['l.biz_type as bizType', 'l.step', 'l.biz_id as bizId', 'l.biz_no as bizNo', 'l.d_on_hand as change', 'l.d_transit as transitChange'])
    .select(['l.after_on_hand as after', 'l.actor'])
    .where('l.tenant_id', '=', me.tenantId);
  if (query.warehouseId) rows = rows.where('l.warehouse_id', '=', query.warehouseId);
  if (query.batchId) rows = rows.where('l.batch_id', '=', query.batchId);
  if (query.bizId) rows = rows.where('l.biz_id', '=', query.bizId);
  const page = await pageFrom(tx, rows, query, { sort: { at: 'l.at' }, initial: [['l.at', 'desc']], tiebreak: 'l.id' });
  return { ...page, pagedRecords: page.pagedRecords.map(({ step, ...row }) => ({ ...row, typeName: movementName(row.bizType, step) })) };
}

/** Batches of these goods in a warehouse as they would be picked, by SKU. */
export async function batchesToPick(tx: Tx, me: Pick<Me, 'tenantId'>, warehouseId: string, skuIds: readonly string[], now: Date) {
  const rows = await tx
    .selectFrom('stock_batch_balance as b')
    .innerJoin('stock_batch as t', (on) => on.onRef('t.tenant_id', '=', 'b.tenant_id').onRef('t.id', '=', 'b.batch_id'))
    .select(['b.sku_id as skuId', 't.batch_no as batchNo', 't.expires_on as expiresOn', 'b.on_hand as onHand'])
    .where('b.tenant_id', '=', me.tenantId)
    .where('b.warehouse_id', '=', warehouseId)
    .where('b.sku_id', '=', anyOf(skuIds))
    .where('b.on_hand', '>', '0')
    .orderBy('t.created_at')
    .orderBy('t.id')
    .execute();
  const today = shanghaiDate(now);
  return new Map([...Map.groupBy(rows, (row) => row.skuId)].map(([skuId, batches]) => [skuId, oldestFirst(batches, today)]));
}
