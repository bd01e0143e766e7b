import type { Page } from '@playwright/test';
import { barriersOf } from './support/accessible';
import { goodsInStock, orderToAudit } from './support/orders';
import { alive, F, open, personAt } from './support/people';
import { expect, test } from './support/test';
import { overflowOf } from './support/watch';

const audit = (id: string) => `${F}/order/audit?id=${id}`;
const detail = (id: string) => `${F}/order/detail?id=${id}`;
const alertOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first();

test('a clerk asks finance before passing an order: finance disagrees, the question is taken back, and the order passes', async ({ browser }) => {
  const [clerk, finance, keeper, dealer] = await Promise.all([
    personAt(browser, 'clerk'),
    personAt(browser, 'finance'),
    personAt(browser, 'keeper'),
    personAt(browser, 'dealer'),
  ]);
  const { id, no } = await orderToAudit(dealer, await goodsInStock(dealer, keeper, 1));
  await open(clerk, audit(id));
  await clerk.getByRole('button', { name: '加签', exact: true }).click();
  const asking = clerk.getByRole('dialog', { name: `加签 · 订单${no}` });
  await asking.getByRole('checkbox', { name: /财务/ }).check();
  await asking.getByLabel(/^加签说明/).fill('客户有逾期欠款，这单能否放行？');
  expect(await barriersOf(clerk)).toEqual([]);
  await asking.getByRole('button', { name: '发送' }).click();
  await expect(alertOf(clerk, '加签未完成，暂不能通过')).toContainText('尚未答复加签');

  await open(finance, `${F}/workbench`);
  await finance.getByRole('link', { name: /待我处理的审核/ }).click();
  await finance.getByRole('link', { name: no }).click();
  await finance.waitForURL(/order\/detail/);
  await alive(finance);
  await expect(alertOf(finance, '请您加签')).toContainText('这单能否放行');
  await finance.getByRole('button', { name: '答复' }).click();
  const answering = finance.getByRole('dialog');
  await answering.getByRole('radio', { name: '不同意' }).check();
  await answering.getByRole('button', { name: '提交答复' }).click();
  await expect(answering.getByText('不同意请写明理由').first()).toBeVisible();
  await answering.getByLabel(/^说明/).fill('逾期未还，请先收款');
  expect(await barriersOf(finance)).toEqual([]);
  await answering.getByRole('button', { name: '提交答复' }).click();
  await expect(finance.getByRole('table', { name: '转交与加签' })).toContainText('逾期未还，请先收款');
  expect(await barriersOf(finance)).toEqual([]);

  await clerk.reload();
  await open(clerk, audit(id));
  await clerk.getByRole('button', { name: '通过', exact: true }).click();
  await expect(clerk.getByText(/还不能通过：“.+”不同意：逾期未还，请先收款。请等待答复、撤回加签，或驳回/).first()).toBeVisible();
  expect(await barriersOf(clerk)).toEqual([]);
  await clerk.getByRole('button', { name: '撤回加签' }).click();
  await clerk.getByRole('dialog').getByRole('button', { name: '撤回加签' }).click();
  await expect(clerk.getByText('不同意（已撤回）')).toBeVisible();
  await clerk.getByRole('button', { name: '通过', exact: true }).click();
  await clerk.waitForURL(/order\/detail/);
  await expect(clerk.getByText(`订单${no}已通过`)).toBeVisible();

  await open(dealer, `/portal/supplyChain/dealer/order/detail?id=${id}`);
  await expect(dealer.getByText('审核通过').first()).toBeVisible();
  expect(await dealer.locator('#main').innerText()).not.toMatch(/加签|逾期未还/);
});

test('a clerk hands the audit of an order to the administrator, on a phone, and takes it back', async ({ browser }) => {
  const [clerk, admin, keeper, dealer] = await Promise.all([
    personAt(browser, 'clerk'),
    personAt(browser, 'admin'),
    personAt(browser, 'keeper'),
    personAt(browser, 'dealer'),
  ]);
  const { id, no } = await orderToAudit(dealer, await goodsInStock(dealer, keeper, 1));
  await clerk.setViewportSize({ width: 390, height: 844 });
  await open(clerk, audit(id));
  const handOver = async () => {
    await clerk.getByRole('button', { name: '转交', exact: true }).click();
    const dialog = clerk.getByRole('dialog', { name: `转交审核 · 订单${no}` });
    await dialog.getByLabel(/^转交给/).click();
    await clerk
      .getByRole('option', { name: /管理员/ })
      .first()
      .click();
    await dialog.getByLabel('转交说明').fill('金额较大，请您把关');
    expect(await barriersOf(clerk)).toEqual([]);
    await dialog.getByRole('button', { name: '转交', exact: true }).click();
    await expect(alertOf(clerk, '审核已由')).toContainText('由');
  };
  await handOver();
  await expect(clerk.getByRole('button', { name: '通过', exact: true })).toHaveCount(0);
  expect(await overflowOf(clerk)).toBe('');
  await clerk.getByRole('button', { name: '收回' }).first().click();
  await clerk.getByRole('dialog').getByRole('button', { name: '收回' }).click();
  await expect(clerk.getByRole('button', { name: '通过', exact: true })).toBeVisible();

  await handOver();
  await open(admin, detail(id));
  await expect(alertOf(admin, '将审核转交给您')).toContainText('金额较大，请您把关');
  await admin.getByRole('link', { name: '审核', exact: true }).click();
  await admin.waitForURL(/order\/audit/);
  await alive(admin);
  await admin.getByRole('button', { name: '通过', exact: true }).click();
  await admin.waitForURL(/order\/detail/);
  await expect(admin.getByRole('table', { name: '转交与加签' })).toContainText('已办结');
});
