import { orderPage, orderSubmit } from '~/domains/order/calls';
import { TODO_PAGE } from '~/portal/processPages';
import { barriersOf } from './support/accessible';
import { factoryDraft } from './support/orders';
import { alive, ask, F, logIn, open, personAt } from './support/people';
import { expect, test } from './support/test';
import { overflowOf } from './support/watch';

test('a clerk submits an order, a manager approves it on a phone from 待办, and finds it in 已办 with its trail and on paper', async ({ browser }) => {
  const clerk = await personAt(browser, 'clerk');
  const { id } = await factoryDraft(clerk);
  const [draft] = (await ask(clerk, orderPage, { pageSize: 200, status: 'DRAFT' })).pagedRecords.filter((order) => order.id === id);
  const { no } = await ask(clerk, orderSubmit, { id, rowVersion: draft?.rowVersion ?? 1 }, crypto.randomUUID());

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const manager = await phone.newPage();
  await logIn(manager, 'admin');
  await open(manager, TODO_PAGE);
  expect(await overflowOf(manager)).toBe('');
  expect(await barriersOf(manager)).toEqual([]);
  const shown = await manager
    .getByRole('tab', { name: /^全部/ })
    .or(manager.getByRole('link', { name: /^全部/ }))
    .first()
    .innerText();
  await expect(manager.getByRole('button', { name: /我的工作/ })).toContainText(/\d+/);
  expect(Number(/\d+/.exec(shown)?.[0])).toBeGreaterThan(0);

  await manager
    .getByRole('link', { name: new RegExp(no) })
    .first()
    .click();
  await manager.waitForURL(/backLog\/handle/);
  await alive(manager);
  await expect(manager.getByRole('heading', { level: 1 })).toHaveText('订单审核');
  await expect(manager.getByRole('list', { name: '审批过程' })).toContainText('待处理');
  await expect(manager.getByRole('list', { name: '审批过程' })).toContainText('结束');
  expect(await overflowOf(manager)).toBe('');
  expect(await barriersOf(manager)).toEqual([]);
  await manager.getByRole('button', { name: '驳回', exact: true }).tap();
  const against = manager.getByRole('dialog', { name: `驳回 · 订单审核 ${no}` });
  await expect(against.getByRole('group', { name: '常用意见' })).toContainText('价格需重新确认');
  await expect(against.getByRole('group', { name: '常用意见' })).not.toContainText('同意');
  await against.getByRole('button', { name: '取消' }).tap();
  await manager.getByRole('button', { name: '同意', exact: true }).tap();
  const dialog = manager.getByRole('dialog', { name: `同意 · 订单审核 ${no}` });
  await dialog.getByRole('button', { name: '情况属实，同意' }).tap();
  await dialog.getByRole('button', { name: '手写签名' }).tap();
  const pad = dialog.getByRole('img', { name: /手写签名/ });
  const box = await pad.boundingBox();
  if (!box) throw new Error('the pad is not drawn');
  await manager.mouse.move(box.x + 40, box.y + 60);
  await manager.mouse.down();
  for (let step = 1; step <= 12; step++) await manager.mouse.move(box.x + 40 + step * 12, box.y + 60 + (step % 3) * 20);
  await manager.mouse.up();
  await expect(pad).toHaveAccessibleName(/已书写1笔/);
  expect(await barriersOf(manager)).toEqual([]);
  await dialog.getByRole('button', { name: '确认同意' }).tap();
  await expect(manager.getByRole('status').filter({ hasText: '同意' }).first()).toBeVisible();
  await expect(manager.getByRole('list', { name: '审批过程' })).toContainText('情况属实，同意');
  await expect(manager.getByRole('img', { name: '手写签名' })).toBeVisible();

  await open(manager, '/portal/process/handleEnd');
  await manager
    .getByRole('link', { name: new RegExp(no) })
    .first()
    .click();
  await manager.waitForURL(/handleEnd\/detail/);
  await alive(manager);
  await expect(manager.getByRole('list', { name: '审批过程' })).toContainText('情况属实，同意');
  await manager.evaluate(() => {
    window.print = () => undefined;
  });
  await manager.getByRole('button', { name: '更多' }).tap();
  await manager.getByRole('menuitem', { name: '打印' }).tap();
  await expect(manager.locator('#print-sheets')).toContainText('情况属实，同意');
  await expect(manager.locator('#print-sheets')).toContainText(no);

  await open(clerk, `${F}/order/detail?id=${id}`);
  await expect(clerk.locator('#main')).toContainText('待发货');
});
