import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { getRequestListener } from '@hono/node-server';
import sirv from 'sirv';
import { admitted, isForCalls } from './admitted.mjs';
import { madeApart } from './first-start.mjs';
import { publicPages } from './public-pages.mjs';

/**
 * The production server. Files of the build are sent as they lie, precompressed and immutable where their name carries a hash;
 * prerendered pages from memory; calls and health go to the pipeline directly; everything else is a page.
 */
const STOP_AFTER_MS = 15_000;

process.env.NODE_ENV ??= 'production';
// The engine takes a page's elements for long-lived, as they live until it is drawn; put among the old they keep what they hold until the next full collection.
setFlagsFromString('--no-allocation-site-pretenuring');
const { handler } = await import('../dist/server/entry.mjs');
const portal = globalThis.portalServer;

if (process.env.PORTAL_SOCKET) {
  globalThis.portalForgets = () => process.send?.('forget sessions');
  process.on('message', (message) => message === 'forget sessions' && portal.sessionsForgotten());
}

let settings;
try {
  settings = portal.config();
  if (portal.isFirstStart()) await madeApart();
  await portal.boot((line) => console.log(line));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const files = sirv('dist/client', {
  brotli: true,
  gzip: true,
  etag: true,
  dotfiles: false,
  setHeaders: (response, path) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
  },
});
const readers = publicPages({
  folder: 'dist/client',
  origin: settings.PUBLIC_ORIGIN?.replace(/\/$/, ''),
  trustProxy: settings.TRUST_PROXY,
  headersOf: portal.headersOf,
});
const calls = getRequestListener((request, env) => portal.fetch(request, { peer: env.incoming.socket.remoteAddress ?? '' }), { overrideGlobalObjects: false });

const server = createServer((request, response) => {
  const path = admitted(request, response);
  if (path === null) return;
  if (isForCalls(path)) return calls(request, response);
  if (readers(request, response)) return;
  const page = () => handler(request, response);
  return request.method === 'GET' || request.method === 'HEAD' ? files(request, response, page) : page();
});
server.keepAliveTimeout = 65_000;
server.headersTimeout = 66_000;
server.on('error', (error) => {
  console.error(error.code === 'EADDRINUSE' ? `端口 ${settings.PORT} 已被占用，请设置 PORT 使用其他端口` : error.message);
  portal.shutdown().finally(() => process.exit(1));
});
// One of several processes takes the socket its parent keeps.
const socket = process.env.PORTAL_SOCKET ? { fd: Number(process.env.PORTAL_SOCKET) } : { port: settings.PORT, host: settings.HOST };
server.listen(socket, () => {
  process.send?.('serving');
  portal.giveBackMemory();
  if (process.env.PORTAL_SOCKET && !process.env.PORTAL_FIRST) return;
  const { port } = server.address();
  console.log(`汇链通已启动：http://localhost:${port}`);
  if (settings.DEMO) {
    console.log('演示账号（密码均为 Demo#2026）：');
    console.log('  13800000001 厂家管理员    13800000002 两家厂家的经销商    13800000003 厂家兼经销商');
    console.log('  13800000004 订单专员      13800000005 财务                13800000006 仓管');
    console.log('  13800000011 第二厂家管理员    13800000007 业务员(只看本人)     13800000099 平台运营(实名审核)');
  }
});

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  const giveUp = setTimeout(() => process.exit(1), STOP_AFTER_MS).unref();
  portal.closeStreams().catch(() => {});
  const idle = setInterval(() => server.closeIdleConnections(), 200);
  server.close(async () => {
    clearInterval(idle);
    await portal.shutdown();
    clearTimeout(giveUp);
    process.exit(0);
  });
  server.closeIdleConnections();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Without its parent nobody would replace or stop it.
if (process.env.PORTAL_SOCKET) process.on('disconnect', stop);
