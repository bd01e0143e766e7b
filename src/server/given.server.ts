import { type RawBuilder, sql } from 'kysely';

interface GivenColumn {
  type: 'uuid' | 'text' | 'numeric' | 'bigint' | 'boolean';
  values: readonly unknown[];
}

/**
 * Rows that come with a statement, as a table named `name` to join: one array a column, all of one length. The limit takes nothing away. It hides the
 * length from the planner, which with a bare `unnest` plans anew every time: it takes an array it does not know for ten rows, and finds a plan for the
 * few at hand cheaper (0.2 ms of PostgreSQL each time).
 */
export function given(name: string, columns: Readonly<Record<string, GivenColumn>>): RawBuilder<unknown> {
  const all = Object.values(columns);
  const arrays = all.map(({ type, values }) => sql`${values}::${sql.raw(type)}[]`);
  return sql`(select * from unnest(${sql.join(arrays)}) limit ${all[0]?.values.length ?? 0}) as ${sql.ref(name)}(${sql.join(Object.keys(columns).map((one) => sql.ref(one)))})`;
}

export const uuids = (values: readonly string[]): GivenColumn => ({ type: 'uuid', values });

/** `id = any(ids)`: one statement text whatever the count. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`;
