import { type KyselyPlugin, sql } from 'kysely';
import type { Opened, Tx } from '~/server/db.server';
import { Refusal } from '~/shared/refusal';

/** The transaction, whose backend is ended once the nth statement has run. */
async function dyingAfter(opened: Opened, tx: Tx, nth: number): Promise<Tx> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  let done = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      done += 1;
      if (done === nth) await opened.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      return result;
    },
  };
  return tx.withPlugin(plugin);
}

/**
 * Runs a change again and again, ending its connection after the first statement, the second, and so on, until it gets through;
 * `untouched` is called after each death and must throw when anything was left. Answers how often it died.
 */
export async function killedEverywhere(
  opened: Opened,
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  change: (tx: Tx) => Promise<unknown>,
  untouched: () => Promise<void>,
): Promise<number> {
  for (let nth = 1; ; nth++) {
    const outcome = await run(async (tx) => change(await dyingAfter(opened, tx, nth))).then(
      () => 'done' as const,
      (error: Error) => error,
    );
    if (outcome === 'done') return nth - 1;
    if (outcome instanceof Refusal) throw outcome;
    await untouched();
  }
}
