import type { Page } from '@playwright/test';
import { previewStart, roleDelete, roleList, roleSave } from '~/domains/role/calls';
import { type HideableField, hideableFields } from '~/portal/authority';
import { allPermissions } from '~/portal/permissionTree';
import { screens } from '~/portal/screens';
import { ask, logIn, people, type Who } from './support/people';
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
    const closed = from !== '' && (answer.status() >= 400 || html.includes('<h1>暂无权限'));
    if (closed || answer.status() >= 500) dead.push(`${from} -> ${address}: ${answer.status()}`);
    const broken = /[^>]{0,20}\b(?:NaN|undefined)\b/.exec(html.replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, '>'))?.[0];
    if (broken) dead.push(`${address} says “${broken}”`);
    if (answer.status() < 400) waiting.push(...linksIn(html).map((one) => ({ address: one, from: address })));
  }
  return dead;
}

async function startsOf(page: Page): Promise<string[]> {
  const starts: string[] = [];
  for (const { path, who: whose } of screens) if (whose !== 'public') starts.push(await startOf(page, path));
  return starts.filter(Boolean);
}

for (const who of Object.keys(people) as Who[]) {
  test(`no link leads ${who} to a page that is closed or missing`, async ({ page }) => {
    test.setTimeout(240_000);
    await logIn(page, who);
    expect(await deadLinksOf(page, await startsOf(page))).toEqual([]);
  });
}

test('every page opens for somebody who may do everything and from whom all that can be hidden is hidden', async ({ page }) => {
  test.setTimeout(240_000);
  await logIn(page, 'admin');
  const name = `看不到金额${Date.now() % 100_000}`;
  const hiddenFields = Object.keys(hideableFields) as HideableField[];
  const role = { id: '', version: 0, remark: '', dataScope: 'ALL' as const, regions: [], warehouses: [], permissions: [...allPermissions], hiddenFields };
  const { id } = await ask(page, roleSave, { ...role, name });
  try {
    // What a screen is opened with comes from the administrator's lists; what is hidden changes no number of a record.
    const starts = await startsOf(page);
    await ask(page, previewStart, { id });
    expect(await deadLinksOf(page, starts)).toEqual([]);
  } finally {
    await page.context().clearCookies();
    await logIn(page, 'admin');
    const [made] = (await ask(page, roleList, { name })).pagedRecords;
    if (made) await ask(page, roleDelete, { id: made.id, version: made.version });
  }
});
