import { adjustList, customerDetail, disputeList, payDetail, planDetail, planSave } from '~/domains/receivablePlan/calls';
import { addDays, shanghaiDate } from '~/shared/dates';
import { markOf, newCustomer } from './support/customers';
import { alive, ask, open, personAt } from './support/people';
import { expect, test } from './support/test';
import { overflowOf } from './support/watch';

const A = '/portal/receiveAdmin';

test('a contract is planned, its acceptance recorded, paid short with the rest rounded off by approval, a match taken back and made again, and a dispute found right is taken off', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const today = shanghaiDate(new Date());
  const [finance, manager] = [await personAt(browser, 'finance'), await personAt(browser, 'admin')];
  const mark = markOf('Y');
  const customerName = `应收故事${mark}`;
  const customerId = await newCustomer(manager, mark, customerName);
  const items = [
    { nature: 'ADVANCE', amount: '300.00', dueBy: 'DATE', dueDate: addDays(today, -5) },
    { nature: 'ACCEPTANCE', amount: '700.00', dueBy: 'ACCEPT', dueDays: 10 },
  ];
  const plan = await ask(finance, planSave, { customerId, source: 'MANUAL', title: `供货${mark}`, total: '1000.00', items, start: true } as never);

  await open(finance, `${A}/infoSearch/detail?id=${plan.id}`);
  await expect(finance.getByText('逾期5天')).toBeVisible();
  await finance.getByRole('button', { name: '登记触发' }).click();
  await finance
    .getByRole('dialog')
    .getByLabel(/^验收日期/)
    .fill(today);
  await finance.getByRole('dialog').getByRole('button', { name: '生成应收' }).click();
  await expect(finance.getByText(addDays(today, 10))).toBeVisible();

  await open(finance, `${A}/addPay?customerId=${customerId}&customerName=${encodeURIComponent(customerName)}`);
  await finance.getByLabel(/^到账金额/).fill('995.00');
  await finance.getByLabel(/^流水号/).fill(`E2E${mark}`);
  await finance.getByRole('button', { name: /^自动核销/ }).click();
  await expect(finance.getByText(/本次核销995\.00元/)).toBeVisible();
  await finance
    .getByRole('combobox', { name: /差额处理/ })
    .first()
    .selectOption({ label: '申请抹零' });
  await finance.getByRole('button', { name: '登记回款' }).click();
  await finance.waitForURL(/payDetail/);
  const payId = new URL(finance.url()).searchParams.get('id') ?? '';
  await alive(finance);
  expect(await overflowOf(finance)).toBe('');

  await finance.getByRole('button', { name: '反核销' }).first().click();
  await finance.getByRole('dialog').getByRole('button', { name: '反核销' }).click();
  await expect(finance.getByText('已反核销').first()).toBeVisible();
  const back = await ask(finance, payDetail, { id: payId });
  expect(back.unapplied).not.toBe('0.00');
  await open(finance, `${A}/payInfo/detail?id=${payId}`);
  await finance.getByRole('button', { name: '核销', exact: true }).click();
  await finance
    .getByRole('dialog')
    .getByRole('button', { name: /^自动核销/ })
    .click();
  await expect(finance.getByRole('dialog').getByText(/本次核销[1-9]/)).toBeVisible();
  await finance.getByRole('dialog').getByRole('button', { name: '确认核销' }).click();
  await expect(async () => expect((await ask(finance, payDetail, { id: payId })).unapplied).toBe('0.00')).toPass();

  const [rounding] = (await ask(manager, adjustList, { customerId, kind: 'ROUNDING' })).pagedRecords;
  await open(manager, `${A}/adjust/detail?id=${rounding?.id}`);
  await manager.getByRole('button', { name: '通过' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  await expect(manager.getByText('已生效').first()).toBeVisible();
  expect((await ask(finance, planDetail, { id: plan.id })).status).toBe('DONE');

  const more = { ...items[0], amount: '200.00', dueDate: today };
  const second = await ask(finance, planSave, { customerId, source: 'MANUAL', title: `增补${mark}`, total: '200.00', items: [more], start: true } as never);
  await open(finance, `${A}/infoSearch/detail?id=${second.id}`);
  await finance.getByRole('button', { name: '争议' }).click();
  const dialog = finance.getByRole('dialog');
  await dialog.getByLabel(/^争议金额/).fill('80');
  await dialog.getByLabel(/^争议说明/).fill('两箱破损');
  await dialog.getByRole('button', { name: '登记' }).click();
  await expect(finance.getByRole('link', { name: '80.00' }).first()).toBeVisible();
  await finance.getByRole('link', { name: '80.00' }).first().click();
  await finance.waitForURL(/receiveInfo/);
  await expect(finance.getByText(customerName).first()).toBeVisible();
  const { pagedRecords } = await ask(finance, disputeList, { customerId });
  await open(finance, `${A}/dispute/detail?id=${pagedRecords[0]?.id}`);
  await finance.getByRole('button', { name: '判定成立' }).click();
  await finance
    .getByRole('dialog')
    .getByLabel(/^处理说明/)
    .fill('照片属实');
  await finance.getByRole('dialog').getByRole('button', { name: '提交审批' }).click();
  await expect(finance.getByText('成立待审批').first()).toBeVisible();
  const [taken] = (await ask(manager, adjustList, { customerId, status: 'PENDING' })).pagedRecords;
  await open(manager, `${A}/adjust/detail?id=${taken?.id}`);
  await manager.getByRole('button', { name: '通过' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  await expect(manager.getByText('已生效').first()).toBeVisible();
  expect(await ask(finance, customerDetail, { id: customerId })).toMatchObject({ open: '120.00', disputed: '0.00', paidThisMonth: '995.00' });
});
