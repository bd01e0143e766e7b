import type { Page } from '@playwright/test';
import { F, logIn, open } from './support/people';
import { expect, test } from './support/test';

const menu = (page: Page) => page.locator('nav.side-menu');
const group = (page: Page, name: string) => menu(page).locator('details', { has: page.locator('summary', { hasText: name }) });

test('the apps of a person stand in the top bar, the one of the page marked', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, 'admin');
  await open(page, `${F}/order/list`);
  const tops = page.getByRole('navigation', { name: '常用应用' });
  expect(await tops.getByRole('link').count()).toBeGreaterThan(1);
  await expect(tops.locator('[aria-current="page"]')).toHaveText('订单管家');
  await tops.getByRole('link', { name: '赊销管家' }).click();
  await expect(page).toHaveURL(/\/portal\/creditSystem\//);
  await expect(tops.locator('[aria-current="page"]')).toHaveText('赊销管家');
});

test.describe('the side menu', () => {
  test.beforeEach(async ({ page }) => logIn(page, 'admin'));

  test('a group of one entry is that entry', async ({ page }) => {
    await open(page, `${F}/workbench`);
    await expect(group(page, '订单')).toHaveCount(0);
    await menu(page).getByRole('link', { name: '订单管理' }).click();
    await expect(page).toHaveURL(`${F}/order/list`);
    await expect(menu(page).getByRole('link', { name: '订单管理' })).toHaveAttribute('aria-current', 'page');
    expect(await menu(page).locator(':is(summary, a.alone) svg').count()).toBe(await menu(page).locator(':is(summary, a.alone)').count());
  });

  test('several groups stay open in a tall window, also on the next page', async ({ page }) => {
    await open(page, `${F}/workbench`);
    await group(page, '库存').locator('summary').click();
    await group(page, '财务').locator('summary').click();
    await expect(menu(page).getByRole('link', { name: '入库单' })).toBeVisible();
    await menu(page).getByRole('link', { name: '入账单' }).click();
    await expect(page).toHaveURL(/enterAccountList/);
    await expect(menu(page).getByRole('link', { name: '入库单' })).toBeVisible();
  });

  test('a low window keeps one group open', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 700 });
    // Not the workbench: its curves below a low window are drawn when they come into view.
    await open(page, `${F}/order/list`);
    await group(page, '库存').locator('summary').click();
    await group(page, '财务').locator('summary').click();
    await expect(menu(page).getByRole('link', { name: '入库单' })).toBeHidden();
    await expect(menu(page).getByRole('link', { name: '入账单' })).toBeVisible();
  });
});
