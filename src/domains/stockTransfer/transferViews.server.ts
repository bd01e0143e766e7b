import { type SqlBool, sql } from 'kysely';
import { skusMatching } from '~/domains/product/catalogue.server';
import { saleTextOf } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import { seesCost } from '~/domains/warehouse/cost';
import type { Me } from '~/portal/me';
import { attachmentsOf } from '~/server/attachments.server';
import { documentLog } from '~/server/audit.server';
import { beyondScope, type Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, isAnyOf, valuesHolding } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { notFound } from '~/shared/refusal';
import * as subjects from './subjects';
import { onTheWay, type TransferState, transferStates } from './transfer';
import type { TransferQuery } from './transfer.schema';
import { linesOf, openQty } from './transferStore.server';

const columns = [
  'stock_transfer.id',
  'stock_transfer.no',
  'stock_transfer.version',
  'from_id as fromWarehouseId',
  'to_id as toWarehouseId',
  'from_name as fromName',
  'to_name as toName',
  'biz_date as bizDate',
  'stock_transfer.status',
  'total_cost as totalCost',
  'creator',
  'auditor',
  'created_at as createdAt',
  'created_by as createdBy',
  'audited_at as auditedAt',
  'loss_doc_id as lossDocId',
  'loss_doc_no as lossDocNo',
] as const;

const shown = <Row extends { status: string; totalCost: bigint; createdBy: string | null }>(me: Me, { totalCost, createdBy, status, ...row }: Row) => ({
  ...row,
  status: status as TransferState,
  mine: createdBy === me.accountId,
  ...(seesCost(me) ? { totalCost } : {}),
});

/** What the query asks for, status aside: the tabs count by it. */
async function transfersBy(tx: Tx, me: Me, query: TransferQuery) {
  let rows = tx.selectFrom('stock_transfer').where('stock_transfer.tenant_id', '=', me.tenantId);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'stock_transfer.id', 'stock_transfer_text', 'no', query.no));
  if (query.fromWarehouseId) rows = rows.where('from_id', '=', query.fromWarehouseId);
  if (query.toWarehouseId) rows = rows.where('to_id', '=', query.toWarehouseId);
  if (query.creator) rows = rows.where(isAnyOf('stock_transfer.creator', await valuesHolding(tx, me, 'stock_transfer', 'creator', query.creator)));
  if (query.word) rows = rows.where(hasGoods(await skusMatching(tx, me, query.word)));
  if (query.bizDateStart) rows = rows.where('biz_date', '>=', query.bizDateStart);
  if (query.bizDateEnd) rows = rows.where('biz_date', '<=', query.bizDateEnd);
  return rows;
}
type Rows = Awaited<ReturnType<typeof transfersBy>>;
const inState = (rows: Rows, query: TransferQuery): Rows => {
  const open = query.open ? rows.where('stock_transfer.status', 'in', [...onTheWay]) : rows;
  return query.status ? open.where('stock_transfer.status', '=', query.status) : open;
};
const hasGoods = (skuIds: readonly string[]) =>
  sql<SqlBool>`exists (select from stock_transfer_line line where line.tenant_id = stock_transfer.tenant_id and line.transfer_id = stock_transfer.id and line.sku_id = ${anyOf(skuIds)})`;

export const transferRows = async (tx: Tx, me: Me, query: TransferQuery) => rowsAmong(tx, me, query, await transfersBy(tx, me, query));

async function rowsAmong(tx: Tx, me: Me, query: TransferQuery, all: Awaited<ReturnType<typeof transfersBy>>) {
  const chosen = inState(all, query).select(columns);
  const paging = query.no || query.word ? { countTo: FOUND_CAP, ...query } : query;
  const page = await pageFrom(tx, chosen, paging, {
    sort: { no: 'stock_transfer.no', bizDate: 'stock_transfer.biz_date', createdAt: 'stock_transfer.created_at' },
    initial: [['stock_transfer.created_at', 'desc']],
    tiebreak: 'stock_transfer.id',
    neverNull: ['stock_transfer.no', 'stock_transfer.biz_date'],
  });
  const quantities = await quantitiesOf(
    tx,
    me,
    page.pagedRecords.map((row) => row.id),
  );
  return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...shown(me, row), quantities: quantities.get(row.id) ?? [] })) };
}

