import { type NotNull, type SqlBool, sql } from 'kysely';
import { skusMatching } from '~/domains/product/catalogue.server';
import { saleTextOf } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Subject } from '~/portal/subject';
import { attachmentsOf } from '~/server/attachments.server';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, isAnyOf, searched, valuesHolding } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { formatYuan, lineAmount, type UnitQty } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { seesCost } from './cost';
import type { StockDocQuery } from './stockDoc.schema';
import { type StockDocState, type StockInKind, type StockOutKind, stockDocStates } from './stockDocState';
import * as subjects from './subjects';

const columns = [
  'stock_doc.id',
  'stock_doc.no',
  'stock_doc.version',
  'stock_doc.warehouse_id as warehouseId',
  'warehouse.name as warehouseName',
  'stock_doc.kind',
  'stock_doc.counterparty',
  'stock_doc.source_no as sourceNo',
  'stock_doc.biz_date as bizDate',
  'stock_doc.status',
  'stock_doc.total_qty as totalQty',
  'stock_doc.total_cost as totalCost',
  'stock_doc.creator',
  'stock_doc.auditor',
  'stock_doc.created_at as createdAt',
  'stock_doc.created_by as createdBy',
] as const;

/** The documents of one direction; `Kind` is what theirs are called. */
export interface DocsOf<Kind extends string> {
  direction: 'IN' | 'OUT';
  noun: string;
  /** Of their log and files. */
  subject: Subject;
  kind?: Kind;
}
export const insOf: DocsOf<StockInKind> = { direction: 'IN', noun: '入库单', subject: subjects.stockIn };
export const outsOf: DocsOf<StockOutKind> = { direction: 'OUT', noun: '出库单', subject: subjects.stockOut };

/** Every document has a warehouse; joined like this, counting does without. */
const docs = (tx: Tx, me: Me, { direction }: DocsOf<string>) =>
  tx
    .selectFrom('stock_doc')
    .leftJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'stock_doc.tenant_id').onRef('warehouse.id', '=', 'stock_doc.warehouse_id'))
    .where('stock_doc.tenant_id', '=', me.tenantId)
    .where('stock_doc.direction', '=', direction);

/** Total cost leaves the server only for people who may see cost. */
const shown = <Kind extends string, Row extends { kind: string; status: string; totalCost: bigint; createdBy: string | null }>(
  me: Me,
  _of: DocsOf<Kind>,
  { totalCost, createdBy, kind, status, ...row }: Row,
) => ({
  ...row,
  kind: kind as Kind,
  status: status as StockDocState,
  mine: createdBy === me.accountId,
  ...(seesCost(me) ? { totalCost } : {}),
});

type Docs = ReturnType<typeof docs>;
/** What the query asks for, status aside: the tabs count by it. */
async function docsBy(tx: Tx, me: Me, of: DocsOf<string>, query: StockDocQuery): Promise<{ rows: Docs; few: boolean }> {
  const found = await searched(docs(tx, me, of), [
    query.no && holdsNumber(tx, 'stock_doc.id', 'stock_doc_text', 'no', query.no),
    query.sourceNo && holdsNumber(tx, 'stock_doc.id', 'stock_doc_text', 'source_no', query.sourceNo, sql`lined(stock_doc.source_no)`),
  ]);
  let { rows } = found;
  if (query.warehouseId) rows = rows.where('stock_doc.warehouse_id', '=', query.warehouseId);
  if (query.kind) rows = rows.where('stock_doc.kind', '=', query.kind);
  if (query.creator) rows = rows.where(isAnyOf('stock_doc.creator', await valuesHolding(tx, me, 'stock_doc', 'creator', query.creator)));
  if (query.word) rows = rows.where(hasGoods(await skusMatching(tx, me, query.word)));
  if (query.bizDateStart) rows = rows.where('stock_doc.biz_date', '>=', query.bizDateStart);
  if (query.bizDateEnd) rows = rows.where('stock_doc.biz_date', '<=', query.bizDateEnd);
  return { rows, few: found.few };
}

const hasGoods = (skuIds: readonly string[]) =>
  sql<SqlBool>`exists (select from stock_doc_line line where line.tenant_id = stock_doc.tenant_id and line.doc_id = stock_doc.id and line.sku_id = ${anyOf(skuIds)})`;

export const stockDocRows = async <Kind extends string>(tx: Tx, me: Me, of: DocsOf<Kind>, query: StockDocQuery) =>
  rowsAmong(tx, me, of, query, (await docsBy(tx, me, of, query)).rows);

const ofState = (rows: Docs, { status }: StockDocQuery): Docs => (status ? rows.where('stock_doc.status', '=', status) : rows);

