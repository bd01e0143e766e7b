import { sql } from 'kysely';
import { lockBalances } from '~/domains/warehouse/movements.server';
import type { Me } from '~/portal/me';
import { STOCK_COST_VIEW, STOCK_COUNT, STOCK_MANAGE } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { defineExport } from '~/server/export.server';
import { defineImport, type ImportRow, reportRepeats } from '~/server/import.server';
import { code, date, decimal, text } from '~/server/sheet/fields';
import { shanghaiTime } from '~/shared/dates';
import { trimQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { currently } from '~/shared/states';
import { type CountState, countModes, countScopes, countStates, lineShows } from './count';
import { CountLineQuery, CountQuery } from './count.schema';
import { batchRows, restoreBatches, sumOfBatches } from './countBatches.server';
import { type Count, counts, log } from './countStore.server';
import { countRows, lineRows } from './countViews.server';
import { type Entered, mustCount, writeEntries } from './enter.server';
import * as subjects from './subjects';

export const countExport = defineExport({
  type: 'stock-count',
  title: '盘点单',
  permission: STOCK_MANAGE,
  query: CountQuery,
  filters: { no: '盘点单号', warehouseId: '仓库', scope: ['盘点范围', countScopes], status: ['状态', countStates], creator: '制单人' },
  rows: countRows,
  columns: [
    { key: 'no', title: '盘点单号' },
    { key: 'warehouseName', title: '仓库' },
    { key: 'scope', title: '范围', value: (row) => [countScopes[row.scope], row.scopeText].filter(Boolean).join('：') },
    { key: 'mode', title: '方式', value: (row) => countModes[row.mode] },
    { key: 'status', title: '状态', value: (row) => countStates[row.status] },
    { key: 'skus', title: 'SKU数', kind: 'number' },
    { key: 'counted', title: '已盘', kind: 'number' },
    { key: 'gains', title: '盘盈SKU', kind: 'number' },
    { key: 'losses', title: '盘亏SKU', kind: 'number' },
    { key: 'costDiff', title: '盈亏金额(元)', kind: 'yuan', only: STOCK_COST_VIEW },
    { key: 'creator', title: '制单人' },
    { key: 'reviewer', title: '复核人' },
    { key: 'createdAt', title: '制单时间', kind: 'time' },
    { key: 'finishedAt', title: '完成时间', kind: 'time' },
  ],
});

/** 盘点表: to be filled in and brought back; blind counts leave the book out. */
export const sheetExport = defineExport({
  type: 'stock-count-sheet',
  title: '盘点表',
  permission: STOCK_COUNT,
  query: CountLineQuery,
  filters: { word: '商品', show: ['显示', lineShows] },
  rows: async (tx, me, query) => {
    const page = await lineRows(tx, me, query);
    const { no } = await tx.selectFrom('stock_count').select('no').where('tenant_id', '=', me.tenantId).where('id', '=', query.id).executeTakeFirstOrThrow();
    return { ...page, pagedRecords: page.pagedRecords.map((line) => ({ ...line, no })) };
  },
  columns: [
    { key: 'no', title: '盘点单号' },
    { key: 'skuCode', title: 'SKU编码' },
    { key: 'name', title: '商品', width: 32 },
    { key: 'name', title: '销售属性', value: (line) => line.saleText },
    { key: 'spec', title: '规格' },
    { key: 'unitName', title: '单位' },
    { key: 'book', title: '账面数量', kind: 'qty', value: (line) => ('book' in line ? line.book : null) },
    { key: 'counted', title: '实盘数量', kind: 'qty' },
    { key: 'diff', title: '差异', kind: 'qty', value: (line) => ('diff' in line ? line.diff : null) },
    { key: 'amount', title: '差异金额(元)', kind: 'yuan', only: STOCK_COST_VIEW, value: (line) => ('amount' in line ? line.amount : null) },
    { key: 'counter', title: '盘点人' },
    { key: 'countedAt', title: '盘点时间', value: (line) => (line.countedAt ? shanghaiTime(line.countedAt) : '') },
    { key: 'reason', title: '备注' },
  ],
});

/** The most goods one sheet brings. */
const MOST_ROWS = 30_000;
const instant = (cell: string) => {
  const found = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(cell.trim());
  if (!found) return { error: '时间格式应如2026-12-31 18:00' };
  const [, year, month, day, hour, minute, second = '0'] = found.map((part) => (part ?? '0').padStart(2, '0'));
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second.padStart(2, '0')}+08:00`);
  return Number.isNaN(at.getTime()) ? { error: '时间不存在' } : { value: at };
};
const columns = {
  no: { title: '盘点单号', field: code(40), required: true, sample: 'PD20260615000001' },
  sku: { title: 'SKU编码', field: code(40), required: true, aliases: ['商品编码', '物料编码'], sample: 'FS-001' },
  counted: { title: '实盘数量', field: decimal({ digits: 4 }), note: '留空表示未盘，不调整库存；没有货请填0', sample: '96' },
  batchNo: { title: '批次号', field: text(40), aliases: ['批次'], note: '按批次管理的商品每批一行，未标批次的填“-”；其他商品留空', sample: '' },
  expiresOn: { title: '到期日', field: date, note: '新批次的到期日', sample: '' },
  counter: { title: '盘点人', field: text(30), note: '留空为导入人', sample: '王五' },
  at: { title: '盘点时间', field: instant, note: '如2026-06-15 09:30，按当时的账面计算差异；留空按导入时间', sample: '2026-06-15 09:30' },
  remark: { title: '备注', field: text(100), aliases: ['原因'], sample: '' },
};
interface Line {
  id: string;
  skuId: string;
  counted: string | null;
  decimals: number;
  byBatch: boolean;
}
interface Sheet {
  doc: Count;
  /** By SKU code. */
  lines: Map<string, Line>;
}
type Plan = Map<string, Sheet>;
interface Undo {
  docs: {
    id: string;
    at: string;
    lines: { id: string; counted: string | null; book: string | null; at: string | null; counter: string; reason: string }[];
    batches?: Awaited<ReturnType<typeof batchRows>>;
  }[];
}

/** 导入实盘: rows without a quantity were not counted and stay as they are. */
export const countImport = defineImport<typeof columns, Plan>({
  type: 'stockCount',
  title: '盘点录入',
  permission: STOCK_COUNT,
  modes: ['MERGE'],
  maxRows: MOST_ROWS,
  columns,
  notes: ['只能导入“盘点中”的盘点单，可在盘点单详情导出盘点表后填写。', '实盘数量留空表示未盘，不会调整库存；没有货请填0。'],
  async validate(tx, me, { rows, report, now }) {
    const plan = await sheetsOf(
      tx,
      me,
      rows.map((row) => row.value.no),
    );
    for (const row of rows) {
      const { value } = row;
      const sheet = value.no === null ? undefined : plan.get(value.no);
      if (value.no !== null && !sheet) report(row, 'no', '不存在');
      if (sheet && sheet.doc.status !== 'COUNTING') report(row, 'no', currently(countStates[sheet.doc.status as keyof typeof countStates], '不能录入'));
      const line = value.sku === null ? undefined : sheet?.lines.get(value.sku);
      if (sheet && value.sku !== null && !line) report(row, 'sku', '不在该盘点单中');
      if (line && value.counted !== null && decimalsOf(value.counted) > line.decimals)
        report(row, 'counted', line.decimals ? `最多允许${line.decimals}位小数` : '只能填整数');
      if (line?.byBatch && value.counted !== null && !value.batchNo) report(row, 'batchNo', '不能为空：该商品按批次管理，每批一行');
      if (line && !line.byBatch && value.batchNo) report(row, 'batchNo', '须留空：该商品不按批次管理');
      if (value.at && value.at > now) report(row, 'at', '不能晚于现在');
      if (value.at && sheet?.doc.started_at && value.at < sheet.doc.started_at)
        report(row, 'at', `不能早于开始盘点的时间（${shanghaiTime(sheet.doc.started_at)}）`);
    }
    reportRepeats(
      rows.filter((row) => !row.value.batchNo),
      ['no', 'sku'],
      report,
    );
    reportRepeats(
      rows.filter((row) => row.value.batchNo),
      ['no', 'sku', 'batchNo'],
      report,
    );
    return plan;
  },
  effect: (plan, { value }) => {
    if (value.counted === null) return 'PASSED';
    const was = plan.get(value.no ?? '')?.lines.get(value.sku ?? '')?.counted;
    return was === null || was === undefined ? 'NEW' : trimQty(was) === trimQty(value.counted) ? 'SAME' : 'CHANGED';
  },
  async apply(tx, me, plan, { rows, now }) {
    const undo: Undo['docs'] = [];
    let [created, updated] = [0, 0];
    for (const [no, group] of Map.groupBy(
      rows.filter((row) => row.value.counted !== null),
      (row) => row.value.no as string,
    )) {
      const sheet = plan.get(no) as Sheet;
      const doc = await counts.lock(tx, me, { id: sheet.doc.id });
      mustCount(doc);
      const entered = [...Map.groupBy(group, (row) => row.value.sku as string).values()].map((of) => enteredOf(sheet, of));
      undo.push({ id: doc.id, at: now.toISOString(), lines: await before(tx, me, doc), batches: await batchRows(tx, me, doc.id) });
      const balances = await lockBalances(
        tx,
        me,
        entered.map((one) => ({ warehouseId: doc.warehouse_id, skuId: one.skuId })),
      );
      const uncounted = new Set([...sheet.lines.values()].filter((line) => line.counted === null).map((line) => line.id));
      const fresh = entered.filter((one) => uncounted.has(one.lineId)).length;
      created += fresh;
      updated += entered.length - fresh;
      await writeEntries(tx, me, doc, entered, balances, now);
      await log(tx, me, doc, '导入实盘', `${entered.length}个商品`);
    }
    return { created, updated, undo: { docs: undo } satisfies Undo };
  },
  undo: takeBack,
});

/** The rows of one product: of goods kept by batch each is a batch, '-' the goods without one. */
function enteredOf(sheet: Sheet, of: readonly ImportRow<typeof columns>[]): Entered {
  const [{ value }] = of as [(typeof of)[number]];
  const line = sheet.lines.get(value.sku as string) as Line;
  const said = { lineId: line.id, skuId: line.skuId, reason: value.remark ?? '', at: value.at ?? null, counter: value.counter };
  if (!line.byBatch) return { ...said, counted: value.counted };
  const batches = of.map((row) => ({
    batchNo: row.value.batchNo === '-' ? '' : (row.value.batchNo ?? ''),
    counted: row.value.counted ?? '0',
    expiresOn: row.value.expiresOn,
  }));
  return { ...said, counted: sumOfBatches(batches), batches };
}

const decimalsOf = (qty: string): number => (trimQty(qty).split('.')[1] ?? '').length;

async function sheetsOf(tx: Tx, me: Me, given: readonly (string | null)[]): Promise<Plan> {
  const nos = [...new Set(given.flatMap((no) => (no === null ? [] : [no])))].slice(0, 200);
  if (!nos.length) return new Map();
  const docs = await tx.selectFrom('stock_count').selectAll().where('tenant_id', '=', me.tenantId).where('no', 'in', nos).execute();
  const sheets = new Map<string, Sheet>();
  for (const doc of docs) {
    const lines = await tx
      .selectFrom('stock_count_line as l')
      .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'l.tenant_id').onRef('sku.id', '=', 'l.sku_id'))
      .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
      .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
      .select(['l.id', 'l.sku_id as skuId', 'l.sku_code as code', 'l.counted', 'unit.decimals', 'product.by_batch as byBatch'])
      .where('l.tenant_id', '=', me.tenantId)
      .where('l.count_id', '=', doc.id)
      .execute();
    sheets.set(doc.no, { doc, lines: new Map(lines.map(({ code: key, ...line }) => [key, line])) });
  }
  return sheets;
}

async function before(tx: Tx, me: Me, doc: Count): Promise<Undo['docs'][number]['lines']> {
  const rows = await tx
    .selectFrom('stock_count_line')
    .select(['id', 'counted', 'book', 'counted_at', 'counter', 'reason'])
    .where('tenant_id', '=', me.tenantId)
    .where('count_id', '=', doc.id)
    .execute();
  return rows.map(({ counted_at, ...row }) => ({ ...row, at: counted_at?.toISOString() ?? null }));
}

/** As long as it is still being counted, and nobody has counted any of it since. */
async function takeBack(tx: Tx, me: Me, { docs }: Undo): Promise<void> {
  for (const was of docs) {
    const doc = await counts.lock(tx, me, { id: was.id });
    const standing = { title: counts.title(doc), state: doc.status as CountState, names: countStates, reason: 'IMPORT_STATE' } as const;
    mustStand(standing, 'COUNTING', '撤销导入');
    const later = await tx
      .selectFrom('audit_log')
      .select('action')
      .where('tenant_id', '=', me.tenantId)
      .where('subject_type', '=', subjects.stockCount.type)
      .where('subject_id', '=', doc.id)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (later?.action !== '导入实盘') refuse('IMPORT_STATE', `${counts.title(doc)}在导入后又有录入，不能撤销导入`);
    await restore(tx, me, doc, was.lines);
    await restoreBatches(tx, me, doc.id, was.batches ?? []);
    await audit(tx, me, { action: '撤销导入', subject: subjects.stockCount, id: doc.id, no: doc.no });
  }
}

async function restore(tx: Tx, me: Me, doc: Count, lines: Undo['docs'][number]['lines']): Promise<void> {
  await sql`update stock_count_line l set counted = v.counted, book = v.book, counted_at = v.at, counter = v.counter, reason = v.reason
    from unnest(${lines.map((one) => one.id)}::uuid[], ${lines.map((one) => one.counted)}::numeric[], ${lines.map((one) => one.book)}::numeric[],
      ${lines.map((one) => one.at)}::timestamptz[], ${lines.map((one) => one.counter)}::text[], ${lines.map((one) => one.reason)}::text[]) as v(id, counted, book, at, counter, reason)
    where l.tenant_id = ${me.tenantId} and l.id = v.id`.execute(tx);
  const counted = lines.filter((one) => one.counted !== null).length;
  await tx.updateTable('stock_count').set({ counted }).where('tenant_id', '=', me.tenantId).where('id', '=', doc.id).execute();
}
