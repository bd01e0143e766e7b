import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_CAP, type Page } from '~/shared/page';
import { oneOf } from '~/shared/problemWords';
import { refuseUnfit } from '~/shared/refusal';
import type { DB, Tx } from './db.server';
import { longLists } from './longLists.server';

interface Paging {
  pageNo: number;
  pageSize: number;
  ascs: string;
  descs: string;
  /** Set by exports, never from outside: the rows after this key instead of a numbered page, without a count. */
  reading?: { after: RowKey | null } | undefined;
  /** Count this far instead of COUNT_CAP. */
  countTo?: number | undefined;
}
/** Where a row stands in its list's order: the text of each sort column. */
export type RowKey = readonly (string | null)[];

/** Sort keys a list offers, each with the column expression it stands for. */
export type SortKeys = Record<string, string>;

interface Order<Row> {
  sort: SortKeys;
  initial: readonly (readonly [string, 'asc' | 'desc'])[];
  tiebreak: string | readonly string[];
  /** Sort columns that are never null, besides those of `initial`: only these are read backwards off a plain index. */
  neverNull?: readonly string[];
  /** The whole list's count as each row brings it (`wholeCount`), where all rows are reckoned for a page anyway: they are not reckoned again to be counted. */
  counted?: (row: Row) => number;
}

/** How many rows the whole list has, for `counted`. */
export const wholeCount = sql<number>`(count(*) over ())::int`;

/**
 * One page of `query` (already filtered and with its columns selected) and its count, exact up to COUNT_CAP.
 * Sort keys it does not have are refused, but for exports, whose rows are the same in any order; `tiebreak` (unique, e.g. `sales_order.id`, or columns unique together) makes the order total, so no row shows twice.
 * `initial` is the order when none is asked, by columns that are never null, e.g. `[['sales_order.created_at', 'desc']]`.
 * `complete` turns the page's rows into what is answered; its statements travel with the count.
 */
export async function pageFrom<D, TB extends keyof D, Row, Out = Row>(
  tx: Tx,
  query: SelectQueryBuilder<D, TB, Row>,
  paging: Paging,
  order: Order<Row>,
  complete: (rows: Row[]) => Promise<Out[]> = async (rows) => rows as unknown as Out[],
): Promise<Page<Out>> {
  const keys = sortColumns(paging, order);
  const sorted = sortedBy(query, keys);
  if (paging.reading) {
    const { pagedRecords: read, ...rest } = await readOn(sorted, paging.pageSize, keys, paging.reading.after);
    return { ...rest, pagedRecords: await complete(read) };
  }
  const rows = await sorted
    .limit(paging.pageSize)
    .offset((paging.pageNo - 1) * paging.pageSize)
    .execute();
  const [first] = rows;
  const count = first && order.counted ? upTo(capOf(paging), order.counted(first)) : countOf(tx, query, paging, rows.length);
  const [pagedRecords, counted] = await Promise.all([complete(rows), count]);
  return { pagedRecords, pageNo: paging.pageNo, ...counted };
}
const upTo = (cap: number, n: number): { totalCount: number; capped?: true } => (n <= cap ? { totalCount: n } : { totalCount: cap, capped: true });

/**
 * For `complete`, where a list is found, sorted and counted by its own table alone: the rows with the columns of other tables, in the order they were found.
 * Counting then reads no more than an index, and joins are made for the rows that are shown.
 */
export async function completed<Row extends { id: string }>(found: readonly { id: string }[], read: (ids: string[]) => Promise<Row[]>): Promise<Row[]> {
  if (!found.length) return [];
  const rows = new Map((await read(found.map(({ id }) => id))).map((row) => [row.id, row]));
  return found.flatMap(({ id }) => rows.get(id) ?? []);
}

function sortColumns(paging: Paging, order: Omit<Order<never>, 'counted'>): SortColumn[] {
  if (!paging.reading) refuseOrder(paging, order.sort);
  const asked = [
    ...columns(paging.ascs, order.sort).map((column) => [column, 'asc'] as const),
    ...columns(paging.descs, order.sort).map((column) => [column, 'desc'] as const),
  ];
  const chosen = asked.length ? asked : order.initial;
  const last = chosen.at(-1)?.[1] ?? 'desc';
  const unique = typeof order.tiebreak === 'string' ? [order.tiebreak] : order.tiebreak;
  const neverNull = new Set([...order.initial.map(([column]) => column), ...(order.neverNull ?? [])]);
  return [
    ...chosen.map(([column, direction]) => ({ column, direction, nullable: !neverNull.has(column) })),
    ...unique.map((column) => ({ column, direction: last, nullable: false })),
  ];
}

