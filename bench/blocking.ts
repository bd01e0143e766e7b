import type { Browser } from '@playwright/test';
import { record } from './report';
import { inBrowser, logIn, median, ROUNDS, slowPage, untilShown, watchFor } from './slow';

const CHAPTER = '/portal/help/orderMaster/orders';
const NEXT_CHAPTER = '/portal/help/orderMaster/stock';
const LONG_TASK = 50;

/** Milliseconds. */
interface Task {
  startTime: number;
  duration: number;
}

/** Each page with the milliseconds it may hold up who touches it: of every task after the first contentful paint, what is beyond 50 ms (Total Blocking Time). */
const pages = [
  { name: 'home of a factory', path: '/portal/temphome', account: '13800000001', most: 150 },
  { name: 'home of a dealer', path: '/portal/temphome', account: '13800000002', most: 150 },
  { name: 'workbench', path: '/portal/supplyChain/factory/workbench', account: '13800000001', most: 150 },
  { name: 'help', path: CHAPTER, account: null, most: 150 },
] as const;

/** What somebody on a slow phone is held up by, and how soon the next chapter of the help stands: a processor four times slower, 1.6 Mbit/s, 150 ms. */
export const measureBlocking = (): Promise<void> =>
  inBrowser(async (browser, origin) => {
    for (const { name, path, account, most } of pages)
      record(`${name}, slow, held up`, await repeated(() => heldUp(browser, origin, path, account)), 'ms', { most });
    record('help to help, slow, next heading', await repeated(() => toNextChapter(browser, origin)), 'ms', { most: 600 });
  });

async function repeated(measure: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) figures.push(await measure());
  return median(figures);
}

async function heldUp(browser: Browser, origin: string, path: string, account: string | null): Promise<number> {
  const { page } = await slowPage(browser);
  if (account) await logIn(page, origin, account);
  await page.addInitScript(() => {
    const seen = window as unknown as { tasks: Task[] };
    seen.tasks = [];
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  await page.goto(origin + path, { waitUntil: 'load' });
  await page.waitForTimeout(5000);
  if (!page.url().includes(path)) throw new Error(`${path} led to ${page.url()}`);
  const [tasks, painted] = await page.evaluate(
    () => [(window as unknown as { tasks: Task[] }).tasks, performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0] as const,
  );
  await page.context().close();
  return tasks.reduce((sum, { startTime, duration }) => sum + Math.max(0, Math.min(duration, startTime + duration - painted) - LONG_TASK), 0);
}

async function toNextChapter(browser: Browser, origin: string): Promise<number> {
  const { page } = await slowPage(browser);
  const marked = `.help-menu a[href="${NEXT_CHAPTER}"][aria-current]`;
  await watchFor(page, [marked]);
  await page.goto(origin + CHAPTER, { waitUntil: 'load' });
  await page.waitForTimeout(4000);
  const took = await untilShown(page, marked, `.help-menu a[href="${NEXT_CHAPTER}"]`);
  await page.context().close();
  return took;
}
