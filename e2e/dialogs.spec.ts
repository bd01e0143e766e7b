import type { Page } from '@playwright/test';
import { screens } from '~/portal/screens';
import { F, logIn, open } from './support/people';
import { addressOf } from './support/screens';
import { expect, test } from './support/test';
import { complaintsOf } from './support/watch';

/** What works at once instead of asking first; days of a calendar, which begin with a figure, are told by what falls due on them. */
const ACTS =
  /^(保存|提交|发送|查询|重置|返回|展开|收起|上一页|下一页|复制.*|全部已读|标为已读|再来一单|开始|密度.*|.*列设置|刷新.*|启用|上架|.*页|打印|打电话|自动.*|删除第\d+行)$/;
/** The same words open the same kind of dialog on many screens. */
const TWICE = 2;
const dialog = '[role="dialog"][data-state="open"], [role="alertdialog"]';

const buttonsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLButtonElement>('#main button:not([type=submit]):not(:disabled):not([role])')].filter(
      (one) => one.getClientRects().length > 0 && !one.hasAttribute('aria-haspopup') && !one.hasAttribute('aria-expanded') && !one.hasAttribute('aria-pressed'),
    );
    return [...new Set(shown.map((one) => one.getAttribute('aria-label') ?? one.innerText.trim().replace(/\s+/g, ' ')))];
  });

/** Presses a button, closes the dialog it opens with Esc, and tells where the focus went. */
async function leftAt(page: Page, name: string): Promise<string> {
  const button = page.locator('#main').getByRole('button', { name, exact: true }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  const opened = await page
    .locator(dialog)
    .first()
    .waitFor({ timeout: 700 })
    .then(
      () => true,
      () => false,
    );
  if (!opened) return '';
  const red = await page.evaluate(() =>
    document.activeElement?.className.includes('bg-danger-fill') ? `${document.activeElement.textContent} is ready to be pressed` : '',
  );
  await page.keyboard.press('Escape');
  await page.locator(dialog).first().waitFor({ state: 'detached' });
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? (document.activeElement as HTMLElement | null)?.innerText?.trim());
  // The layer is taken down first, and the focus given back after.
  for (let turn = 0; turn < 20 && (await focused()) !== name; turn++) await page.waitForTimeout(50);
  const left = await focused();
  return red || (left === name ? '' : `the focus is at “${left?.slice(0, 40)}”`);
}

const places: [name: string, holds: (path: string) => boolean][] = [
  ['of stock and funds', (path) => /\/factory\/(warehouse|finance)\//.test(path)],
  ['of orders, goods and prices', (path) => /\/factory\/(?!warehouse|finance)/.test(path)],
  ['of credit', (path) => path.startsWith('/portal/creditSystem/')],
  ['of the company', (path) => !/\/factory\/|\/creditSystem\//.test(path)],
];
for (const [place, holds] of places)
  test(`a dialog ${place} closed by Esc gives the focus back to what opened it, and never has it on a red button`, async ({ page }) => {
    test.setTimeout(360_000);
    await logIn(page, 'admin');
    const problems: string[] = [];
    let seen = 0;
    const pressed = new Map<string, number>();
    for (const { path, who } of screens.filter(
      (one) =>
        one.who === 'factory' &&
        holds(one.path) &&
        !/\/(create|edit|import|upload|inAdd|outAdd|enterAccount|createUseCredit|createRePayMent|detailOld|audit)$/i.test(one.path),
    )) {
      expect(who).toBe('factory');
      const address = await addressOf(page, path);
      await open(page, address);
      for (const name of (await buttonsOf(page)).filter((one) => /\p{Script=Han}/u.test(one) && !ACTS.test(one) && !/^\d/.test(one))) {
        const before = pressed.get(name) ?? 0;
        pressed.set(name, before + 1);
        if (before >= TWICE) continue;
        const there = page.locator('#main').getByRole('button', { name, exact: true });
        if (!page.url().includes(path.replace('{id}', '')) || !(await there.count())) await open(page, address);
        // A name that tells an amount is another one once somebody's work moved it.
        if (/\d/.test(name) && !(await there.count())) continue;
        const problem = await leftAt(page, name).catch((error: Error) => error.message.split('\n')[0]);
        seen += 1;
        if (problem) problems.push(`${path} “${name}”: ${problem}`);
        if (await page.locator(dialog).count()) await open(page, address);
      }
    }
    expect(seen).toBeGreaterThan(4);
    expect(problems).toEqual([]);
  });

test('a dialog opened from a menu gives the focus back to the menu’s button', async ({ page }) => {
  await logIn(page, 'admin');
  await open(page, '/portal/customer/list');
  const more = page.getByRole('button', { name: '更多', exact: true }).first();
  await more.click();
  await page.getByRole('menuitem').filter({ hasText: '合并' }).first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('the page that refuses opens without a complaint', async ({ page }) => {
  await logIn(page, 'admin');
  const complaints = complaintsOf(page);
  await open(page, '/portal/refused');
  expect(complaints).toEqual([]);
});

test('leaving a page cuts off what it asks for without a word, here or on the next page', async ({ page }) => {
  await logIn(page, 'admin');
  await open(page, `${F}/order/list`);
  const failed = page.getByText('网络连接失败');
  await page.route('**/web/saas-ofc/org/**', (route) => route.abort());
  await page.getByRole('button', { name: '查询', exact: true }).first().click();
  await expect(failed.first()).toBeVisible();
  await page.goto('/portal/customer/list');
  await page.waitForTimeout(500);
  await expect(failed).toHaveCount(0);
  await open(page, `${F}/order/list`);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await page.getByRole('button', { name: '查询', exact: true }).first().click();
  await page.waitForTimeout(500);
  await expect(failed).toHaveCount(0);
});
