import type { Page } from '@playwright/test';
import { preferMine } from '~/domains/account/calls';
import { screens } from '~/portal/screens';
import { alive, ask, F, logIn, open } from './support/people';
import { expect, test } from './support/test';

const LIST = `${F}/order/list`;
const rows = (page: Page) => page.locator('tbody tr[data-row]');
const usual = (page: Page) => ask(page, preferMine, { compact: false, pageSize: 10 });

test.describe('how a person likes lists', () => {
  test.beforeEach(async ({ page }) => logIn(page, 'clerk'));
  test.afterEach(async ({ page }) => usual(page));

  test('closely set rows and their number are remembered with the account and drawn so by the server', async ({ page, browser }) => {
    await open(page, LIST);
    await page.getByLabel('每页条数').selectOption('20');
    await expect(rows(page)).toHaveCount(20);
    await page.getByRole('button', { name: '列设置' }).click();
    const kept = page.waitForResponse(/user\/preferences/);
    await page.getByRole('dialog').getByLabel('紧凑显示').check();
    await kept;
    const other = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await logIn(other, 'clerk');
    const html = await (await other.request.get(LIST)).text();
    expect(html).toMatch(/<html[^>]*data-density="compact"/);
    await open(other, LIST);
    const boxes = await rows(other).evaluateAll((all) => all.map((row) => row.getBoundingClientRect()).map(({ y, height, bottom }) => ({ y, height, bottom })));
    expect(boxes).toHaveLength(20);
    expect(boxes[0]?.y).toBeLessThanOrEqual(260);
    expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(32.5);
    expect(boxes.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(16);
    // A bar keeps its length where a second line of a cell joins the first.
    await open(other, '/portal/dataCenter/exportList');
    await expect(
      other
        .getByRole('progressbar', { name: /已完成/ })
        .first()
        .locator('span'),
    ).toBeVisible();
    await other.close();
  });

  test('the head stays in view over the rows', async ({ page }) => {
    await ask(page, preferMine, { pageSize: 50 });
    await open(page, LIST);
    await rows(page).nth(40).scrollIntoViewIfNeeded();
    const head = await page.getByRole('columnheader', { name: '订单编号' }).boundingBox();
    const row = await rows(page).nth(40).boundingBox();
    expect(head?.y).toBeGreaterThanOrEqual(52);
    expect(head?.y).toBeLessThan(row?.y ?? 0);
  });

  test('a date range is one press away', async ({ page }) => {
    await open(page, LIST);
    await page.getByRole('button', { name: '展开更多条件' }).click();
    await page.getByRole('button', { name: '下单时间 本月' }).click();
    const first = await page.getByLabel('下单时间开始').inputValue();
    expect(first).toMatch(/^\d{4}-\d{2}-01$/);
    expect(await page.getByLabel('下单时间结束').inputValue()).toMatch(new RegExp(`^${first.slice(0, 8)}(28|29|30|31)$`));
    await page.getByRole('button', { name: '查询', exact: true }).click();
    await expect(page).toHaveURL(/createTimeStart=/);
  });
});

test('the head stands above the first row before any script has come', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await logIn(page, 'clerk');
  for (const list of [LIST, '/portal/message/list']) {
    await page.goto(list);
    const [head, row] = [await page.locator('thead').first().boundingBox(), await page.locator('tbody tr').first().boundingBox()];
    const cell = await page.locator('thead th').first().boundingBox();
    expect(cell?.y).toBeCloseTo(head?.y ?? 0, 0);
    expect((cell?.y ?? 0) + (cell?.height ?? 0)).toBeLessThanOrEqual((row?.y ?? 0) + 1);
  }
  await context.close();
});

test('further conditions come when they are asked for, and keep what was chosen when they are put away', async ({ page }) => {
  await logIn(page, 'clerk');
  expect(await (await page.request.get(LIST)).text()).not.toContain('name="payState"');
  await open(page, LIST);
  await page.getByRole('button', { name: '展开更多条件' }).click();
  await page.getByLabel('付款状态').selectOption('已付清');
  await page.getByRole('button', { name: '收起条件' }).click();
  await expect(page.getByLabel('付款状态')).toBeHidden();
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page).toHaveURL(/payState=PAID/);
  await page.reload();
  await expect(page.getByLabel('付款状态')).toHaveValue('PAID');
});

const ofPeople = screens.filter((one) => (one.who === 'factory' || one.who === 'person') && !/[{]/.test(one.path));
for (const [app, ofApp] of Map.groupBy(ofPeople, (one) => one.app))
  test(`the columns shown at first fit a screen of 1440, every head and cell whole: ${app}`, async ({ page }) => {
    test.setTimeout(60_000 + ofApp.length * 4_000);
    // Rows hold more on some days than on others: 16 px must be left.
    await page.setViewportSize({ width: 1424, height: 900 });
    await logIn(page, 'admin');
    const wrong: string[] = [];
    for (const { path } of ofApp) {
      const answer = await page.goto(path);
      if (!answer?.ok()) continue;
      await alive(page);
      const box = page.locator('.list-page section:has(> table.row-cards)').first();
      if (!(await box.count())) continue;
      const over = await box.evaluate((element) => (element.querySelector('table')?.offsetWidth ?? 0) - element.clientWidth);
      if (over > 0) wrong.push(`${path}: ${over}px too wide`);
    }
    expect(wrong).toEqual([]);
  });

test.describe('a list on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('shows a whole record at once: conditions and further buttons wait behind one press', async ({ page }) => {
    await logIn(page, 'admin');
    for (const path of [LIST, '/portal/customer/list', `${F}/deliver/list`]) {
      await open(page, path);
      const box = await rows(page).first().boundingBox();
      expect((box?.y ?? 999) + (box?.height ?? 0), path).toBeLessThanOrEqual(844);
      expect(await rows(page).first().locator('td[data-label]:not([data-stick="left"]):visible').count(), path).toBeLessThanOrEqual(4);
    }
    await open(page, LIST);
    await expect(page.getByLabel('订单编号', { exact: true })).toBeHidden();
    await page.getByText('筛选', { exact: true }).click();
    await page.getByLabel('订单编号', { exact: true }).fill('DD');
    await page.getByRole('button', { name: '查询', exact: true }).click();
    await expect(page.getByText('筛选 (1)')).toBeVisible();
    await expect(page.getByRole('button', { name: '导入订单' })).toBeHidden();
    await page.getByRole('button', { name: '更多操作' }).click();
    await expect(page.getByRole('menuitem', { name: '导入订单' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '显示全部字段' }).click();
    await expect(rows(page).first().locator('td[data-label="业务员"]')).toBeVisible();
  });
});
