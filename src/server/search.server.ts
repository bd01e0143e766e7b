import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { madeBefore } from '~/shared/dates';
import type { DB, Tx } from './db.server';
import { literally } from './list.server';

type TextView = Extract<keyof DB, `${string}_text`>;
type Column<V extends TextView> = Extract<keyof DB[V], string>;

/** A search by words counts its finds only this far: nobody pages through more. */
export const FOUND_CAP = 1_000;

/** What a search says of rows; `few` when it names them one by one, so that all of them may be read. */
export type Found = RawBuilder<SqlBool> & { few?: boolean };

/** Fewer finds are handed to the list by their ids: as a subquery the planner takes them for many or few as it pleases. Of more, the list meets enough within its first rows. */
const MANY = 4_000;
/** The newest rows, and how many of them must match for a part to be common. */
const NEWEST = 200;
const COMMON = 40;

type Judged = (text: RawBuilder<unknown>) => RawBuilder<SqlBool>;

/**
 * Rows with a number (on lines of `column` of the view) that holds `text`; of one or two characters, rows whose number begins or ends with it: so short
 * a part is in every number or in none, and an index knows none by it. `id` is the guarded table's id; `here` the same text where the list's own row
 * has it.
 */
export function holdsNumber<V extends TextView>(tx: Tx, id: string, view: V, column: Column<V>, text: string, here?: RawBuilder<unknown>): Promise<Found> {
  const reads: Judged = (lines) => numberHolding(lines, text);
  const found = sql.ref(`t.${column}`);
  const end = tellingEnd(text);
  const holds = end ? sql<SqlBool>`${numberHolding(found, end)} and strpos(lower(${found}), lower(${text}::text)) > 0` : reads(found);
  return among(tx, id, view, { holds, reads, found, here });
}

const END = 6;
/**
 * Numbers count up at their end. An index of trigrams goes through those of the beginning, which nearly every row has, for each find: it is asked for
 * the end alone, and what it finds is compared whole. Not where the end tells little, like 000000.
 */
function tellingEnd(text: string): string | undefined {
  const end = text.slice(-END);
  const parts = new Set(Array.from({ length: END - 2 }, (_, at) => end.slice(at, at + 3)));
  return text.length > END && /^[\p{L}\p{N}]+$/u.test(end) && parts.size > 2 ? end : undefined;
}

/** Letters and digits are what an index of trigrams knows a number by: a lone one with signs after it only at the beginning, signs alone not at all. */
function numberHolding(number: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  if (!/[\p{L}\p{N}]/u.test(text)) return sql<SqlBool>`false`;
  const plain = literally(text);
  const begins = sql<SqlBool>`${number} ilike ${`%\n${plain}%`}`;
  if (text.length === 1 || /^.[^\p{L}\p{N}]+$/u.test(text)) return begins;
  return text.length === 2 ? sql<SqlBool>`(${begins} or ${number} ilike ${`%${plain}\n%`})` : sql<SqlBool>`${number} ilike ${`%${plain}%`}`;
}

/**
 * Rows whose words hold `text`, of any length; the view offers `<column>_grams`. `here` as for numbers. Of words that end in a number the index is asked
 * for its end alone: what stands before it, like 新订单待审核, stands in very many rows.
 */
export function holdsWords<V extends TextView>(tx: Tx, id: string, view: V, column: Column<V>, text: string, here?: RawBuilder<unknown>): Promise<Found> {
  const reads: Judged = (words) => sql<SqlBool>`${words} ilike ${`%${literally(text)}%`}`;
  const found = sql.ref(`t.${column}`);
  const end = tellingEnd(text);
  const sought = end && /^[\da-z]+$/i.test(end) ? end : text;
  return among(tx, id, view, { holds: sql<SqlBool>`${sql.ref(`t.${column}_grams`)} @> grams_wanted(${sought}) and ${reads(found)}`, reads, found, here });
}

/** `rows` with every search that is asked for; `few` when one of them names its rows. */
export async function searched<Rows extends { where(found: Found): unknown }>(
  rows: Rows,
  asked: readonly (Promise<Found> | '' | undefined)[],
): Promise<{ rows: Rows; few: boolean }> {
  const found = (await Promise.all(asked)).filter((one) => typeof one === 'object');
  return { rows: found.reduce((all, one) => all.where(one) as Rows, rows), few: found.some(({ few }) => few) };
}

