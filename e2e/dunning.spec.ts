import type { Page } from '@playwright/test';
import { customerSearch } from '~/domains/customer/calls';
import { messageList } from '~/domains/message/calls';
import { receivableSummary } from '~/domains/receivable/calls';
import { addDays, shanghaiDate } from '~/shared/dates';
import { markOf } from './support/customers';
import { ask, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

const R = `${F}/finance/receivables`;
const DEALER = '杭州恒泽建材有限公司';

test('finance reminds a late customer in words of its own, the dealer reads them, and a second time asks first', async ({ browser }) => {
  const [finance, dealer] = await Promise.all([personAt(browser, 'finance'), personAt(browser, 'dealer')]);
  const [customer] = (await ask(finance, customerSearch, { keyword: DEALER, activeOnly: true })).customers;
  if (!customer) throw new Error('the demo dealer is no customer');
  const mark = markOf('C');
  const [debts] = (await ask(finance, receivableSummary, { customerId: customer.id })).pagedRecords;
  if (!debts?.overdueDays) await bringOverdue(finance, customer.code, mark);

  await open(finance, `${R}/receivablesList?customerId=${customer.id}`);
  await finance.getByRole('button', { name: '催款', exact: true }).click();
  const dialog = finance.getByRole('dialog', { name: '催款提醒：1家客户' });
  await expect(dialog.getByRole('row').filter({ hasText: DEALER })).toContainText('站内消息');
  await dialog.getByLabel('催款模板').selectOption({ label: '到期提醒' });
  await dialog.getByLabel(/^提醒内容/).fill('{没有的词}');
  await dialog.getByRole('button', { name: '发送提醒' }).click();
  await expect(dialog.getByText('“{没有的词}”无法识别').first()).toBeVisible();
  await dialog.getByLabel(/^提醒内容/).fill(`${mark}：{客户}请尽快付款，已逾期{逾期天数}天`);
  await expect(dialog.getByText(new RegExp(`${mark}：${DEALER}请尽快付款，已逾期\\d+天`))).toBeVisible();
  await dialog.getByRole('button', { name: '发送提醒' }).click();
  const again = finance.getByRole('dialog').filter({ hasText: '确定仍要再次发送吗' });
  const sent = finance.getByText('已催款1家客户');
  await expect(again.or(sent).first()).toBeVisible();
  // An earlier run against the same server has reminded today already.
  if (await again.isVisible()) await again.getByRole('button', { name: /^(?!取消|关闭)/ }).click();
  await expect(sent).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await open(dealer, '/portal/message/list');
  await expect(dealer.getByRole('row').filter({ hasText: mark }).or(dealer.getByText(mark)).first()).toBeVisible();
  const link = (await ask(dealer, messageList, { kind: 'receivable.dunning' })).pagedRecords[0]?.link ?? '';
  await open(dealer, link);
  const debtRows = dealer.getByRole('tabpanel', { name: '应付货款' }).getByRole('row');
  const late = debtRows.filter({ hasText: /未付|部分付款/ });
  await expect(late.first()).toBeVisible();
  await expect(debtRows.filter({ hasText: /已付清|已冲销/ })).toHaveCount(0);
  await dealer.getByRole('button', { name: /^应付未付/ }).click();
  await expect(debtRows.filter({ hasText: '已付清' }).first()).toBeVisible();
  await dealer.getByRole('button', { name: /^逾期/ }).click();
  await expect(debtRows.filter({ hasText: '已付清' })).toHaveCount(0);
  await expect(late.first()).toBeVisible();
  await dealer.getByRole('tab', { name: '赊销还款' }).click();
  await dealer.reload();
  await expect(dealer.getByRole('tab', { name: '赊销还款' })).toHaveAttribute('aria-selected', 'true');

  await finance.getByRole('button', { name: '催款', exact: true }).click();
  await dialog.getByRole('button', { name: '发送提醒' }).click();
  await again.getByRole('button', { name: '取消' }).click();
  await expect(again).toHaveCount(0);
  await dialog.getByRole('button', { name: '取消' }).click();
  await open(finance, `${R}/receivablesBookList?customerId=${customer.id}`);
  await finance.getByRole('tab', { name: '催款记录' }).click();
  await expect(finance.getByRole('row').filter({ hasText: mark })).toHaveCount(1);
});

/** An opening balance that fell due yesterday: what was before this month stands in statements that are closed. */
async function bringOverdue(finance: Page, code: string, mark: string): Promise<void> {
  await open(finance, `${R}/receivablesBookList`);
  await finance.getByRole('button', { name: '期初导入' }).click();
  const drawer = finance.getByRole('dialog', { name: '导入期初应收' });
  const day = addDays(shanghaiDate(new Date()), -1);
  const text = `客户编码,原单号,业务日期,到期日,未收金额(元)\r\n${code},${mark},${day},${day},1234.50`;
  await drawer.locator('input[type=file]').setInputFiles({ name: '期初应收.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) });
  await drawer.getByRole('button', { name: '导入 1 行' }).click();
  await expect(drawer.getByText('导入完成')).toBeVisible();
}
