import { sql } from 'kysely';
import { type Balance, lockBalances } from '~/domains/warehouse/movements.server';
import { lockWarehouse } from '~/domains/warehouse/warehouse.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { addQty, compareQty, displayQty, trimQty, unscaled } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import type { CountEntry } from './count.schema';
import { type CountedBatch, keepBatches, sumOfBatches } from './countBatches.server';
import { type Count, counts, log } from './countStore.server';
import { linesBySku } from './countViews.server';

interface Known {
  id: string;
  sku_id: string;
  sku_code: string;
  counted: string | null;
  book: string | null;
  decimals: number;
}
export interface Entered {
  lineId: string;
  skuId: string;
  counted: string | null;
  reason: string;
  /** When it was counted, where a sheet says so; now otherwise. */
  at?: Date | null;
  counter?: string | null;
  batches?: readonly CountedBatch[];
}

/** 录入实盘: what the book says is read under the balance's lock, so that what moves later changes nothing of the difference. */
export async function enterCounts(tx: Tx, me: Me, input: CountEntry, now: Date) {
  const doc = await counts.lock(tx, me, { id: input.id });
  mustCount(doc);
  const skuIds = input.lines.map((line) => line.skuId);
  if (new Set(skuIds).size < skuIds.length) refuse('STOCK_DOC', `${counts.title(doc)}：同一商品一次只能录入一行`);
  const known = await knownLines(tx, me, doc, skuIds);
  const balances = await lockBalances(
    tx,
    me,
    skuIds.map((skuId) => ({ warehouseId: doc.warehouse_id, skuId })),
  );
  const entered = input.lines.map((line) => {
    const had = known.get(line.skuId) ?? notFound('该盘点商品');
    const balance = balances.get(`${doc.warehouse_id}/${line.skuId}`) as Balance;
    if (balance.by_batch) return byBatch(doc, had, line);
    const qty = line.counted === '' ? null : onScale(had, line.counted);
    const onHand = unscaled(balance.on_hand, 4);
    return { lineId: had.id, skuId: line.skuId, counted: line.add && qty !== null ? added(doc, had, qty, onHand) : qty, reason: line.reason };
  });
  await writeEntries(tx, me, doc, entered, balances, now);
  const said = entered.slice(0, 5).map((one) => `${known.get(one.skuId)?.sku_code}：${one.counted === null ? '未盘' : trimQty(one.counted)}`);
  await log(tx, me, doc, '录入实盘', said.join('，') + (entered.length > 5 ? `等${entered.length}个` : ''));
  return { lines: await linesBySku(tx, me, doc, skuIds) };
}

/** Goods kept by batch are counted batch by batch; the line is their sum. */
function byBatch(doc: Count, had: Known, line: CountEntry['lines'][number]): Entered {
  if (line.add) refuse('STOCK_DOC', `${counts.title(doc)}：商品${had.sku_code}按批次管理，不能逐件累加，请逐批录入实盘数量`);
  for (const one of line.batches) onScale(had, one.counted);
  const counted = line.batches.length ? sumOfBatches(line.batches) : line.counted === '' ? null : line.counted;
  return { lineId: had.id, skuId: line.skuId, counted, reason: line.reason, batches: line.batches };
}

export function mustCount(doc: Count): void {
  counts.mustBe(doc, 'COUNTING', '录入实盘');
}

function onScale({ sku_code, decimals }: Known, qty: string): string {
  if ((trimQty(qty).split('.')[1] ?? '').length > decimals)
    refuse(
      'STOCK_DOC',
      decimals === 0
        ? `商品${sku_code}的实盘数量只能填整数（当前值：${trimQty(qty)}）`
        : `商品${sku_code}的实盘数量最多允许${decimals}位小数（当前值：${trimQty(qty)}）`,
    );
  return qty;
}

/** On top of what was counted before, if nothing moved in between: then nobody can say what was counted of it. */
function added(doc: Count, had: Known, qty: string, onHand: string): string {
  if (had.counted === null) return qty;
  if (had.book !== null && compareQty(had.book, onHand) !== 0)
    refuse(
      'STOCK_DOC',
      `${counts.title(doc)}：商品${had.sku_code}在上次盘点后有出入库（${displayQty(had.book)}→${displayQty(onHand)}），不能累加，请重新清点后录入总数`,
    );
  return addQty(had.counted, qty);
}

