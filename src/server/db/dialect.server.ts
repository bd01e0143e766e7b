import type { Writable } from 'node:stream';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { codeOf, translated } from './errors.server';
import { statementName } from './prepared.server';

const TRANSACTION_FAILED = '25P02';

/** Kysely over the pool: each statement on whichever connection is free, outside any transaction. */
export function kyselyOverPool<T>(pool: Pool, assertAllowed: () => void): Kysely<T> {
  const clients = new WeakMap<DatabaseConnection, PoolClient>();
  return new Kysely<T>({
    dialect: dialect({
      async acquireConnection() {
        assertAllowed();
        const client = await pool.connect().catch(rethrow);
        const connection = connectionOf(client);
        clients.set(connection, client);
        return connection;
      },
      async releaseConnection(connection) {
        clients.get(connection)?.release();
      },
    }),
  });
}

/**
 * Kysely bound to one connection that is inside a transaction. Statements started together run in the order they were started:
 * PostgreSQL is sent them at once, the embedded engine one after the other. Using it once the transaction has ended is an error
 * instead of a stray autocommit.
 */
export function kyselyInTransaction<T>(client: PoolClient, role = ''): { tx: Kysely<T>; end: () => Promise<void> } {
  const connection = withCause(connectionOf(client, role));
  let last: Promise<unknown> = Promise.resolve();
  let open = true;
  const tx = new Kysely<T>({
    dialect: dialect({
      async acquireConnection() {
        if (!open) throw new Error('this transaction has already ended: await every statement inside its function');
        const before = last;
        let done = () => {};
        const answered = new Promise<void>((resolve) => {
          done = resolve;
        });
        last = before.then(() => answered);
        if (!client.pipeline) await before;
        return { ...connection, release: done } as DatabaseConnection;
      },
      async releaseConnection(held) {
        (held as unknown as { release: () => void }).release();
      },
    }),
  });
  const end = async () => {
    open = false;
    await last;
  };
  return { tx, end };
}

/** What is sent behind a statement that fails is refused because the transaction has failed: the failure itself is reported for both. */
function withCause(connection: DatabaseConnection): DatabaseConnection {
  let cause: unknown;
  return {
    ...connection,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      try {
        const answer = await connection.executeQuery<R>(query);
        cause = undefined;
        return answer;
      } catch (error) {
        if (codeOf(error) === TRANSACTION_FAILED && cause) throw cause;
        cause = error;
        throw error;
      }
    },
  };
}

function dialect(lease: Pick<Driver, 'acquireConnection' | 'releaseConnection'>): Dialect {
  const run = (sql: string) => async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw(sql));
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      ...lease,
      init: async () => {},
      destroy: async () => {},
      beginTransaction: run('begin'),
      commitTransaction: run('commit'),
      rollbackTransaction: run('rollback'),
    }),
  };
}

function connectionOf(client: PoolClient, role = ''): DatabaseConnection {
  return {
    executeQuery: <R>(query: CompiledQuery) => execute<R>(client, query, role),
    // biome-ignore lint/correctness/useYield: declared by the interface; rows are read a page at a time by key instead.
    async *streamQuery(): AsyncGenerator<never> {
      throw new Error('streaming is not offered: read by key, a page at a time');
    },
  };
}

async function execute<R>(client: PoolClient, query: CompiledQuery, role: string): Promise<QueryResult<R>> {
  try {
    const name = statementName(client, query.sql, role);
    sendTogether(client);
    const { command, rowCount, rows } = await client.query({ name, text: query.sql, values: [...query.parameters] });
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return { rows: rows ?? [], numAffectedRows: changes ? BigInt(rowCount ?? 0) : undefined };
  } catch (error) {
    return rethrow(error);
  }
}

/** Statements sent before the event loop turns go out in one write: the system call costs more than the message. */
export function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function rethrow(error: unknown): never {
  throw translated(error);
}
