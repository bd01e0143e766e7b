import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from './database.types';
import { kyselyOverPool } from './db/dialect.server';
import { type Embedded, makeEmbedded, openEmbedded } from './db/embedded.server';
import { translated } from './db/errors.server';
import type { DatabaseConfig, Opened } from './db/opened.server';
import { postgresPool } from './db/pool.server';
import { assertOutsideTransaction, systemTransaction, tenantTransaction } from './db/transaction.server';
import { type WriterGate, writerGate } from './db/writers.server';
import { migrate } from './migrate.server';
import { storable } from './storable.server';

export type { DB } from './database.types';
export type { DatabaseConfig, Db, Opened, Tx } from './db/opened.server';
export { beyondScope, type Scope } from './db/transaction.server';

/** Opens the database, brings it to the newest migration and lets `config.fill` put the first rows in. */
export async function openDatabase(config: DatabaseConfig): Promise<Opened> {
  const opened = config.url ? openPostgres(config.url, config) : opening(await openEmbedded(config, (draft) => makeReady(opening(draft), config)));
  try {
    await makeReady(opened, config);
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw translated(error);
  }
  return opened;
}

/** Makes the embedded database of `config.dataDir` where there is none, and leaves it closed. */
export const makeDatabase = (config: DatabaseConfig): Promise<void> => makeEmbedded(config, (draft: Embedded) => makeReady(opening(draft), config));

function makeReady(opened: Opened, config: DatabaseConfig): Promise<void> {
  return opened.unlimited(async () => {
    await migrate(opened.pool, config.migrationsDir);
    await config.fill?.(opened);
  });
}

const holder = globalThis as { portalDatabase?: Opened };

/** Makes `opened` the process's database; on globalThis because a development reload loads this module again. */
export function useDatabase(opened: Opened): void {
  holder.portalDatabase = opened;
}

export function database(): Opened {
  if (!holder.portalDatabase) throw new Error('the database is not open yet: call useDatabase(await openDatabase(…)) at start-up');
  return holder.portalDatabase;
}

/** A value for a jsonb column; a bare JS array would be sent as a PostgreSQL array. */
export function jsonb<T>(value: T): RawBuilder<T> {
  return sql<T>`${jsonText(value)}::jsonb`;
}

/** JSON as jsonb takes it. A text that was cut may end in half a surrogate pair, which JSON writes as an escape and jsonb refuses. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return /\\u(0000|d[89a-f])/.test(text) ? JSON.stringify(storable(JSON.parse(text))) : text;
}

function openPostgres(url: string, config: DatabaseConfig): Opened {
  const size = config.poolSize ?? 10;
  const pool = postgresPool(url, size, (error) => config.onEvent?.({ kind: 'lost', error }));
  return opening(
    {
      kind: 'postgres',
      pool,
      checkpoint: async () => {},
      unlimited: (fn) => fn(),
      restartCount: () => 0,
      dump: () => Promise.reject(new Error('only the in-memory engine can be dumped')),
      close: () => pool.end(),
    },
    { statementTimeout: config.statementLimit, mayWrite: writerGate(size) },
  );
}

/** The embedded engine has one connection, and whoever waits for it holds none. */
const anybody: WriterGate = async () => () => {};

type Engine = Pick<Opened, 'kind' | 'pool' | 'checkpoint' | 'unlimited' | 'restartCount' | 'dump' | 'close'>;

function opening(
  engine: Engine,
  { statementTimeout = 15_000, mayWrite = anybody }: { statementTimeout?: number | undefined; mayWrite?: WriterGate } = {},
): Opened {
  const { pool } = engine;
  return {
    ...engine,
    db: kyselyOverPool<DB>(pool, assertOutsideTransaction),
    async inTenant(scope, fn, options) {
      const run = () => tenantTransaction(pool, scope, fn, { statementTimeout, ...options });
      if (options?.readOnly) return run();
      assertOutsideTransaction();
      const leave = await mayWrite(scope.tenantId);
      return run().finally(leave);
    },
    inSystem: (fn, options) => systemTransaction(pool, fn, { statementTimeout, ...options }),
    ping: () => run(pool, 'select 1'),
    vacuumAnalyze: () => engine.unlimited(() => run(pool, 'vacuum analyze')),
  };
}

async function run(pool: Pool, text: string): Promise<void> {
  try {
    await pool.query(text);
  } catch (error) {
    throw translated(error);
  }
}
