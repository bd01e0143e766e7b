import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Opened } from './db.server';
import { newId } from './ids.server';
import { log } from './log.server';
import { forgetRows, keep } from './retention.server';

interface Noted {
  tenant_id: bigint;
  id: string;
  account_id: string;
  app_id: string | null;
  actor: string;
  method: string;
  path: string;
  code: string;
  ms: number;
  address: string;
  at: Date;
}

/** Notes waiting to be written together; above the limit the newest are dropped and counted, never the calls slowed. */
const MOST_WAITING = 20_000;
const BATCH = 500;
const shared = globalThis as { portalApiLog?: { waiting: Noted[]; dropped: number } };
shared.portalApiLog ??= { waiting: [], dropped: 0 };
const notes = shared.portalApiLog;

/** Notes a call that changed something or was refused, and any of a program; people's reading calls that went well are only in the metrics. */
export function noteCall(me: Me, call: { method: string; path: string; code: string; ms: number; address: string }): void {
  if (notes.waiting.length >= MOST_WAITING) {
    notes.dropped++;
    return;
  }
  const who = { account_id: me.accountId, app_id: me.app?.id ?? null, actor: me.name };
  notes.waiting.push({ tenant_id: me.tenantId, id: newId(), ...who, ...call, ms: Math.round(call.ms), at: new Date() });
}

/** Writes what was noted; answers how much. Lost with the process when it is killed: it is a record of traffic, not of changes. */
export async function writeApiLog(opened: Opened): Promise<number> {
  let written = 0;
  if (notes.dropped > 0) log.warn({ dropped: notes.dropped }, 'notes of calls dropped');
  notes.dropped = 0;
  while (notes.waiting.length > 0) {
    const batch = notes.waiting.splice(0, BATCH);
    await opened.inSystem((tx) => tx.insertInto('api_log').values(batch).execute());
    written += batch.length;
  }
  return written;
}

keep({
  key: 'api_log',
  title: '接口日志',
  why: '查询谁在何时调用了什么',
  days: 90,
  forget: (tx, before, most) => forgetRows(tx, 'api_log', sql<boolean>`at < ${before}`, most),
});
