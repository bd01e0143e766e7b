import type { Page } from '@playwright/test';
import { memberList, memberUpdate } from '~/domains/organisation/calls';
import { roleDelete, roleList } from '~/domains/role/calls';
import { ask, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

test('an administrator makes a role, and the clerk who gets it loses a button without logging in again', async ({ browser }) => {
  test.setTimeout(120_000);
  const [admin, clerk] = await Promise.all([personAt(browser, 'admin'), personAt(browser, 'clerk')]);
  const name = `只读专员${Date.now() % 100_000}`;

  await open(clerk, `${F}/order/list`);
  await expect(clerk.getByRole('link', { name: '新建订单' })).toBeVisible();

  await open(admin, '/portal/account/role/edit');
  await admin.getByLabel('角色名称').fill(name);
  await admin.getByRole('radio', { name: '全部' }).check();
  await admin.getByRole('checkbox', { name: '订单管理', exact: true }).check();
  await admin.getByRole('checkbox', { name: '新建订单' }).uncheck();
  await admin.getByRole('button', { name: '保存', exact: true }).click();
  await admin.waitForURL(/role\/detail/);
  await expect(admin.getByRole('heading', { name })).toBeVisible();

  await giveRole(admin, '订单专员', name);
  try {
    await clerk.reload();
    await expect(clerk.getByRole('heading', { name: '订单', exact: true })).toBeVisible();
    await expect(clerk.getByRole('link', { name: '新建订单' })).toHaveCount(0);
    await clerk.goto(`${F}/order/create`);
    await expect(clerk.getByText('暂无权限访问该页面').first()).toBeVisible();
  } finally {
    await giveRole(admin, name, '订单专员');
    const { pagedRecords } = await ask(admin, roleList, { name });
    for (const role of pagedRecords) await ask(admin, roleDelete, { id: role.id, version: role.version });
  }
  await open(clerk, `${F}/order/list`);
  await expect(clerk.getByRole('link', { name: '新建订单' })).toBeVisible();
});

/** Exchanges one role of the clerk for another. */
async function giveRole(admin: Page, from: string, to: string): Promise<void> {
  const { pagedRecords } = await ask(admin, memberList, { keyword: '苏晓禾' });
  const [clerk] = pagedRecords;
  if (!clerk) throw new Error('the clerk has no seat');
  expect(clerk.roles.map((role) => role.name)).toEqual([from]);
  const [wanted] = (await ask(admin, roleList, { name: to })).pagedRecords;
  const { id, version, name, jobTitle, departments, isAdmin } = clerk;
  await ask(admin, memberUpdate, { id, version, name, jobTitle, isAdmin, departmentIds: departments.map((one) => one.id), roleIds: [wanted?.id ?? ''] });
}

test('an administrator looks at the portal as a role, changes nothing, and comes back', async ({ browser }) => {
  const admin = await personAt(browser, 'admin');
  await open(admin, '/portal/account/role/list');
  await admin.getByRole('link', { name: '业务员' }).click();
  await admin.waitForURL(/role\/detail/);
  await open(admin, admin.url());
  await admin.getByRole('button', { name: '以该角色预览' }).click();
  await admin.getByRole('button', { name: '开始预览' }).click();
  await expect(admin.getByRole('complementary', { name: '角色预览' })).toContainText('正在以角色“业务员”预览');
  await open(admin, '/portal/account/role/list');
  await expect(admin.getByText('暂无权限访问该页面').first()).toBeVisible();
  await open(admin, '/portal/temphome');
  await admin.getByRole('button', { name: '退出预览' }).click();
  await admin.waitForURL(/role\/detail/);
  await expect(admin.getByRole('complementary', { name: '角色预览' })).toHaveCount(0);
});
