import { expect, type Page } from '@playwright/test';
import { D, F, open } from './people';

interface People {
  dealer: Page;
  clerk: Page;
  keeper: Page;
  finance: Page;
}

/** The draft of a return of damaged goods, on its whole way: the dealer asks on a phone and sends back, the keeper finds it bad, finance refunds. */
export async function sentBackAndRefunded({ dealer, clerk, keeper, finance }: People, id: string, qty: string): Promise<void> {
  await dealer.setViewportSize({ width: 390, height: 844 });
  await open(dealer, `${D}/reverseOrder/create?id=${id}`);
  await expect(dealer.getByLabel('第1行退货数量')).toHaveValue(qty);
  await dealer.getByLabel('问题描述').fill('外箱破损，不能用');
  await dealer.getByRole('button', { name: '提交申请' }).click();
  await expect(dealer.locator('header', { has: dealer.locator('h1') })).toContainText('待审核');

  await open(clerk, `${F}/reverseOrder/detail?id=${id}`);
  await clerk.getByRole('button', { name: '审核通过' }).click();
  await clerk.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await expect(clerk.locator('header', { has: clerk.locator('h1') })).toContainText('待寄回');

  await open(dealer, `${D}/reverseOrder/detail?id=${id}`);
  await dealer.getByRole('button', { name: '填写寄回物流' }).click();
  await dealer.getByRole('dialog').getByLabel('物流公司').fill('德邦物流');
  await dealer.getByRole('dialog').getByLabel('物流单号').fill('TH900001');
  await dealer.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(dealer.locator('header', { has: dealer.locator('h1') })).toContainText('待收货');

  await open(keeper, `${F}/reverseOrder/detail?id=${id}`);
  await keeper.getByRole('button', { name: '收货验收' }).click();
  await keeper.getByRole('dialog').getByLabel('第1行良品').fill('');
  await keeper.getByRole('dialog').getByLabel('第1行不良').fill(qty);
  await keeper.getByRole('dialog').getByRole('button', { name: '确认收货' }).click();
  await expect(keeper.locator('header', { has: keeper.locator('h1') })).toContainText('待退款');

  await open(finance, `${F}/reverseOrder/detail?id=${id}`);
  await finance.getByRole('button', { name: '确认退款' }).click();
  await finance.getByRole('dialog').getByRole('button', { name: '确认退款' }).click();
  await expect(finance.locator('header', { has: finance.locator('h1') })).toContainText('已完成');
}
