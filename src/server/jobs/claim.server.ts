import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { DB, Tx } from '../db.server';

/** Names this process among those that hold leases. */
export const RUNNER = randomUUID();

export const leaseUntil = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

type Written<T extends keyof DB> = { [C in keyof Updateable<DB[T]>]?: Updateable<DB[T]>[C] | RawBuilder<unknown> };

export interface Due<T extends keyof DB> {
  /** Which rows wait and are nobody's: those to be begun, and those whose lease is over. */
  where: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
  most: number;
  /** A few of each owner, so that a slow one keeps only its own waiting: a query of owners (`tenant_id`, `id`) and the column that names them. */
  ofEach?: { owners: RawBuilder<unknown>; by: keyof DB[T] & string; most: number };
  /** What a claim writes: until when the row is nobody else's, and whatever else says so. */
  lease: Written<T>;
  /** The columns that name a row. */
  key?: readonly (keyof DB[T] & string)[];
  /** The column that counts claims; null where tries are counted otherwise. */
  counted?: (keyof DB[T] & string) | null;
}

/**
 * Takes work for this process: rows of a table that are due, at most so many, in order, as they were before, with this claim counted.
 * Rows another process is claiming are passed over, so no row is two processes' at once. The work is done after the commit, outside any
 * transaction; a process that dies at it leaves a lease that ends, and the row is due again. Whoever did the work says so in the row, gives
 * the row back by ending its lease, or puts it off (`nextTry`).
 *
 * Not for work done in the transaction that reads it: there the row's lock is the claim, and nothing has to end.
 */
export async function claimDue<T extends keyof DB & string>(tx: Tx, table: T, due: Due<T>): Promise<Selectable<DB[T]>[]> {
  const { key = ['tenant_id', 'id'], counted = 'attempts', lease } = due as Due<T> & { key?: string[]; counted?: string | null };
  const writes = Object.entries({ ...lease, ...(counted && { [counted]: sql`w.${sql.ref(counted)} + 1` }) });
  const { rows } = await sql<Selectable<DB[T]>>`
    with due as (${dueRows(table, due)}),
    taken as (
      update ${sql.table(table)} w set ${sql.join(writes.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
      from due where ${sql.join(
        key.map((column) => sql`w.${sql.ref(column)} = due.${sql.ref(column)}`),
        sql` and `,
      )}
      returning due.*)
    select * from taken order by ${due.order}`.execute(tx);
  return counted ? rows.map((row) => ({ ...row, [counted]: Number(row[counted as keyof typeof row]) + 1 })) : rows;
}

function dueRows<T extends keyof DB & string>(table: T, { where, order, most, ofEach }: Due<T>): RawBuilder<unknown> {
  if (!ofEach) return sql`select * from ${sql.table(table)} where ${where} order by ${order} limit ${most} for update skip locked`;
  return sql`
    select one.* from (${ofEach.owners}) owner cross join lateral (
      select * from ${sql.table(table)} where tenant_id = owner.tenant_id and ${sql.ref(ofEach.by)} = owner.id and ${where}
      order by ${order} limit ${ofEach.most} for update skip locked) one
    limit ${most}`;
}

/** Pauses in seconds, each twice the one before. */
export const doubling = (first: number, times: number, longest = Number.POSITIVE_INFINITY): number[] =>
  Array.from({ length: times }, (_, at) => Math.min(first * 2 ** at, longest));

/** When work that failed at its `attempts`th claim is due again; undefined: it is given up. `spread` keeps what failed together from coming back together. */
export function nextTry(attempts: number, pauses: readonly number[], now: Date, spread = 0): Date | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause * 1000 * (1 - spread + Math.random() * 2 * spread));
}
