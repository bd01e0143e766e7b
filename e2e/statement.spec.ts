import { randomUUID } from 'node:crypto';
import { statementList, statementWithdraw } from '~/domains/statement/calls';
import { ask, D, F, logIn, open, personAt } from './support/people';
import { freshStatement, objectedAndCorrected } from './support/statements';
import { expect, test } from './support/test';

const page = `${F}/finance/receivables/accountCheckDetail`;

test('a dealer objects to a line on a phone, the factory corrects it with two people, and the dealer confirms', async ({ browser }) => {
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage();
  await logIn(phone, 'dealer');
  const [finance, admin] = await Promise.all([personAt(browser, 'finance'), personAt(browser, 'admin')]);
  const { id } = await freshStatement(phone, finance, admin);

  await objectedAndCorrected({ phone, finance, admin }, id);

  await open(phone, `${D}/accountCheckDetail?id=${id}`);
  await expect(phone.getByText('已更正').first()).toBeVisible();
  await phone.getByRole('button', { name: '确认无误' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: '确认无误' }).click();
  await expect(phone.getByText('已确认').first()).toBeVisible();
});

test('the factory sends drafts of a month, one is withdrawn, and a figure opens to its rows', async ({ browser }) => {
  const finance = await personAt(browser, 'finance');
  await open(finance, `${F}/finance/receivables/accountCheckList?status=DRAFT`);
  await finance.getByRole('row').nth(1).getByRole('button', { name: '发送' }).click();
  await finance.getByRole('dialog').getByRole('button', { name: '发送' }).click();
  await expect(finance.getByText('成功1张')).toBeVisible();
  const [sent] = (await ask(finance, statementList, { status: 'SENT', descs: 'sentAt', pageSize: 1 })).pagedRecords;
  await open(finance, `${page}?id=${sent?.id ?? ''}`);
  await finance.getByRole('button', { name: /^本期增加/ }).click();
  await expect(finance.getByLabel('方向')).toBeVisible();
  const gone = await ask(finance, statementWithdraw, { id: sent?.id ?? '', version: sent?.version ?? 1, reason: '重出' }, randomUUID());
  expect(gone.version).toBe((sent?.version ?? 1) + 1);
});
