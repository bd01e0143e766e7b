import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Compilable, type Kysely, sql } from 'kysely';
import pg, { type Pool, type PoolClient, type QueryResult } from 'pg';
import type { DataScope } from '~/portal/scope';
import { kyselyInTransaction, sendTogether } from './dialect.server';
import { codeOf, databaseError, isDatabaseUnavailable, isRetryable, isStalePlan, READ_ONLY, translated } from './errors.server';
import { flushed } from './flush.server';
import { statementName } from './prepared.server';

/** Whose rows a transaction may see; `customerId` narrows a dealer to its own. */
export interface Scope {
  tenantId: bigint;
  customerId?: string | null | undefined;
  userId?: string | null | undefined;
  /** The rows a member is limited to by roles; null or absent: all of the tenant. */
  rows?: DataScope | null | undefined;
}

export interface TransactionOptions {
  readOnly?: boolean;
  /** PostgreSQL: limit of one statement in ms; 0 = none. The embedded engine has its watchdog instead. */
  statementTimeout?: number;
}

interface Manner extends TransactionOptions {
  role?: string;
  /** PostgreSQL: locks are given back before the disk has the commit; it is waited for afterwards. */
  locksFirst?: boolean;
}

/** PostgreSQL: how long (ms) a writer waits for a row somebody else has locked, before it is refused with ROW_BUSY. */
const LOCK_TIMEOUT = 3_000;

const RETRIES = 3;
interface Running {
  open: boolean;
  whose: string;
  committed: (() => void)[];
  ended: (() => void)[];
  last: Compilable[];
}
const running = new AsyncLocalStorage<Running>();

/** Calls `then` once the transaction around it has committed, and never when it has not; outside one, at once. It must not throw. */
export function onCommit(then: () => void): void {
  const around = running.getStore();
  if (around?.open) around.committed.push(then);
  else then();
}

/** Calls `then` once the transaction around it is over, whether it committed or was undone: for what is kept of a refusal. It must not throw. */
export function onEnd(then: () => void): void {
  const around = running.getStore();
  if (around?.open) around.ended.push(then);
  else then();
}

/**
 * Sends a statement nobody waits for in one message with the COMMIT of the transaction around it; when it fails, so does the transaction.
 * For what is known only at the end, such as the answer to be kept.
 */
export function beforeCommit(statement: Compilable): void {
  const around = running.getStore();
  if (!around?.open) throw new Error('no transaction is open here');
  around.last.push(statement);
}

/** Throws when the caller is inside a transaction: on the embedded engine's one connection it would wait for itself. */
export function assertOutsideTransaction(): void {
  if (running.getStore()?.open) throw new Error('a transaction is open here: use the tx passed to its function, not database()');
}

/** The transaction around the caller, to tell it from others. */
export const transactionHere = (): object | undefined => running.getStore();

/** Whose rows the transaction here may see, as a key for what is remembered about them; null outside one. */
export const whoseRows = (): string | null => running.getStore()?.whose ?? null;

/**
 * Runs `fn` in one transaction under the factories' or the dealers' role with the scope's row-level security context. Begin, role and
 * context travel in one message. Deadlocks and serialization failures run `fn` again, so it must have no outside effect.
 */
export function tenantTransaction<DB, T>(pool: Pool, scope: Scope, fn: (tx: Kysely<DB>) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  const { role, settings } = contextOf(scope);
  return retried(pool, `${opening(options)}; set local role ${role}; ${settings}`, fn, { ...options, role, locksFirst: !options.readOnly });
}

