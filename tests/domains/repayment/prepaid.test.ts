import { beforeAll, expect, test } from 'vitest';
import { tryChange } from '~/domains/repayment/change.server';
import { itemDetail, listItems } from '~/domains/repayment/itemViews.server';
import { countMatured } from '~/domains/repayment/night.server';
import { askReversal } from '~/domains/repayment/payment.server';
import { listPayments, paymentDetail } from '~/domains/repayment/paymentViews.server';
import { ItemQuery, PaymentQuery } from '~/domains/repayment/repayment.schema';
import type { Me } from '~/portal/me';
import { refusalOf } from '../../support/catalogue';
import { creditDifferences } from '../../support/credit';
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

const exact = async () =>
  expect([...(await repayDifferences(opened, depot.me)), ...(await creditDifferences(opened, depot.me)), ...(await differences(depot))]).toEqual([]);
const pay = (form: Parameters<typeof repaid>[2], day: string) => repaid(opened, people, form, day);
const rowsOf = async (customerId: string, day: string) =>
  (await as(opened, depot.me, (tx) => listItems(tx, depot.me, ItemQuery.parse({ customerId, tab: 'ALL' }), onDay(day)))).pagedRecords;
const reverse = async (id: string, day: string, more: { dishonoured?: boolean } = {}) => {
  const { version } = (await opened.pool.query('select version from repay_payment where id = $1', [id])).rows[0];
  await as(opened, depot.me, (tx) => askReversal(tx, depot.me, { id, version, reason: '有误', ...more }, onDay(day)));
  return decided(opened, people[1], id, day);
};
const prepaidOf = async (customerId: string) =>
  Number(
    (await opened.pool.query('select coalesce(sum(unapplied), 0) as sum from repay_payment where customer_id = $1 and applied_at is not null', [customerId]))
      .rows[0].sum,
  );
/** 300.00 of goods on 09-08, due 10-08, with 500.00 paid of which 200.00 stay prepaid. */
async function prepaid() {
  const customerId = await addCustomer(depot.me, `预收客户${++customers}`);
  await creditOn(opened, depot.me, customerId, { days: 30, graceDays: 3 });
  const { order } = await owed(depot, customerId, 30, '2026-09-08');
  const paid = await pay(given(customerId, '500.00', '2026-09-20'), '2026-09-20');
  expect(await prepaidOf(customerId)).toBe(20_000);
  return { customerId, order, paid };
}
const refund = (customerId: string, amount: string, day: string, more: object) => given(customerId, amount, day, { kind: 'REFUND', bankRef: '', ...more });

test('prepaid money goes back to the bank: never more than is there, and nothing it came from is taken away afterwards', async () => {
  const { customerId, paid } = await prepaid();
  expect((await refusalOf(pay(refund(customerId, '200.01', '2026-09-25', { refundTo: 'BANK' }), '2026-09-25'))).message).toContain(
    '可退预收200.00元，不能退200.01元',
  );
  expect((await refusalOf(pay(refund(customerId, '20.00', '2026-09-24', { refundTo: 'BANK' }), '2026-09-25'))).message).toContain('须为今天2026-09-25');
  const made = await pay(refund(customerId, '150.00', '2026-09-25', { refundTo: 'BANK' }), '2026-09-25');
  expect(await prepaidOf(customerId)).toBe(5_000);
  const { rows } = await opened.pool.query(
    'select e.account_code as code, (e.dr - e.cr)::int as amount from ledger_txn t join ledger_entry e on e.txn_id = t.id where t.biz_id = $1 order by 1',
    [made.id],
  );
  expect(rows).toEqual([
    { code: '1002', amount: -15_000 },
    { code: '2203', amount: 15_000 },
  ]);
  await exact();
  expect((await refusalOf(reverse(paid.id, '2026-09-26'))).message).toMatch(/退预收单HK\d+退出的150.00元只剩0.00元预收可退，请先冲销该退预收单/);
  await opened.pool.query("update repay_payment set status = 'CONFIRMED' where id = $1", [paid.id]);
  await reverse(made.id, '2026-09-27');
  expect(await prepaidOf(customerId)).toBe(20_000);
  await exact();
});

test('prepaid money goes into the customer’s own funds, from where orders are paid', async () => {
  const { customerId } = await prepaid();
  const made = await pay(refund(customerId, '120.00', '2026-09-25', { refundTo: 'FUND' }), '2026-09-25');
  const funds = async () =>
    Number((await opened.pool.query("select posted from fund_account where customer_id = $1 and type = 'BALANCE'", [customerId])).rows[0].posted);
  expect([await funds(), await prepaidOf(customerId)]).toEqual([12_000, 8_000]);
  await exact();
  await reverse(made.id, '2026-09-26');
  expect([await funds(), await prepaidOf(customerId)]).toEqual([0, 20_000]);
  await exact();
});

