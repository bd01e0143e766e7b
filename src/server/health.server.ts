import { Hono } from 'hono';
import { boot } from './boot.server';
import { config } from './config.server';
import { database } from './db.server';
import { registry } from './metrics.server';

export const health = new Hono();

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
  const token = config().METRICS_TOKEN;
  if (token && context.req.header('authorization') !== `Bearer ${token}`) return context.text('forbidden', 403);
  return context.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType });
});
