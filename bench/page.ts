import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listQueries } from './list';
import { load } from './load';
import { startProduct } from './product';
import { record } from './report';
import { freePort, SECONDS, type World } from './world';

const CONNECTIONS = 16;
const PATH = '/portal/supplyChain/factory/order/list';

/** The server-rendered order list, as opened from the menu, by one process and by one for each of two processors, and with filters; then again under the profiler, to see where the time goes. */
export async function measurePage({ url }: World): Promise<void> {
  const alone = await loadPages(url, SECONDS, () => PATH);
  record('order list page, one process', alone.perSecond, 'pages/s');
  record('order list page, one process, p95', alone.p95, 'ms');
  const plain = await loadPages(url, SECONDS, () => PATH, [], '2');
  record('order list page, PROCESSES=2', plain.perSecond, 'pages/s', { least: 200 });
  record('order list page, PROCESSES=2, p50', plain.p50, 'ms');
  record('order list page, PROCESSES=2, p95', plain.p95, 'ms', { most: 150 });
  record('order list page errors', alone.errors + plain.errors, '', { most: 0 });
  const filtered = await loadPages(
    url,
    SECONDS,
    (n) => `${PATH}?${new URLSearchParams(Object.entries(listQueries[n % listQueries.length] ?? {}).map(([key, value]) => [key, String(value)]))}`,
  );
  record('order list page with status and date filter', filtered.perSecond, 'pages/s');
  record('order list page with status and date filter p95', filtered.p95, 'ms');
  const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  await loadPages(url, SECONDS, () => PATH, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  for (const [group, share] of selfTime(folder).slice(0, 12)) console.log(`    ${group}: ${share.toFixed(1)} %`);
}

async function loadPages(url: string, seconds: number, path: (n: number) => string, flags: string[] = [], processes = '1') {
  const product = await startProduct(await freePort(), { DATABASE_URL: url, PROCESSES: processes }, flags);
  const cookie = await product.cookie('13800000001');
  const figures = await load(
    product.port,
    CONNECTIONS,
    seconds,
    (n) => ({ method: 'GET', path: path(n), headers: { cookie } }),
    (body, status) => status === 200 && body.endsWith('</html>') && body.includes('DD20'),
  );
  await product.stop();
  return figures;
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/** Busy time of the main thread by what it was for, idle left out. Node's own functions count for the first caller that is not Node's. */
function selfTime(folder: string): [string, number][] {
  const [file] = readdirSync(folder).sort();
  const profile = JSON.parse(readFileSync(join(folder, file as string), 'utf8')) as Profile;
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const totals = new Map<string, number>();
  let busy = 0;
  profile.samples.forEach((id, index) => {
    const name = nodes.get(id)?.callFrame.functionName ?? '';
    if (name === '(idle)' || name === '(program)' || name === '(root)') return;
    const spent = profile.timeDeltas[index] ?? 0;
    let at: number | undefined = id;
    let group = name === '(garbage collector)' ? 'garbage collection' : undefined;
    while (!group && at !== undefined) {
      group = groupOf(nodes.get(at)?.callFrame.url ?? '');
      at = parents.get(at);
    }
    totals.set(group ?? 'Node itself (HTTP, streams, promises)', (totals.get(group ?? 'Node itself (HTTP, streams, promises)') ?? 0) + spent);
    busy += spent;
  });
  return [...totals].map(([group, spent]): [string, number] => [group, (spent / busy) * 100]).sort((a, b) => b[1] - a[1]);
}

const groups: readonly (readonly [RegExp, string])[] = [
  [/react-dom|\/_astro_ssr|server\.(browser|node|edge)/, 'React'],
  [/node_modules\/(pg|pg-|kysely|postgres-)/, 'database client'],
  [/node_modules\/zod/, 'zod'],
];
function groupOf(url: string): string | undefined {
  if (!url || url.startsWith('node:')) return undefined;
  for (const [pattern, group] of groups) if (pattern.test(url)) return group;
  const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (dependency) return dependency;
  return `built chunk ${url
    .split('/')
    .at(-1)
    ?.replace(/[._-][\w-]{8}\.mjs$/, '')}`;
}
