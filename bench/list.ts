import { fork } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { OrderQuery } from '~/domains/order/form/orderInput.schema';
import { pageOrders } from '~/domains/order/views/list.server';
import type { Me } from '~/portal/me';
import { openDatabase } from '~/server/db.server';
import { loadMe } from '~/server/session.server';
import { load, type Shot } from './load';
import { startProduct } from './product';
import { record } from './report';
import { freePort, query, SECONDS, type World } from './world';

const CONNECTIONS = 16;
const DAY = 86_400_000;
const day = (ago: number): string => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);

/** Status and date filters as people choose them: a state, a month or a quarter, one of the first pages. */
export const listQueries = Array.from({ length: 24 }, (_, n) => ({
  status: ['COMPLETED', 'CANCELLED', 'CLOSED', 'REJECTED'][n % 4] as string,
  createTimeStart: day(n * 20 + (n % 2 ? 90 : 30)),
  createTimeEnd: day(n * 20),
  pageNo: 1 + (n % 3),
  pageSize: 10,
}));

export const listShot =
  (cookie: string) =>
  (n: number): Shot => ({
    method: 'POST',
    path: '/web/saas-ofc/org/order/page',
    headers: { cookie },
    body: JSON.stringify(listQueries[n % listQueries.length]),
  });
export const answered = (body: string): boolean => body.startsWith('{"code":"0"') && body.includes('"pagedRecords":[{');

/** The order list call beside the same statements through the bare driver, one after the other on the same data. */
export async function measureList({ url }: World): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'statements.json');
  writeFileSync(file, JSON.stringify(await statementsOfLists(url)));
  const bare = await measureBare(url, file);
  const product = await startProduct(await freePort(), { DATABASE_URL: url });
  const cookie = await product.cookie('13800000001');
  const figures = await load(product.port, CONNECTIONS, SECONDS, listShot(cookie), answered);
  await product.stop();
  const again = await measureBare(url, file);
  const baseline = Math.round((bare.perSecond + again.perSecond) / 2);
  record('order list, bare driver and handler (before and after)', baseline, 'calls/s');
  record('order list call', figures.perSecond, 'calls/s');
  record('order list call, share of the bare handler', Math.round((figures.perSecond / baseline) * 100), '%', { least: 60 });
  record('order list call p50', figures.p50, 'ms');
  record('order list call p95', figures.p95, 'ms', { most: 60 });
  record('order list call errors', figures.errors, '', { most: 0 });
}

async function measureBare(url: string, file: string) {
  const port = await freePort();
  const child = fork('bench/bareHandler.ts', [file, String(port)], { execArgv: ['--import', 'tsx'], env: { ...process.env, DATABASE_URL: url } });
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', () => reject(new Error('the bare handler stopped'))));
  const figures = await load(port, CONNECTIONS, SECONDS, (n) => ({ method: 'GET', path: `/?n=${n % listQueries.length}` }), answered);
  child.removeAllListeners('exit').kill();
  return figures;
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** What the call really sends for each query, written down while it runs; so both sides run the same SQL. */
async function statementsOfLists(url: string): Promise<Statement[][]> {
  const opened = await openDatabase({ url, dataDir: '.' });
  const me = await opened.inSystem(async (tx) => {
    const [account] = await query<{ id: string }>(url, "select id from account where mobile = '13800000001'");
    return (await loadMe(tx, account?.id ?? '', 1001n, '1')) as Me;
  });
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const lists: Statement[][] = [];
  for (const asked of listQueries) {
    const sent: Statement[] = [];
    await opened.inTenant({ tenantId: me.tenantId }, async (tx) => {
      pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
        const [first] = args as [Statement | string];
        if (typeof first === 'object') sent.push({ text: first.text, values: first.values.map(plain) });
        return send.apply(this, args);
      } as never;
      await pageOrders(tx, me, OrderQuery.parse(asked)).finally(() => {
        pg.Client.prototype.query = send as never;
      });
    });
    lists.push(sent);
  }
  await opened.close();
  return lists;
}

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value instanceof Date ? value.toISOString() : value);
