import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { expect } from 'vitest';
import { type Opened, openDatabase, useDatabase } from '~/server/db.server';
import { differences, openDepot } from '../support/delivery';
import { colleagueOf } from '../support/expense';
import { openReturnDesk, type ReturnDesk } from '../support/returns';
import { putFunds } from '../support/stock';

/** The embedded engine takes seconds to open each time, and acknowledges a quarter as often. */
const KILLS = { postgres: 20, embedded: 12 };
/** Inside the project, whose files the engine looks for from where its code lies. */
const BUNDLE = resolve('node_modules/.cache/portal-tests/trader');

/** One file, made once: twenty processes must not translate the portal each. */
async function bundleTrader(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '~': resolve('src') } },
    build: { ssr: 'tests/faults/trader.ts', outDir: BUNDLE, emptyOutDir: true, copyPublicDir: false, target: 'node24' },
  });
}

/** How much of what was acknowledged stands. */
type Kept = Record<'placed' | 'shipped' | 'received' | 'refunded' | 'invoiced' | 'counted', number>;
interface Place {
  url?: string;
  dataDir: string;
}

/** Kills a trading process again and again; then everything it had acknowledged stands, nothing is half done and every book agrees. */
export async function surviveKills(place: Place): Promise<Kept> {
  await bundleTrader();
  const depot = await prepare(place);
  const acknowledged: string[] = [];
  for (let round = 0; round < (place.url ? KILLS.postgres : KILLS.embedded); round += 1)
    acknowledged.push(...(await tradeUntilKilled(place, depot, { acks: 2 + (round % 5) * (place.url ? 25 : 6), ms: (round * 37) % 60 })));
  const opened = await openDatabase(place);
  try {
    useDatabase(opened);
    return await prove({ ...depot, opened }, opened, acknowledged);
  } finally {
    await opened.close();
  }
}

async function prepare(place: Place): Promise<ReturnDesk> {
  const opened = await openDatabase(place);
  useDatabase(opened);
  const shop = await openDepot(opened);
  const depot = await openReturnDesk(shop, colleagueOf(shop.me));
  await opened.pool.query('update stock_balance set on_hand = on_hand + 100000');
  await opened.pool.query('update stock_ledger set d_on_hand = d_on_hand + 100000, after_on_hand = after_on_hand + 100000');
  await putFunds(opened, depot.me, depot.customers[0], 100_000_000_00n);
  await opened.close();
  return depot;
}

/** The kill comes `ms` after the given number of acknowledgements, wherever the process then is. */
function tradeUntilKilled(place: Place, depot: ReturnDesk, after: { acks: number; ms: number }): Promise<string[]> {
  const { opened: _, ...stored } = depot;
  const payload = JSON.stringify({ ...place, depot: stored }, (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value instanceof Set ? [...value] : value,
  );
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(BUNDLE, 'trader.js')], {
      env: { ...process.env, NODE_OPTIONS: '', TRADER: payload },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    let wrong = '';
    child.stderr.on('data', (text) => {
      wrong += text;
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line !== 'ready') said.push(line);
      if (said.length === after.acks) setTimeout(() => child.kill('SIGKILL'), after.ms);
    });
    child.once('close', (_code, signal) => (signal === 'SIGKILL' ? resolve(said) : reject(new Error(`the trader stopped by itself: ${wrong.slice(-2000)}`))));
  });
}

async function prove(depot: ReturnDesk, { pool }: Opened, acknowledged: readonly string[]): Promise<Kept> {
  const idsOf = (kind: string): string[] => acknowledged.filter((line) => line.startsWith(kind)).map((line) => line.split(' ')[1] as string);
  const count = async (sql: string, values: unknown[] = []): Promise<number> => Number((await pool.query(sql, values)).rows[0].n);
  const placed = idsOf('placed');
  const shipped = idsOf('shipped');
  expect(await count('select count(*) n from sales_order where id = any($1) and status <> $2', [placed, 'DRAFT']), 'orders kept').toBe(placed.length);
  expect(await count("select count(*) n from delivery where id = any($1) and status = 'SHIPPED'", [shipped]), 'shipments kept').toBe(shipped.length);
  const half = `select count(*) n from sales_order o where (select count(*) from order_line l where l.order_id = o.id) <> 2
    or not exists (select from order_version v where v.order_id = o.id) or not exists (select from order_event e where e.order_id = o.id)
    or (o.pay_method = 'BALANCE' and not exists (select from fund_hold h where h.biz_id = o.id))`;
  expect(await count(half), 'orders half written').toBe(0);
  const unbooked = `select count(*) n from delivery d where d.status = 'SHIPPED' and (not exists (select from receivable r where r.delivery_id = d.id) or not exists (select from stock_ledger s where s.biz_id = d.id))`;
  expect(await count(unbooked), 'shipments half booked').toBe(0);
  const [received, refunded, invoiced, counted] = [idsOf('received'), idsOf('refunded'), idsOf('invoiced'), idsOf('counted')];
  expect(await count("select count(*) n from return_order where id = any($1) and status in ('WAIT_REFUND', 'DONE')", [received]), 'goods taken in').toBe(
    received.length,
  );
  expect(await count("select count(*) n from return_order where id = any($1) and status = 'DONE'", [refunded]), 'refunds kept').toBe(refunded.length);
  const issued = "select count(*) n from billing b where id = any($1) and status = 'ISSUED' and exists (select from invoice i where i.billing_id = b.id)";
  expect(await count(issued, [invoiced]), 'invoices kept').toBe(invoiced.length);
  expect(await count("select count(*) n from stock_count where id = any($1) and status = 'DONE'", [counted]), 'counts kept').toBe(counted.length);
  const unmoved = `select count(*) n from return_order r where r.status in ('WAIT_REFUND', 'DONE') and not exists (select from stock_ledger s where s.biz_id = r.id)`;
  expect(await count(unmoved), 'returns half taken in').toBe(0);
  expect(await differences(depot)).toEqual([]);
  const lengths = { placed, shipped, received, refunded, invoiced, counted };
  return Object.fromEntries(Object.entries(lengths).map(([kind, ids]) => [kind, ids.length])) as Kept;
}
