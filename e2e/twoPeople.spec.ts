import { factoryDraft } from './support/orders';
import { F, open, personAt } from './support/people';
import { expect, test } from './support/test';

test('the second of two people who edit one order is told so and loses nothing typed', async ({ browser }) => {
  const [clerk, admin] = await Promise.all([personAt(browser, 'clerk'), personAt(browser, 'admin')]);
  const { id } = await factoryDraft(clerk);
  await Promise.all([clerk, admin].map((page) => open(page, `${F}/order/edit?id=${id}`)));
  await clerk.getByLabel('备注', { exact: true }).fill('专员的备注');
  await admin.getByLabel('备注', { exact: true }).fill('管理员的备注');
  await admin.getByLabel('第1行数量').fill('7');

  await clerk.getByRole('button', { name: '保存草稿' }).click();
  await clerk.waitForURL(/order\/detail/);
  await admin.getByRole('button', { name: '保存草稿' }).click();
  const conflict = admin.getByRole('status').filter({ hasText: '已被他人修改' }).first();
  await expect(conflict).toContainText('您填写的内容仍在');
  await expect(conflict.getByRole('row', { name: /备注.*专员的备注.*管理员的备注/ })).toBeVisible();
  await expect(admin.getByLabel('备注', { exact: true })).toHaveValue('管理员的备注');
  await expect(admin.getByLabel('第1行数量')).toHaveValue('7');

  await open(admin, `${F}/order/edit?id=${id}`);
  await expect(admin.getByLabel('备注', { exact: true })).toHaveValue('专员的备注');
  await admin.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(admin.getByLabel('备注', { exact: true })).toHaveValue('管理员的备注');
  await expect(admin.getByLabel('第1行数量')).toHaveValue('7');
});

test('whoever comes second goes on over the other’s version with what was typed', async ({ browser }) => {
  const [clerk, admin] = await Promise.all([personAt(browser, 'clerk'), personAt(browser, 'admin')]);
  const { id } = await factoryDraft(clerk);
  await Promise.all([clerk, admin].map((page) => open(page, `${F}/order/edit?id=${id}`)));
  await clerk.getByLabel('备注', { exact: true }).fill('专员的备注');
  await admin.getByLabel('第1行数量').fill('7');
  await clerk.getByRole('button', { name: '保存草稿' }).click();
  await clerk.waitForURL(/order\/detail/);
  await admin.getByRole('button', { name: '保存草稿' }).click();
  await admin.getByRole('button', { name: '保留我填写的，继续' }).click();
  await expect(admin.getByLabel('备注', { exact: true })).toHaveValue('专员的备注');
  await expect(admin.getByLabel('第1行数量')).toHaveValue('7');
  await admin.getByRole('button', { name: '保存草稿' }).click();
  await admin.waitForURL(/order\/detail/);
  await expect(admin.getByText('专员的备注').first()).toBeVisible();
});
