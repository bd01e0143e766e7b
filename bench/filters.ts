import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { turnOwing } from '~/domains/receivable/ageing.server';
import type { Me } from '~/portal/me';
import { openDatabase, useDatabase } from '~/server/db.server';
import { admit, answerAs, type Request } from '~/server/serve.server';
import { loadMe } from '~/server/session.server';
import type { Endpoint } from '~/shared/endpoint';
import { fillHistory } from '../tests/support/history';
import { cardEndpoints, casesOf, type ListCase, listEndpoints } from '../tests/support/listCases';
import { type Cost, costsOf, statementsOf } from '../tests/support/plans';
import { record } from './report';
import { query, type World } from './world';

const CONNECTIONS = 4;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const MOST_MS = 60;
const people = [
  ['13800000001', '1'],
  ['13800000002', '2'],
] as const;

interface Measured {
  one: ListCase;
  p50: number;
  p95: number;
  costs: Cost[];
}

/** Every filter, tab, sort and keyword of every list, and every card, as an administrator and as a dealer ask them. */
export async function measureFilters({ url }: World): Promise<void> {
  await fillHistory(url);
  for (const file of globSync('src/domains/*/{api,*Api}.server.ts')) await import(pathToFileURL(file).href);
  const opened = await openDatabase({ url, dataDir: '.', poolSize: CONNECTIONS });
  useDatabase(opened);
  // A portal at work has brought the kept debts to today within a minute of midnight.
  while (await turnOwing(opened, new Date(), new AbortController().signal));
  const measured: Measured[] = [];
  for (const [mobile, identity] of people) {
    const [account] = await query<{ id: string }>(url, 'select id from account where mobile = $1', [mobile]);
    const me = (await opened.inSystem((tx) => loadMe(tx, account?.id ?? '', 1001n, identity))) as Me;
    for (const one of await allCases(me, identity)) measured.push(await measure(url, me, one));
  }
  await opened.close();
  print(measured);
}

const request = (): Request => ({ now: new Date(), address: '127.0.0.1', agent: 'bench', sessionHash: null, idempotencyKey: null });
const only = process.env['BENCH_LIST'] ?? '';

async function allCases(me: Me, identity: string): Promise<ListCase[]> {
  const mine = (endpoint: Endpoint): boolean => {
    if (identity === '2' && endpoint.access.kind === 'person') return false;
    try {
      admit(me, endpoint);
    } catch {
      return false;
    }
    return endpoint.path.includes(only);
  };
  const lists: ListCase[] = [];
  for (const endpoint of listEndpoints().filter(mine)) lists.push(...(await casesOf(endpoint, me, request())));
  return [
    ...lists,
    ...cardEndpoints()
      .filter(mine)
      .map((endpoint) => ({ endpoint, name: 'card', query: {} })),
  ];
}

async function measure(url: string, me: Me, one: ListCase): Promise<Measured> {
  const run = () => answerAs(me, one.endpoint, one.query, request()).catch((error: unknown) => refused(one, error));
  const costs = await costsOf(url, me, await statementsOf(run));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        const started = performance.now();
        await run();
        times.push(performance.now() - started);
      }),
    );
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  if (process.env['BENCH_ALL'])
    console.log(
      `${one.endpoint.path} ${one.name}: ${at(0.5)} ms, ${costs
        .map((cost) => `${cost.ms} ms ${cost.read} (${cost.worst})`)
        .sort()
        .join('; ')}`,
    );
  return { one, p50: at(0.5), p95: at(0.95), costs };
}

function refused(one: ListCase, error: unknown): void {
  if (!(error as { code?: string }).code) throw new Error(`${one.endpoint.path} ${one.name}`, { cause: error });
}

const readsTable = ({ costs }: Measured): boolean => costs.some((cost) => cost.whole);

function print(measured: Measured[]): void {
  const growing = measured.filter(readsTable);
  const slow = measured.filter((one) => one.p95 > MOST_MS && !growing.includes(one));
  console.log('\n| list | asked | p50 ms | p95 ms | rows read | blocks | widest scan |\n|---|---|---|---|---|---|---|');
  const shown = process.env['BENCH_ALL'] ? measured : [...growing, ...slow];
  for (const one of [...shown].sort((a, b) => b.p50 - a.p50)) {
    const dearest = one.costs.reduce((most, cost) => (cost.read > most.read ? cost : most), { read: 0, worst: '', blocks: 0 } as Cost);
    console.log(`| ${one.one.endpoint.path} | ${one.one.name} | ${one.p50} | ${one.p95} | ${dearest.read} | ${dearest.blocks} | ${dearest.worst} |`);
    if (process.env['BENCH_SQL'] && dearest.text) console.log(`${dearest.text}\n`);
  }
  const p95s = measured.map((one) => one.p95).sort((a, b) => a - b);
  record('filters, tabs, sorts, keywords and cards measured', measured.length, '');
  record('of them, read most of a table', growing.length, '', { most: 0 });
  record(`of them, p95 over ${MOST_MS} ms`, measured.filter((one) => one.p95 > MOST_MS).length, '', { most: 0 });
  record('slowest p95', p95s.at(-1) ?? 0, 'ms', { most: MOST_MS });
  record('p95 of the middle one', p95s[Math.floor(p95s.length / 2)] ?? 0, 'ms');
}
