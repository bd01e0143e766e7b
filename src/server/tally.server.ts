import { type SelectQueryBuilder, sql } from 'kysely';
import { TAB_CAP } from '~/shared/tabCap';
import type { Tx } from './db.server';
import { longLists } from './longLists.server';

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
      .select(sql<number>`1`.as('one'))
      .limit(TAB_CAP);
  const all = states.map((state) => ({ state, rows: some(state) }));
  const open = all.filter((one) => !longLists.has(one.rows));
  const branches = open.map((one) => sql`select ${sql.lit(one.state)} as state, count(*)::int as n from (${one.rows}) x`);
  const counted = open.length
    ? new Map((await sql<{ state: string; n: number }>`${sql.join(branches, sql` union all `)}`.execute(tx)).rows.map(({ state, n }) => [state, n]))
    : new Map<string, number>();
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
