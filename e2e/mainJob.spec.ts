import type { Page } from '@playwright/test';
import { receivableBook } from '~/domains/receivable/calls';
import { formatYuan, lineAmount } from '~/shared/money';
import { ship, signWithDamage } from './support/deliveries';
import { goodsInStock } from './support/orders';
import { ask, D, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

test('a dealer’s pasted order is audited, shipped twice, signed with one damaged piece, and stands in the books at the right amount', async ({ browser }) => {
  const [dealer, clerk, keeper, finance] = await Promise.all([
    personAt(browser, 'dealer'),
    personAt(browser, 'clerk'),
    personAt(browser, 'keeper'),
    personAt(browser, 'finance'),
  ]);
  const goods = await goodsInStock(dealer, keeper, 2);
  const codes = goods.map((sku) => sku.skuCode);

  const { id, no } = await placeByPasting(dealer, codes, ['10', '5']);
  await auditWithQuantity(clerk, id, '8');
  const amounts = goods.map((sku, index) => lineAmount(['8', '5'][index] as string, sku.price as string));
  await open(dealer, `${D}/order/detail?id=${id}`);
  await expect(fact(dealer, '应付(元)')).toHaveText(formatted(amounts.reduce((sum, one) => sum + one, 0n)));

  const first = await ship(keeper, id, ['3', '5']);
  await open(clerk, `${F}/order/detail?id=${id}`);
  await expect(clerk.locator('header', { has: clerk.locator('h1') })).toContainText('部分发货');
  const second = await ship(keeper, id, ['5']);
  await signWithDamage(dealer, id, first);
  await open(keeper, `${F}/deliver/list?no=${first}`);
  await expect(keeper.getByRole('row', { name: new RegExp(first) })).toContainText('已签收');

  await open(finance, `${F}/finance/receivables/receivablesBookList?sourceNo=${no}`);
  const expected = { [first]: lineAmount('3', goods[0]?.price ?? '') + (amounts[1] ?? 0n), [second]: lineAmount('5', goods[0]?.price ?? '') };
  for (const [delivery, amount] of Object.entries(expected)) {
    const row = finance.getByRole('row', { name: new RegExp(delivery) });
    await expect(row.locator('[data-label="金额(元)"]')).toHaveText(formatted(amount));
    await expect(row.locator('[data-label="未收(元)"]')).toHaveText(formatted(amount));
    await expect(row).toContainText('未收');
  }
  const { pagedRecords } = await ask(finance, receivableBook, { sourceNo: no });
  expect(pagedRecords.map((row) => row.amount).sort()).toEqual(Object.values(expected).map(formatYuan).sort());
});

/** As the screens show it: with thousands separators. */
const formatted = (fen: bigint): string => formatYuan(fen).replace(/\B(?=(\d{3})+(?=\.))/g, ',');
const fact = (page: Page, label: string) =>
  page
    .locator('dl > div', { has: page.locator('dt', { hasText: label }) })
    .locator('dd')
    .first();

async function placeByPasting(dealer: Page, codes: readonly string[], quantities: readonly string[]): Promise<{ id: string; no: string }> {
  await open(dealer, `${D}/order/create`);
  await dealer.getByRole('button', { name: '粘贴录入' }).click();
  await dealer.getByLabel('粘贴内容').fill([...codes.map((code, index) => `${code}\t${quantities[index]}`), 'NO-SUCH-CODE\t1'].join('\n'));
  await dealer.getByRole('button', { name: '识别并添加' }).click();
  await expect(dealer.getByRole('dialog').getByRole('alert')).toContainText('NO-SUCH-CODE');
  await dealer.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await dealer.getByLabel(/^支付方式/).selectOption({ label: '线下付款' });
  await dealer.getByRole('button', { name: '提交审核' }).click();
  await dealer.waitForURL(/order\/detail\?id=/);
  await expect(dealer.getByText('待审核').first()).toBeVisible();
  const no = (await dealer.locator('h1 + *').innerText()).trim();
  return { id: new URL(dealer.url()).searchParams.get('id') ?? '', no };
}

async function auditWithQuantity(clerk: Page, id: string, qty: string): Promise<void> {
  await open(clerk, `${F}/order/audit?id=${id}`);
  await clerk.getByRole('button', { name: '修改数量' }).click();
  await clerk.getByLabel('第1行数量').fill(qty);
  await clerk.getByRole('button', { name: '通过', exact: true }).click();
  await clerk.waitForURL(/order\/detail/);
  await expect(clerk.getByText('待发货').first()).toBeVisible();
}
