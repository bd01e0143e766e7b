import { applyGet, materialSave } from '~/domains/creditApply/calls';
import { ruleSave } from '~/domains/creditRule/calls';
import { customerList } from '~/domains/customer/calls';
import { shanghaiDate } from '~/shared/dates';
import { barriersOf } from './support/accessible';
import { alive, ask, logIn, open, personAt } from './support/people';
import { expect, test } from './support/test';
import { overflowOf } from './support/watch';

test('finance applies for credit with its materials and a warning of the rules, a manager agrees on a phone, and the limit counts at once', async ({
  browser,
}) => {
  const manager = await personAt(browser, 'admin');
  const rule = { checkpoints: ['APPLY' as const], priority: 2, effectiveFrom: shanghaiDate(new Date()), releaseDeviationPct: 0, releaseValidDays: 1 };
  const mark = Date.now().toString().slice(-6);
  await ask(manager, ruleSave, {
    ...rule,
    id: '',
    version: 0,
    name: `超过八十八万提醒${mark}`,
    reaction: 'WARN',
    condition: { field: 'orderAmount', op: 'GT', value: '880000' },
  });
  await ask(manager, materialSave, { name: `授信调查表${mark}`, kinds: ['NEW'], amountFrom: '870000.00' });
  const { pagedRecords } = await ask(manager, customerList, { pageSize: 200, status: 'ACTIVE' });
  const customer = pagedRecords.at(-1);

  const finance = await personAt(browser, 'finance');
  await open(finance, `/portal/creditSystem/creditCreate?customerId=${customer?.id}`);
  await expect(finance.getByText('建议额度区间')).toBeVisible();
  await finance.getByLabel(/^授信类型/).selectOption({ label: '单笔额度' });
  await finance.getByLabel(/^授信额度/).fill('888000');
  await finance.getByLabel(/^申请原因/).fill('工程项目备货');
  await finance.getByRole('button', { name: '检查规则' }).click();
  await expect(finance.getByRole('list', { name: '规则检查结果' })).toContainText(`超过八十八万提醒${mark}`);
  await expect(finance.getByRole('list', { name: '规则检查结果' })).toContainText('要通过需：本次金额不超过880,000元');
  expect(await barriersOf(finance)).toEqual([]);
  await finance.getByRole('button', { name: '提交审批' }).click();
  await expect(finance.getByText(`缺少必传材料：授信调查表${mark}`).first()).toBeVisible();
  const card = finance.getByRole('listitem').filter({ hasText: `授信调查表${mark}` });
  await card
    .locator('input[type=file]')
    .setInputFiles({ name: '调查表.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') });
  await expect(card).toContainText('调查表.pdf');
  await finance.getByRole('button', { name: '提交审批' }).click();
  await finance.getByRole('dialog', { name: '请确认后继续' }).getByRole('button', { name: '继续' }).click();
  await finance.waitForURL(/creditSuccess/);
  await alive(finance);
  await expect(finance.getByRole('heading', { name: '申请已提交' })).toBeVisible();
  const id = new URL(finance.url()).searchParams.get('id') ?? '';
  const { no } = await ask(finance, applyGet, { id });
  await expect(finance.getByText(no)).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const decides = await phone.newPage();
  await logIn(decides, 'admin');
  await open(decides, '/portal/process/backLog/creditStart');
  await decides
    .getByRole('link', { name: new RegExp(no) })
    .first()
    .click();
  await decides.waitForURL(/backLog\/handle/);
  await alive(decides);
  await expect(decides.getByText(`超过八十八万提醒${mark}`).first()).toBeVisible();
  expect(await overflowOf(decides)).toBe('');
  await decides.getByRole('button', { name: '同意', exact: true }).tap();
  await decides
    .getByRole('dialog')
    .getByRole('button', { name: /情况属实/ })
    .tap();
  await decides
    .getByRole('dialog')
    .getByRole('button', { name: /^(同意|确定|提交)$/ })
    .last()
    .tap();
  await expect.poll(async () => (await ask(manager, applyGet, { id })).status).toBe('EFFECTIVE');
  await open(finance, `/portal/creditSystem/creditCreate/${id}`);
  await expect(finance.getByText('已生效').first()).toBeVisible();
  expect(await barriersOf(finance)).toEqual([]);
});