function sortedBy<D, TB extends keyof D, Row>(query: SelectQueryBuilder<D, TB, Row>, keys: readonly SortColumn[]): SelectQueryBuilder<D, TB, Row> {
  // Indexes are plain `desc`: with NULLS LAST they serve no sort, and a list of 200,000 rows is sorted whole.
  let sorted = query;
  for (const { column, direction, nullable } of keys)
    sorted = sorted.orderBy(sql.ref(column), (by) => (direction === 'asc' ? by.asc() : nullable ? by.desc().nullsLast() : by.desc()));
  return sorted;
}

/**
 * A page of several queries of the same columns put together, such as the events of several tables. Each orders and limits by itself off
 * its own index, so that the page costs what it shows however long the tables are. All select from the same alias. `complete` as for one query.
 */
export async function pageFromAll<D, TB extends keyof D, Row, Out = Row>(
  tx: Tx,
  queries: readonly SelectQueryBuilder<D, TB, Row>[],
  paging: Paging,
  order: Omit<Order<Row>, 'counted'>,
  complete: (rows: Row[]) => Promise<Out[]> = async (rows) => rows as unknown as Out[],
): Promise<Page<Out>> {
  const keys = sortColumns(paging, order);
  const after = paging.reading?.after;
  const most = paging.reading ? paging.pageSize : paging.pageNo * paging.pageSize;
  const ends = queries.map((query) => sortedBy(after ? query.where(isAfter(keys, after)) : query, keys).limit(most));
  const names = keys.map((key) => ({ ...key, column: `merged.${key.column.split('.').at(-1)}` }));
  const merged = sortedBy(tx.selectFrom(together(tx, ends).as('merged')).selectAll('merged') as SelectQueryBuilder<DB, never, unknown>, names as never);
  if (paging.reading) {
    const { pagedRecords: read, ...rest } = (await readOn(merged, paging.pageSize, names, null)) as Page<Row>;
    return { ...rest, pagedRecords: await complete(read) };
  }
  const rows = (await merged
    .limit(paging.pageSize)
    .offset(most - paging.pageSize)
    .execute()) as Row[];
  const all = queries.map((query) =>
    query
      .clearSelect()
      .select(sql<number>`1`.as('one'))
      .limit(capOf(paging) + 1),
  );
  const every = tx.selectFrom(together(tx, all).as('every')).select(sql<number>`1`.as('one')) as unknown as SelectQueryBuilder<DB, never, unknown>;
  const [pagedRecords, count] = await Promise.all([complete(rows), countOf(tx, every, paging, rows.length)]);
  return { pagedRecords, pageNo: paging.pageNo, ...count };
}

function together(tx: Tx, queries: readonly unknown[]): SelectQueryBuilder<DB, never, unknown> {
  // Each in a query of its own: a branch that sorts and limits itself may not stand bare in a union.
  const branches = (queries as SelectQueryBuilder<DB, never, unknown>[]).map((one) => tx.selectFrom(one.as('branch')).selectAll('branch'));
  const [first, ...others] = branches as unknown as SelectQueryBuilder<DB, never, unknown>[];
  return others.reduce((union, one) => union.unionAll(one), first as SelectQueryBuilder<DB, never, unknown>);
}

interface SortColumn {
  column: string;
  direction: 'asc' | 'desc';
  nullable: boolean;
}

/** The next rows in order, and the key of the last: each batch costs the same however far the reading is. */
async function readOn<D, TB extends keyof D, Row>(
  sorted: SelectQueryBuilder<D, TB, Row>,
  size: number,
  keys: readonly SortColumn[],
  after: RowKey | null,
): Promise<Page<Row>> {
  const key = sql<(string | null)[]>`array[${sql.join(keys.map(({ column }) => sql`${sql.ref(column)}::text`))}]`;
  const from = after ? sorted.where(isAfter(keys, after)) : sorted;
  const rows = await from.select(key.as('row_key')).limit(size).execute();
  const pagedRecords = rows.map((row) => {
    const { row_key: _, ...rest } = row as Row & { row_key: RowKey };
    return rest as Row;
  });
  const next = rows.length < size ? null : (rows.at(-1) as unknown as { row_key: RowKey }).row_key;
  return { pagedRecords, pageNo: 1, totalCount: 0, next };
}

