import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { browserPath } from '../scripts/browser.mjs';
import { startProduct } from './product';
import { freePort } from './world';

export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** Runs `measure` with a browser on a portal of its own with demo data, or on the one `BENCH_ORIGIN` names. */
export async function inBrowser(measure: (browser: Browser, origin: string) => Promise<void>): Promise<void> {
  const given = process.env['BENCH_ORIGIN'];
  const product = given ? null : await startProduct(await freePort(), { DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-browser-')) });
  const browser = await chromium.launch({ ...browserPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await measure(browser, given ?? `http://localhost:${product?.port}`);
  } finally {
    await browser.close();
    await product?.stop();
  }
}

/** A page of a context of its own with a processor four times slower, 1.6 Mbit/s and 150 ms. */
export async function slowPage(browser: Browser): Promise<{ page: Page; client: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', LINE);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return { page, client };
}

const SETTLED_MS = 6000;

/**
 * From now on pages write down when a frame with the first element of each selector has been drawn. The page does it itself: a test runner's own scripts would be
 * compiled at a quarter of the speed while it arrives.
 */
export const watchFor = (page: Page, selectors: readonly string[]): Promise<unknown> =>
  page.addInitScript((awaited) => {
    const seen = window as unknown as { stood: Record<string, number> };
    seen.stood = {};
    const missing = new Set(awaited);
    const look = () => {
      for (const selector of missing) {
        if (!document.querySelector(selector)) continue;
        missing.delete(selector);
        requestAnimationFrame(() => setTimeout(() => Object.assign(seen.stood, { [selector]: performance.timeOrigin + performance.now() })));
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-current'] });
  }, selectors);

/** Milliseconds from the start of the document, or from a press on `link`, to the frame that shows `selector`. */
export async function untilShown(page: Page, selector: string, link?: string): Promise<number> {
  if (link)
    await page.evaluate((pressed) => {
      setTimeout(() => {
        sessionStorage.setItem('pressed', String(performance.timeOrigin + performance.now()));
        document.querySelector<HTMLAnchorElement>(pressed)?.click();
      }, 1000);
    }, link);
  await page.waitForTimeout(SETTLED_MS);
  const [stood, pressed] = await page.evaluate(
    (awaited) => [(window as unknown as { stood: Record<string, number> }).stood[awaited], Number(sessionStorage.getItem('pressed'))] as const,
    selector,
  );
  if (stood === undefined) throw new Error(`${selector} did not come`);
  return stood - (link ? pressed : await page.evaluate(() => performance.timeOrigin));
}

export const logIn = (page: Page, origin: string, account: string) =>
  page.request.post(`${origin}/web/partner/user/login`, { data: { account, password: 'Demo#2026' } });

export const median = (figures: readonly number[]): number => Math.round([...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0);
