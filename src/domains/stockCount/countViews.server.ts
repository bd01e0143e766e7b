import { type SqlBool, sql } from 'kysely';
import { skusMatching } from '~/domains/product/catalogue.server';
import { saleTextOf } from '~/domains/product/product';
import { seesCost } from '~/domains/warehouse/cost';
import { holds, type Me } from '~/portal/me';
import { STOCK_AUDIT } from '~/portal/permissions';
import { attachmentsOf } from '~/server/attachments.server';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, isAnyOf, valuesHolding } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { lineAmount, subQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { type CountMode, type CountScope, type CountState, countStates, hidesBook } from './count';
import type { CountLineQuery, CountQuery } from './count.schema';
import { batchesOfLine } from './countBatches.server';
import type { counts } from './countStore.server';
import * as subjects from './subjects';

const columns = [
  'stock_count.id',
  'stock_count.no',
  'stock_count.version',
  'stock_count.warehouse_id as warehouseId',
  'warehouse.name as warehouseName',
  'stock_count.scope',
  'scope_text as scopeText',
  'mode',
  'freezes',
  'stock_count.status',
  'skus',
  'counted',
  'gains',
  'losses',
  'cost_diff as costDiff',
  'expire_at as expireAt',
  'creator',
  'submitter',
  'reviewer',
  'stock_count.created_at as createdAt',
  'finished_at as finishedAt',
  'created_by as createdBy',
  'submitted_by as submittedBy',
] as const;

const docs = (tx: Tx, me: Me) =>
  tx
    .selectFrom('stock_count')
    .innerJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'stock_count.tenant_id').onRef('warehouse.id', '=', 'stock_count.warehouse_id'))
    .where('stock_count.tenant_id', '=', me.tenantId);

interface Stored {
  scope: string;
  mode: string;
  status: string;
  costDiff: bigint;
  createdBy: string | null;
  submittedBy: string | null;
}
const shown = <Row extends Stored>(me: Me, { costDiff, createdBy, submittedBy, scope, mode, status, ...row }: Row) => ({
  ...row,
  scope: scope as CountScope,
  mode: mode as CountMode,
  status: status as CountState,
  /** Made or submitted by the person who asks: another one must review it. */
  mine: createdBy === me.accountId || submittedBy === me.accountId,
  ...(seesCost(me) ? { costDiff } : {}),
});

async function countsBy(tx: Tx, me: Me, query: CountQuery) {
  let rows = docs(tx, me);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'stock_count.id', 'stock_count_text', 'no', query.no));
  if (query.warehouseId) rows = rows.where('stock_count.warehouse_id', '=', query.warehouseId);
  if (query.scope) rows = rows.where('stock_count.scope', '=', query.scope);
  if (query.creator) rows = rows.where(isAnyOf('stock_count.creator', await valuesHolding(tx, me, 'stock_count', 'creator', query.creator)));
  return rows;
}

export const countRows = async (tx: Tx, me: Me, query: CountQuery) => rowsAmong(tx, me, query, await countsBy(tx, me, query));

async function rowsAmong(tx: Tx, me: Me, query: CountQuery, all: Awaited<ReturnType<typeof countsBy>>) {
  const chosen = (query.status ? all.where('stock_count.status', '=', query.status) : all).select(columns);
  const page = await pageFrom(tx, chosen, query.no ? { countTo: FOUND_CAP, ...query } : query, {
    sort: { no: 'stock_count.no', createdAt: 'stock_count.created_at' },
    initial: [['stock_count.created_at', 'desc']],
    tiebreak: 'stock_count.id',
    neverNull: ['stock_count.no'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => shown(me, row)) };
}

export async function listCounts(tx: Tx, me: Me, query: CountQuery) {
  const all = await countsBy(tx, me, query);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, all), tabsOf(tx, all, 'stock_count.status', Object.keys(countStates))]);
  return { ...page, tabs };
}

export async function countDetail(tx: Tx, me: Me, input: { id: string }) {
  const row = await docs(tx, me)
    .select(columns)
    .select(['stock_count.remark', 'reason', 'started_at as startedAt', 'submitted_at as submittedAt'])
    .where('stock_count.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该盘点单');
  const { n } = await tx
    .selectFrom('stock_count_line')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('tenant_id', '=', me.tenantId)
    .where('count_id', '=', input.id)
    .where('again', '=', true)
    .executeTakeFirstOrThrow();
  return {
    ...shown(me, row),
    again: n,
    hidesBook: hidesBook(row, holds(me, STOCK_AUDIT)),
    logs: await documentLog(tx, me, subjects.stockCount, input.id),
    attachments: await attachmentsOf(tx, me, subjects.stockCount, input.id),
  };
}

type Doc = Pick<Awaited<ReturnType<typeof counts.lock>>, 'id' | 'warehouse_id' | 'mode' | 'status'>;
/** The count, as far as the person sees its warehouse. */
async function countOf(tx: Tx, me: Me, id: string): Promise<Doc & { no: string; scope: string; scope_text: string }> {
  const doc = await tx
    .selectFrom('stock_count')
    .select(['id', 'no', 'warehouse_id', 'mode', 'status', 'scope', 'scope_text'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return doc ?? notFound('该盘点单');
}

const linesOf = (tx: Tx, me: Me, doc: Doc) =>
  tx
    .selectFrom('stock_count_line as l')
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'l.tenant_id').onRef('sku.id', '=', 'l.sku_id'))
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .leftJoin('stock_balance as b', (on) =>
      on.onRef('b.tenant_id', '=', 'l.tenant_id').onRef('b.sku_id', '=', 'l.sku_id').on('b.warehouse_id', '=', doc.warehouse_id),
    )
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.count_id', '=', doc.id)
    .select(['l.id', 'l.sku_id as skuId', 'l.sku_code as skuCode', 'product.name', 'product.spec', 'sku.sale_attrs', 'unit.name as unitName', 'unit.decimals'])
    .select([sql<string>`coalesce(sku.barcode, '')`.as('barcode'), 'l.counted', 'l.first_counted as firstCounted', 'l.counted_at as countedAt', 'l.counter'])
    .select(['l.again', 'l.reason', 'l.diff', 'l.cost', 'l.book', 'b.on_hand as onHand', 'product.by_batch as byBatch']);
