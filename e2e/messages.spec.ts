import type { Page } from '@playwright/test';
import { goodsInStock, orderToAudit } from './support/orders';
import { alive, F, logIn, open, personAt } from './support/people';
import { expect, test } from './support/test';

async function unreadOf(page: Page): Promise<number> {
  const label = (await page.getByRole('banner').getByRole('link', { name: /^消息/ }).getAttribute('aria-label')) ?? '';
  return Number(/\d+/.exec(label)?.[0] ?? 0);
}

test('a message reaches both tabs of a browser over one stream, without a reload, and the next tab takes over', async ({ browser }) => {
  const dealer = await personAt(browser, 'dealer');
  const keeper = await personAt(browser, 'keeper');
  const goods = await goodsInStock(dealer, keeper, 1);
  const context = await browser.newContext();
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/message/stream')) streams.push(request.url());
  });
  const first = await context.newPage();
  await logIn(first, 'admin');
  await open(first, `${F}/workbench`);
  await expect.poll(() => streams.length).toBe(1);
  const second = await context.newPage();
  await open(second, '/portal/message/list');
  // Above 99 the bell counts no further: what other tests left unread is read first.
  await second.evaluate(() => fetch('/web/message/inner/message/readAll?important=true'));
  for (const page of [first, second]) await expect.poll(() => unreadOf(page)).toBeLessThan(50);
  await expect.poll(async () => (await unreadOf(first)) === (await unreadOf(second))).toBe(true);
  const before = await unreadOf(second);

  const { no } = await orderToAudit(dealer, goods);
  for (const page of [first, second]) await expect.poll(() => unreadOf(page), { timeout: 3000 }).toBe(before + 1);
  await expect(second.getByRole('row').filter({ hasText: no })).toBeVisible();
  expect(streams).toHaveLength(1);

  await first.close();
  await expect.poll(() => streams.length).toBe(2);
  const again = await orderToAudit(dealer, goods);
  await expect.poll(() => unreadOf(second), { timeout: 5000 }).toBe(before + 2);
  await expect(second.getByRole('row').filter({ hasText: again.no })).toBeVisible();
});

test('全部已读 marks what the filter shows and asks about important ones', async ({ browser }) => {
  const page = await personAt(browser, 'admin');
  await open(page, '/portal/message/list?messageType=todo');
  await page.getByRole('button', { name: '全部已读' }).click();
  const important = page.getByRole('dialog', { name: /另有\d+条重要消息未读/ });
  await expect(important.or(page.getByText(/已将\d+条标记为已读/)).first()).toBeVisible();
  if (await important.isVisible()) await important.getByRole('button', { name: '一并标记' }).click();
  await expect(important).toHaveCount(0);
  // Others may have come in meanwhile: the demo's events are still being told.
  await expect(async () => {
    await open(page, '/portal/message/list?messageType=todo&messageStatus=UNREAD');
    const none = page.getByText('没有符合条件的消息');
    if (!(await none.isVisible())) await page.getByRole('button', { name: '全部已读' }).click();
    await expect(none).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
});

test('a person chooses channels and quiet hours, an administrator words an event', async ({ browser }) => {
  const page = await personAt(browser, 'admin');
  await open(page, '/portal/message/subscribe');
  await page.getByRole('checkbox', { name: '有新的订单待审核 短信' }).check();
  await page.getByLabel('开始时间').fill('22:00');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('免打扰的开始和结束时间需同时填写').first()).toBeVisible();
  await page.getByLabel('结束时间').fill('08:00');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('订阅设置已保存')).toBeVisible();
  await page.reload();
  await alive(page);
  await expect(page.getByRole('checkbox', { name: '有新的订单待审核 短信' })).toBeChecked();

  await open(page, '/portal/message/template');
  await page.getByRole('row').filter({ hasText: '有新的订单待审核' }).getByRole('button', { name: '编辑' }).click();
  await page.getByLabel('标题').fill('{没有的参数}');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText(/没有参数\{没有的参数\}/).first()).toBeVisible();
  await page.getByLabel('标题').fill('新订单{订单号}');
  await expect(page.getByRole('region', { name: '预览' })).toContainText('新订单DD20261121000001');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('消息模板已保存')).toBeVisible();
});
