import { sql } from 'kysely';
import { batchName } from '~/domains/warehouse/batch';
import type { BatchPart } from '~/domains/warehouse/batches.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { subQty, sumQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { type Count, counts } from './countStore.server';

export interface CountedBatch {
  batchNo: string;
  counted: string;
  expiresOn?: string | null | undefined;
}
interface Line {
  lineId: string;
  skuId: string;
  counted: string | null;
  at?: Date | null;
  batches?: readonly CountedBatch[];
}

/**
 * What was counted of each batch of these lines, beside its book of that moment; the caller holds the balances. Every batch there is something
 * of must be said, since what is not said was not counted, which is not 0.
 */
export async function keepBatches(tx: Tx, me: Me, doc: Count, lines: readonly Line[]): Promise<void> {
  if (!lines.length) return;
  await tx
    .deleteFrom('stock_count_batch')
    .where('tenant_id', '=', me.tenantId)
    .where('line_id', '=', anyOf(lines.map((line) => line.lineId)))
    .execute();
  const counted = lines.filter((line) => line.counted !== null);
  const books = await booksOf(tx, me, doc, counted);
  const rows = [];
  for (const line of counted) {
    const said = line.batches ?? [];
    const book = books.get(line.skuId) ?? new Map<string, string>();
    if (!said.length) refuse('STOCK_DOC', `${counts.title(doc)}：商品${await codeOf(tx, me, line.skuId)}按批次管理，请逐批录入实盘数量`);
    if (new Set(said.map((one) => one.batchNo)).size < said.length)
      refuse('STOCK_DOC', `${counts.title(doc)}：商品${await codeOf(tx, me, line.skuId)}的同一批次只能录入一次`);
    const missing = [...book]
      .filter(([batchNo, qty]) => /[1-9]/.test(qty) && !said.some((one) => one.batchNo === batchNo))
      .map(([batchNo]) => batchName(batchNo));
    if (missing.length) refuse('STOCK_DOC', `${counts.title(doc)}：商品${await codeOf(tx, me, line.skuId)}还有批次${missing.join('、')}没有录入，没有货请填0`);
    for (const { batchNo, counted: qty, expiresOn } of said)
      rows.push({
        tenant_id: me.tenantId,
        id: newId(),
        line_id: line.lineId,
        batch_no: batchNo,
        expires_on: expiresOn || null,
        counted: qty,
        book: book.get(batchNo) ?? '0',
      });
  }
  if (rows.length) await tx.insertInto('stock_count_batch').values(rows).execute();
}

const codeOf = async (tx: Tx, me: Me, skuId: string): Promise<string> =>
  (await tx.selectFrom('sku').select('code').where('tenant_id', '=', me.tenantId).where('id', '=', skuId).executeTakeFirst())?.code ?? '';

/** The book of each batch at the moment its line was counted, by SKU and batch. */
async function booksOf(tx: Tx, me: Me, doc: Count, lines: readonly Line[]): Promise<Map<string, Map<string, string>>> {
  if (!lines.length) return new Map();
  const { rows } = await sql<{ skuId: string; batchNo: string; book: string }>`
    select b.sku_id as "skuId", t.batch_no as "batchNo", (b.on_hand - coalesce((select sum(l.d_on_hand) from stock_batch_ledger l
      where l.tenant_id = b.tenant_id and l.warehouse_id = b.warehouse_id and l.batch_id = b.batch_id and l.at > v.at), 0))::text as book
    from unnest(${lines.map((line) => line.skuId)}::uuid[], ${lines.map((line) => line.at?.toISOString() ?? null)}::timestamptz[]) as v(sku_id, at)
    join stock_batch_balance b on b.tenant_id = ${me.tenantId} and b.warehouse_id = ${doc.warehouse_id} and b.sku_id = v.sku_id
    join stock_batch t on t.tenant_id = b.tenant_id and t.id = b.batch_id`.execute(tx);
  return new Map([...Map.groupBy(rows, (row) => row.skuId)].map(([skuId, of]) => [skuId, new Map(of.map((row) => [row.batchNo, row.book]))]));
}