interface Looking {
  holds: RawBuilder<SqlBool>;
  /** Judges one text without an index. */
  reads: Judged;
  found: RawBuilder<unknown>;
  here: RawBuilder<unknown> | undefined;
}
/**
 * Nothing tells the planner how often a part of a number occurs, so it is looked up first: what is rare is found by the index, and of what stands in
 * many rows the list reads until its page is full: its own text where it has it, else one row of the view for each.
 */
async function among(tx: Tx, id: string, view: TextView, { holds, reads, found, here }: Looking): Promise<Found> {
  const [ref, from] = [sql.ref(id), sql.table(view)];
  // Within `coalesce`, or the planner, to which a part of a text is always rare, reads and sorts all rows instead.
  const rowByRow = here ? sql<SqlBool>`coalesce(${reads(here)}, false)` : sql<SqlBool>`(select ${reads(found)} from ${from} t where t.id = ${ref})`;
  const sample = await sql<{ n: number }>`
    select count(*)::int as n from (select ${reads(found)} as found from ${from} t order by t.id desc limit ${sql.lit(NEWEST)}) s where s.found`.execute(tx);
  if ((sample.rows[0]?.n ?? 0) >= COMMON) return rowByRow;
  const { rows } = await sql<{ n: number; ids: string[] | null }>`
    select count(*)::int as n, array_agg(f.id) as ids from (select t.id from ${from} t where ${holds} limit ${sql.lit(MANY)}) f`.execute(tx);
  const { n = 0, ids = [] } = rows[0] ?? {};
  if (n < MANY) return Object.assign(sql<SqlBool>`${ref} = any(${ids ?? []}::uuid[])`, { few: true });
  return rowByRow;
}

/**
 * The rows of `ids` as a condition on `column` where few are found, else none: the planner does not know that few match and reads the list's
 * order until a page is full, which they may never fill.
 */
export async function fewOf(
  column: string,
  ids: { limit(most: number): { execute(): Promise<{ id: string | null }[]> } },
  most = FOUND_CAP,
): Promise<RawBuilder<SqlBool>> {
  const rows = await ids.limit(most).execute();
  return rows.length < most ? sql<SqlBool>`${sql.ref(column)} = any(${rows.map(({ id }) => id)}::uuid[])` : sql<SqlBool>`true`;
}

/**
 * Rows whose number begins with `text`: off its index where they are few, else among the newest as the list reads them. `oneByOne` says so of a list
 * that has the number from another table, in a way that looks it up by row.
 */
export async function numberedFrom(
  tx: Tx,
  me: { tenantId: bigint },
  table: keyof DB,
  column: string,
  text: string,
  oneByOne: RawBuilder<SqlBool> = startsWith(`${table}.${column}`, text),
): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from ${sql.table(table)} where tenant_id = ${me.tenantId} and ${beginsWith(`${table}.${column}`, text)} limit ${sql.lit(MANY)}) f`.execute(tx);
  return (rows[0]?.n ?? 0) < MANY ? beginsWith(`${table}.${column}`, text) : oneByOne;
}

/**
 * By how many days the day rows are ordered by ever comes after the day they are asked for: a list newest first that is asked for days up to one begins
 * that many after it, instead of reading all that is newer. Needs an index on the difference where it is positive.
 */
export async function daysAfter(tx: Tx, me: { tenantId: bigint }, table: keyof DB, ordered: RawBuilder<unknown>, asked: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ days: number }>`select ${ordered} - ${asked} as days from ${sql.table(table)}
    where tenant_id = ${me.tenantId} and ${ordered} > ${asked} order by ${ordered} - ${asked} desc limit 1`.execute(tx);
  return rows[0]?.days ?? 0;
}

/**
 * Before when everything was written down that `came` (a column) before an instant: what is often written days after it came, which an index on the
 * days from the one to the other must know.
 */
export const writtenBefore = async (tx: Tx, me: { tenantId: bigint }, table: keyof DB, came: string, instant: Date): Promise<Date> =>
  madeBefore(instant, await daysAfter(tx, me, table, shanghaiDay('created_at'), shanghaiDay(came)));
const shanghaiDay = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date`;

/**
 * Rows whose number begins with `text`, read row by row: for lists that are short before, which an index over all numbers would make longer.
 * Within `coalesce`, or a plan for any value takes it for rare and begins with all numbers there are.
 */
export const startsWith = (column: string, text: string): RawBuilder<SqlBool> => sql<SqlBool>`coalesce(starts_with(${sql.ref(column)}, ${text}), false)`;

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
export const isAnyOf = (column: string, values: readonly string[]): RawBuilder<SqlBool> =>
  values.length ? sql<SqlBool>`${sql.ref(column)} in (${sql.join([...values])})` : sql<SqlBool>`false`;
