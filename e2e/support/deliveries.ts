import { expect, type Page } from '@playwright/test';
import { alive, D, F, open } from './people';

/** Ships the open lines in the quantities given; gives the number of the delivery. */
export async function ship(keeper: Page, orderId: string, quantities: readonly string[]): Promise<string> {
  await open(keeper, `${F}/deliver/create?orderIds=${orderId}`);
  for (const [index, qty] of quantities.entries()) await keeper.getByLabel(`第${index + 1}行本次发货`).fill(qty);
  await keeper.getByRole('button', { name: '保存发货单' }).click();
  await keeper.waitForURL(/deliver\/detail/);
  await alive(keeper);
  const no = (await keeper.locator('h1 + *').innerText()).trim();
  await keeper.getByRole('button', { name: '确认出库' }).click();
  await keeper.getByRole('dialog').getByRole('button', { name: '确认出库' }).click();
  await expect(keeper.locator('header', { has: keeper.locator('h1') })).toContainText('已发货');
  return no;
}

/** Signs a delivery of an order for all of it, one piece of its first line damaged. */
export async function signWithDamage(dealer: Page, orderId: string, delivery: string): Promise<void> {
  await open(dealer, `${D}/order/logistic?id=${orderId}`);
  const card = dealer.locator('section', { hasText: `发货单 ${delivery}` }).last();
  await card.getByRole('button', { name: '确认签收' }).click();
  const dialog = dealer.getByRole('dialog');
  await dialog.getByLabel('第1行破损').fill('1');
  await dialog.getByRole('button', { name: '确认签收' }).click();
  await expect(dialog.getByText(/说明/).first()).toBeVisible();
  await dialog.getByLabel('第1行签收说明').fill('外包装破损1件');
  await dialog.getByRole('button', { name: '确认签收' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card).toContainText('外包装破损1件');
}
