import { beforeAll, expect, test } from 'vitest';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { askChange, decideChange } from '~/domains/repayment/change.server';
import { itemDetail, listItems } from '~/domains/repayment/itemViews.server';
import { countMatured, notifySome } from '~/domains/repayment/night.server';
import { askReversal, registerPayment } from '~/domains/repayment/payment.server';
import { ItemQuery } from '~/domains/repayment/repayment.schema';
import { tryPayment } from '~/domains/repayment/trial.server';
import type { Me } from '~/portal/me';
import { refusalOf } from '../../support/catalogue';
import { accountNow, creditDifferences } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { type Depot, differences, openDepot } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { creditOn, decided, given, onDay, owed, repaid, repayDifferences } from '../../support/repayment';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let people: [Me, Me];
let customers = 0;
beforeAll(async () => {
  depot = await openDepot(opened, 1n, { payFirst: true });
  people = [depot.me, colleagueOf(depot.me)];
});

const customer = () => addCustomer(depot.me, `还款客户${++customers}`);
const exact = async () =>
  expect([...(await repayDifferences(opened, depot.me)), ...(await creditDifferences(opened, depot.me)), ...(await differences(depot))]).toEqual([]);
const pay = (form: Parameters<typeof repaid>[2], day: string) => repaid(opened, people, form, day);
const rowsOf = async (customerId: string, day: string) =>
  (await as(opened, depot.me, (tx) => listItems(tx, depot.me, ItemQuery.parse({ customerId, tab: 'ALL' }), onDay(day)))).pagedRecords;
const partsOf = async (paymentId: string) =>
  Object.fromEntries(
    (
      await opened.pool.query('select bucket, sum(amount)::int as amount from repay_alloc where payment_id = $1 group by 1 having sum(amount) <> 0', [
        paymentId,
      ])
    ).rows.map((row) => [row.bucket, row.amount]),
  );
const receivables = async (customerId: string) =>
  (await opened.pool.query('select open::int, due_date as due from receivable where customer_id = $1 order by due_date', [customerId])).rows;
/** 300.00 of goods on 09-08, due 10-08 with three days of grace. */
async function first() {
  const customerId = await customer();
  const account = await creditOn(opened, depot.me, customerId, { days: 30, graceDays: 3 });
  const { delivery } = await owed(depot, customerId, 30, '2026-09-08');
  return { customerId, account, delivery };
}

test('a delivery is planned, paid late with its penalty, and settles the receivable and the limit', async () => {
  const { customerId, account } = await first();
  expect(await rowsOf(customerId, '2026-09-08')).toMatchObject([{ dueOn: '2026-10-08', graceEnd: '2026-10-11', principal: 30_000n, state: 'NOT_DUE' }]);
  expect(await receivables(customerId)).toEqual([{ open: 30_000, due: '2026-10-08' }]);
  const made = await pay(given(customerId, '100.00', '2026-10-20'), '2026-10-20');
  expect(await partsOf(made.id)).toEqual({ PENALTY: 180, PRINCIPAL: 9_820 });
  expect(await rowsOf(customerId, '2026-11-21')).toMatchObject([{ openPrincipal: 20_180n, owed: 20_503n, state: 'OVERDUE', overdueDays: 44 }]);
  expect(await receivables(customerId)).toEqual([{ open: 20_180, due: '2026-10-08' }]);
  expect((await accountNow(opened, account.id)).used).toBe(20_180n);
  await exact();
});

