import type { Locator, Page } from '@playwright/test';
import { goodsInStock } from './support/orders';
import { alive, D, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

const MOST_STOPS = 90;

/** Tabs on until the wanted control has the focus; a control that Tab never reaches fails the test. */
async function tabTo(page: Page, wanted: Locator, back = false): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

test('an order is placed and audited by keyboard alone', async ({ browser }) => {
  const [dealer, clerk, keeper] = await Promise.all([personAt(browser, 'dealer'), personAt(browser, 'clerk'), personAt(browser, 'keeper')]);
  const [first, second] = await goodsInStock(dealer, keeper, 2);
  await open(dealer, `${D}/order/list`);
  await press(dealer, dealer.getByRole('link', { name: '新建订单' }));
  await dealer.waitForURL(/order\/create/);
  await alive(dealer);
  await expect(dealer.getByLabel('扫码录入')).toBeFocused();
  await tabTo(dealer, dealer.getByLabel(/^支付方式/), true);
  await dealer.keyboard.press('ArrowDown');
  await expect(dealer.getByLabel(/^支付方式/)).toHaveValue('OFFLINE');
  await tabTo(dealer, dealer.getByLabel('第1行SKU编码'));
  await dealer.keyboard.type(first?.skuCode ?? '');
  await tabTo(dealer, dealer.getByLabel('第1行数量'));
  await expect(dealer.getByRole('row', { name: new RegExp(first?.name ?? '') }).first()).toBeVisible();
  await dealer.keyboard.press('Control+a');
  await dealer.keyboard.type('4');
  await dealer.keyboard.press('Enter');
  await expect(dealer.getByLabel('第2行数量')).toBeFocused();
  await tabTo(dealer, dealer.getByLabel('第2行SKU编码'), true);
  await dealer.keyboard.type(second?.skuCode ?? '');
  await tabTo(dealer, dealer.getByLabel('第2行数量'));
  await expect(dealer.getByLabel('第2行单位')).not.toHaveValue('');
  await dealer.keyboard.press('Control+a');
  await dealer.keyboard.type('3');
  await dealer.keyboard.press('Control+Enter');
  await dealer.waitForURL(/order\/detail\?id=/);
  await expect(dealer.getByText('待审核').first()).toBeVisible();

  await open(clerk, `${F}/order/audit?id=${new URL(dealer.url()).searchParams.get('id')}`);
  await press(clerk, clerk.getByRole('button', { name: '修改数量' }));
  await tabTo(clerk, clerk.getByLabel('第2行数量'));
  await clerk.keyboard.press('Control+a');
  await clerk.keyboard.type('2');
  await tabTo(clerk, clerk.getByLabel(/^审批意见/));
  await clerk.keyboard.type('按库存调整');
  await press(clerk, clerk.getByRole('button', { name: '通过', exact: true }));
  await clerk.waitForURL(/order\/detail/);
  await expect(clerk.getByText('待发货').first()).toBeVisible();
});

test('a form that lacks something goes to the first field that does', async ({ browser }) => {
  const dealer = await personAt(browser, 'dealer');
  await open(dealer, `${D}/order/create`);
  await dealer.getByLabel('第1行数量').fill('20');
  await dealer.keyboard.press('Control+Enter');
  await expect(dealer.getByLabel('第1行SKU编码')).toBeFocused();
});

test('the first Tab of a page offers to skip to its content', async ({ browser }) => {
  const clerk = await personAt(browser, 'clerk');
  await open(clerk, `${F}/order/list`);
  await clerk.keyboard.press('Tab');
  await expect(clerk.getByRole('link', { name: '跳到内容' })).toBeFocused();
  await clerk.keyboard.press('Enter');
  await expect(clerk.locator('#main')).toBeFocused();
});
