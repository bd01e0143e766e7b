import { type SelectQueryBuilder, sql } from 'kysely';
import { COUNT_CAP, type Page } from '~/shared/page';
import type { DB, Tx } from './db.server';

interface Paging {
  pageNo: number;
  pageSize: number;
  ascs: string;
  descs: string;
}

/** Sort keys a list offers, each with the column expression it stands for. */
export type SortKeys = Record<string, string>;

/**
 * One page of `query` (already filtered and with its columns selected) and its count, exact up to COUNT_CAP.
 * Unknown sort keys are ignored; `tiebreak` (unique, e.g. `sales_order.id`) makes the order total, so no row shows twice.
 * `initial` is the order when none is asked, by columns that are never null, e.g. `[['sales_order.created_at', 'desc']]`.
 */
export async function pageFrom<D, TB extends keyof D, Row>(
  tx: Tx,
  query: SelectQueryBuilder<D, TB, Row>,
  paging: Paging,
  order: { sort: SortKeys; initial: readonly (readonly [string, 'asc' | 'desc'])[]; tiebreak: string },
): Promise<Page<Row>> {
  const asked = [
    ...columns(paging.ascs, order.sort).map((column) => [column, 'asc'] as const),
    ...columns(paging.descs, order.sort).map((column) => [column, 'desc'] as const),
  ];
  const chosen = asked.length ? asked : order.initial;
  // Indexes are plain `desc`: with NULLS LAST they serve no sort, and a list of 200,000 rows is sorted whole.
  const neverNull = new Set(order.initial.map(([column]) => column));
  let sorted = query;
  for (const [column, direction] of chosen)
    sorted = sorted.orderBy(sql.ref(column), (by) => (direction === 'asc' ? by.asc() : neverNull.has(column) ? by.desc() : by.desc().nullsLast()));
  sorted = sorted.orderBy(sql.ref(order.tiebreak), chosen.at(-1)?.[1] ?? 'desc');
  const pagedRecords = await sorted
    .limit(paging.pageSize)
    .offset((paging.pageNo - 1) * paging.pageSize)
    .execute();
  return { pagedRecords, pageNo: paging.pageNo, ...(await countOf(tx, query, paging, pagedRecords.length)) };
}

function columns(keys: string, sort: SortKeys): string[] {
  return keys.split(',').flatMap((key) => (Object.hasOwn(sort, key) ? [sort[key] as string] : []));
}

async function countOf<D, TB extends keyof D, Row>(
  tx: Tx,
  query: SelectQueryBuilder<D, TB, Row>,
  paging: Paging,
  got: number,
): Promise<{ totalCount: number; capped?: true }> {
  const before = (paging.pageNo - 1) * paging.pageSize;
  if (got > 0 && got < paging.pageSize && before + got <= COUNT_CAP) return { totalCount: before + got };
  const inner = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_CAP + 1) as unknown as SelectQueryBuilder<DB, never, { one: number }>;
  const { n } = await tx.selectFrom(inner.as('counted')).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n > COUNT_CAP ? { totalCount: COUNT_CAP, capped: true } : { totalCount: n };
}

/** A user's text as a LIKE pattern that matches it anywhere, literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
