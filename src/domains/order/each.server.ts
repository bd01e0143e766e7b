import { sql } from 'kysely';
import type { Tx } from '~/server/db.server';
import { Refusal } from '~/shared/refusal';

export interface RowResult {
  id: string;
  ok: boolean;
  message: string;
}

/** Each order by itself, in id order; one that is refused leaves the others alone. `work` answers the sentence of its success. */
export async function eachOrder<Item extends { id: string }>(tx: Tx, items: readonly Item[], work: (item: Item) => Promise<string>): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const item of [...items].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    await sql`savepoint one_order`.execute(tx);
    try {
      results.push({ id: item.id, ok: true, message: await work(item) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint one_order`.execute(tx);
      results.push({ id: item.id, ok: false, message: error.message });
    }
  }
  return results;
}
