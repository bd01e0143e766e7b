import type { Page } from '@playwright/test';
import { productName } from '~/portal/brand';
import { type Screen, screens } from '~/portal/screens';
import { barriersOf } from './support/accessible';
import { compareIslands, drawnOtherwise } from './support/islands';
import { logIn, open, type Who } from './support/people';
import { addressOf } from './support/screens';
import { expect, test } from './support/test';
import { complaintsOf, countShifts, overflowOf, shiftsOf, squeezedOf } from './support/watch';

// Both workers take pages of it: alone it would keep one of them idle at the end.
test.describe.configure({ mode: 'parallel' });

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const MOST_SHIFT = 0.01;

const groups: { name: string; who: Who | null; holds: (screen: Screen) => boolean }[] = [
  { name: 'a visitor’s screens', who: null, holds: ({ who }) => who === 'public' },
  { name: 'the screens everyone has', who: 'clerk', holds: ({ who }) => who === 'person' },
  { name: 'the identity screen', who: 'both', holds: ({ who }) => who === 'type3' },
  { name: 'a dealer’s screens', who: 'dealer', holds: ({ who }) => who === 'dealer' },
  { name: 'the factory’s orders and deliveries', who: 'admin', holds: ({ who, path }) => who === 'factory' && /factory\/(order|deliver)\//.test(path) },
  {
    name: 'the factory’s goods, prices and customers',
    who: 'admin',
    holds: ({ who, path }) => who === 'factory' && /\/(product|productAttr|customerPrice|customer)\//.test(path),
  },
  { name: 'the factory’s stock', who: 'admin', holds: ({ who, path }) => who === 'factory' && /factory\/warehouse\//.test(path) },
  { name: 'the factory’s funds', who: 'admin', holds: ({ who, path }) => who === 'factory' && /factory\/finance\//.test(path) },
  {
    name: 'what else the factory does',
    who: 'admin',
    holds: ({ who, path }) => who === 'factory' && /factory\/(?!(order|deliver|product|productAttr|customerPrice|warehouse|finance)\/)/.test(path),
  },
  {
    name: 'the company’s accounts, messages and projects',
    who: 'admin',
    holds: ({ who, path }) => who === 'factory' && !/\/factory\/|\/customer\/|\/openPlatform|\/process\/|\/creditSystem\//.test(path),
  },
  { name: 'the company’s settings', who: 'admin', holds: ({ who, path }) => who === 'factory' && /^\/portal\/openPlatform/.test(path) },
  { name: 'the company’s approvals', who: 'admin', holds: ({ who, path }) => who === 'factory' && /^\/portal\/process\//.test(path) },
  {
    name: 'limits and uses of credit',
    who: 'admin',
    holds: ({ who, path }) => who === 'factory' && /^\/portal\/creditSystem\/(quota|useCredit|createUseCredit|repay|createRePayMent|usePay)/.test(path),
  },
  {
    name: 'how credit is granted and run',
    who: 'admin',
    holds: ({ who, path }) => who === 'factory' && /^\/portal\/creditSystem\/(?!quota|useCredit|createUseCredit|repay|createRePayMent|usePay)/.test(path),
  },
];

/** What moved while the page came; a machine that falters in the middle of a document paints half a table, so it is looked at twice. */
async function shiftOf(page: Page, path: string): Promise<number> {
  const shifted = await shiftsOf(page);
  if (shifted < MOST_SHIFT) return shifted;
  await open(page, await addressOf(page, path));
  await page.evaluate(() => document.fonts.ready);
  return Math.min(shifted, await shiftsOf(page));
}

/** Opens a screen on a desk and narrows it to a phone; gives what is wrong with it. */
async function problemsOf(page: Page, complaints: string[], { path, title }: Screen): Promise<string[]> {
  complaints.length = 0;
  await page.setViewportSize(WIDE);
  await open(page, await addressOf(page, path));
  const found: string[] = [];
  if ((await page.title()) !== `${title} - ${productName}`) found.push(`title “${await page.title()}”`);
  found.push(...(await drawnOtherwise(page)));
  const wide = await overflowOf(page);
  if (wide) found.push(`at ${WIDE.width}: ${wide}`);
  await page.evaluate(() => document.fonts.ready);
  const shifted = await shiftOf(page, path);
  if (shifted >= MOST_SHIFT) found.push(`layout shift ${shifted.toFixed(3)}`);
  found.push(...(await barriersOf(page)));
  await page.setViewportSize(PHONE);
  const narrow = await overflowOf(page);
  if (narrow) found.push(`at ${PHONE.width}: ${narrow}`);
  found.push(...(await squeezedOf(page)));
  return [...found, ...complaints].map((one) => `${path}: ${one}`);
}

for (const { name, who, holds } of groups) {
  test(`${name} open without a complaint, a shift, a barrier, a part the browser draws otherwise or a page too wide for a phone`, async ({ page }) => {
    test.setTimeout(360_000);
    if (who) await logIn(page, who);
    await countShifts(page);
    await compareIslands(page);
    const complaints = complaintsOf(page);
    const problems: string[] = [];
    for (const screen of screens.filter(holds)) problems.push(...(await problemsOf(page, complaints, screen)));
    expect(problems).toEqual([]);
  });
}

test('every screen belongs to exactly one of these groups', () => {
  for (const screen of screens) expect(groups.filter(({ holds }) => holds(screen)).length, screen.path).toBe(1);
});

test('list, detail and form do not move while they load on a phone', async ({ page }) => {
  await logIn(page, 'admin');
  await countShifts(page);
  await page.setViewportSize(PHONE);
  for (const name of ['list', 'detail', 'create']) {
    await open(page, await addressOf(page, `/portal/supplyChain/factory/order/${name}`));
    expect(await shiftsOf(page), name).toBeLessThan(MOST_SHIFT);
  }
});

test('the entrance stands still however slowly it arrives', async ({ page }) => {
  await countShifts(page);
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const size of [WIDE, PHONE])
    for (const name of ['login', 'register', 'forgetPassword']) {
      await page.setViewportSize(size);
      await open(page, `/portal/${name}`);
      expect(await shiftsOf(page), `${name} at ${size.width}`).toBeLessThan(0.001);
    }
});
