import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { TAB_CAP } from '~/shared/tabCap';
import type { Tx } from './db.server';
import { longLists } from './longLists.server';

/** How many rows each query has, counted up to `cap` if one is given; all in one statement, since a dozen short ones take longer to send than to answer. */
export async function countsOf(tx: Tx, queries: readonly Expression<unknown>[], cap?: number): Promise<number[]> {
  if (!queries.length) return [];
  const most = cap === undefined ? sql`` : sql` limit ${sql.lit(cap)}`;
  const branches = queries.map((rows, at) => sql`select ${sql.lit(at)} as at, count(*)::int as n from (select from (${rows}) counted${most}) few`);
  const { rows } = await sql<{ at: number; n: number }>`${sql.join(branches, sql` union all `)}`.execute(tx);
  const counts = new Map(rows.map(({ at, n }) => [at, n]));
  return queries.map((_, at) => counts.get(at) ?? 0);
}

/**
 * How many rows each state has, up to TAB_CAP: one branch a state, so that each is planned by its own frequency and stops at the cap.
 * A state found to have more is not counted again for a while. `column` holds the state in `rows`, which are filtered by everything else.
 * Where a search found `few`, they are read once and counted.
 */
export async function tabsOf<D, TB extends keyof D, Row>(
  tx: Tx,
  rows: SelectQueryBuilder<D, TB, Row>,
  column: string,
  states: readonly string[],
  few = false,
): Promise<Record<string, number>> {
  if (few) return talliesOf(states, await fewOfEach(tx, rows, column), 0);
  const some = (state: string) =>
    rows
      .clearSelect()
      .clearOrderBy()
      .where(sql<boolean>`${sql.ref(column)} = ${sql.lit(state)}`)
      .select(sql<number>`1`.as('one'));
  const all = states.map((state) => ({ state, rows: some(state) }));
  const open = all.filter((one) => !longLists.has(one.rows));
  const counts = await countsOf(
    tx,
    open.map((one) => one.rows),
    TAB_CAP,
  );
  const counted = new Map(open.map(({ state }, at) => [state, counts[at] ?? 0]));
  for (const one of open) if (counted.get(one.state) === TAB_CAP) longLists.add(one.rows);
  return talliesOf(states, counted, TAB_CAP);
}

async function fewOfEach<D, TB extends keyof D, Row>(tx: Tx, rows: SelectQueryBuilder<D, TB, Row>, column: string): Promise<Map<string, number>> {
  const read = rows
    .clearSelect()
    .clearOrderBy()
    .select(sql<string>`${sql.ref(column)}`.as('state'));
  const counted = await sql<{ state: string; n: number }>`
    select state, least(count(*), ${sql.lit(TAB_CAP)})::int as n from (${read}) x group by state`.execute(tx);
  return new Map(counted.rows.map(({ state, n }) => [state, n]));
}

/** `uncounted` is what a state has that was not counted. */
function talliesOf(states: readonly string[], counted: ReadonlyMap<string, number>, uncounted: number): Record<string, number> {
  const tabs = states.map((state) => [state, counted.get(state) ?? uncounted] as const);
  return { ALL: tabs.reduce((sum, [, n]) => sum + n, 0), ...Object.fromEntries(tabs.filter(([, n]) => n > 0)) };
}