/** Lines of these goods; what is found outside of the sheet is taken in where the whole warehouse is counted. */
async function knownLines(tx: Tx, me: Me, doc: Count, skuIds: readonly string[]): Promise<Map<string, Known>> {
  const read = async () =>
    (
      await sql<Known>`select l.id, l.sku_id, l.sku_code, l.counted, l.book, u.decimals from stock_count_line l
        join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
        join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
        join unit u on u.tenant_id = p.tenant_id and u.id = p.base_unit_id
        where l.tenant_id = ${me.tenantId} and l.count_id = ${doc.id} and l.sku_id = ${anyOf(skuIds)}`.execute(tx)
    ).rows;
  let rows = await read();
  const missing = skuIds.filter((id) => !rows.some((row) => row.sku_id === id));
  if (missing.length) {
    const skus = await tx.selectFrom('sku').select(['id', 'code']).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(missing)).execute();
    if (skus.length < missing.length) notFound('该商品');
    if (doc.scope !== 'ALL') refuse('STOCK_DOC', `商品${skus[0]?.code}不在${counts.title(doc)}的范围（${doc.scope_text}）内`);
    await refuseCountedElsewhere(tx, me, doc, missing);
    await tx
      .insertInto('stock_count_line')
      .values(skus.map((sku) => ({ tenant_id: me.tenantId, id: newId(), count_id: doc.id, sku_id: sku.id, sku_code: sku.code })))
      .execute();
    await sql`update stock_count set skus = skus + ${skus.length} where tenant_id = ${me.tenantId} and id = ${doc.id}`.execute(tx);
    rows = await read();
  }
  return new Map(rows.map((row) => [row.sku_id, row]));
}

async function refuseCountedElsewhere(tx: Tx, me: Me, doc: Count, skuIds: readonly string[]): Promise<void> {
  await lockWarehouse(tx, me, doc.warehouse_id);
  const other = await tx
    .selectFrom('stock_count_line as l')
    .innerJoin('stock_count as o', (on) => on.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.count_id'))
    .select(['o.no', 'l.sku_code as code'])
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.sku_id', '=', anyOf(skuIds))
    .where('o.warehouse_id', '=', doc.warehouse_id)
    .where('o.status', 'in', ['COUNTING', 'WAIT_REVIEW'])
    .where('o.id', '<>', doc.id)
    .limit(1)
    .executeTakeFirst();
  if (other) refuse('BAD_STATE', `商品${other.code}正在盘点单${other.no}中盘点`);
}

/** Writes counted, book and who; the caller holds the balances. An entry of an earlier moment is compared with the book of that moment. */
export async function writeEntries(tx: Tx, me: Me, doc: Count, entered: readonly Entered[], balances: ReadonlyMap<string, Balance>, now: Date): Promise<void> {
  const moved = await movedSince(tx, me, doc, entered);
  const books = entered.map((one) => {
    const at = balances.get(`${doc.warehouse_id}/${one.skuId}`) as Balance;
    return addQty(unscaled(at.on_hand, 4), moved.get(one.skuId) ?? '0');
  });
  await keepBatches(
    tx,
    me,
    doc,
    entered.filter((one) => balances.get(`${doc.warehouse_id}/${one.skuId}`)?.by_batch),
  );
  const column = <T>(pick: (one: Entered, index: number) => T): T[] => entered.map(pick);
  const { rows } = await sql<{ was: number; is: number }>`
    with v as (select * from unnest(${column((one) => one.lineId)}::uuid[], ${column((one) => one.counted)}::numeric[], ${column((_, index) => books[index] as string)}::numeric[],
        ${column((one) => one.reason)}::text[], ${column((one) => (one.at ?? now).toISOString())}::timestamptz[], ${column((one) => one.counter || actorName(me))}::text[])
        as v(id, counted, book, reason, at, counter)),
    old as (select l.id, l.counted from stock_count_line l join v on v.id = l.id where l.tenant_id = ${me.tenantId}),
    written as (update stock_count_line l set counted = v.counted, book = case when v.counted is null then null else v.book end,
        counted_at = case when v.counted is null then null else v.at end, counter = case when v.counted is null then '' else v.counter end,
        reason = v.reason, first_counted = case when l.again then l.counted else l.first_counted end, again = l.again and v.counted is null
      from v where l.tenant_id = ${me.tenantId} and l.id = v.id returning l.counted)
    select (select count(counted)::int from old) as was, (select count(counted)::int from written) as is`.execute(tx);
  const change = (rows[0]?.is ?? 0) - (rows[0]?.was ?? 0);
  if (change !== 0) await sql`update stock_count set counted = counted + ${change} where tenant_id = ${me.tenantId} and id = ${doc.id}`.execute(tx);
}

/** What left since each was counted, less what came in: the book of then is that of now and this. */
async function movedSince(tx: Tx, me: Me, doc: Count, entered: readonly Entered[]): Promise<Map<string, string>> {
  const earlier = entered.filter((one) => one.at);
  if (!earlier.length) return new Map();
  const { rows } = await sql<{ sku_id: string; moved: string }>`
    select v.sku_id, (-sum(m.d_on_hand))::text as moved
    from unnest(${earlier.map((one) => one.skuId)}::uuid[], ${earlier.map((one) => (one.at as Date).toISOString())}::timestamptz[]) as v(sku_id, at)
    join stock_ledger m on m.tenant_id = ${me.tenantId} and m.warehouse_id = ${doc.warehouse_id} and m.sku_id = v.sku_id and m.at > v.at
    group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.sku_id, row.moved]));
}