/** The role of a transaction with this scope, and the statement that gives it its row-level security context. */
export function contextOf(scope: Scope): { role: string; settings: string } {
  const settings = {
    'app.tenant_id': tenantText(scope.tenantId),
    'app.customer_id': scope.customerId ?? '',
    'app.user_id': scope.userId ?? '',
    ...limits(scope),
  };
  const context = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`);
  return { role: scope.customerId ? DEALER : scope.rows ? LIMITED : APPLICATION, settings: `select ${context.join(', ')}` };
}

const APPLICATION = 'portal_app';
/** Row-level security holds this role to one customer's rows. */
const DEALER = 'portal_dealer';
/** Row-level security adds the data scope to every statement of this role, and of no other. */
const LIMITED = 'portal_scoped';

function limits({ rows }: Scope): Record<string, string> {
  if (!rows) return {};
  return {
    'app.scope_customers': rows.customers ? 'some' : 'all',
    'app.scope_member': rows.customers?.member ?? '',
    'app.scope_owners': rows.customers?.owners.join('|') ?? '',
    'app.scope_regions': rows.customers?.regions.join('|') ?? '',
    'app.scope_warehouses': rows.warehouses ? 'some' : 'all',
    'app.scope_warehouse_ids': rows.warehouses?.join('|') ?? '',
  };
}

/**
 * Runs `work` over all rows of the tenant although the person is limited: for checks that protect everybody (a number that must be
 * unique, a customer that exists already). What it answers must not show rows the person may not see.
 */
export async function beyondScope<DB, T>(tx: Kysely<DB>, me: { scope?: DataScope | null | undefined }, work: () => Promise<T>): Promise<T> {
  if (!me.scope) return work();
  await sql.raw(`set local role ${APPLICATION}`).execute(tx);
  // After a failed statement the transaction takes no more; its savepoint or its end restores the role.
  const answer = await work();
  await sql.raw(`set local role ${LIMITED}`).execute(tx);
  return answer;
}

/** As the owner, for tables that belong to no tenant (accounts, sessions, tenants) and for work across tenants. */
export function systemTransaction<DB, T>(pool: Pool, fn: (tx: Kysely<DB>) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  return retried(pool, opening(options), fn, options);
}

function opening({ readOnly = false, statementTimeout = 15_000 }: TransactionOptions): string {
  const limits = `set local statement_timeout = ${Math.trunc(statementTimeout)}`;
  return readOnly ? `begin read only; ${limits}` : `begin; ${limits}; set local lock_timeout = ${LOCK_TIMEOUT}`;
}

function tenantText(tenantId: bigint): string {
  if (typeof tenantId !== 'bigint') throw new TypeError('tenantId must be a bigint');
  return tenantId.toString();
}

async function retried<DB, T>(pool: Pool, begin: string, fn: (tx: Kysely<DB>) => Promise<T>, manner: Manner): Promise<T> {
  assertOutsideTransaction();
  for (let attempt = 0; ; attempt++) {
    try {
      return await once(pool, begin, fn, manner);
    } catch (error) {
      if (attempt >= RETRIES || !isRetryable(error)) throw error;
      await pause(5 * 2 ** attempt + Math.random() * 20);
    }
  }
}

/** On the embedded engine nobody else would write the log to disk, and nobody waits for a lock. */
const LOCKS_FIRST = '; set local synchronous_commit = off';

async function once<DB, T>(pool: Pool, begin: string, fn: (tx: Kysely<DB>) => Promise<T>, manner: Manner): Promise<T> {
  const { readOnly = false, role = '', locksFirst = false } = manner;
  const client = await pool.connect().catch((error: unknown) => {
    throw translated(error);
  });
  const mark: Running = { open: true, whose: begin, committed: [], ended: [], last: [] };
  const { tx, end } = kyselyInTransaction<DB>(client, role);
  let broken = false;
  let ending: Promise<void> = Promise.resolve();
  const flushAfter = locksFirst && client.pipeline;
  sendTogether(client);
  const begun = client.query(flushAfter ? begin + LOCKS_FIRST : begin);
  try {
    // On PostgreSQL the first statements leave with it; were it to fail, they would fail as well.
    if (client.pipeline) begun.catch(() => {});
    else await begun;
    const answer = await running.run(mark, () => fn(tx));
    await begun;
    await end();
    const committed = commit(client, mark.last, role);
    // What was only read is true whether or not the end is confirmed: the connection goes back when it is.
    if (readOnly)
      ending = committed.catch(() => {
        broken = true;
      });
    else await committed;
    if (flushAfter) await flushed(pool, client);
    mark.open = false;
    for (const then of mark.committed) then();
    return answer;
  } catch (raw) {
    const first = await begun.then(
      () => raw,
      (failed: unknown) => failed,
    );
    const error = !readOnly && codeOf(first) === '25006' ? databaseError(READ_ONLY, 'the database takes no writes', first) : translated(first);
    await end();
    broken = isStalePlan(error) || isDatabaseUnavailable(error);
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    mark.open = false;
    void ending.then(() => {
      client.release(broken);
      for (const then of mark.ended) then();
    });
  }
}

/** PostgreSQL answers COMMIT with ROLLBACK when a statement failed and the error was swallowed: that is not success. */
async function commit(client: PoolClient, last: readonly Compilable[], role: string): Promise<void> {
  const statements = [];
  for (const { sql: text, parameters } of last.map((one) => one.compile()))
    statements.push({ name: statementName(client, text, role), text, values: [...parameters] });
  sendTogether(client);
  const sent: Promise<QueryResult>[] = [];
  for (const one of [...statements, 'commit']) {
    const answer = client.query(one);
    if (!client.pipeline) await answer;
    sent.push(answer);
  }
  const answers = await Promise.all(sent);
  if (answers.at(-1)?.command === 'ROLLBACK') throw new Error('the transaction was rolled back because one of its statements had failed');
}
