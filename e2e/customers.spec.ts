import type { Page } from '@playwright/test';
import { addressSave, customerGet, customerList } from '~/domains/customer/calls';
import { markOf, newCustomer } from './support/customers';
import { alive, ask, open, personAt } from './support/people';
import { expect, test } from './support/test';

const DETAIL = '/portal/customer/detail';
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('two records of one customer are merged with what belongs to them, and the merge is taken back', async ({ browser }) => {
  const admin = await personAt(browser, 'admin');
  const mark = markOf('H');
  const [kept, duplicate] = [`${mark}恒泽建材`, `${mark}恒泽建材余杭店`];
  const keptId = await newCustomer(admin, `${mark}1`, kept);
  const duplicateId = await newCustomer(admin, `${mark}2`, duplicate, { email: 'hengze@example.com' });
  const place = { receiver: '陆知行', phone: '13711112222', province: '浙江省', city: '杭州市', district: '余杭区', address: '文一西路1000号' };
  await ask(admin, addressSave, { ...place, id: '', customerId: duplicateId, isDefault: true });

  await open(admin, `/portal/customer/list?keyword=${mark}`);
  await rowOf(admin, `${mark}1`).getByRole('button', { name: '更多' }).click();
  await admin.getByRole('menuitem', { name: '合并' }).click();
  const dialog = admin.getByRole('dialog', { name: '合并客户' });
  await dialog.getByRole('combobox').fill(`${mark}2`);
  await admin.getByRole('option', { name: duplicate }).click();
  await expect(dialog.getByRole('region', { name: '保留' })).toContainText(kept);
  await expect(dialog.getByRole('region', { name: '被合并（不再使用）' })).toContainText(duplicate);
  await dialog.getByRole('button', { name: '交换' }).click();
  await expect(dialog.getByRole('region', { name: '保留' })).toContainText(duplicate);
  await dialog.getByRole('button', { name: '交换' }).click();
  await expect(dialog.getByText('补入空白资料')).toContainText('hengze@example.com');
  await dialog.getByRole('button', { name: '合并', exact: true }).click();
  await admin.getByRole('dialog', { name: /将“/ }).getByRole('button', { name: '合并', exact: true }).click();
  const again = admin.getByRole('dialog', { name: '请再次确认' });
  await expect(again.or(admin.getByText(`已并入“${duplicate}”`)).first()).toBeVisible();
  if (await again.isVisible()) await again.getByRole('button', { name: '仍要合并' }).click();
  await admin.waitForURL(`**${DETAIL}?id=${keptId}`);
  await alive(admin);
  await expect(admin.getByRole('heading', { name: kept })).toBeVisible();
  await expect(admin.getByText(`已并入“${duplicate}”`)).toBeVisible();
  await expect(admin.getByRole('tab', { name: /^地址/ })).toContainText('1');
  expect((await ask(admin, customerList, { keyword: mark })).totalCount).toBe(1);
  await open(admin, `${DETAIL}?id=${duplicateId}`);
  await expect(admin.getByText(`该客户已合并到“${kept}”`)).toBeVisible();
  await expect(admin.getByRole('link', { name: '编辑', exact: true })).toHaveCount(0);

  await admin.getByRole('button', { name: '撤销合并' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '撤销合并' }).click();
  await expect(admin.getByText('已撤销合并')).toBeVisible();
  await expect(admin.getByRole('link', { name: '编辑', exact: true })).toBeVisible();
  const [first, second] = await Promise.all([keptId, duplicateId].map((id) => ask(admin, customerGet, { id })));
  expect([first?.email, first?.addresses.length, second?.email, second?.addresses.length]).toEqual(['', 0, 'hengze@example.com', 1]);
});

test('customers are handed to another salesperson, who then finds them', async ({ browser }) => {
  const admin = await personAt(browser, 'admin');
  const mark = markOf('Y');
  for (const index of [1, 2]) await newCustomer(admin, `${mark}${index}`, `${mark}云帆${index}号店`);

  await open(admin, `/portal/customer/list?keyword=${mark}`);
  for (const index of [1, 2]) await rowOf(admin, `${mark}${index}`).getByRole('checkbox').check();
  await admin.getByRole('button', { name: '批量转移' }).click();
  const dialog = admin.getByRole('dialog', { name: '转移2个客户' });
  await expect(dialog.getByText('共0张草稿、待审核或未完成的订单')).toBeVisible();
  await dialog.getByRole('button', { name: '转移', exact: true }).click();
  await expect(dialog.getByText('请选择接手业务员').first()).toBeVisible();
  await dialog.getByLabel(/^接手业务员/).fill('何静秋');
  await admin.getByRole('option', { name: '何静秋' }).click();
  await dialog.getByLabel(/^原因/).fill('区域调整');
  await dialog.getByRole('button', { name: '转移', exact: true }).click();
  await expect(admin.getByText('已转移2个客户、0张订单、0个项目')).toBeVisible();
  for (const index of [1, 2]) await expect(rowOf(admin, `${mark}${index}`)).toContainText('何静秋');

  await rowOf(admin, `${mark}1`).getByRole('link', { name: '查看' }).click();
  await admin.waitForURL(`**${DETAIL}?id=**`);
  await alive(admin);
  await admin.getByRole('tab', { name: '日志' }).click();
  await expect(admin.getByRole('tabpanel')).toContainText('区域调整');
});
