import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserPath } from '../scripts/browser.mjs';
import { startProduct } from './product';
import { record } from './report';
import { freePort } from './world';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const CHAPTER = '/portal/help/orderMaster/orders';
const NEXT_CHAPTER = '/portal/help/orderMaster/stock';
const LONG_TASK = 50;
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** Each page with the milliseconds its scripts may hold up who touches it: of every task, what is beyond 50 ms (Total Blocking Time). */
const pages = [
  { name: 'home of a factory', path: '/portal/temphome', account: '13800000001', most: 150 },
  { name: 'home of a dealer', path: '/portal/temphome', account: '13800000002', most: 150 },
  { name: 'workbench', path: '/portal/supplyChain/factory/workbench', account: '13800000001', most: 150 },
  { name: 'help', path: CHAPTER, account: null, most: 150 },
] as const;

/** What somebody on a slow phone is held up by, and how soon the next chapter of the help stands: a processor four times slower, 1.6 Mbit/s, 150 ms. */
export async function measureBlocking(): Promise<void> {
  const given = process.env['BENCH_ORIGIN'];
  const product = given ? null : await startProduct(await freePort(), { DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-blocking-')) });
  const origin = given ?? `http://localhost:${product?.port}`;
  const browser = await chromium.launch({ ...browserPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const { name, path, account, most } of pages)
      record(`${name}, slow, held up`, await median(() => heldUp(browser, origin, path, account)), 'ms', { most });
    record('help to help, slow, next heading', await median(() => toNextChapter(browser, origin)), 'ms', { most: 600 });
  } finally {
    await browser.close();
    await product?.stop();
  }
}

async function median(measure: () => Promise<number>): Promise<number> {
  const seen: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) seen.push(await measure());
  return Math.round(seen.sort((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0);
}

async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

async function heldUp(browser: Browser, origin: string, path: string, account: string | null): Promise<number> {
  const page = await slowPage(browser);
  if (account) await page.request.post(`${origin}/web/partner/user/login`, { data: { account, password: 'Demo#2026' } });
  await page.addInitScript(() => {
    const seen = window as unknown as { tasks: number[] };
    seen.tasks = [];
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(origin + path, { waitUntil: 'load' });
  await page.waitForTimeout(5000);
  if (!page.url().includes(path)) throw new Error(`${path} led to ${page.url()}`);
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  await page.context().close();
  return tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK), 0);
}

async function toNextChapter(browser: Browser, origin: string): Promise<number> {
  const page = await slowPage(browser);
  await page.goto(origin + CHAPTER, { waitUntil: 'load' });
  await page.waitForTimeout(4000);
  const link = page.locator(`.help-menu a[href="${NEXT_CHAPTER}"]`);
  const title = (await link.textContent()) ?? '';
  await link.hover();
  const begun = performance.now();
  await link.click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const took = performance.now() - begun;
  await page.context().close();
  return took;
}
