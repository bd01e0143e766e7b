import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '../database.types';
import type { Scope, TransactionOptions } from './transaction.server';

/** Statements outside a transaction, as the owner. */
export type Db = Kysely<DB>;
/** Statements inside the one transaction `inTenant` or `inSystem` opened. */
export type Tx = Kysely<DB>;

export interface DatabaseConfig {
  /** PostgreSQL >= 15; without it the embedded engine runs in `dataDir`/db. */
  url?: string | undefined;
  dataDir: string;
  poolSize?: number | undefined;
  migrationsDir?: string | undefined;
  /** Embedded in memory only: tests and type generation. */
  memory?: boolean | undefined;
  /** Start a new embedded database from this dumped data folder (a tar). */
  template?: Uint8Array | undefined;
  /** A statement running longer (ms) is cancelled; embedded, its worker is ended and reopened. Default 15 s, embedded 20 s. */
  statementLimit?: number | undefined;
  /** Puts the first rows into a database; it looks itself whether there are any. A new embedded database appears only when it is done. */
  fill?: ((opened: Opened) => Promise<void>) | undefined;
  onEvent?: ((event: { kind: 'restart' | 'lost' | 'checkpoint-failed'; error?: unknown }) => void) | undefined;
}

export interface Opened {
  kind: 'embedded' | 'postgres';
  db: Db;
  pool: Pool;
  inTenant<T>(scope: Scope, fn: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  inSystem<T>(fn: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Throws when the database cannot answer within the pool's connection timeout. */
  ping(): Promise<void>;
  /** Embedded: CHECKPOINT. PostgreSQL does it by itself. */
  checkpoint(): Promise<void>;
  /** After an import and nightly: nothing else vacuums the embedded engine. */
  vacuumAnalyze(): Promise<void>;
  /** Lifts the embedded watchdog while `fn` runs (bulk loads, index builds). */
  unlimited<T>(fn: () => Promise<T>): Promise<T>;
  /** How often the embedded worker was ended and reopened. */
  restartCount(): number;
  /** Embedded in memory: the data folder as a tar, to open others from. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}