interface Quantity {
  id: string;
  unitName: string;
  qty: string;
  inQty: string;
  lossQty: string;
}
async function quantitiesOf(tx: Tx, me: Me, ids: readonly string[]): Promise<Map<string, Quantity[]>> {
  if (!ids.length) return new Map();
  const { rows } = await sql<Quantity>`
    select line.transfer_id as id, unit.name as "unitName", sum(line.base_qty)::text as qty, sum(line.in_qty)::text as "inQty", sum(line.loss_qty)::text as "lossQty"
    from stock_transfer_line line
    join sku on sku.tenant_id = line.tenant_id and sku.id = line.sku_id
    join product on product.tenant_id = sku.tenant_id and product.id = sku.product_id
    join unit on unit.tenant_id = product.tenant_id and unit.id = product.base_unit_id
    where line.tenant_id = ${me.tenantId} and line.transfer_id = ${anyOf(ids)}
    group by 1, 2 order by 1, min(line.line_no)`.execute(tx);
  return Map.groupBy(rows, (row) => row.id);
}

export async function listTransfers(tx: Tx, me: Me, query: TransferQuery) {
  const all = await transfersBy(tx, me, query);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, all), tabsOf(tx, all, 'stock_transfer.status', Object.keys(transferStates))]);
  return { ...page, tabs };
}

export async function transferDetail(tx: Tx, me: Me, input: { id: string }) {
  const row = await tx
    .selectFrom('stock_transfer')
    .select(columns)
    .select(['remark', 'loss_reason as lossReason', 'finished_at as finishedAt'])
    .where('stock_transfer.tenant_id', '=', me.tenantId)
    .where('stock_transfer.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该调拨单');
  const receives = await tx.selectFrom('warehouse').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', row.toWarehouseId).executeTakeFirst();
  return {
    ...shown(me, row),
    quantities: (await quantitiesOf(tx, me, [row.id])).get(row.id) ?? [],
    receives: receives !== undefined,
    lines: await detailLines(tx, me, input.id, row.auditedAt !== null),
    logs: await documentLog(tx, me, subjects.stockTransfer, input.id),
    attachments: await attachmentsOf(tx, me, subjects.stockTransfer, input.id),
  };
}

async function detailLines(tx: Tx, me: Me, id: string, left: boolean) {
  const lines = await linesOf(tx, me, id);
  const goods = await tx
    .selectFrom('sku')
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .select(['sku.id', 'sku.code', 'product.name', 'product.spec', 'sku.sale_attrs'])
    .where('sku.tenant_id', '=', me.tenantId)
    .where('sku.id', '=', anyOf(lines.map((line) => line.sku_id)))
    .execute();
  const skus = await skusForSale(tx, me, { customerId: '', skuIds: lines.map((line) => line.sku_id) });
  return lines.map((line) => {
    const sku = goods.find((one) => one.id === line.sku_id);
    const units = (skus.get(line.sku_id)?.units ?? []).map(({ unitId, name, decimals }) => ({ unitId, name, decimals }));
    return {
      id: line.id,
      lineNo: line.line_no,
      skuId: line.sku_id,
      skuCode: sku?.code ?? '',
      name: sku?.name ?? '',
      spec: sku?.spec ?? '',
      saleText: saleTextOf((sku?.sale_attrs ?? {}) as Record<string, string>),
      unitId: line.unit_id,
      unitName: units.find((unit) => unit.unitId === line.unit_id)?.name ?? '',
      units,
      qty: line.qty,
      baseUnitName: units[0]?.name ?? '',
      baseDecimals: units[0]?.decimals ?? 4,
      baseQty: line.base_qty,
      inQty: line.in_qty,
      lossQty: line.loss_qty,
      // Nothing is on its way before it has left.
      open: left ? openQty(line) : '0',
      ...(seesCost(me) ? { cost: line.cost } : {}),
      batchNo: line.batch_no,
      remark: line.remark,
    };
  });
}

/** Where goods may be sent: every warehouse in use, also those the person does not work in. */
export async function transferTargets(tx: Tx, me: Me) {
  const rows = await beyondScope(tx, me, () =>
    tx.selectFrom('warehouse').select(['id', 'code', 'name']).where('tenant_id', '=', me.tenantId).where('status', '=', 'ACTIVE').orderBy('code').execute(),
  );
  return { warehouses: rows };
}
