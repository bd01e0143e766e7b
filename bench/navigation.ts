import type { Browser, CDPSession } from '@playwright/test';
import { record } from './report';
import { inBrowser, logIn, median, ROUNDS, slowPage, untilShown, watchFor } from './slow';

const ORDERS = '/portal/supplyChain/factory/order/list';
const NEXT = '/portal/customer/list';

interface Seen {
  /** Milliseconds until the first row is drawn. */
  rowMs: number;
  kb: number;
}

/**
 * What somebody on a slow phone waits for: a processor four times slower, 1.6 Mbit/s, 150 ms. The order list without anything kept, and from it to the customer list, by
 * a visit and by a document (a browser without the Navigation API), in turns. `BENCH_ORIGIN` names a portal that already runs.
 */
export const measureNavigation = (): Promise<void> =>
  inBrowser(async (browser, origin) => {
    const [first, visits, documents]: [Seen[], Seen[], Seen[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const within = await walk(browser, origin, true);
      first.push(within.first);
      visits.push(within.next);
      documents.push((await walk(browser, origin, false)).next);
    }
    record('order list, slow, first row, nothing kept', medianOf(first, 'rowMs'), 'ms', { most: 1300 });
    record('order list, slow, on the wire', medianOf(first, 'kb'), 'kB', { most: 130 });
    record('list to next list, slow, first row', medianOf(visits, 'rowMs'), 'ms', { most: 650 });
    record('list to next list, slow, on the wire', medianOf(visits, 'kb'), 'kB');
    record('list to next list as a document, slow, first row', medianOf(documents, 'rowMs'), 'ms');
    record('list to next list, share of a document', Math.round((medianOf(visits, 'rowMs') / medianOf(documents, 'rowMs')) * 100), '%', { most: 60 });
  });

const medianOf = (seen: readonly Seen[], what: keyof Seen): number => median(seen.map((one) => one[what]));

async function walk(browser: Browser, origin: string, within: boolean): Promise<{ first: Seen; next: Seen }> {
  const { page, client } = await slowPage(browser);
  if (!within) await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  const [order, customer] = ['tbody td[data-label="订单编号"]', 'tbody td[data-label="编码"]'];
  await watchFor(page, [order, customer]);
  await logIn(page, origin, '13800000001');
  const first = await weighed(client, async () => {
    await page.goto(origin + ORDERS, { waitUntil: 'commit' });
    return untilShown(page, order);
  });
  const next = await weighed(client, () => untilShown(page, customer, `.side-menu a[href="${NEXT}"]`));
  await page.context().close();
  return { first, next };
}

async function weighed(client: CDPSession, go: () => Promise<number>): Promise<Seen> {
  let bytes = 0;
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength;
  };
  client.on('Network.loadingFinished', count);
  const rowMs = await go();
  client.off('Network.loadingFinished', count);
  return { rowMs, kb: bytes / 1000 };
}