export const sumOfBatches = (batches: readonly CountedBatch[]): string => sumQty(batches.map((one) => one.counted));

/** What the batches of finished lines differ from their books, as movements take it; lines without a difference are left out. */
export async function batchDifferences(tx: Tx, me: Me, countId: string): Promise<Map<string, BatchPart[]>> {
  const rows = await tx
    .selectFrom('stock_count_batch as b')
    .innerJoin('stock_count_line as l', (on) => on.onRef('l.tenant_id', '=', 'b.tenant_id').onRef('l.id', '=', 'b.line_id'))
    .select(['b.line_id as lineId', 'b.batch_no as batchNo', 'b.expires_on as expiresOn', 'b.counted', 'b.book'])
    .where('b.tenant_id', '=', me.tenantId)
    .where('l.count_id', '=', countId)
    .whereRef('b.counted', '<>', 'b.book')
    .orderBy('b.id')
    .execute();
  const parts = Map.groupBy(rows, (row) => row.lineId);
  return new Map(
    [...parts].map(([lineId, of]) => [lineId, of.map(({ batchNo, expiresOn, counted, book }) => ({ batchNo, expiresOn, qty: subQty(counted, book) }))]),
  );
}

/** For the person who counts: the batches there are and those counted already. `blind` leaves the book out. */
export async function batchesOfLine(tx: Tx, me: Me, at: { warehouseId: string; skuId: string; lineId: string; blind: boolean }) {
  const { rows } = await sql<{ batchNo: string; expiresOn: string | null; book: string; counted: string | null }>`
    with there as (select t.batch_no, t.expires_on, b.on_hand from stock_batch_balance b join stock_batch t on t.tenant_id = b.tenant_id and t.id = b.batch_id
      where b.tenant_id = ${me.tenantId} and b.warehouse_id = ${at.warehouseId} and b.sku_id = ${at.skuId} and b.on_hand > 0),
    said as (select batch_no, expires_on, counted, book from stock_count_batch where tenant_id = ${me.tenantId} and line_id = ${at.lineId})
    select coalesce(s.batch_no, t.batch_no) as "batchNo", coalesce(t.expires_on, s.expires_on) as "expiresOn", coalesce(s.book, t.on_hand)::text as book, s.counted
    from there t full join said s on s.batch_no = t.batch_no order by coalesce(t.expires_on, s.expires_on) nulls last, 1`.execute(tx);
  return rows.map(({ book, ...row }) => (at.blind ? row : { ...row, book }));
}

/** Kept by an import, so that it can be undone. */
export const batchRows = (tx: Tx, me: Me, countId: string) =>
  tx
    .selectFrom('stock_count_batch as b')
    .innerJoin('stock_count_line as l', (on) => on.onRef('l.tenant_id', '=', 'b.tenant_id').onRef('l.id', '=', 'b.line_id'))
    .select(['b.line_id', 'b.batch_no', 'b.expires_on', 'b.counted', 'b.book'])
    .where('b.tenant_id', '=', me.tenantId)
    .where('l.count_id', '=', countId)
    .execute();

export async function restoreBatches(tx: Tx, me: Me, countId: string, rows: Awaited<ReturnType<typeof batchRows>>): Promise<void> {
  await tx
    .deleteFrom('stock_count_batch')
    .where('tenant_id', '=', me.tenantId)
    .where('line_id', 'in', (of) => of.selectFrom('stock_count_line').select('id').where('tenant_id', '=', me.tenantId).where('count_id', '=', countId))
    .execute();
  if (rows.length)
    await tx
      .insertInto('stock_count_batch')
      .values(rows.map((row) => ({ ...row, tenant_id: me.tenantId, id: newId() })))
      .execute();
}
