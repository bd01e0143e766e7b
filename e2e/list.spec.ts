import type { Page } from '@playwright/test';
import { preferMine } from '~/domains/account/calls';
import { alive, ask, F, logIn, open } from './support/people';
import { expect, test } from './support/test';

const LIST = `${F}/order/list`;
const rows = (page: Page) => page.locator('tbody tr[data-row]');
/** The first order with a number: at some hours a draft, which has none yet, stands first. */
const first = (page: Page) => rows(page).locator('td a').filter({ hasText: /^DD\d/ }).first();

test.describe('the order list', () => {
  test.beforeEach(async ({ page }) => logIn(page, 'clerk'));
  // The number of rows is kept with the account, which other tests use too.
  test.afterEach(async ({ page }) => ask(page, preferMine, { pageSize: 10 }));

  test('writes a search into the address from page 1, and reload and back restore it', async ({ page }) => {
    await open(page, `${LIST}?pageNo=2`);
    const no = await first(page).innerText();
    await page.getByLabel('订单编号', { exact: true }).fill(no);
    await page.getByRole('button', { name: '查询', exact: true }).click();
    await expect(page).toHaveURL(`${LIST}?orderNo=${no}`);
    await expect(rows(page)).toHaveCount(1);
    await page.reload();
    await alive(page);
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByLabel('订单编号', { exact: true })).toHaveValue(no);
    await page.goBack();
    await expect(page).toHaveURL(`${LIST}?pageNo=2`);
    await expect(first(page)).toHaveText(no);
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByLabel('订单编号', { exact: true })).toHaveValue('');
  });

  test('sorts by a column head, first falling, then rising', async ({ page }) => {
    await open(page, LIST);
    const amounts = async () =>
      (await page.locator('tbody td[data-label="订单金额(元)"]').allInnerTexts()).map((text) => Number(text.trim().split('\n')[0]?.replace(/,/g, '')));
    const head = page.getByRole('columnheader', { name: '订单金额(元)' });
    await head.getByRole('link').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(`${LIST}?descs=payable`);
    await expect.poll(async () => isSorted((await amounts()).reverse())).toBe(true);
    await head.getByRole('link').click();
    await expect(page).toHaveURL(`${LIST}?ascs=payable`);
    await expect.poll(async () => isSorted(await amounts())).toBe(true);
  });

  test('shows as many rows as asked for and narrows by tab', async ({ page }) => {
    await open(page, LIST);
    await page.getByLabel('每页条数').selectOption('20');
    await expect(page).toHaveURL(`${LIST}?pageSize=20`);
    await expect(rows(page)).toHaveCount(20);
    await page
      .getByRole('navigation', { name: '按状态查看' })
      .getByRole('link', { name: /^已完成/ })
      .click();
    await expect(page).toHaveURL(/status=COMPLETED/);
    await expect(page.locator('tbody td[data-label="状态"]').filter({ hasNotText: '已完成' })).toHaveCount(0);
  });

  test('keeps the columns a person chose', async ({ page }) => {
    await open(page, LIST);
    const sales = page.getByRole('columnheader', { name: '业务员' });
    await expect(sales).toBeVisible();
    await page.getByRole('button', { name: '列设置' }).click();
    await page.getByRole('dialog').getByLabel('业务员').uncheck();
    await expect(sales).toHaveCount(0);
    await page.reload();
    await alive(page);
    await expect(sales).toHaveCount(0);
  });

  test('says what to do when nothing matches', async ({ page }) => {
    await open(page, `${LIST}?orderNo=NOTHING-LIKE-THIS`);
    await expect(page.getByText('没有符合条件的订单')).toBeVisible();
  });
});

test.describe('the order list without script', () => {
  test.use({ javaScriptEnabled: false });

  test('searches by its form and turns pages by links', async ({ page }) => {
    await logIn(page, 'clerk');
    await page.goto(LIST);
    const no = await first(page).innerText();
    await page.getByRole('link', { name: '第2页' }).click();
    await expect(page).toHaveURL(`${LIST}?pageNo=2`);
    await expect(first(page)).not.toHaveText(no);
    await page.locator('input[name="orderNo"]').fill(no);
    await page.getByRole('button', { name: '查询', exact: true }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(first(page)).toHaveText(no);
  });
});

const isSorted = (numbers: readonly number[]): boolean => numbers.every((one, index) => index === 0 || (numbers[index - 1] ?? 0) <= one);
