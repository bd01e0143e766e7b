import { type SelectQueryBuilder, sql } from 'kysely';
import { TAB_CAP } from '~/shared/tabCap';
import type { Tx } from './db.server';

/**
 * How many rows each state has, up to TAB_CAP: one branch a state, so that each is planned by its own frequency and stops at the cap.
 * `column` holds the state in `rows`, which are filtered by everything else.
 */
export async function tabsOf<D, TB extends keyof D, Row>(
  tx: Tx,
  rows: SelectQueryBuilder<D, TB, Row>,
  column: string,
  states: readonly string[],
): Promise<Record<string, number>> {
  const branches = states.map((state) => {
    const some = rows
      .clearSelect()
      .clearOrderBy()
      .where(sql<boolean>`${sql.ref(column)} = ${sql.lit(state)}`)
      .select(sql<number>`1`.as('one'))
      .limit(TAB_CAP);
    return sql`select ${sql.lit(state)} as state, count(*)::int as n from (${some}) x`;
  });
  const { rows: counted } = await sql<{ state: string; n: number }>`${sql.join(branches, sql` union all `)}`.execute(tx);
  const tabs = Object.fromEntries(counted.filter(({ n }) => n > 0).map(({ state, n }) => [state, n]));
  return { ALL: counted.reduce((sum, { n }) => sum + n, 0), ...tabs };
}