test('a payment found later says what it will change, and then changes it; taken back, it never was', async () => {
  const { customerId } = await first();
  const late = await pay(given(customerId, '100.00', '2026-10-20'), '2026-10-20');
  const before = await rowsOf(customerId, '2026-11-21');
  const form = given(customerId, '50.00', '2026-10-10');
  const trial = await as(opened, depot.me, (tx) => tryPayment(tx, depot.me, form, onDay('2026-10-25')));
  expect(trial).toMatchObject({ backdated: true, rest: 0n });
  expect(trial.changes.map(({ bucket, before: was, after }) => [bucket, was, after]).sort()).toEqual([
    ['PENALTY', 180n, 150n],
    ['PRINCIPAL', 9_820n, 9_850n],
  ]);
  const found = await pay(form, '2026-10-25');
  expect(await partsOf(found.id)).toEqual({ PRINCIPAL: 5_000 });
  expect(await partsOf(late.id)).toEqual({ PENALTY: 150, PRINCIPAL: 9_850 });
  expect(await rowsOf(customerId, '2026-11-21')).toMatchObject([{ openPrincipal: 15_150n, owed: 15_392n }]);
  const { rows } = await opened.pool.query(
    `select e.account_code as code, (e.cr - e.dr)::int as amount from ledger_txn t join ledger_entry e on e.txn_id = t.id where t.biz_id = $1 and t.biz_date = '2026-10-25' order by 1`,
    [late.id],
  );
  expect(rows).toEqual([
    { code: '1122', amount: 30 },
    { code: '6301', amount: -30 },
  ]);
  await exact();
  const { version } = (await opened.pool.query('select version from repay_payment where id = $1', [found.id])).rows[0];
  await as(opened, depot.me, (tx) => askReversal(tx, depot.me, { id: found.id, version, reason: '登记错误' }, onDay('2026-10-26')));
  expect((await refusalOf(decided(opened, depot.me, found.id, '2026-10-26'))).message).toContain('须由其他人审批');
  await decided(opened, people[1], found.id, '2026-10-26');
  expect(await rowsOf(customerId, '2026-11-21')).toEqual(before);
  await exact();
});

test('a day’s figures of a list are those of the replay, by every way of grace', async () => {
  for (const graceMode of ['FORGIVE_PAID', 'RETRO', 'NO_GRACE_INTEREST'] as const) {
    const customerId = await customer();
    await creditOn(opened, depot.me, customerId, {
      days: 10,
      graceDays: 5,
      graceMode,
      interestPpm: 137,
      dayCount: graceMode === 'RETRO' ? 'D30_360' : 'ACT_365',
    });
    await owed(depot, customerId, 10, '2026-08-01');
    await pay(given(customerId, '33.00', '2026-08-13'), '2026-08-14');
    for (const day of ['2026-08-13', '2026-08-16', '2026-08-17', '2026-08-31', '2026-10-02']) {
      const [row] = await rowsOf(customerId, day);
      const detail = await as(opened, depot.me, (tx) => itemDetail(tx, depot.me, { id: row?.id as string }, onDay(day)));
      const { fee, penalty, interest, principal } = detail.owing;
      expect([graceMode, day, row?.owed]).toEqual([graceMode, day, fee + penalty + interest + principal]);
      expect(row?.penalty).toBe(detail.segments.reduce((sum, one) => sum + one.amount, 0n));
    }
  }
  await exact();
});

test('the same money is not entered twice, and nobody agrees to their own', async () => {
  const { customerId } = await first();
  const form = given(customerId, '10.00', '2026-09-20');
  const made = await as(opened, depot.me, (tx) => registerPayment(tx, depot.me, form, onDay('2026-09-20')));
  expect((await refusalOf(as(opened, depot.me, (tx) => registerPayment(tx, depot.me, form, onDay('2026-09-20'))))).message).toMatch(
    /流水号HK\d+已登记在还款单HK/,
  );
  expect((await refusalOf(decided(opened, depot.me, made.id, '2026-09-20'))).message).toContain('须由其他人审批');
  const tomorrow = await refusalOf(as(opened, depot.me, (tx) => registerPayment(tx, depot.me, given(customerId, '10.00', '2026-09-21'), onDay('2026-09-20'))));
  expect(tomorrow.message).toContain('不能晚于今天');
});

test('money beyond what is owed stays as prepaid and may be used; a penalty is waived, principal written off', async () => {
  const { customerId } = await first();
  const [row] = await rowsOf(customerId, '2026-09-08');
  await pay(given(customerId, '500.00', '2026-09-20', { payAhead: false }), '2026-09-20');
  expect((await rowsOf(customerId, '2026-09-20'))[0]?.owed).toBe(30_000n);
  await exact();
  await pay(given(customerId, '100.00', '2026-10-08', { kind: 'PREPAID', bankRef: '' }), '2026-10-08');
  expect((await rowsOf(customerId, '2026-10-08'))[0]?.owed).toBe(20_000n);
  const relief = { kind: 'WAIVE' as const, itemId: row?.id as string, bankRef: '' };
  const much = await refusalOf(pay(given(customerId, '9.00', '2026-10-20', { ...relief, bucket: 'PENALTY' }), '2026-10-20'));
  expect(much.message).toContain('该期应付1.20元');
  await pay(given(customerId, '1.20', '2026-10-20', { ...relief, bucket: 'PENALTY' }), '2026-10-20');
  await pay(given(customerId, '200.00', '2026-10-20', { ...relief, kind: 'WRITE_OFF', bucket: 'PRINCIPAL' }), '2026-10-20');
  expect(await rowsOf(customerId, '2026-10-21')).toMatchObject([{ owed: 0n, state: 'WRITTEN_OFF' }]);
  expect(await receivables(customerId)).toMatchObject([{ open: 0 }]);
  await exact();
});