test('prepaid money pays what another customer owes, and is taken back only where it came from', async () => {
  const { customerId } = await prepaid();
  const other = await addCustomer(depot.me, `预收客户${++customers}`);
  await creditOn(opened, depot.me, other, { days: 30, graceDays: 3 });
  await owed(depot, other, 30, '2026-09-01');
  const to = { refundTo: 'CUSTOMER' as const, toCustomerId: other };
  expect((await refusalOf(pay(refund(customerId, '1.00', '2026-09-25', { ...to, toCustomerId: customerId }), '2026-09-25'))).message).toContain('另一个客户');
  const made = await pay(refund(customerId, '200.00', '2026-09-25', to), '2026-09-25');
  expect((await rowsOf(other, '2026-09-25'))[0]).toMatchObject({ owed: 10_000n });
  expect(await prepaidOf(customerId)).toBe(0);
  await exact();
  const [taken] = (await as(opened, depot.me, (tx) => listPayments(tx, depot.me, PaymentQuery.parse({ customerId: other }), onDay('2026-09-25')))).pagedRecords;
  const shown = await as(opened, depot.me, (tx) => paymentDetail(tx, depot.me, { id: taken?.id as string }, onDay('2026-09-25')));
  expect(shown).toMatchObject({ status: 'CONFIRMED', amount: 20_000n, applied: 20_000n, fromNo: made.no });
  expect((await refusalOf(reverse(taken?.id as string, '2026-09-26'))).message).toContain(`由退预收单${made.no}转入，请冲销退预收单${made.no}`);
  await reverse(made.id, '2026-09-26');
  const undone = PaymentQuery.parse({ customerId, kind: 'REFUND', status: 'REVERSED', withTabs: 'true' });
  expect(await as(opened, depot.me, (tx) => listPayments(tx, depot.me, undone, onDay('2026-09-26')))).toMatchObject({ totals: { amount: '200.00' } });
  expect((await rowsOf(other, '2026-09-26'))[0]).toMatchObject({ owed: 30_000n });
  expect(await prepaidOf(customerId)).toBe(20_000);
  await exact();
});

test('a bill is held, falls due, and when it is refused was never paid', async () => {
  const customerId = await addCustomer(depot.me, `预收客户${++customers}`);
  await creditOn(opened, depot.me, customerId, { days: 30, graceDays: 3 });
  await owed(depot, customerId, 30, '2026-09-08');
  const bill = { channel: 'ACCEPTANCE' as const, billNo: '130012346', billDueOn: '2026-10-06', atMaturity: true };
  const made = await pay(given(customerId, '300.00', '2026-09-20', bill), '2026-09-20');
  const held = async (state: string, day: string) =>
    (await as(opened, depot.me, (tx) => listPayments(tx, depot.me, PaymentQuery.parse({ customerId, bill: state }), onDay(day)))).totalCount;
  expect([await held('HELD', '2026-10-05'), await held('DUE', '2026-10-05')]).toEqual([1, 0]);
  await as(opened, depot.me, (tx) => countMatured(tx, depot.me, onDay('2026-10-06')));
  expect((await rowsOf(customerId, '2026-10-06'))[0]).toMatchObject({ owed: 0n });
  expect([await held('HELD', '2026-10-06'), await held('DUE', '2026-10-06')]).toEqual([0, 1]);
  await reverse(made.id, '2026-10-08', { dishonoured: true });
  expect([await held('DUE', '2026-10-08'), await held('DISHONOURED', '2026-10-08')]).toEqual([0, 1]);
  expect((await rowsOf(customerId, '2026-10-21'))[0]).toMatchObject({ openPrincipal: 30_000n, penalty: 195n, state: 'OVERDUE' });
  await exact();
  const plain = await pay(given(customerId, '1.00', '2026-10-21'), '2026-10-21');
  expect((await refusalOf(reverse(plain.id, '2026-10-22', { dishonoured: true }))).message).toContain('不是承兑汇票');
});

test('a changed cycle is shown with what both plans are worth today', async () => {
  const customerId = await addCustomer(depot.me, `预收客户${++customers}`);
  await creditOn(opened, depot.me, customerId, { days: 30, graceDays: 3, interestPpm: 100 });
  await owed(depot, customerId, 30, '2026-09-08');
  const [row] = await rowsOf(customerId, '2026-09-08');
  const detail = await as(opened, depot.me, (tx) => itemDetail(tx, depot.me, { id: row?.id as string }, onDay('2026-09-28')));
  const terms = { ...detail.agreement, way: 'AFTER_DELIVERY' as const, days: 375 };
  const input = { creditOrderId: detail.creditOrderId, terms, startOn: '2026-09-28' };
  const trial = await as(opened, depot.me, (tx) => tryChange(tx, depot.me, input, onDay('2026-09-28')));
  // 300.00 in 10 days with 10 days' interest of 0.30; in 375 days with 11.25: at 3.00% a year.
  expect(trial.worthBefore).toEqual({ value: 30_005n, interest: 30n, days: 10 });
  expect(trial.worthAfter).toEqual({ value: 30_194n, interest: 1_125n, days: 375 });
  expect(trial.discount).toBe('按一年期LPR 3.00%（2025-05-20发布）折现到今天');
});
