import type { Page } from '@playwright/test';
import { markOf, newCustomer } from './support/customers';
import { F, open, personAt } from './support/people';
import { expect, test } from './support/test';

const LIST = `${F}/finance/accountManage/enterAccountList`;
const HEAD = '交易时间,贷方发生额,借方发生额,对方户名,对方账号,交易流水号,摘要';

test('a bank statement is brought in, matched, claimed, and its money confirmed by somebody else', async ({ browser }) => {
  const [admin, finance] = await Promise.all([personAt(browser, 'admin'), personAt(browser, 'finance')]);
  const mark = markOf('L');
  const [known, claimed] = [`${mark}澜庭建材有限公司`, `${mark}栖川建设`];
  await newCustomer(admin, `${mark}1`, known);
  await newCustomer(admin, `${mark}2`, claimed);
  const rows = [
    `2026-11-18 09:12:33,"12,800.00",,${known},33010400${mark.slice(1)}1,${mark}-1,货款`,
    `2026-11-18 10:00:01,3500.50,,${mark}某人,62284800${mark.slice(1)}2,${mark}-2,转账`,
    `2026-11-18 11:20:00,,900.00,国网电力,33010000000009,${mark}-3,电费`,
    `2026-11-18 15:20:45,66.00,,${mark}理赔中心,33010000000010,${mark}-4,理赔款`,
  ];
  await importStatement(finance, [HEAD, ...rows].join('\r\n'));

  const line = (no: number) => finance.getByRole('row').filter({ hasText: `${mark}-${no}` });
  await finance.getByLabel('流水号', { exact: true }).fill(mark);
  await finance.getByRole('button', { name: '查询', exact: true }).click();
  await expect(finance.locator('tbody tr[data-row]')).toHaveCount(3);
  await expect(line(1)).toContainText(known);
  await expect(line(2).getByRole('button', { name: '生成入账单' })).toHaveCount(0);

  await line(2).getByRole('button', { name: '认领' }).click();
  const claim = finance.getByRole('dialog', { name: /^认领：/ });
  await claim.getByLabel(/^客户/).fill(claimed);
  await finance.getByRole('option', { name: claimed }).click();
  await claim.getByRole('button', { name: '认领', exact: true }).click();
  await expect(line(2)).toContainText(claimed);
  await line(4).getByRole('button', { name: '忽略' }).click();
  await finance.getByRole('dialog').getByLabel(/^原因/).fill('保险理赔');
  await finance.getByRole('dialog').getByRole('button', { name: '忽略' }).click();
  await expect(line(4)).toContainText('保险理赔');

  for (const no of [1, 2]) await line(no).getByRole('checkbox').check();
  await finance.getByRole('button', { name: '批量生成入账单' }).click();
  const sure = finance.getByRole('dialog', { name: '由2条流水生成入账单？' });
  await expect(sure).toContainText('2家客户，合计16,300.50元');
  await sure.getByRole('button', { name: '生成入账单' }).click();
  await expect(line(1).getByRole('link', { name: /^RZ/ })).toBeVisible();
  await confirmBoth(admin, mark);
});

async function importStatement(page: Page, text: string): Promise<void> {
  await open(page, LIST);
  await page.getByRole('tab', { name: '银行流水' }).click();
  await page.getByRole('button', { name: '导入银行流水' }).click();
  const drawer = page.getByRole('dialog', { name: '导入银行流水' });
  await drawer.locator('input[type=file]').setInputFiles({ name: '账户明细.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) });
  await expect(drawer.getByText('4 行全部通过校验')).toBeVisible();
  await drawer.getByRole('button', { name: '导入 4 行' }).click();
  await expect(drawer.getByText('导入完成')).toBeVisible();
  await expect(drawer.getByText(/新增 3 行/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
}

/** Whoever registered a payment cannot confirm it; the other person can, with the sum they counted. */
async function confirmBoth(admin: Page, mark: string): Promise<void> {
  await open(admin, `${LIST}?bankFlowNo=${mark}&status=PENDING`);
  await expect(admin.locator('tbody tr[data-row]')).toHaveCount(2);
  await admin.getByRole('checkbox', { name: '选择本页全部' }).check();
  await admin.getByRole('button', { name: '批量确认' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('16300.50');
  await dialog.getByRole('button', { name: /确认/ }).click();
  await expect(dialog).toHaveCount(0);
  await open(admin, `${LIST}?bankFlowNo=${mark}&status=CONFIRMED`);
  await expect(admin.locator('tbody tr[data-row]')).toHaveCount(2);
}
