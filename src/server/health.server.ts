import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { boot } from './boot.server';
import { config } from './config.server';
import { isLocal } from './context.server';
import { database } from './db.server';
import { registry } from './metrics.server';

export const health = new Hono<{ Bindings: { peer?: string } }>();

health.get('/healthz', (context) => context.json({ status: 'ok' }));
health.get('/readyz', async (context) => {
  try {
    await boot();
    await database().ping();
    return context.json({ status: 'ready' });
  } catch {
    return context.json({ status: 'unavailable', message: '数据库暂不可用' }, 503);
  }
});
health.get('/metrics', async (context) => {
  if (!mayMeasure(context.req.raw, context.env?.peer ?? '')) return context.text('forbidden', 403);
  return context.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
});

/** With the token; where none is set, from this very machine with nothing in between: who comes through a proxy is not local. */
function mayMeasure(http: Request, peer: string): boolean {
  const token = config().METRICS_TOKEN;
  if (!token) return isLocal(http, peer);
  const given = Buffer.from(http.headers.get('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
