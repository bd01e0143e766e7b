import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { BAD_INPUT } from '~/shared/refusal';
import { boot } from './boot.server';
import { config } from './config.server';
import { isLocal } from './context.server';
import { codeOf, DISK_FULL, READ_ONLY } from './db/errors.server';
import { database } from './db.server';
import { log } from './log.server';
import { registry } from './metrics.server';
import { retryAfter } from './unavailable.server';

const NOT_READY: Record<string, string> = { [DISK_FULL]: '数据库磁盘已满，无法写入', [READ_ONLY]: '数据库只读，无法写入' };
/** A write that succeeded is believed for this long (ms): balancers ask often. */
const BELIEVED = 30_000;
let wrote = Number.NEGATIVE_INFINITY;

/** Throws unless something can be written that needs new room on the disk. */
async function mayWrite(): Promise<void> {
  if (performance.now() - wrote < BELIEVED) return;
  // A table of this transaction alone: no dump or vacuum that holds a lock stands in its way, and each time it asks the disk for pages.
  await database().inSystem((tx) => sql`create temp table readiness on commit drop as select n from generate_series(1, 1000) n`.execute(tx));
  wrote = performance.now();
}

export const health = new Hono<{ Bindings: { peer?: string } }>();
const PATHS = ['/healthz', '/readyz', '/metrics'];

health.get('/healthz', (context) => context.json({ status: 'ok' }));
health.get('/readyz', async (context) => {
  try {
    await boot();
    await database().ping();
    await mayWrite();
    return context.json({ status: 'ready' });
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    return context.json({ status: 'unavailable', message: NOT_READY[codeOf(error)] ?? '数据库暂不可用' }, 503, retryAfter);
  }
});
health.get('/metrics', async (context) => {
  if (!mayMeasure(context.req.raw, context.env?.peer ?? '')) return context.text('forbidden', 403);
  return context.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
});
for (const path of PATHS) health.all(path, (context) => context.json({ code: BAD_INPUT, message: '不支持该请求方式' }, 405, { Allow: 'GET' }));

/** With the token; where none is set, from this very machine with nothing in between: who comes through a proxy is not local. */
function mayMeasure(http: Request, peer: string): boolean {
  const token = config().METRICS_TOKEN;
  if (!token) return isLocal(http, peer);
  const given = Buffer.from(http.headers.get('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
