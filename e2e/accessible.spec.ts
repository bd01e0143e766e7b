import type { Page } from '@playwright/test';
import { customerList } from '~/domains/customer/calls';
import { barriersOf } from './support/accessible';
import { alive, ask, D, F, logIn, open, type Who } from './support/people';
import { expect, test } from './support/test';

// Both workers take pages of it: alone it would keep one of them idle at the end.
test.describe.configure({ mode: 'parallel' });

const first = (page: Page) => page.locator('tbody tr[data-row]').first();
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const tab = (name: string, wait: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('table', { name: wait })).toBeVisible();
};
const dialog = (page: Page) => expect(page.getByRole('dialog').first()).toBeVisible();
const finance = `${F}/finance`;
/** The tab of the first customer's page. */
const openTab = (name: string) => async (page: Page) => {
  await first(page).getByRole('link').first().click();
  await page.waitForURL(/customer\/detail/);
  await alive(page);
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('table', { name })).toBeVisible();
};

/** What screens.spec does not see by opening screens: refusals, empty and failed lists, tabs, dialogs, complaints of forms. */
const states: [name: string, who: Who | null, path: string, act?: (page: Page) => Promise<unknown>][] = [
  ['missing', null, '/portal/404'],
  ['refused login', null, '/portal/login', press('登录')],
  ['a form’s complaints', null, '/portal/register', press('注册并开通')],
  ['home', 'clerk', '/portal/temphome'],
  ['refused', 'clerk', `${F}/warehouse/realTimeList`],
  ['nothing found', 'clerk', `${F}/order/list?orderNo=NOTHING`, (page) => expect(page.getByText('没有符合条件的订单')).toBeVisible()],
  ['menu of a row', 'clerk', `${F}/order/list`, (page) => page.locator('tbody tr[data-row]').getByRole('button', { name: '更多' }).first().click()],
  ['columns', 'clerk', `${F}/order/list`, press('列设置')],
  [
    'picked rows',
    'admin',
    `${F}/product/list`,
    async (page) => {
      await first(page).getByRole('checkbox').check();
    },
  ],
  ['form’s complaints', 'admin', '/portal/customer/create', press('保存')],
  [
    'customer’s merge',
    'admin',
    '/portal/customer/list',
    async (page) => {
      await first(page).getByRole('button', { name: '更多' }).click();
      await page.getByRole('menuitem', { name: '合并' }).click();
      await dialog(page);
    },
  ],
  ['customer’s areas', 'admin', '/portal/customer/list', async (page) => [await press('销售区域')(page), await dialog(page)]],
  ['account’s dialog', 'admin', '/portal/account/accountNumber/list', async (page) => [await press('编辑')(page), await dialog(page)]],
  ['department’s dialog', 'admin', '/portal/account/setOrganization', async (page) => [await press('新建部门')(page), await dialog(page)]],
  ['message template’s dialog', 'admin', '/portal/message/template', async (page) => [await press('编辑')(page), await dialog(page)]],
  ['dictionary item’s dialog', 'admin', '/portal/openPlatform/dictConfig', async (page) => [await press('新建字典项')(page), await dialog(page)]],
  ['real-name form', 'admin', '/portal/account/authReal'],
  ['receipts', 'finance', `${finance}/receivables/receivablesBookList`, tab('收款单', '收款单')],
  ['dunning log', 'finance', `${finance}/receivables/receivablesBookList`, tab('催款记录', '催款记录')],
  ['receiving', 'finance', `${finance}/receivables/receivablesBookList`, async (page) => [await press('登记收款')(page), await dialog(page)]],
  ['opening import', 'finance', `${finance}/receivables/receivablesBookList`, async (page) => [await press('期初导入')(page), await dialog(page)]],
  [
    'dunning',
    'finance',
    `${finance}/receivables/receivablesList?overdue=true`,
    async (page) => {
      await press('催款')(page);
      await expect(page.getByLabel('催款模板')).toBeVisible();
    },
  ],
  ['bank statement', 'finance', `${finance}/accountManage/enterAccountList`, tab('银行流水', '银行流水')],
  ['categories found', 'admin', `${F}/product/classify`, (page) => page.getByLabel('查找分类').fill('防水')],
  ['import of categories', 'admin', `${F}/product/classify`, async (page) => [await press('导入')(page), await dialog(page)]],
  ['customer’s prices', 'admin', '/portal/customer/list', openTab('客户价')],
  [
    'settings of customers',
    'admin',
    '/portal/customer/list',
    async (page) => {
      await first(page).getByRole('checkbox').check();
      await press('批量设置')(page);
      await dialog(page);
    },
  ],
  ['dealer’s sheet', 'dealer', `${D}/order/create`, async (page) => [await press('上传表格')(page), await dialog(page)]],
  ['dealer’s pasting', 'dealer', `${D}/order/create`, async (page) => [await press('粘贴录入')(page), await dialog(page)]],
];

for (const who of [null, 'clerk', 'admin', 'finance', 'dealer'] as const) {
  test(`what ${who ?? 'a visitor'} meets on the way meets WCAG 2.2 A and AA in both themes`, async ({ page }) => {
    test.setTimeout(180_000);
    if (who) await logIn(page, who);
    const problems: string[] = [];
    for (const [name, , path, act] of states.filter((one) => one[1] === who)) {
      await open(page, path);
      await act?.(page);
      problems.push(...(await barriersOf(page)).map((one) => `${name}: ${one}`));
    }
    expect(problems).toEqual([]);
  });
}

test('a list that cannot be loaded says so to everybody', async ({ page }) => {
  await logIn(page, 'admin');
  await open(page, '/portal/customer/list');
  await page.route(`**/web${customerList.path}*`, (route) => route.abort());
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(
    page
      .getByRole('button', { name: '重试' })
      .or(page.getByRole('button', { name: /重新加载/ }))
      .first(),
  ).toBeVisible();
  expect(await barriersOf(page)).toEqual([]);
  await page.unroute(`**/web${customerList.path}*`);
  expect((await ask(page, customerList, { pageSize: 1 })).totalCount).toBeGreaterThan(0);
});
