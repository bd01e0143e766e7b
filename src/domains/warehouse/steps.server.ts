import { sql } from 'kysely';
import type { Tx } from '~/server/db.server';
import { Refusal } from '~/shared/refusal';

/** Several documents, each on its own: one that is refused is named and the others pass. One alone is refused as itself. */
export async function eachOnItsOwn<Item extends { id: string }>(tx: Tx, items: readonly Item[], work: (item: Item) => Promise<{ id: string; no: string }>) {
  const results = [];
  for (const item of items) {
    const mark = `item_${results.length}`;
    await savepoint(tx, 'savepoint', mark);
    try {
      const { id, no } = await work(item);
      results.push({ id, no, ok: true, message: '' });
    } catch (error) {
      if (!(error instanceof Refusal) || items.length === 1) throw error;
      await savepoint(tx, 'rollback to savepoint', mark);
      results.push({ id: item.id, no: '', ok: false, message: error.said.message });
    }
  }
  return { results };
}

const savepoint = (tx: Tx, what: 'savepoint' | 'rollback to savepoint', name: string) => sql.raw(`${what} ${name}`).execute(tx);
