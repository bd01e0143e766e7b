import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { adjustReject, adjustWithdraw, statementDetail, statementList, statementMakeMonth, statementSend, statementWithdraw } from '~/domains/statement/calls';
import { myStatements } from '~/domains/statement/myCalls';
import { ask, D, F, open } from './people';

/** The dealer's statement of last month as it is sent: made anew, whatever a test before has said of it. */
export async function freshStatement(dealer: Page, finance: Page, admin: Page): Promise<{ id: string }> {
  const [last] = (await ask(dealer, myStatements, { pageSize: 1 })).pagedRecords;
  if (!last) throw new Error('the demo dealer has no statement');
  for (const { id, version, mine, status } of (await ask(admin, statementDetail, { id: last.id })).adjusts) {
    if (status !== 'PENDING') continue;
    if (mine) await ask(admin, adjustWithdraw, { id, version }, randomUUID());
    else await ask(admin, adjustReject, { id, version, reason: '重出' }, randomUUID());
  }
  const { version } = await ask(finance, statementDetail, { id: last.id });
  await ask(finance, statementWithdraw, { id: last.id, version, reason: '重出' }, randomUUID());
  await ask(finance, statementMakeMonth, { month: last.periodEnd.slice(0, 7), customerIds: [last.customerId] }, randomUUID());
  const [draft] = (await ask(finance, statementList, { status: 'DRAFT', customerId: last.customerId, pageSize: 1 })).pagedRecords;
  if (!draft) throw new Error('no statement was made');
  const { results } = await ask(finance, statementSend, { items: [{ id: draft.id, version: draft.version }] }, randomUUID());
  expect(results).toMatchObject([{ ok: true }]);
  return { id: draft.id };
}

/** The dealer objects to a line, on a phone too; the factory corrects it, one person asking and another passing. */
export async function objectedAndCorrected({ phone, finance, admin }: { phone: Page; finance: Page; admin: Page }, id: string): Promise<void> {
  await open(phone, `${D}/accountCheckDetail?id=${id}`);
  if (await phone.getByRole('button', { name: '异议', exact: true }).count()) await phone.getByRole('button', { name: '异议', exact: true }).first().click();
  else await phone.getByRole('button', { name: '提出异议' }).click();
  const objection = phone.getByRole('dialog');
  await objection.getByLabel('说明').fill('少收一件');
  await objection.getByRole('button', { name: '提交异议' }).click();
  await expect(phone.getByText('1条待处理').first()).toBeVisible();

  await open(finance, `${F}/finance/receivables/accountCheckDetail?id=${id}`);
  await finance.getByRole('button', { name: '更正' }).click();
  const correction = finance.getByRole('dialog');
  await correction.getByLabel('金额(元)').fill('36');
  await correction.getByRole('button', { name: '提交审批' }).click();
  await expect(finance.getByText('更正审批中').first()).toBeVisible();
  await open(admin, `${F}/finance/receivables/accountCheckDetail?id=${id}`);
  await admin.getByRole('link', { name: /^TZ/ }).last().click();
  await admin.getByRole('button', { name: '通过' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  await expect(admin.getByText('已记账').first()).toBeVisible();
}
