import type { Page } from '@playwright/test';
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

test('a small dialog shows what the other changed as well, and goes on', async ({ browser }) => {
  const [one, other] = await Promise.all([personAt(browser, 'admin'), personAt(browser, 'admin')]);
  await Promise.all([one, other].map((page) => open(page, '/portal/supplyChain/factory/product/classify')));
  const edit = async (page: Page) => {
    await page.getByRole('button', { name: '编辑', exact: true }).first().click();
    return page.getByRole('dialog', { name: '编辑分类' });
  };
  const [first, second] = [await edit(one), await edit(other)];
  const [name, code] = [await first.getByLabel('分类名称').inputValue(), await first.getByLabel('分类编码').inputValue()];
  await first.getByLabel('分类名称').fill(`${name}甲`);
  await first.getByRole('button', { name: '确定' }).click();
  await expect(first).toBeHidden();
  await second.getByLabel('分类编码').fill(`${code}X`);
  await second.getByRole('button', { name: '确定' }).click();
  await expect(second.getByRole('row', { name: new RegExp(`分类名称.*${name}.*${name}甲`) })).toBeVisible();
  await second.getByRole('button', { name: '保留我填写的，继续' }).click();
  await expect(second.getByLabel('分类名称')).toHaveValue(`${name}甲`);
  await expect(second.getByLabel('分类编码')).toHaveValue(`${code}X`);
  await second.getByLabel('分类名称').fill(name);
  await second.getByLabel('分类编码').fill(code);
  await second.getByRole('button', { name: '确定' }).click();
  await expect(second).toBeHidden();
});
