import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB, Tx } from './db.server';
import { literally } from './list.server';

type TextView = Extract<keyof DB, `${string}_text`>;
type Column<V extends TextView> = Extract<keyof DB[V], string>;

/** A search by words counts its finds only this far: nobody pages through more. */
export const FOUND_CAP = 1_000;

/**
 * Rows with a number (on lines of `column` of the view) that holds `text`; of one or two characters, rows whose number begins or ends with it: so short
 * a part is in every number or in none, and an index knows none by it. `id` is the guarded table's id.
 */
export function holdsNumber<V extends TextView>(id: string, view: V, column: Column<V>, text: string): RawBuilder<SqlBool> {
  const ref = sql.ref(`t.${column}`);
  const plain = literally(text);
  const holds =
    text.length > 2
      ? sql`${ref} ilike ${`%${plain}%`}`
      : text.length === 2
        ? sql`(${ref} ilike ${`%\n${plain}%`} or ${ref} ilike ${`%${plain}\n%`})`
        : sql`${ref} ilike ${`%\n${plain}%`}`;
  return sql<SqlBool>`${sql.ref(id)} in (select t.id from ${sql.table(view)} t where ${holds})`;
}

/** Rows whose words hold `text`, of any length; the view offers `<column>_grams`. */
export function holdsWords<V extends TextView>(id: string, view: V, column: Column<V>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(id)} in (select t.id from ${sql.table(view)} t
    where ${sql.ref(`t.${column}_grams`)} @> grams_wanted(${text}) and ${sql.ref(`t.${column}`)} ilike ${`%${literally(text)}%`})`;
}

/** Rows whose number begins with `text`, off an index in the order of bytes: row-level security lets comparisons use one, LIKE not. */
export function beginsWith(column: string, text: string): RawBuilder<SqlBool> {
  const ref = sql`${sql.ref(column)} collate "C"`;
  return sql<SqlBool>`(${ref} >= ${text} and ${ref} < ${`${text}\u{10ffff}`})`;
}

/**
 * The different values of a column of few that hold `text`, hopping over its index from one value to the next, however many rows there are:
 * people, actions, paths.
 */
export async function valuesHolding(tx: Tx, me: { tenantId: bigint }, table: keyof DB, column: string, text: string): Promise<string[]> {
  const [from, ref] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ value: string }>`
    with recursive each as (
      (select ${ref} as value from ${from} where tenant_id = ${me.tenantId} order by ${ref} limit 1)
      union all
      select (select ${ref} from ${from} where tenant_id = ${me.tenantId} and ${ref} > each.value order by ${ref} limit 1) from each where each.value is not null)
    select value from each where value ilike ${`%${literally(text)}%`}`.execute(tx);
  return rows.map((row) => row.value);
}

/** The condition for `valuesHolding`: none of the values is no row. */
export const oneOf = (column: string, values: readonly string[]): RawBuilder<SqlBool> =>
  values.length ? sql<SqlBool>`${sql.ref(column)} in (${sql.join([...values])})` : sql<SqlBool>`false`;