test('a bill may count on the day it is due', async () => {
  const { customerId } = await first();
  await pay(given(customerId, '300.00', '2026-09-20', { channel: 'ACCEPTANCE', billNo: '130012345', billDueOn: '2026-10-09', atMaturity: true }), '2026-09-20');
  expect((await rowsOf(customerId, '2026-09-20'))[0]?.owed).toBe(30_000n);
  await as(opened, depot.me, (tx) => countMatured(tx, depot.me, onDay('2026-10-09')));
  expect((await rowsOf(customerId, '2026-10-09'))[0]).toMatchObject({ owed: 0n, state: 'SETTLED' });
  await exact();
});

test('a reversed delivery takes its plan along, unless somebody paid for it', async () => {
  const { customerId, delivery } = await first();
  const undo = (day: string) => as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { ...delivery, reason: '发错' }, onDay(day)));
  const made = await pay(given(customerId, '10.00', '2026-09-20'), '2026-09-20');
  expect((await refusalOf(undo('2026-09-21'))).message).toMatch(/请先冲销还款/);
  const { version } = (await opened.pool.query('select version from repay_payment where id = $1', [made.id])).rows[0];
  await as(opened, depot.me, (tx) => askReversal(tx, depot.me, { id: made.id, version, reason: '误收' }, onDay('2026-09-21')));
  await decided(opened, people[1], made.id, '2026-09-21');
  await undo('2026-09-22');
  expect(await rowsOf(customerId, '2026-09-22')).toMatchObject([{ principal: 0n, state: 'CANCELLED' }]);
  await exact();
});

test('a changed cycle plans the open rest anew and keeps what overdue days had cost', async () => {
  const { customerId } = await first();
  await pay(given(customerId, '100.00', '2026-10-20'), '2026-10-20');
  const [row] = await rowsOf(customerId, '2026-10-20');
  const detail = await as(opened, depot.me, (tx) => itemDetail(tx, depot.me, { id: row?.id as string }, onDay('2026-10-25')));
  const terms = { ...detail.agreement, way: 'INSTALMENTS' as const, instalments: 3 };
  const input = { creditOrderId: detail.creditOrderId, terms, startOn: '2026-10-25', reason: '资金周转' };
  const made = await as(opened, depot.me, (tx) => askChange(tx, depot.me, input, onDay('2026-10-25')));
  expect((await refusalOf(as(opened, depot.me, (tx) => askChange(tx, depot.me, input, onDay('2026-10-25'))))).message).toContain('还在审批中');
  await as(opened, people[1], (tx) => decideChange(tx, people[1], { id: made.id, version: 1, pass: true, opinion: '' }, onDay('2026-10-25')));
  const rows = await rowsOf(customerId, '2026-10-25');
  expect(rows.map((one) => [one.dueOn, one.openPrincipal, one.moved])).toEqual([
    ['2026-10-08', 0n, false],
    ['2026-11-25', 6_726n, true],
    ['2026-12-25', 6_726n, true],
    ['2027-01-25', 6_728n, true],
  ]);
  // Five days of 201.80 at 万分之五.
  expect(rows[0]?.owed).toBe(50n);
  expect(await receivables(customerId)).toEqual([{ open: 20_180, due: '2027-01-25' }]);
  await exact();
});

test('each notice of a due day goes out once, however often the night runs', async () => {
  const { customerId } = await first();
  const told = async () =>
    (await opened.pool.query('select step from repay_notice where customer_id = $1 order by step', [customerId])).rows.map((row) => row.step);
  const night = (day: string) => as(opened, depot.me, (tx) => notifySome(tx, depot.me, onDay(day)));
  await night('2026-10-01');
  await night('2026-10-01');
  expect(await told()).toEqual([-7]);
  for (const day of ['2026-10-02', '2026-10-05', '2026-10-07', '2026-10-08', '2026-10-09', '2026-10-11']) await night(day);
  expect(await told()).toEqual([-7, -3, -1, 0]);
  await night('2026-10-12');
  expect(await told()).toEqual([-7, -3, -1, 0, 1]);
});
