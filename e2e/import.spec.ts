import { readFile } from 'node:fs/promises';
import { customerList } from '~/domains/customer/calls';
import { ask, open, personAt } from './support/people';
import { expect, test } from './support/test';

const HEAD = '客户名称,客户编码,联系人,手机号,省,市,区,详细地址,账期天数';

test('an import lists every error, brings in the good rows, and can be undone', async ({ browser }) => {
  const admin = await personAt(browser, 'admin');
  const mark = `E${String(Date.now()).slice(-7)}`;
  const place = '浙江省,杭州市,余杭区,文一西路1000号';
  const rows = [
    `${mark}一号建材,${mark}1,王晴,13900000001,${place},30`,
    `${mark}二号建材,${mark}2,李晴,139000,${place},400`,
    `${mark}三号建材,${mark}3,赵晴,13900000003,${place},45`,
    `,${mark}4,钱晴,13900000004,${place},30`,
  ];
  const countOf = async () => (await ask(admin, customerList, { keyword: mark })).totalCount;

  await open(admin, '/portal/customer/import');
  await admin
    .locator('input[type=file]')
    .setInputFiles({ name: '客户.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${[HEAD, ...rows].join('\r\n')}`) });
  const errors = admin.getByRole('table', { name: '错误' }).locator('tbody tr');
  await expect(errors).toHaveCount(3);
  await expect(errors.filter({ hasText: '手机号' })).toContainText('139000');
  await expect(errors.filter({ hasText: '账期天数' })).toContainText('400');
  await expect(errors.filter({ hasText: '客户名称' })).toContainText('5');
  expect(await countOf()).toBe(0);

  const waiting = admin.waitForEvent('download');
  await admin.getByRole('link', { name: '下载错误文件' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');

  await admin.getByRole('button', { name: '仅导入正确的 2 行' }).click();
  await expect(admin.getByText('导入完成')).toBeVisible();
  expect(await countOf()).toBe(2);
  await admin.getByRole('button', { name: '撤销导入' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click();
  await expect(admin.getByText('本次导入已撤销')).toBeVisible();
  expect(await countOf()).toBe(0);
});
