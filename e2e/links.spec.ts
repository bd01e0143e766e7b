import type { Page } from '@playwright/test';
import { screens } from '~/portal/screens';
import { logIn, people, type Who } from './support/people';
import { addressOf } from './support/screens';
import { expect, test } from './support/test';

// Both workers take pages of it: alone it would keep one of them idle at the end.
test.describe.configure({ mode: 'parallel' });

/** Links of one kind (path and names of the query) that are followed for each person. */
const SAMPLES = 4;
const kindOf = (address: string): string => {
  const { pathname, searchParams } = new URL(address, 'http://portal');
  return `${pathname}?${[...searchParams.keys()].sort().join('&')}`;
};

const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\shref="(\/portal[^"#]*)/g)].map(([, address = '']) => address.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));

/** The screen with something to show, for whoever may list it. */
const startOf = (page: Page, path: string): Promise<string> => addressOf(page, path).catch(() => '');

async function deadLinksOf(page: Page, starts: readonly string[]): Promise<string[]> {
  const dead: string[] = [];
  const seen = new Set<string>();
  const taken = new Map<string, number>();
  const waiting: { address: string; from: string }[] = starts.map((address) => ({ address, from: '' }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { address, from } = next;
    const kind = kindOf(address);
    const before = taken.get(kind) ?? 0;
    if (seen.has(address) || (from !== '' && before >= SAMPLES)) continue;
    seen.add(address);
    taken.set(kind, before + 1);
    const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
    const html = await answer.text();
    if (from !== '' && (answer.status() >= 400 || html.includes('<h1>暂无权限'))) dead.push(`${from} -> ${address}: ${answer.status()}`);
    if (answer.status() < 400) waiting.push(...linksIn(html).map((one) => ({ address: one, from: address })));
  }
  return dead;
}

for (const who of Object.keys(people) as Who[]) {
  test(`no link leads ${who} to a page that is closed or missing`, async ({ page }) => {
    test.setTimeout(240_000);
    await logIn(page, who);
    const starts: string[] = [];
    for (const { path, who: whose } of screens) if (whose !== 'public') starts.push(await startOf(page, path));
    expect(await deadLinksOf(page, starts.filter(Boolean))).toEqual([]);
  });
}
