import { randomUUID } from 'node:crypto';
import { caseGet, caseList, strategyHome } from '~/domains/collection/calls';
import { registerReceipt } from '~/domains/receivable/calls';
import { adjustList, adjustPass, disputeList, disputeOpen, disputeUphold, planDetail, planSave } from '~/domains/receivablePlan/calls';
import { addDays, shanghaiDate } from '~/shared/dates';
import type { AnswerOf } from '~/shared/endpoint';
import { barriersOf } from './support/accessible';
import { markOf, newCustomer } from './support/customers';
import { alive, ask, logIn, open, personAt } from './support/people';
import { expect, test } from './support/test';
import { overflowOf } from './support/watch';

const CASE = '/portal/receiveAdmin/collection/detail';

test('what a contract makes due becomes a case: reminded, promised on a phone, taken back, written to, paid in part, disputed and cleared; a manager replays, changes and publishes a strategy', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const today = shanghaiDate(new Date());
  const [manager, finance] = [await personAt(browser, 'admin'), await personAt(browser, 'finance')];
  const mark = markOf('U');
  const name = `催收故事${mark}`;
  const customerId = await newCustomer(manager, mark, name);
  const items = [
    { nature: 'PROGRESS' as const, amount: '3000.00', dueBy: 'DATE' as const, dueDate: addDays(today, -20) },
    { nature: 'RETENTION' as const, amount: '500.00', dueBy: 'DATE' as const, dueDate: addDays(today, 60) },
  ];
  const plan = await ask(
    finance,
    planSave,
    { customerId, source: 'MANUAL', title: `${mark}供货`, contractNo: mark, total: '3500.00', signedOn: addDays(today, -60), items, start: true } as never,
    randomUUID(),
  );
  const debt = (await ask(finance, planDetail, { id: plan.id })).items[0]?.receivableId ?? '';
  const [found] = (await ask(finance, caseList, { customerId })).pagedRecords;
  const id = found?.id ?? '';
  expect(found).toMatchObject({ overdueAmount: '3000.00', overdueDays: 20 });

  await open(finance, `/portal/receiveAdmin/collection/list?customerId=${customerId}`);
  await finance
    .getByRole('row', { name: new RegExp(found?.no ?? '') })
    .getByRole('checkbox')
    .check();
  await finance.getByRole('button', { name: '发提醒' }).click();
  const reminding = finance.getByRole('dialog', { name: '催款提醒：1家客户' });
  await reminding.getByRole('button', { name: '复制话术' }).waitFor();
  await reminding.getByRole('button', { name: '记录通话' }).click();
  const said = finance.getByRole('dialog', { name: /记录与/ });
  await said.getByLabel(/^通话记录/).fill('对方会计请假，下周再联系');
  await said.getByRole('button', { name: '记入催款记录' }).click();
  await expect(finance.getByText('通话已记入催款记录').first()).toBeVisible();

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage();
  await logIn(phone, 'finance');
  await open(phone, `${CASE}?id=${id}`);
  expect(await overflowOf(phone)).toBe('');
  await expect(phone.getByText('对方会计请假，下周再联系').first()).toBeVisible();
  await phone.getByRole('button', { name: '记录跟进' }).tap();
  const record = phone.getByRole('dialog');
  await record.getByLabel(/^结果/).selectOption({ label: '承诺还款' });
  await record.getByLabel(/^承诺金额/).fill('3000');
  await record.getByLabel(/^承诺日期/).fill(addDays(today, 3));
  await record.getByLabel(/^跟进内容/).fill('老板答应三天内付清');
  await record.getByRole('button', { name: '保存' }).tap();
  const state = async () => await ask(finance, caseGet, { id });
  await expect.poll(async () => (await state()).status).toBe('PROMISED');

  await open(finance, `${CASE}?id=${id}`);
  await finance.getByRole('button', { name: '记违约' }).click();
  const broken = finance.getByRole('dialog');
  await broken.getByLabel(/^违约原因/).fill('对方改口说没钱');
  await broken.getByRole('button', { name: '记违约' }).click();
  await expect.poll(async () => (await state()).broken).toBe(1);
  await expect(broken, 'the page comes anew by itself').toHaveCount(0);
  await alive(finance);
  expect((await state()).status).toBe('WORKING');

  await open(finance, `${CASE}?id=${id}`);
  await finance.getByRole('button', { name: '发函', exact: true }).click();
  const writing = finance.getByRole('dialog');
  await expect(writing.getByLabel(/^正文/)).toHaveValue(/3,000\.00元已逾期/);
  await writing.getByRole('button', { name: '生成PDF' }).click();
  await expect.poll(async () => (await state()).letters.length).toBe(1);
  const letter = await finance.request.get(`/web/saas-arm/org/armUrgeContracts/file?id=${(await state()).letters[0]?.id}`);
  expect((await letter.body()).subarray(0, 5).toString()).toBe('%PDF-');

  const pay = (amount: string) =>
    ask(
      finance,
      registerReceipt,
      {
        customerId,
        amount,
        payWay: 'BANK',
        bankFlowNo: randomUUID(),
        receivedAt: new Date(Date.now() - 60_000).toISOString(),
        applies: [{ receivableId: debt, amount }],
      } as never,
      randomUUID(),
    );
  await pay('2400.00');
  expect(await state()).toMatchObject({ overdueAmount: '600.00', status: 'WORKING' });
  await ask(finance, disputeOpen, { receivableId: debt, reason: 'QUALITY', amount: '600.00', words: '尾货破损', voucher: [] } as never, randomUUID());
  expect((await state()).status).toBe('DISPUTED');
  const [dispute] = (await ask(finance, disputeList, { customerId, status: 'OPEN' } as never)).pagedRecords;
  await ask(
    finance,
    disputeUphold,
    { id: dispute?.id ?? '', version: dispute?.version ?? 1, amount: '600.00', answer: '按破损数量扣减' } as never,
    randomUUID(),
  );
  const [adjust] = (await ask(manager, adjustList, { customerId } as never)).pagedRecords;
  await ask(manager, adjustPass, { id: adjust?.id ?? '', version: adjust?.version ?? 1 } as never, randomUUID());
  await expect.poll(async () => (await state()).status).toBe('CLEARED');
  await open(finance, `${CASE}?id=${id}`);
  await expect(finance.getByText('已结清').first()).toBeVisible();
  expect(await barriersOf(finance)).toEqual([]);

  await open(manager, '/portal/receiveAdmin/collection/configuration');
  const card = manager
    .getByRole('region')
    .or(manager.locator('section'))
    .filter({ has: manager.getByRole('heading', { name: '长期合作客户' }) })
    .last();
  await card.getByRole('button', { name: '历史回放' }).click();
  const replay = manager.getByRole('dialog');
  await expect(replay.getByText('会发送')).toBeVisible({ timeout: 90_000 });
  await replay.getByRole('button', { name: '关闭' }).first().click();
  await card.getByRole('button', { name: '编辑' }).click();
  const editor = manager.getByRole('dialog');
  await editor.getByLabel(/^联系间隔/).fill('6');
  await editor.getByLabel(/^第2行天数/).fill('5');
  await editor.getByRole('button', { name: '保存草稿' }).click();
  await expect(editor).toHaveCount(0);
  await card.getByRole('button', { name: '发布' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  const strategies = async () =>
    ((await (await manager.request.get(`/web${strategyHome.path}`)).json()) as { data: AnswerOf<typeof strategyHome> }).data.strategies;
  await expect
    .poll(async () => (await strategies()).find((one) => one.name === '长期合作客户'))
    .toMatchObject({ status: 'ENABLED', published: { spec: { gapDays: 6 } } });
  expect(await barriersOf(manager)).toEqual([]);
});
