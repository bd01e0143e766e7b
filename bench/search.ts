import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import sirv from 'sirv';
import { buildIndex, searchHelp, subject } from '~/domains/help/search';
import { browserPath } from '../scripts/browser.mjs';
import { queries } from '../tests/domains/help/queries';
import { questions } from '../tests/domains/help/questions';
import { record } from './report';
import { freePort } from './world';

/** The help's search against Pagefind, on the same questions and the forty queries of the tests: docs/decisions/030. */
export async function measureSearch(): Promise<void> {
  const started = performance.now();
  const index = buildIndex(questions);
  record('help search, index built in', Math.round(performance.now() - started), 'ms');
  report('help search', (query) => searchHelp(index, query).map(({ id }) => id));
  record('help search, questions to load', kb(JSON.stringify(questions)), 'kB gzip');
  await withPagefind(async (page, folder) => {
    const found = new Map<string, string[]>();
    for (const [query] of queries) found.set(query, await page.evaluate(ask, subject(query)));
    report('Pagefind', (query) => found.get(query) ?? []);
    record('Pagefind, script, dictionary and index of one query', Math.round((await loaded(page)) / 100) / 10, 'kB');
    record('Pagefind, files in the build', filesBelow(folder), '');
  });
}

function report(name: string, idsOf: (query: string) => string[]): void {
  const places = queries.map(([query, ...wanted]) => idsOf(query).findIndex((id) => wanted.includes(id)));
  record(`${name}, wanted answer first, of ${queries.length}`, places.filter((place) => place === 0).length, '');
  record(`${name}, among the first three`, places.filter((place) => place >= 0 && place < 3).length, '');
  const missed = queries.filter((_, at) => (places[at] ?? -1) < 0 || (places[at] ?? 0) > 2).map(([query]) => query);
  if (missed.length) console.log(`    not among the first three: ${missed.join('、')}`);
}

async function ask(query: string): Promise<string[]> {
  const pagefind = await (Function('return import("/pagefind/pagefind.js")')() as Promise<{
    search(query: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>;
  }>);
  const { results } = await pagefind.search(query);
  return Promise.all(results.slice(0, 8).map(async (one) => (await one.data()).url.replace(/^\/|\.html$/g, '')));
}

const loaded = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByType('resource').reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0) / 1);

/** One page a question, as Pagefind would find them in a built site, served from this machine. */
async function withPagefind(work: (page: Page, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pagefind-'));
  for (const { id, title, keywords, text } of questions) {
    mkdirSync(join(folder, id.split('/')[0] ?? ''), { recursive: true });
    writeFileSync(
      join(folder, `${id}.html`),
      `<!doctype html><html lang="zh-CN"><title>${title}</title><body><h1>${title}</h1><p>${keywords}</p><p>${text}</p></body></html>`,
    );
  }
  const { createIndex, close } = await import('pagefind');
  const { index } = await createIndex();
  await index?.addDirectory({ path: folder });
  await index?.writeFiles({ outputPath: join(folder, 'pagefind') });
  await close();
  const port = await freePort();
  const server = createServer(sirv(folder)).listen(port, '127.0.0.1');
  const browser = await chromium.launch({ ...browserPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/order/edit-submitted.html`);
    await work(page, join(folder, 'pagefind'));
  } finally {
    await browser.close();
    server.close();
  }
}

const kb = (text: string): number => Math.round(gzipSync(text, { level: 9 }).length / 100) / 10;
const filesBelow = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + (statSync(join(folder, name)).isDirectory() ? filesBelow(join(folder, name)) : 1), 0);
