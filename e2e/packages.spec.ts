import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { orderAudit, orderDetail } from '~/domains/order/calls';
import { goodsInStock, orderToAudit } from './support/orders';
import { alive, ask, D, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

test('a delivery goes out in two packages; the dealer signs the first, then the second with one damaged piece', async ({ browser }) => {
  const [dealer, clerk, keeper] = await Promise.all([personAt(browser, 'dealer'), personAt(browser, 'clerk'), personAt(browser, 'keeper')]);
  const goods = await goodsInStock(dealer, keeper, 2);
  const { id } = await orderToAudit(dealer, goods, '6');
  const { rowVersion } = await ask(clerk, orderDetail, { id });
  await ask(clerk, orderAudit, { id, rowVersion }, randomUUID());

  const delivery = await shipInTwoPackages(keeper, id);
  await open(dealer, `${D}/order/logistic?id=${id}`);
  const parcel = (seq: number) => dealer.getByRole('listitem', { name: `包裹${seq}`, exact: true });
  await expect(parcel(1)).toContainText('待签收');
  await expect(rowOf(parcel(1), goods[0]?.skuCode)).toContainText('4');
  await expect(rowOf(parcel(2), goods[0]?.skuCode)).toContainText('2');
  await expect(rowOf(parcel(2), goods[1]?.skuCode)).toContainText('6');

  await parcel(1).getByRole('button', { name: '签收包裹1' }).click();
  const dialog = dealer.getByRole('dialog');
  await expect(dialog.getByLabel('第1行实收')).toHaveValue('4');
  await expect(dialog.getByLabel('第2行实收')).toHaveCount(0);
  await dialog.getByRole('button', { name: '确认签收' }).click();
  await expect(parcel(1)).toContainText('已签收');
  await expect(parcel(2)).toContainText('待签收');

  await open(keeper, `${F}/deliver/detail?id=${delivery}`);
  await expect(head(keeper)).toContainText('部分签收');

  await parcel(2).getByRole('button', { name: '签收包裹2' }).click();
  await expect(dialog.getByLabel('第1行实收')).toHaveValue('2');
  await expect(dialog.getByLabel('第2行实收')).toHaveValue('6');
  await dialog.getByLabel('第2行破损').fill('1');
  await dialog.getByLabel('第2行签收说明').fill('外包装破损1件');
  await dialog.getByRole('button', { name: '确认签收' }).click();
  await expect(parcel(2)).toContainText('已签收');
  await expect(dealer.getByText('外包装破损1件').first()).toBeVisible();

  await open(keeper, `${F}/deliver/detail?id=${delivery}`);
  await expect(head(keeper)).toContainText('已签收');
  await expect(rowOf(keeper.getByRole('listitem', { name: '包裹2', exact: true }), goods[1]?.skuCode).locator('[data-label="破损"]')).toHaveText('1');
  await expect(keeper.getByText('签收包裹2').first()).toBeVisible();
});

const head = (page: Page): Locator => page.locator('header', { has: page.locator('h1') });
const rowOf = (parcel: Locator, skuCode = ''): Locator => parcel.getByRole('row', { name: new RegExp(skuCode) });

/** 4 of the first goods in package 1, all the rest in package 2; what does not fit is refused. Gives the delivery's id. */
async function shipInTwoPackages(keeper: Page, orderId: string): Promise<string> {
  await open(keeper, `${F}/deliver/create?orderIds=${orderId}`);
  const add = keeper.getByRole('button', { name: '添加一行' });
  await add.click();
  await add.click();
  await keeper.getByLabel('第1行物流单号').fill(`E2E${Date.now()}1`);
  await keeper.getByLabel('第2行物流单号').fill(`E2E${Date.now()}2`);
  const dialog = keeper.getByRole('dialog');
  await keeper.getByRole('button', { name: '第1个包裹装箱' }).click();
  await dialog.getByLabel('第1行装入').fill('7');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog.getByText(/^最多可装6/).first()).toBeVisible();
  await dialog.getByLabel('第1行装入').fill('4');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(keeper.getByRole('status').filter({ hasText: '未装入包裹' })).toContainText('2');
  await keeper.getByRole('button', { name: '第2个包裹装箱' }).click();
  await dialog.getByRole('button', { name: '装入全部剩余' }).click();
  await expect(dialog.getByLabel('第1行装入')).toHaveValue('2');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(keeper.getByText('全部商品已装入包裹')).toBeVisible();
  await keeper.getByRole('button', { name: '保存发货单' }).click();
  await keeper.waitForURL(/deliver\/detail/);
  await alive(keeper);
  await keeper.getByRole('button', { name: '确认出库' }).click();
  await keeper.getByRole('dialog').getByRole('button', { name: '确认出库' }).click();
  await expect(head(keeper)).toContainText('已发货');
  return new URL(keeper.url()).searchParams.get('id') ?? '';
}
