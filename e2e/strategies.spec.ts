import { skuCatalogue } from '~/domains/product/calls';
import { goodsInStock } from './support/orders';
import { ask, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

test('a manager makes a strategy, moves it first, simulates it, and the dealer sees the price', async ({ browser }) => {
  test.slow();
  const [manager, dealer, keeper] = await Promise.all([personAt(browser, 'admin'), personAt(browser, 'dealer'), personAt(browser, 'keeper')]);
  const goods = await goodsInStock(dealer, keeper, 6);
  const sku = goods.find((one) => one.priceSource === 'LIST' && one.price);
  if (!sku?.price) throw new Error('the demo has no goods at their list price');
  const name = `试点${String(Date.now()).slice(-6)}`;
  await open(manager, `${F}/pricestrategy`);
  await manager.getByRole('link', { name: '新建策略' }).click();
  await manager.getByLabel('策略名称').fill(name);
  await manager.getByLabel('适用商品').selectOption({ label: '指定SKU' });
  await manager.getByRole('button', { name: '选择商品' }).click();
  const picker = manager.getByRole('dialog', { name: '选择商品' });
  const word = picker.getByRole('textbox', { name: '商品', exact: true });
  await word.fill(sku.skuCode);
  await word.press('Enter');
  await picker.getByRole('row').filter({ hasText: sku.skuCode }).getByRole('checkbox').check();
  await picker.getByRole('button', { name: /添加所选/ }).click();
  await manager.getByLabel('标准价的百分比(%)').fill('50');
  await manager.getByRole('button', { name: '保存' }).click();
  await expect(manager.getByRole('heading', { name })).toBeVisible();

  await open(manager, `${F}/pricestrategy?keyword=${encodeURIComponent(name)}`);
  const place = manager.locator('[data-strategy] .figures');
  const before = Number(await place.innerText());
  await manager.getByRole('button', { name: `上移${name}` }).click();
  await expect(place).toHaveText(String(before - 1));

  const me = await ask(dealer, skuCatalogue, { word: sku.skuCode });
  const half = me.pagedRecords.find((one) => one.skuId === sku.skuId);
  expect(half).toMatchObject({ priceSource: 'STRATEGY', price: (Number(sku.price) / 2).toFixed(2) });

  await open(manager, `${F}/pricestrategy/config`);
  await manager.getByLabel('客户', { exact: true }).fill('恒泽');
  await manager.getByRole('option').filter({ hasText: '恒泽' }).first().click();
  await manager.getByLabel('商品（SKU编码）').fill(sku.skuCode);
  await manager.getByLabel('数量', { exact: true }).fill('2');
  await manager.getByRole('button', { name: '试算', exact: true }).click();
  const table = manager.getByRole('table', { name: '候选价格' });
  await expect(table.getByRole('row').filter({ hasText: '采用' }).first()).toContainText(name);
  await expect(table).toContainText('优先级低于价格策略');
  await manager.reload();
  await expect(table, 'the address alone leads to the same').toContainText(name);
});