async function rowsAmong<Kind extends string>(tx: Tx, me: Me, of: DocsOf<Kind>, query: StockDocQuery, all: Docs) {
  const chosen = ofState(all, query).select(columns).$narrowType<{ warehouseName: NotNull }>();
  const paging = query.no || query.sourceNo || query.word ? { countTo: FOUND_CAP, ...query } : query;
  const page = await pageFrom(tx, chosen, paging, {
    sort: { no: 'stock_doc.no', bizDate: 'stock_doc.biz_date', createdAt: 'stock_doc.created_at', totalQty: 'stock_doc.total_qty' },
    initial: [['stock_doc.created_at', 'desc']],
    tiebreak: 'stock_doc.id',
    neverNull: ['stock_doc.no', 'stock_doc.biz_date', 'stock_doc.total_qty'],
  });
  const units = await unitsOfDocs(
    tx,
    me,
    page.pagedRecords.map((row) => row.id),
  );
  return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...shown(me, of, row), quantities: units.get(row.id) ?? [] })) };
}

/** What the documents move, in base units, by the document's id. */
async function unitsOfDocs(tx: Tx, me: Me, ids: readonly string[]): Promise<Map<string, UnitQty[]>> {
  if (!ids.length) return new Map();
  const { rows } = await sql<UnitQty & { id: string }>`
    select line.doc_id as id, unit.name as "unitName", sum(line.base_qty)::text as qty
    from stock_doc_line line
    join sku on sku.tenant_id = line.tenant_id and sku.id = line.sku_id
    join product on product.tenant_id = sku.tenant_id and product.id = sku.product_id
    join unit on unit.tenant_id = product.tenant_id and unit.id = product.base_unit_id
    where line.tenant_id = ${me.tenantId} and line.doc_id = ${anyOf(ids)}
    group by 1, 2 order by 1, min(line.line_no)`.execute(tx);
  return Map.groupBy(rows, (row) => row.id);
}

export async function listStockDocs<Kind extends string>(tx: Tx, me: Me, of: DocsOf<Kind>, query: StockDocQuery) {
  const { rows: all, few } = await docsBy(tx, me, of, query);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, of, query, all), tabsOf(tx, all, 'stock_doc.status', Object.keys(stockDocStates), few)]);
  // More than can be counted is not added up either.
  if (page.capped || !seesCost(me)) return { ...page, tabs };
  const sums = await ofState(all, query).select(sql<string>`coalesce(sum(total_cost), 0)::text`.as('cost')).executeTakeFirstOrThrow();
  return { ...page, tabs, totals: { totalCost: formatYuan(BigInt(sums.cost)) } };
}

export async function stockDocDetail<Kind extends string>(tx: Tx, me: Me, of: DocsOf<Kind>, input: { id: string }) {
  const row = await docs(tx, me, of)
    .select(columns)
    .$narrowType<{ warehouseName: NotNull }>()
    .select(['stock_doc.remark', 'stock_doc.audited_at as auditedAt', 'stock_doc.reverse_reason as reverseReason', 'stock_doc.reversed_at as reversedAt'])
    .where('stock_doc.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound(`该${of.noun}`);
  return {
    ...shown(me, of, row),
    lines: await linesOf(tx, me, input.id),
    logs: await documentLog(tx, me, of.subject, input.id),
    attachments: await attachmentsOf(tx, me, of.subject, input.id),
  };
}

async function linesOf(tx: Tx, me: Me, docId: string) {
  const lines = await tx
    .selectFrom('stock_doc_line')
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'stock_doc_line.tenant_id').onRef('unit.id', '=', 'stock_doc_line.unit_id'))
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'stock_doc_line.tenant_id').onRef('sku.id', '=', 'stock_doc_line.sku_id'))
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .select([
      'stock_doc_line.id',
      'line_no as lineNo',
      'sku_id as skuId',
      'sku.code as skuCode',
      'product.name',
      'product.spec',
      'sku.sale_attrs',
      'unit_id as unitId',
      'unit.name as unitName',
    ])
    .select([
      'qty',
      'base_qty as baseQty',
      'price',
      'batch_no as batchNo',
      'stock_doc_line.expires_on as expiresOn',
      'product.by_batch as byBatch',
      'stock_doc_line.remark',
    ])
    .where('stock_doc_line.tenant_id', '=', me.tenantId)
    .where('doc_id', '=', docId)
    .orderBy('line_no')
    .execute();
  const skus = await skusForSale(tx, me, { customerId: '', skuIds: lines.map((line) => line.skuId) });
  return lines.map(({ sale_attrs, price, ...line }) => {
    const units = (skus.get(line.skuId)?.units ?? []).map(({ unitId, name, decimals }) => ({ unitId, name, decimals }));
    return {
      ...line,
      saleText: saleTextOf(sale_attrs as Record<string, string>),
      units,
      baseUnitName: units[0]?.name ?? '',
      ...(seesCost(me) ? { price, ...(price === null ? {} : { amount: lineAmount(line.qty, price) }) } : {}),
    };
  });
}
