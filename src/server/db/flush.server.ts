import type { Pool, PoolClient } from 'pg';
import { translated } from './errors.server';

/** A commit that waits for the disk, and so for everything that was written before it; it leaves no row. */
const FLUSH = `select pg_logical_emit_message(true, 'portal', '')`;

interface Turns {
  running: Promise<void> | undefined;
  next: Promise<void> | undefined;
}
const turnsOf = new WeakMap<Pool, Turns>();

/**
 * Waits until all that committed before is on disk, on `client`, a connection outside any transaction. Whoever comes while one flush runs
 * shares the next: the one that runs may have begun before their commit. Rejects when it cannot be told whether the disk has it.
 */
export function flushed(pool: Pool, client: PoolClient): Promise<void> {
  const turns = turnsOf.get(pool) ?? { running: undefined, next: undefined };
  turnsOf.set(pool, turns);
  if (turns.next) return turns.next;
  if (!turns.running) return run(turns, client);
  turns.next = turns.running
    .catch(() => {})
    .then(() => {
      turns.next = undefined;
      return run(turns, client);
    });
  return turns.next;
}

function run(turns: Turns, client: PoolClient): Promise<void> {
  const running = client.query(FLUSH).then(
    () => {},
    (error: unknown) => {
      throw translated(error);
    },
  );
  turns.running = running;
  const over = () => {
    if (turns.running === running) turns.running = undefined;
  };
  running.then(over, over);
  return running;
}
