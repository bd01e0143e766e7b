import '~/domains/credit/api.server';
import '~/domains/repayment/api.server';
import { beforeAll, expect, test } from 'vitest';
import { commitImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import { listItems } from '~/domains/repayment/itemViews.server';
import { ItemQuery } from '~/domains/repayment/repayment.schema';
import { told } from '~/shared/told';
import { refusalOf } from '../../support/catalogue';
import { accountNow, creditDifferences } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { type Depot, differences, openDepot } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { creditOn, given, onDay, repaid, repayDifferences } from '../../support/repayment';
import { as } from '../../support/stock';

const opened = await testDatabase();
const TODAY = '2026-06-15';
let depot: Depot;
let customers = 0;
beforeAll(async () => {
  depot = await openDepot(opened, 1n, { payFirst: true });
});

type Cells = Record<string, string>;
const upload = (type: string, rows: Cells[]) => {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const sheet = {
    header,
    headerRow: 1,
    rows: rows.map((cells, index) => ({ rowNumber: index + 2, cells: Object.fromEntries(header.map((title) => [title, cells[title] ?? ''])) })),
  };
  return as(opened, depot.me, (tx) => uploadImport(tx, depot.me, { type, fileName: '期初.xlsx', sheet } as never, onDay(TODAY)));
};
const commit = (jobId: string) => as(opened, depot.me, (tx) => commitImport(tx, depot.me, { jobId, how: 'ALL' }, onDay(TODAY)));
const undo = (jobId: string) => as(opened, depot.me, (tx) => undoImport(tx, depot.me, jobId, onDay(TODAY)));
const rowsOf = async (customerId: string) =>
  (await as(opened, depot.me, (tx) => listItems(tx, depot.me, ItemQuery.parse({ customerId, tab: 'ALL' }), onDay(TODAY)))).pagedRecords;
const exact = async () =>
  expect([...(await repayDifferences(opened, depot.me)), ...(await creditDifferences(opened, depot.me)), ...(await differences(depot))]).toEqual([]);
/** A customer with 1,000.00 of credit, paid back 30 days after delivery. */
async function debtor() {
  const customerId = await addCustomer(depot.me, `期初客户${++customers}`);
  const account = await creditOn(opened, depot.me, customerId, { days: 30, graceDays: 3 }, 100_000n);
  const { code } = (await opened.pool.query('select code from customer where id = $1', [customerId])).rows[0];
  const row = (change: Cells): Cells => ({
    客户编码: code,
    授信类型: '固定额度',
    原单号: 'QC-1',
    发货日期: '2026-01-10',
    应还日: '',
    '未还本金(元)': '300',
    ...change,
  });
  return { customerId, account, row };
}

test('debts of before the books are owed with a plan of their own, cost their penalty, and may stand beyond the limit', async () => {
  const { customerId, account, row } = await debtor();
  const { jobId, good, bad } = await upload('creditOpening', [
    row({ 应还日: '2026-05-10', '未还本金(元)': '400' }),
    row({ 应还日: '2026-07-10', '未还本金(元)': '500' }),
    row({ 原单号: 'QC-2', 发货日期: '2026-06-01', '未还本金(元)': '300' }),
  ]);
  expect([good, bad]).toEqual([3, 0]);
  const done = await commit(jobId);
  expect(done.created).toBe(2);
  expect(JSON.stringify(told(done))).toContain('超额200.00元');
  expect((await rowsOf(customerId)).map(({ dueOn, principal, penalty, state }) => [dueOn, principal, penalty, state])).toEqual([
    ['2026-05-10', 40_000n, 720n, 'OVERDUE'],
    ['2026-07-01', 30_000n, 0n, 'NOT_DUE'],
    ['2026-07-10', 50_000n, 0n, 'NOT_DUE'],
  ]);
  expect(await accountNow(opened, account.id)).toMatchObject({ held: 0n, used: 120_000n, available: -20_000n });
  const { rows } = await opened.pool.query(
    'select account_code as code, sum(dr - cr)::int as amount from ledger_entry where customer_id = $1 group by 1 having sum(dr - cr) <> 0 order by 1',
    [customerId],
  );
  expect(rows).toEqual([
    { code: '1122', amount: 120_000 },
    { code: '3901', amount: -120_000 },
  ]);
  await exact();
  await repaid(opened, [depot.me, colleagueOf(depot.me)], given(customerId, '407.20', TODAY), TODAY);
  expect((await rowsOf(customerId))[0]).toMatchObject({ owed: 0n, state: 'SETTLED' });
  await exact();
  expect((await refusalOf(undo(jobId))).message).toMatch(/用信单YX\d+（QC-1）导入后已还400.00元，请先冲销还款再撤销导入/);
});

test('an import that is taken back leaves nothing owed, and may be made again', async () => {
  const { customerId, account, row } = await debtor();
  const { jobId } = await upload('creditOpening', [row({})]);
  await commit(jobId);
  const again = await upload('creditOpening', [row({ '未还本金(元)': '301' })]);
  expect(again.errors.map(({ message }) => message).join()).toContain('“QC-1”已有用信单YX');
  await undo(jobId);
  expect(await accountNow(opened, account.id)).toMatchObject({ held: 0n, used: 0n });
  expect(
    (await opened.pool.query('select coalesce(sum(open), 0)::int as open from receivable where customer_id = $1 and status <> $2', [customerId, 'REVERSED']))
      .rows,
  ).toEqual([{ open: 0 }]);
  await exact();
  expect((await upload('creditOpening', [row({ '未还本金(元)': '302' })])).bad).toBe(0);
});

test('every wrong row is named with what is wrong with it', async () => {
  const { row } = await debtor();
  const { errors, bad } = await upload('creditOpening', [
    row({ 客户编码: 'NONE' }),
    row({ 授信类型: '临时额度', 原单号: 'A' }),
    row({ 原单号: 'B', 发货日期: '2026-06-16' }),
    row({ 原单号: 'C', 应还日: '2026-01-09' }),
    row({ 原单号: 'D', 应还日: '2026-03-01' }),
    row({ 原单号: 'D', 应还日: '2026-03-01' }),
    row({ 原单号: 'E', 应还日: '2026-03-01' }),
    row({ 原单号: 'E', 发货日期: '2026-01-11', 应还日: '' }),
    row({ 原单号: 'F', '未还本金(元)': '-1' }),
  ]);
  const said = errors.map(({ message }) => message);
  for (const message of [
    '第2行“客户编码”“NONE”不存在',
    '还没有该类型的授信账户，请先授信或导入额度',
    '第4行“发货日期”2026-06-16不能晚于今天（2026-06-15）',
    '第5行“应还日”2026-01-09不能早于发货日期2026-01-10',
    '第7行“应还日”与第6行重复',
    '第9行“发货日期”与第8行同一原单号的发货日期2026-01-10不一致',
    '第9行“应还日”分期的每一行都要填写应还日',
    '第10行“未还本金(元)”',
  ])
    expect(
      said.some((one) => one.includes(message)),
      message,
    ).toBe(true);
  expect(bad).toBe(7);
});

test('limits are imported: a new account, one that is raised, and undone again', async () => {
  const { account, row } = await debtor();
  const fresh = await addCustomer(depot.me, `期初客户${++customers}`);
  const { code } = (await opened.pool.query('select code from customer where id = $1', [fresh])).rows[0];
  const limit = (customerCode: string, change: Cells): Cells => ({
    客户编码: customerCode,
    授信类型: '固定额度',
    '额度(元)': '5,000',
    有效期起: '2026-06-01',
    有效期止: '2026-12-31',
    '账期(天)': '45',
    ...change,
  });
  const wrong = await upload('creditLimit', [
    limit('NONE', {}),
    limit(code, { 有效期止: '2026-05-01' }),
    limit(row({}).客户编码 as string, { '额度(元)': '' }),
  ]);
  expect(wrong.bad).toBe(3);
  const { jobId } = await upload('creditLimit', [limit(code, {}), limit(row({}).客户编码 as string, { '额度(元)': '2,000' })]);
  expect(await commit(jobId)).toMatchObject({ created: 1, updated: 1 });
  expect(await accountNow(opened, account.id)).toMatchObject({ limit_amount: 200_000n, valid_to: '2026-12-31' });
  const { rows } = await opened.pool.query("select status, limit_amount, terms->>'days' as days from credit_account where customer_id = $1", [fresh]);
  expect(rows).toEqual([{ status: 'ACTIVE', limit_amount: 500_000n, days: '45' }]);
  await undo(jobId);
  expect(await accountNow(opened, account.id)).toMatchObject({ limit_amount: 100_000n, valid_to: null });
  expect((await opened.pool.query('select status from credit_account where customer_id = $1', [fresh])).rows).toEqual([{ status: 'CLOSED' }]);
  await exact();
});
