import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import pg from 'pg';
import { startPostgres } from '../tests/support/postgres';

/** Seconds a load runs, and orders in the lists; small values are for trying the benchmark itself out. */
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
export const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 200_000);
export const EMBEDDED_DIR = 'data/bench';

export interface World {
  url: string;
  stop(): Promise<void>;
}

export function buildIfMissing(): void {
  if (existsSync('dist/.built')) return;
  console.log('building …');
  if (spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) throw new Error('the build failed');
}

/** A PostgreSQL of this run's own, synced to disk like a real one, with the demo factories and ORDERS more orders. */
export async function openWorld(): Promise<World> {
  const server = await startPostgres({ durable: true });
  const count = await countOrders(server.url);
  if (count < ORDERS) seed({ DATABASE_URL: server.url }, ORDERS - count);
  return { url: server.url, stop: server.stop };
}

/** The embedded folder is kept from run to run: filling it takes minutes. */
export function fillEmbedded(): void {
  const mark = `${EMBEDDED_DIR}/seeded`;
  const there = existsSync(mark) ? Number(readFileSync(mark, 'utf8')) : 0;
  if (there >= ORDERS) return;
  seed({ DATA_DIR: EMBEDDED_DIR }, ORDERS - there);
  mkdirSync(EMBEDDED_DIR, { recursive: true });
  writeFileSync(mark, String(ORDERS));
}

function seed(env: Record<string, string>, orders: number): void {
  const started = performance.now();
  const done = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/seed.ts', '--orders', String(orders)], {
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error('seeding failed');
  console.log(`demo factories and ${orders} orders in ${Math.round((performance.now() - started) / 1000)} s`);
}

async function countOrders(url: string): Promise<number> {
  return query<{ n: number }>(
    url,
    "select case when to_regclass('sales_order') is null then 0 else (xpath('/row/n/text()', query_to_xml('select count(*) as n from sales_order', false, true, '')))[1]::text::int end as n",
  ).then(([row]) => row?.n ?? 0);
}

export async function query<R extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
