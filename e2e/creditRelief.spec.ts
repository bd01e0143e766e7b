import { paymentDetail, planDetail, planList } from '~/domains/repayment/calls';
import { barriersOf } from './support/accessible';
import { alive, ask, open, personAt } from './support/people';
import { expect, test } from './support/test';

test('a penalty is waived, a part of a bad debt is written off, each agreed to by somebody else, and the cycle of the rest is changed with old and new side by side', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [finance, manager] = [await personAt(browser, 'finance'), await personAt(browser, 'admin')];
  const { pagedRecords } = await ask(finance, planList, { tab: 'OVERDUE', descs: 'dueOn' });
  const item = pagedRecords.find((row) => Number(row.penalty) > 0.02 && Number(row.openPrincipal) > 2);
  if (!item) throw new Error('nobody is late');
  const detail = () => ask(finance, planDetail, { id: item.id });
  const before = await detail();

  const relieve = async (kind: string, amount: string) => {
    await open(finance, `/portal/creditSystem/repayment/list/${item.id}`);
    await finance.getByRole('link', { name: '减免或核销' }).click();
    await finance.waitForURL(/createRePayMent/);
    await alive(finance);
    await finance.getByLabel(/^类型/).selectOption({ label: kind });
    await expect(finance.getByLabel(/^还款计划/)).toHaveValue(item.id);
    await finance.getByLabel(/^金额/).fill(amount);
    await expect(finance.getByRole('table', { name: /试算/ })).toContainText(item.no);
    expect(await barriersOf(finance)).toEqual([]);
    await finance.getByRole('button', { name: '提交审批' }).click();
    await finance.waitForURL(/usePaySuccess/);
    const id = new URL(finance.url()).searchParams.get('id') ?? '';
    await open(manager, `/portal/creditSystem/usePaySuccess?id=${id}`);
    await manager.getByRole('button', { name: '通过', exact: true }).click();
    await manager.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click();
    await expect.poll(async () => (await ask(manager, paymentDetail, { id })).status).toBe('CONFIRMED');
  };
  await relieve('减免', '0.01');
  await relieve('坏账核销', '1');
  const after = await detail();
  expect(Number(after.waived.penalty)).toBeCloseTo(Number(before.waived.penalty) + 0.01, 2);
  expect(Number(after.waived.principal)).toBeCloseTo(Number(before.waived.principal) + 1, 2);

  await open(finance, `/portal/creditSystem/repayment/list/${item.id}`);
  await finance.getByRole('button', { name: '变更还款周期' }).click();
  const dialog = finance.getByRole('dialog');
  await dialog.getByLabel(/^账期方式/).selectOption({ index: 2 });
  await dialog.getByLabel(/^变更原因/).fill('客户资金周转');
  await expect(dialog.getByRole('table', { name: '原计划' })).toContainText(item.no);
  await expect(dialog.getByRole('table', { name: '新计划' }).getByRole('row').nth(1)).toBeVisible();
  await expect(dialog.getByRole('table', { name: '新旧计划的差别' })).toContainText('现值');
});
