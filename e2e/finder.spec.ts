import { orderPage } from '~/domains/order/calls';
import { alive, ask, D, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

test('Ctrl+K finds pages, documents, customers and goods, by keys alone', async ({ browser }) => {
  const clerk = await personAt(browser, 'clerk');
  await open(clerk, `${F}/order/list`);
  const { pagedRecords } = await ask(clerk, orderPage, { status: 'PENDING_DELIVERY', pageSize: 1 });
  const order = pagedRecords[0];
  const finder = clerk.getByRole('combobox', { name: '搜索页面、订单、客户、商品' });

  await clerk.keyboard.press('Control+k');
  await expect(finder).toBeFocused();
  await clerk.keyboard.type('ddgl');
  await expect(clerk.getByRole('option', { name: '订单管理' })).toHaveAttribute('aria-selected', 'true');
  await clerk.keyboard.press('Escape');
  await expect(finder).toBeHidden();

  await clerk.getByRole('button', { name: '搜索 Ctrl K' }).click();
  await finder.fill(order?.no ?? '');
  await expect(clerk.getByRole('group', { name: '单据号' }).getByRole('option')).toContainText(order?.no ?? '');
  await clerk.keyboard.press('Enter');
  await clerk.waitForURL(`**${F}/order/detail?id=${order?.id}`);
  await alive(clerk);

  await clerk.keyboard.press('Control+k');
  await expect(clerk.getByRole('group', { name: '最近打开' }).getByRole('option')).toContainText([order?.no ?? '']);
  await finder.fill('没有这样的东西');
  await expect(clerk.getByRole('status').filter({ hasText: '没有找到' })).toBeVisible();
  await finder.fill(order?.customerName ?? '');
  await expect(clerk.getByRole('group', { name: '订单', exact: true }).getByRole('option').first()).toContainText(order?.customerName ?? '');
});

test('a dealer starts an order from goods it finds', async ({ browser }) => {
  const dealer = await personAt(browser, 'dealer');
  await dealer.setViewportSize({ width: 390, height: 844 });
  await open(dealer, `${D}/order/list`);
  await dealer.getByRole('button', { name: '搜索 Ctrl K' }).click();
  await dealer.getByRole('combobox', { name: /^搜索/ }).fill('F');
  const goods = dealer.getByRole('group', { name: '商品' }).getByRole('option').first();
  const href = (await goods.getAttribute('href')) ?? '';
  // On a wide screen the order is a table, whose first line says what it begins with.
  await dealer.setViewportSize({ width: 1440, height: 900 });
  await goods.click();
  await dealer.waitForURL(`**${href}`);
  await alive(dealer);
  await expect(dealer.getByLabel('第1行SKU编码')).toHaveValue(new URL(href, 'http://portal').searchParams.get('code') ?? '');
});
