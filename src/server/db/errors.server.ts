import { OUT_OF_SCOPE_MESSAGE, Refusal, refusalCodes } from '~/shared/refusal';

/** Codes of the plain Errors below; the pipeline answers them with 503 and "系统暂时无法读写数据，请稍后重试". */
export const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE';
export const STATEMENT_TIMEOUT = 'DATABASE_STATEMENT_TIMEOUT';
export const DISK_FULL = 'DATABASE_DISK_FULL';
export const READ_ONLY = 'DATABASE_READ_ONLY';
export const FOLDER_IN_USE = 'DATABASE_FOLDER_IN_USE';

export interface DatabaseError extends Error {
  code: string;
}

export function databaseError(code: string, message: string, cause?: unknown): DatabaseError {
  return Object.assign(new Error(message, { cause }), { name: 'DatabaseUnavailable', code });
}

/** True when the database could not answer, as opposed to having refused the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return [DATABASE_UNAVAILABLE, STATEMENT_TIMEOUT, DISK_FULL, READ_ONLY].includes(codeOf(error));
}

/** Serialization failure, deadlock, and a statement planned before a migration: the transaction may run again. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error);
}

export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && String((error as Error).message).includes('cached plan');
}

/** Connection losses, timeouts and a full disk become one of the codes above, a row a limited person may not make a refusal; everything else passes unchanged. */
export function translated(error: unknown): unknown {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code === '42501' && /policy "(customer|warehouse)_scope"/.test(message))
    return new Refusal(refusalCodes.OUT_OF_SCOPE, OUT_OF_SCOPE_MESSAGE, { reason: 'OUT_OF_SCOPE' });
  if (code === '55P03') return rowBusy(error);
  if (code.startsWith('DATABASE_')) return error;
  if (code === '53100' || code === 'ENOSPC' || /No space left on device/i.test(message))
    return databaseError(DISK_FULL, `database disk is full: ${message}`, error);
  if (code === '57014') return databaseError(STATEMENT_TIMEOUT, `statement ran too long: ${message}`, error);
  if (LOST_CODES.test(code) || LOST_MESSAGES.test(message)) return databaseError(DATABASE_UNAVAILABLE, `database is not reachable: ${message}`, error);
  return error;
}

/** A row stayed locked for longer than a writer waits; PostgreSQL's context names its table. */
function rowBusy(error: unknown): Refusal {
  const table = /relation "(\w+)"/.exec(String((error as { where?: string }).where ?? ''))?.[1] ?? '';
  const what = BUSY_WITH.find(([tables]) => tables.test(table))?.[1] ?? '正在处理相关的另一笔业务';
  return new Refusal(refusalCodes.ROW_BUSY, `${what}，请稍后再试`, { reason: 'ROW_BUSY' });
}

const BUSY_WITH: readonly [RegExp, string][] = [
  [/^(fund|customer|receivable|receipt)/, '正在处理该客户的另一笔业务'],
  [/^stock/, '正在处理同一商品的另一笔库存业务'],
  [/^idempotency$/, '同一提交正在处理'],
];

const LOST_CODES = /^(08...|57P0[1-5]|53300|25P0[34]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/i;

/** SQLSTATE of a refused statement, or a code of our own; '' for anything else. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

interface RefusalOf {
  /** Another row has what must be its own, or overlaps it; `constraint` is the key's name. */
  taken?: (constraint: string) => unknown;
  /** Rows name the one to be deleted, or the one this names is not there. */
  linked?: () => unknown;
}

/**
 * Waits for a write whose keys may refuse it, since who looked first may still be too late: the domain throws what it says of that.
 * What it says nothing of passes unchanged.
 */
export async function orRefuse<T>(write: Promise<T>, { taken, linked }: RefusalOf): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (['23505', '23P01'].includes(codeOf(error))) taken?.(constraintOf(error));
    if (codeOf(error) === '23503') linked?.();
    throw error;
  }
}

const constraintOf = (error: unknown): string => String((error as { constraint?: string }).constraint ?? '');
