import { sql } from 'kysely';
import { Refusal } from '~/shared/refusal';
import type { RowResult } from '~/shared/rowResults.schema';
import type { Tx } from './db.server';

/** Each row by itself, in id order; one that is refused leaves the others alone. `work` answers the sentence of its success. */
export async function eachOf<Item extends { id: string }>(tx: Tx, items: readonly Item[], work: (item: Item) => Promise<string>): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const item of [...items].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    await sql`savepoint one_row`.execute(tx);
    try {
      results.push({ id: item.id, ok: true, message: await work(item) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint one_row`.execute(tx);
      results.push({ id: item.id, ok: false, message: error.said.message });
    }
  }
  return results;
}

/** As `eachOf`; but one row alone is refused as itself, to the form or dialog it was asked from. */
export async function eachOrOne<Item extends { id: string }>(tx: Tx, items: readonly Item[], work: (item: Item) => Promise<string>): Promise<RowResult[]> {
  const [only] = items;
  return only && items.length === 1 ? [{ id: only.id, ok: true, message: await work(only) }] : eachOf(tx, items, work);
}
