import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { browserPath } from '../scripts/browser.mjs';
import { startProduct } from './product';
import { record } from './report';
import { freePort } from './world';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ORDERS = '/portal/supplyChain/factory/order/list';
const NEXT = '/portal/customer/list';
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

interface Seen {
  /** Milliseconds until the first row stands. */
  rowMs: number;
  kb: number;
}

/**
 * What somebody on a slow phone waits for: a processor four times slower, 1.6 Mbit/s, 150 ms. The order list without anything kept, and from it to the customer list, by
 * a visit and by a document (a browser without the Navigation API), in turns. `BENCH_ORIGIN` names a portal that already runs.
 */
export async function measureNavigation(): Promise<void> {
  const given = process.env['BENCH_ORIGIN'];
  const product = given ? null : await startProduct(await freePort(), { DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-navigation-')) });
  const origin = given ?? `http://localhost:${product?.port}`;
  const browser = await chromium.launch({ ...browserPath(), args: ['--no-sandbox', '--disable-gpu'] });
  const [first, visits, documents]: [Seen[], Seen[], Seen[]] = [[], [], []];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const within = await walk(browser, origin, true);
      first.push(within.first);
      visits.push(within.next);
      documents.push((await walk(browser, origin, false)).next);
    }
  } finally {
    await browser.close();
    await product?.stop();
  }
  record('order list, slow, first row, nothing kept', median(first, 'rowMs'), 'ms', { most: 1300 });
  record('order list, slow, on the wire', median(first, 'kb'), 'kB', { most: 130 });
  record('list to next list, slow, first row', median(visits, 'rowMs'), 'ms', { most: 650 });
  record('list to next list, slow, on the wire', median(visits, 'kb'), 'kB');
  record('list to next list as a document, slow, first row', median(documents, 'rowMs'), 'ms');
  record('list to next list, share of a document', Math.round((median(visits, 'rowMs') / median(documents, 'rowMs')) * 100), '%', { most: 60 });
}

const median = (seen: Seen[], what: keyof Seen): number => Math.round([...seen].sort((a, b) => a[what] - b[what])[Math.floor(seen.length / 2)]?.[what] ?? 0);

async function walk(browser: Browser, origin: string, within: boolean): Promise<{ first: Seen; next: Seen }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  if (!within) await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  await page.request.post(`${origin}/web/partner/user/login`, { data: { account: '13800000001', password: 'Demo#2026' } });
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', SLOW);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const first = await seen(page, client, '订单编号', () => page.goto(origin + ORDERS, { waitUntil: 'commit' }));
  await page.waitForLoadState('load');
  await page.waitForTimeout(4000);
  const next = await seen(page, client, '编码', () => page.locator(`.side-menu a[href="${NEXT}"]`).evaluate((link: HTMLAnchorElement) => link.click()));
  await context.close();
  return { first, next };
}

async function seen(page: Page, client: CDPSession, column: string, go: () => Promise<unknown>): Promise<Seen> {
  let bytes = 0;
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength;
  };
  client.on('Network.loadingFinished', count);
  const begun = performance.now();
  await go();
  await page.locator(`tbody td[data-label="${column}"]`).first().waitFor();
  const rowMs = performance.now() - begun;
  await page.waitForTimeout(3000);
  client.off('Network.loadingFinished', count);
  return { rowMs, kb: bytes / 1000 };
}