type Line = Awaited<ReturnType<ReturnType<typeof linesOf>['execute']>>[number];

/** What a person may know of a line: blind counters see what they counted, and nobody without the permission what it costs. */
function shownLine(me: Me, doc: Doc, { sale_attrs, book, diff, cost, onHand, ...line }: Line) {
  const counted = {
    ...line,
    saleText: saleTextOf(sale_attrs as Record<string, string>),
  };
  if (hidesBook(doc, holds(me, STOCK_AUDIT))) return counted;
  const open = doc.status === 'COUNTING' || doc.status === 'WAIT_REVIEW';
  return {
    ...counted,
    book: book ?? (open || doc.status === 'CREATED' ? (onHand ?? '0') : null),
    diff,
    since: book === null || !open ? null : subQty(onHand ?? '0', book),
    ...(seesCost(me) ? { cost, amount: cost === null || diff === null ? null : lineAmount(diff, cost) } : {}),
  };
}

export async function lineRows(tx: Tx, me: Me, query: CountLineQuery) {
  const doc = await countOf(tx, me, query.id);
  const hidden = hidesBook(doc, holds(me, STOCK_AUDIT));
  if (hidden && ['DIFF', 'GAIN', 'LOSS'].includes(query.show)) refuse('STOCK_DOC', `盘点单${doc.no}为盲盘，复核前不能按差异筛选`);
  let rows = linesOf(tx, me, doc);
  if (query.word) rows = rows.where('l.sku_id', '=', anyOf(await skusMatching(tx, me, query.word)));
  if (query.show === 'OPEN') rows = rows.where('l.counted', 'is', null);
  if (query.show === 'AGAIN') rows = rows.where('l.again', '=', true);
  if (query.show === 'DIFF') rows = rows.where(sql<SqlBool>`l.counted <> l.book`);
  if (query.show === 'GAIN') rows = rows.where(sql<SqlBool>`l.counted > l.book`);
  if (query.show === 'LOSS') rows = rows.where(sql<SqlBool>`l.counted < l.book`);
  const page = await pageFrom(tx, rows, query, {
    sort: { skuCode: 'l.sku_code' },
    initial: [['l.sku_code', 'asc']],
    tiebreak: 'l.id',
    neverNull: ['l.sku_code'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map((line) => shownLine(me, doc, line)) };
}

export const countLines = (tx: Tx, me: Me, query: CountLineQuery) => lineRows(tx, me, query);

export async function linesBySku(tx: Tx, me: Me, doc: Doc, skuIds: readonly string[]) {
  const rows = await linesOf(tx, me, doc).where('l.sku_id', '=', anyOf(skuIds)).execute();
  const blind = hidesBook(doc, holds(me, STOCK_AUDIT));
  return Promise.all(
    rows.map(async (line) => ({
      ...shownLine(me, doc, line),
      ...(line.byBatch ? { batches: await batchesOfLine(tx, me, { warehouseId: doc.warehouse_id, skuId: line.skuId, lineId: line.id, blind }) } : {}),
    })),
  );
}

/** By barcode or code, as a scanner types it; goods the sheet does not name are offered where the whole warehouse is counted. */
export async function scanLine(tx: Tx, me: Me, input: { id: string; code: string }) {
  const doc = await countOf(tx, me, input.id);
  const skus = await tx
    .selectFrom('sku')
    .select(['id', 'code'])
    .where('tenant_id', '=', me.tenantId)
    .where((row) => row.or([row('code', '=', input.code), row('barcode', '=', input.code)]))
    .orderBy(sql`code = ${input.code}`, 'desc')
    .limit(2)
    .execute();
  const [sku, second] = skus;
  if (!sku) refuse('STOCK_DOC', `没有条码或编码为“${input.code}”的商品`);
  if (second && sku.code !== input.code) refuse('STOCK_DOC', `条码“${input.code}”对应多个商品（${sku.code}、${second.code}…），请输入SKU编码`);
  const [line] = await linesBySku(tx, me, doc, [sku.id]);
  if (line) return line;
  if (doc.scope !== 'ALL') refuse('STOCK_DOC', `商品${sku.code}不在盘点单${doc.no}的范围（${doc.scope_text}）内`);
  const found = await tx
    .selectFrom('sku')
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .select(['sku.id as skuId', 'sku.code as skuCode', sql<string>`coalesce(sku.barcode, '')`.as('barcode'), 'product.name', 'product.spec', 'sku.sale_attrs'])
    .select(['unit.name as unitName', 'unit.decimals', 'product.by_batch as byBatch'])
    .where('sku.tenant_id', '=', me.tenantId)
    .where('sku.id', '=', sku.id)
    .executeTakeFirstOrThrow();
  const blank = { id: found.skuId, counted: null, firstCounted: null, countedAt: null, counter: '', again: false, reason: '' };
  const { sale_attrs, ...rest } = found;
  const blind = hidesBook(doc, holds(me, STOCK_AUDIT));
  const batches = rest.byBatch ? { batches: await batchesOfLine(tx, me, { warehouseId: doc.warehouse_id, skuId: sku.id, lineId: sku.id, blind }) } : {};
  return { ...rest, ...blank, ...batches, saleText: saleTextOf(sale_attrs as Record<string, string>) };
}
