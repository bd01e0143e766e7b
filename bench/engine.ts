import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { orderPlace } from '~/domains/order/calls';
import type { Me } from '~/portal/me';
import { openDatabase, useDatabase } from '~/server/db.server';
import { answerAs } from '~/server/serve.server';
import { loadMe } from '~/server/session.server';
import { makePlenty, orderShot } from './orders';
import { record } from './report';
import { query, SECONDS, type World } from './world';

const TENANT = 1001n;
const CLERKS = 16;
const TURNS = 6;

/**
 * What the approval engine costs an order: orders of four lines placed by 16 clerks in this process, in turns with the statement that starts
 * their process and without it. The turns without do not write what stood there before the engine either, so the share is the least it can be.
 */
export async function measureEngine({ url }: World): Promise<void> {
  const goods = await makePlenty(url);
  for (const file of globSync('src/domains/*/{api,*Api}.server.ts')) await import(pathToFileURL(file).href);
  const opened = await openDatabase({ url, dataDir: '.', poolSize: CLERKS });
  useDatabase(opened);
  const [account] = await query<{ id: string }>(url, "select id from account where mobile = '13800000001'");
  const me = (await opened.inSystem((tx) => loadMe(tx, account?.id ?? '', TENANT, '1'))) as Me;
  let n = 0;
  const place = async (): Promise<void> => {
    n += 1;
    const lines = Array.from({ length: 4 }, (_, line) => goods.skus[(n * 7 + line * 31) % goods.skus.length] as (typeof goods.skus)[number]);
    const { body } = orderShot('', { customerId: goods.customers[n % goods.customers.length], payMethod: 'OFFLINE' }, lines);
    const request = { now: new Date(), address: '127.0.0.1', agent: 'bench', sessionHash: null, idempotencyKey: randomUUID() };
    await answerAs(me, orderPlace, JSON.parse(body ?? '{}'), request);
  };
  await turn(place, 1);
  const shares: number[] = [];
  const [placed, bare] = [[] as number[], [] as number[]];
  for (let round = 0; round < TURNS; round++) {
    // Which comes first alternates: what one leaves to be cleaned up falls on both.
    const rates = { on: 0, off: 0 };
    for (const which of round % 2 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
      const back = which === 'off' ? withoutEngine() : () => undefined;
      rates[which] = await turn(place, SECONDS / 2);
      back();
    }
    placed.push(rates.on);
    bare.push(rates.off);
    shares.push((rates.on / rates.off) * 100);
  }
  await opened.close();
  await mustHave(url, placed, bare);
  record('placing orders of four lines, with the engine', Math.round(median(placed)), '/s');
  record('without its statement', Math.round(median(bare)), '/s');
  record('of the speed without it', Math.round(median(shares)), '%', { least: 90 });
}

const median = (of: readonly number[]): number => {
  const sorted = [...of].sort((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

async function turn(place: () => Promise<void>, seconds: number): Promise<number> {
  const started = performance.now();
  let done = 0;
  const clerk = async (): Promise<void> => {
    while (performance.now() < started + seconds * 1000) {
      await place();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLERKS }, clerk));
  return (done * 1000) / (performance.now() - started);
}

let skipped = 0;
/** The statement is answered as if it had been sent. */
function withoutEngine(): () => void {
  const { query: send } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = (given[0] as { text?: string } | undefined)?.text ?? '';
    if (!text.includes('insert into wf_instance')) return (send as (...all: unknown[]) => unknown).apply(this, given);
    skipped += 1;
    return Promise.resolve({ command: 'INSERT', rowCount: 1, rows: [{ id: randomUUID() }] });
  } as never;
  return () => {
    pg.Client.prototype.query = send;
  };
}

/** Every order of one kind of turn has its process, and none of the other. */
async function mustHave(url: string, placed: readonly number[], bare: readonly number[]): Promise<void> {
  const [row] = await query<{ n: number }>(
    url,
    `select count(*)::int as n from sales_order o where o.no not like 'DD________S%' and o.status = 'PENDING_AUDIT'
       and not exists (select from wf_instance i where i.tenant_id = o.tenant_id and i.subject_id = o.id)`,
  );
  if (!skipped || (row?.n ?? 0) < skipped || placed.some((rate) => rate === 0) || bare.some((rate) => rate === 0))
    throw new Error(`${skipped} statements were left out, and ${row?.n} orders have no process`);
}
