import pg, { type Pool, type PoolConfig } from 'pg';

/** int8 -> bigint, numeric -> string, date -> 'YYYY-MM-DD', timestamptz -> Date, json -> parsed; arrays alike. */
const { INT8, DATE } = pg.types.builtins;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const textArray = pg.types.getTypeParser(1009 as never);
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [DATE, String],
  [INT8_ARRAY, (text) => (textArray(text) as (string | null)[]).map((item) => (item === null ? null : BigInt(item)))],
  [DATE_ARRAY, (text) => textArray(text)],
]);

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid as never, format as never),
} as PoolConfig['types'];

/** A pool whose idle connections may break without ending the process: the next statement reports it. */
export function openPool(config: PoolConfig, onLost: (error: Error) => void): Pool {
  const pool = new pg.Pool({ ...config, types });
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}

/**
 * Statements here are short and many: workers for one of them take the processor from the others, and compiling it costs more than running it.
 * A page found by an index costs hardly more than the next one of its table: what is read every day is in memory, and no disk turns.
 */
const SHORT_STATEMENTS = 'set max_parallel_workers_per_gather = 0; set jit = off; set random_page_cost = 1.1';
/** Said in a statement: a pooler in between refuses connections that ask for it at their start. */
const IDLE_LIMIT = 'set idle_in_transaction_session_timeout = 60000';

export function postgresPool(url: string, poolSize: number, onLost: (error: Error) => void): Pool {
  return openPool(
    {
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      pipeline: true,
      application_name: 'trade-credit-portal',
      // The pool waits for it, though its type does not say so.
      onConnect: (client) => client.query(`${SHORT_STATEMENTS}; ${IDLE_LIMIT}`) as unknown as undefined,
    },
    onLost,
  );
}
