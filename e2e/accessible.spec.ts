import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { D, F, logIn, open, type Who } from './support/people';
import { addressOf } from './support/screens';

/** One of each kind of screen, with the person who opens it. */
const kinds: [name: string, who: Who | null, path: string][] = [
  ['login', null, '/portal/login'],
  ['missing', null, '/portal/404'],
  ['home', 'clerk', '/portal/temphome'],
  ['refused', 'clerk', `${F}/warehouse/realTimeList`],
  ['list', 'clerk', `${F}/order/list`],
  ['audit', 'clerk', `${F}/order/audit`],
  ['form with lines', 'clerk', `${F}/order/create`],
  ['detail', 'clerk', `${F}/order/detail`],
  ['form', 'admin', '/portal/customer/create'],
  ['import', 'admin', '/portal/customer/import'],
  ['settings', 'admin', `${F}/baseConfig`],
  ['departments', 'admin', '/portal/account/setOrganization'],
  ['accounts', 'admin', '/portal/account/accountNumber/list'],
  ['roles', 'admin', '/portal/account/role/list'],
  ['role form', 'admin', '/portal/account/role/edit'],
  ['real name', 'admin', '/portal/account/authReal'],
  ['open account', 'admin', '/portal/account/accountOpenInfo'],
  ['order entry of a dealer', 'dealer', `${D}/order/create`],
  ['dealer’s detail', 'dealer', `${D}/order/detail`],
];

async function violationsOf(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(passes.length).toBeGreaterThan(5);
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));
}

for (const theme of ['light', 'dark'] as const) {
  test(`every kind of screen meets WCAG 2 A and AA in ${theme}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const problems: string[] = [];
    let current: Who | null = null;
    for (const [name, who, path] of kinds) {
      if (who && who !== current) await logIn(page, who);
      current = who;
      await open(page, await addressOf(page, path));
      problems.push(...(await violationsOf(page)).map((one) => `${name}: ${one}`));
    }
    expect(problems).toEqual([]);
  });
}
