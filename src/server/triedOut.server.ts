import { sql } from 'kysely';
import type { Tx } from './db.server';
import { newId } from './ids.server';

/** What a write would do: it is done, what it wrote is read (by rows made after the id `read` is given), and it is taken back. */
export async function triedOut<Done, Line>(
  tx: Tx,
  write: () => Promise<Done>,
  read: (since: string) => Promise<Line[]>,
): Promise<{ done: Done; lines: Line[] }> {
  const from = newId();
  await sql`savepoint tried_out`.execute(tx);
  const done = await write();
  const lines = await read(from);
  await sql`rollback to savepoint tried_out`.execute(tx);
  return { done, lines };
}