/** What follows the key: one row comparison, which an index answers, where all columns go one way and none is null. */
function isAfter(keys: readonly SortColumn[], after: RowKey) {
  const [first] = keys;
  const oneWay = keys.every((one) => !one.nullable && one.direction === first?.direction);
  if (oneWay) {
    const refs = sql.join(keys.map((one) => sql.ref(one.column)));
    return sql<SqlBool>`(${refs}) ${sql.raw(first?.direction === 'asc' ? '>' : '<')} (${sql.join([...after])})`;
  }
  const steps = keys.flatMap((one, at) => {
    const value = after[at] ?? null;
    if (value === null) return [];
    const ref = sql.ref(one.column);
    const beyond = one.direction === 'asc' ? sql`${ref} > ${value}` : sql`${ref} < ${value}`;
    const same = keys.slice(0, at).map((earlier, index) => sql`${sql.ref(earlier.column)} is not distinct from ${after[index] ?? null}`);
    return [sql`(${sql.join([...same, one.nullable ? sql`(${beyond} or ${ref} is null)` : beyond], sql` and `)})`];
  });
  return sql<SqlBool>`(${sql.join(steps, sql` or `)})`;
}

function columns(keys: string, sort: SortKeys): string[] {
  return keys.split(',').flatMap((key) => (Object.hasOwn(sort, key) ? [sort[key] as string] : []));
}

/** Refuses to be ordered by what the list does not offer; for lists that do not page by `pageFrom`, too. */
export function refuseOrder(asked: Pick<Paging, 'ascs' | 'descs'>, sort: SortKeys = {}): void {
  for (const [way, label] of [
    ['ascs', '升序字段'],
    ['descs', '降序字段'],
  ] as const) {
    const unknown = asked[way].split(',').find((key) => key !== '' && !Object.hasOwn(sort, key));
    if (unknown === undefined) continue;
    const offered = Object.keys(sort);
    const words = offered.length ? `“${label}”${oneOf(offered)}，多项以逗号分隔` : '该列表的顺序不能指定';
    refuseUnfit(way, `${words}（当前值：${unknown.slice(0, 30)}）`);
  }
}

const capOf = (paging: Paging): number => paging.countTo ?? COUNT_CAP;

async function countOf<D, TB extends keyof D, Row>(
  tx: Tx,
  query: SelectQueryBuilder<D, TB, Row>,
  paging: Paging,
  got: number,
): Promise<{ totalCount: number; capped?: true }> {
  const cap = capOf(paging);
  const before = (paging.pageNo - 1) * paging.pageSize;
  // A page after the first without rows says nothing of those before it.
  if (got < paging.pageSize && (got > 0 || before === 0) && before + got <= cap) return { totalCount: before + got };
  const inner = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(cap + 1) as unknown as SelectQueryBuilder<DB, never, { one: number }>;
  const counting = tx.selectFrom(inner.as('counted')).select(sql<number>`count(*)::int`.as('n'));
  if (longLists.has(counting)) return { totalCount: cap, capped: true };
  const { n } = await counting.executeTakeFirstOrThrow();
  if (n <= cap) return { totalCount: n };
  longLists.add(counting);
  return { totalCount: cap, capped: true };
}

/** A user's text as a LIKE pattern that matches it anywhere, literally. */
export const containing = (text: string): string => `%${literally(text)}%`;

/** A user's text within a LIKE pattern, its own signs standing for themselves. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** A masked number is found by the whole of it, or by the first digits, which the mask shows; by more of them one would find the rest digit by digit. */
export const mobileMatches = (column: string, word: string) =>
  /^\d{1,3}$/.test(word) ? sql<SqlBool>`${sql.ref(column)} like ${`${word}%`}` : sql<SqlBool>`${sql.ref(column)} = ${word}`;
