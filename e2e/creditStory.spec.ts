import { randomUUID } from 'node:crypto';
import { accountList, creditOrderDeliver, creditOrderDetail } from '~/domains/credit/calls';
import { applyGet, materialSave } from '~/domains/creditApply/calls';
import { ruleSave } from '~/domains/creditRule/calls';
import { fileUpload } from '~/domains/file/calls';
import { receivableBook } from '~/domains/receivable/calls';
import { paymentDecide, paymentDetail, paymentSubmit, planList } from '~/domains/repayment/calls';
import { addDays, shanghaiDate } from '~/shared/dates';
import { barriersOf } from './support/accessible';
import { markOf, newCustomer } from './support/customers';
import { alive, ask, logIn, open, personAt } from './support/people';
import { expect, test } from './support/test';
import { overflowOf } from './support/watch';

const pdf = { mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') };

test('credit is asked for with materials, agreed to on a phone, used in two deliveries, paid late and dated back, frozen and free again, and what is owed agrees everywhere', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const today = shanghaiDate(new Date());
  const [manager, finance] = [await personAt(browser, 'admin'), await personAt(browser, 'finance')];
  const mark = markOf('S');
  const name = `赊销故事${mark}`;
  const customerId = await newCustomer(manager, mark, name);
  await ask(manager, ruleSave, {
    checkpoints: ['APPLY'],
    priority: 2,
    effectiveFrom: today,
    releaseDeviationPct: 0,
    releaseValidDays: 1,
    id: '',
    version: 0,
    name: `超过八万提醒${mark}`,
    reaction: 'WARN',
    condition: { field: 'orderAmount', op: 'GT', value: '80000' },
  });
  await ask(manager, materialSave, { name: `授信调查表${mark}`, kinds: ['NEW'], amountFrom: '80000.00' });

  await open(finance, `/portal/creditSystem/creditCreate?customerId=${customerId}`);
  await finance.getByLabel(/^授信类型/).selectOption({ label: '固定额度' });
  await finance.getByLabel(/^授信额度/).fill('88000');
  await finance.getByLabel(/^申请原因/).fill('工程项目备货');
  await finance.getByRole('button', { name: '检查规则' }).click();
  await expect(finance.getByRole('list', { name: '规则检查结果' })).toContainText('要通过需：本次金额不超过80,000元');
  await finance.getByRole('button', { name: '提交审批' }).click();
  await expect(finance.getByText(/缺少必传材料/).first()).toBeVisible();
  expect(await barriersOf(finance)).toEqual([]);
  // Every material that is asked for, whichever others the demo asks for too; the form waits for files still on their way.
  await finance.route(`**/web${fileUpload.path}`, async (route) => {
    await finance.waitForTimeout(2000);
    await route.continue();
  });
  const asked = finance.getByRole('listitem').filter({ hasText: /必传.*最多/ });
  for (let at = 0; at < (await asked.count()); at += 1) {
    await asked
      .nth(at)
      .locator('input[type=file]')
      .setInputFiles({ name: `材料${at}.pdf`, ...pdf });
    await expect(asked.nth(at)).toContainText(`材料${at}.pdf`);
  }
  await expect(finance.getByRole('progressbar').first()).toBeVisible();
  await finance.getByRole('button', { name: '提交审批' }).click();
  const warned = finance.getByRole('dialog').getByRole('button', { name: '继续' });
  await Promise.race([warned.waitFor(), finance.waitForURL(/creditSuccess/)]);
  if (await warned.isVisible()) await warned.click();
  await finance.waitForURL(/creditSuccess/);
  const applyId = new URL(finance.url()).searchParams.get('id') ?? '';
  const { no } = await ask(finance, applyGet, { id: applyId });
  await expect(finance.getByText(no).first()).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const decides = await phone.newPage();
  await logIn(decides, 'admin');
  await open(decides, `/portal/creditSystem/creditCreate/${applyId}`);
  expect(await overflowOf(decides)).toBe('');
  await decides.getByRole('button', { name: '通过', exact: true }).tap();
  await decides
    .getByRole('dialog')
    .getByRole('button', { name: /^(通过|确定)/ })
    .tap();
  await expect.poll(async () => (await ask(manager, applyGet, { id: applyId })).status).toBe('EFFECTIVE');

  await open(finance, `/portal/creditSystem/createUseCredit?customerId=${customerId}`);
  await finance.getByLabel(/^授信账户/).selectOption({ index: 1 });
  await finance.getByLabel('第1行外部单号').fill(`WB${mark}`);
  await finance.getByLabel('第1行用信金额(元)').fill('600');
  await expect(finance.getByRole('table', { name: '还款计划试算' })).toContainText('600.00');
  expect(await barriersOf(finance)).toEqual([]);
  await finance.getByRole('button', { name: '提交', exact: true }).click();
  await finance.waitForURL(/useCreditSuccess/);
  const useId = new URL(finance.url()).searchParams.get('id') ?? '';
  for (const [amount, days] of [
    ['400.00', 60],
    ['200.00', 58],
  ] as const) {
    const { version } = await ask(finance, creditOrderDetail, { id: useId });
    const bizDate = addDays(today, -days);
    await ask(finance, creditOrderDeliver, { id: useId, version, amount, bizNo: `FH${days}${mark}`, bizDate }, randomUUID());
  }
  const plan = async () => (await ask(finance, planList, { customerId, tab: 'ALL', ascs: 'dueOn' })).pagedRecords;
  const [first, second] = await plan();
  expect([first?.principal, second?.principal]).toEqual(['400.00', '200.00']);
  const due = first?.dueOn ?? '';

  const pay = async (amount: string, valueOn: string) => {
    const { id } = await ask(finance, paymentSubmit, { customerId, amount, valueOn, channel: 'BANK', bankRef: randomUUID() } as never, randomUUID());
    await ask(manager, paymentDecide, { id, version: 1, pass: true, opinion: '' }, randomUUID());
    return id;
  };
  await pay('150.00', addDays(due, 2));
  await pay('100.00', today);
  await open(finance, `/portal/creditSystem/repayment/list?tab=OVERDUE&customerId=${customerId}`);
  await expect(finance.getByRole('row', { name: new RegExp(first?.no ?? '') })).toContainText('已逾期');
  await finance.getByRole('link', { name: first?.no ?? '' }).click();
  await finance.waitForURL(/repayment\/list\//);
  await alive(finance);
  await expect(finance.getByRole('heading', { name: '违约金计算过程' })).toBeVisible();

  const account = async () => (await ask(manager, accountList, { customerId })).pagedRecords[0];
  const accountId = (await account())?.id ?? '';
  await open(manager, `/portal/creditSystem/quota/list/${accountId}`);
  await manager.getByRole('button', { name: '冻结', exact: true }).click();
  const freeze = manager.getByRole('dialog');
  await freeze.getByLabel(/^冻结原因/).fill('逾期未还');
  await freeze.getByRole('button', { name: '冻结', exact: true }).click();
  await expect.poll(async () => (await account())?.status).toBe('FROZEN');

  // Money of a day before the last payment: the form says what it changes before anybody agrees to it.
  await open(finance, `/portal/creditSystem/createRePayMent?customerId=${customerId}&customerName=${encodeURIComponent(name)}`);
  await finance.getByLabel(/^金额/).fill('200');
  await finance.getByLabel(/^入账日/).fill(addDays(due, 5));
  await finance.getByLabel('流水号').fill(`LS${mark}`);
  await expect(finance.getByText(/将重新核销|会改变/).first()).toBeVisible();
  await finance.getByRole('button', { name: '提交审批' }).click();
  await finance.waitForURL(/usePaySuccess/);
  const lateId = new URL(finance.url()).searchParams.get('id') ?? '';
  await open(manager, `/portal/creditSystem/usePaySuccess?id=${lateId}`);
  await manager.getByRole('button', { name: '通过', exact: true }).click();
  await manager.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click();
  await expect.poll(async () => (await ask(manager, paymentDetail, { id: lateId })).status).toBe('CONFIRMED');

  const left = (await plan()).reduce((sum, row) => sum + Number(row.openPrincipal), 0);
  const book = (await ask(manager, receivableBook, { customerId } as never)).pagedRecords as { open: string }[];
  expect(book.reduce((sum, row) => sum + Number(row.open), 0)).toBeCloseTo(left, 2);
  expect(Number((await account())?.used)).toBeCloseTo(left, 2);
  await pay('300.00', today);
  expect((await plan()).every((row) => row.state === 'SETTLED')).toBe(true);

  await open(manager, `/portal/creditSystem/quota/list/${accountId}`);
  await manager.getByRole('button', { name: '解冻', exact: true }).first().click();
  const thaw = manager.getByRole('dialog');
  await thaw.getByLabel(/^解冻原因/).fill('已还清');
  const shownAnew = manager.waitForEvent('load');
  await thaw.getByRole('button', { name: '解冻', exact: true }).click();
  await expect.poll(async () => (await account())?.status).toBe('ACTIVE');
  await shownAnew;
  expect(await barriersOf(manager)).toEqual([]);
});
