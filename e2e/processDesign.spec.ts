import type { Page } from '@playwright/test';
import { barriersOf } from './support/accessible';
import { alive, open, personAt } from './support/people';
import { expect, test } from './support/test';

const HOME = '/portal/openPlatform/processConfigHome';
const panel = (page: Page, name: string) => page.getByRole('complementary', { name });
const check = (page: Page) => page.getByRole('region', { name: '检查' });

// Of its own: what is designed stays.
const NAME = `大额审批${crypto.randomUUID().slice(0, 6)}`;

test('an administrator designs a process with a condition by amount, is stopped until a default exists, publishes, and sees what the next version changes', async ({
  browser,
}) => {
  const page = await personAt(browser, 'admin');
  await open(page, HOME);
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: '新建流程' }).click();
  const making = page.getByRole('dialog', { name: '新建流程' });
  await making.getByLabel(/^适用业务/).selectOption({ label: '订单审核' });
  await making.getByLabel(/^流程名称/).fill(NAME);
  await making.getByRole('button', { name: '开始设计' }).click();
  await page.waitForURL(/processConfigEdit/);
  await alive(page);
  await expect(page.getByText('检查通过，可以发布')).toBeVisible();

  // A condition after the first approval, its default taken away again.
  await page.getByRole('button', { name: '添加节点' }).nth(1).click();
  await page.getByRole('menuitem', { name: '条件分支' }).click();
  await page.getByRole('button', { name: /分支：\s*条件1/ }).click();
  const branch = panel(page, '分支设置');
  await branch.getByLabel('名称', { exact: true }).fill('大额');
  await branch.getByRole('button', { name: '添加条件', exact: true }).click();
  await branch.getByLabel('条件组1第1行的字段').selectOption({ label: '应付金额' });
  await branch.getByLabel('条件组1第1行的值').fill('100000');
  await page.getByRole('button', { name: /分支：\s*默认/ }).click();
  await branch.getByRole('button', { name: '删除分支' }).click();
  // Of two branches one was left, which takes the place of both.
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('button', { name: /条件分支：/ }).click();
  await panel(page, '节点设置').getByRole('button', { name: '添加分支' }).click();
  await page.getByRole('button', { name: /分支：\s*默认/ }).click();
  await branch.getByRole('button', { name: '删除分支' }).click();
  await expect(check(page)).toContainText('缺少默认分支');
  await expect(page.getByRole('button', { name: '发布', exact: true })).toBeDisabled();
  await check(page)
    .getByRole('button', { name: /缺少默认分支/ })
    .click();
  await panel(page, '节点设置').getByRole('button', { name: '补上默认分支' }).click();
  await expect(check(page)).not.toContainText('缺少默认分支');
  await page.getByRole('button', { name: /分支：\s*条件2/ }).click();
  await branch.getByRole('button', { name: '删除分支' }).click();

  // The large ones go to the manager, too.
  await page.getByRole('list', { name: '大额' }).getByRole('button', { name: '添加节点' }).click();
  await page.getByRole('menuitem', { name: '审批人' }).click();
  const step = panel(page, '节点设置');
  await step.getByLabel('名称', { exact: true }).fill('总经理审批');
  await expect(check(page)).toContainText('没有设置审批人');
  await step.getByRole('button', { name: '添加审批人' }).click();
  await step.getByLabel('审批人1的类型').selectOption({ label: '指定角色' });
  await step.getByRole('combobox', { name: '添加角色' }).click();
  await page.locator('[role="option"]').first().click();
  await expect(page.getByText('检查通过，可以发布')).toBeVisible();
  expect(await barriersOf(page)).toEqual([]);

  await page.getByRole('button', { name: '试运行' }).click();
  const trying = page.getByRole('dialog', { name: '试运行' });
  await trying.getByLabel('应付金额').fill('100000.00');
  await trying.getByRole('button', { name: '试运行' }).click();
  await expect(trying.getByRole('list', { name: '试运行路径' })).toContainText('总经理审批');
  await trying.getByLabel('应付金额').fill('99999.99');
  await trying.getByRole('button', { name: '试运行' }).click();
  await expect(trying.getByRole('list', { name: '试运行路径' })).not.toContainText('总经理审批');
  await trying.getByRole('button', { name: '关闭' }).click();

  const publish = async (notes: string) => {
    await page.getByRole('button', { name: '发布', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^发布 v/ });
    await dialog.getByLabel(/^发布说明/).fill(notes);
    await dialog.getByRole('button', { name: '确认发布' }).click();
    await expect(dialog).toBeHidden();
  };
  await publish('大额订单加总经理审批');
  await expect(page.getByText('v1 已发布')).toBeVisible();

  await page.getByRole('button', { name: /分支：\s*大额/ }).click();
  await branch.getByLabel('条件组1第1行的值').fill('200000');
  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByText('v2 草稿')).toBeVisible();
  await publish('大额改为二十万');
  await page.getByRole('button', { name: '查看版本与差异' }).click();
  const history = page.getByRole('dialog', { name: '版本历史' });
  await expect(history.getByRole('list', { name: '版本', exact: true })).toContainText('大额改为二十万');
  await expect(history.getByRole('list', { name: '版本差异' })).toContainText('应付金额大于等于200,000元');
  expect(await barriersOf(page)).toEqual([]);
  await history.getByRole('button', { name: '关闭' }).click();

  await open(page, HOME);
  const card = page.getByRole('listitem').filter({ hasText: NAME });
  await expect(card).toContainText('v2');
  await expect(card).toContainText('停用');
});
