import { beforeAll, expect, test } from 'vitest';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { FundConfig } from '~/domains/finance/fundConfig.schema';
import { readFundConfig, saveFundConfig } from '~/domains/finance/fundConfig.server';
import { paymentDetail } from '~/domains/finance/paymentViews.server';
import { listMyWithdrawals, refundDetail } from '~/domains/finance/refundViews.server';
import { MyWithdrawalQuery, WithdrawalForm } from '~/domains/finance/withdrawal.schema';
import { askWithdrawal, cancelWithdrawal, decideWithdrawal, payWithdrawal } from '~/domains/finance/withdrawal.server';
import { cancelOrder } from '~/domains/order/change/close.server';
import { NOON, refusalOf } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { type Depot, differences, openDepot, orderOf, shipped } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { as, putFunds } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;

beforeAll(async () => {
  depot = await openDepot(opened);
});

const one = async (text: string, values: unknown[]) => (await opened.pool.query(text, values)).rows[0];
const account = (customerId: string) => one("select posted::int, held::int from fund_account where customer_id = $1 and type = 'BALANCE'", [customerId]);
const config = (change: object) =>
  as(opened, depot.me, async (tx) => saveFundConfig(tx, depot.me, { config: FundConfig.parse(change), version: (await readFundConfig(tx, depot.me)).version }));
const form = (amount: string) => WithdrawalForm.parse({ customerId: '', amount, payee: '西山商贸', bank: '工商银行', bankAccount: '6222 0212 0204 1234 567' });

test('a dealer takes out of its balance: set aside, approved by one, paid by another than who asked, and seen masked', async () => {
  const [, customerId] = depot.customers;
  const dealer = depot.dealer(customerId);
  const [me, other] = [depot.me, { ...colleagueOf(depot.me) }];
  await putFunds(opened, me, customerId, 10_000n);
  expect((await refusalOf(as(opened, dealer, (tx) => askWithdrawal(tx, dealer, form('100.01'), NOON)))).data.reason).toBe('FUND_SHORT');
  const { id } = await as(opened, dealer, (tx) => askWithdrawal(tx, dealer, form('60.00'), NOON));
  expect(await account(customerId)).toEqual({ posted: 10_000, held: 6_000 });
  await as(opened, other, (tx) => decideWithdrawal(tx, other, { id, version: 1, pass: true, reason: '' }, NOON));
  const paid = { id, version: 2, payWay: 'BANK' as const, bankFlowNo: 'LS900', paidAt: NOON };
  await as(opened, other, (tx) => payWithdrawal(tx, other, paid, NOON));
  expect(await account(customerId)).toEqual({ posted: 4_000, held: 0 });
  const mine = await as(opened, dealer, (tx) => listMyWithdrawals(tx, dealer, MyWithdrawalQuery.parse({})));
  expect(mine.pagedRecords).toMatchObject([{ status: 'PAID', bankAccount: '6222***********4567' }]);
  expect((await one('select bank_account from withdrawal where id = $1', [id])).bank_account).not.toContain('6222');
  const detail = await as(opened, other, (tx) => refundDetail(tx, other, { id }));
  expect(detail.withdrawal?.fullAccount).toBe('6222021202041234567');
  expect(detail.entries.map((entry) => [entry.account, entry.dr, entry.cr])).toEqual([
    ['2203', 6_000n, 0n],
    ['1002', 0n, 6_000n],
  ]);
  expect(await differences(depot)).toEqual([]);
});

test('who asked decides and pays nothing; rejecting and taking back free the money; a flow number is used once; the tenant may not allow it at all', async () => {
  const [customerId] = depot.customers;
  const [me, other] = [depot.me, colleagueOf(depot.me)];
  await putFunds(opened, me, customerId, 10_000n);
  const ask = (amount: string) => as(opened, me, (tx) => askWithdrawal(tx, me, { ...form(amount), customerId }, NOON));
  const first = await ask('50.00');
  expect((await refusalOf(as(opened, me, (tx) => decideWithdrawal(tx, me, { id: first.id, version: 1, pass: true, reason: '' }, NOON)))).data.reason).toBe(
    'SAME_PERSON',
  );
  await as(opened, other, (tx) => decideWithdrawal(tx, other, { id: first.id, version: 1, pass: false, reason: '账户有误' }, NOON));
  expect(await account(customerId)).toEqual({ posted: 10_000, held: 0 });
  const second = await ask('70.00');
  await as(opened, other, (tx) => decideWithdrawal(tx, other, { id: second.id, version: 1, pass: true, reason: '' }, NOON));
  const paid = { id: second.id, version: 2, payWay: 'BANK' as const, bankFlowNo: 'LS900', paidAt: NOON };
  expect((await refusalOf(as(opened, me, (tx) => payWithdrawal(tx, me, paid, NOON)))).data.reason).toBe('SAME_PERSON');
  expect((await refusalOf(as(opened, other, (tx) => payWithdrawal(tx, other, paid, NOON)))).data.reason).toBe('DUP_FLOW_NO');
  await as(opened, me, (tx) => cancelWithdrawal(tx, me, { id: second.id, version: 2, reason: '不取了' }, NOON));
  expect((await refusalOf(as(opened, other, (tx) => payWithdrawal(tx, other, { ...paid, version: 3, bankFlowNo: 'LS901' }, NOON)))).message).toContain(
    '已撤销',
  );
  expect(await account(customerId)).toEqual({ posted: 10_000, held: 0 });
  await config({ withdrawal: false });
  expect((await refusalOf(ask('1.00'))).message).toContain('未开放余额提现');
  await config({});
  expect(await differences(depot)).toEqual([]);
});

test('扣款时点 审核通过时: what an order holds leaves the account when it is approved, pays its shipments, and comes back when it is cancelled', async () => {
  const [customerId] = depot.customers;
  await config({ captureAt: 'AUDIT' });
  const before = await account(customerId);
  const order = await orderOf(depot, [[0, '3']], { payMethod: 'BALANCE' });
  expect(await account(customerId)).toEqual({ posted: before.posted - 3_000, held: 0 });
  expect(await differences(depot)).toEqual([]);
  const out = await shipped(depot, [[order.lineIds[0] as string, '1']]);
  expect(await one('select amount::int, open::int from receivable where order_id = $1', [order.id])).toEqual({ amount: 1_000, open: 0 });
  await as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { ...out, reason: '发错' }, NOON));
  expect(await differences(depot)).toEqual([]);
  const { rowVersion } = await one('select row_version as "rowVersion" from sales_order where id = $1', [order.id]);
  await as(opened, depot.me, (tx) => cancelOrder(tx, depot.me, { id: order.id, rowVersion, reason: '不要了' }, NOON));
  expect(await account(customerId)).toEqual(before);
  const payment = await as(opened, depot.me, (tx) => paymentDetail(tx, depot.me, { id: order.id }));
  expect(payment.tenders[0]).toMatchObject({ tender: 'BALANCE', amount: 3_000n, released: 3_000n, open: 0n });
  expect(payment.entries.map((entry) => entry.kind)).toContain('ADVANCE_RETURN');
  await config({});
  expect(await differences(depot)).toEqual([]);
});

test('最低余额提醒: a customer hears of it once, when an order takes its balance below', async () => {
  await config({ lowBalance: '95.00' });
  const told = async () => Number((await one("select count(*)::int as n from outbox where kind like '%fund.low%' or payload::text like '%fund.low%'", [])).n);
  const before = await told();
  await orderOf(depot, [[0, '1']], { payMethod: 'BALANCE' });
  expect(await told()).toBe(before + 1);
  await orderOf(depot, [[0, '1']], { payMethod: 'BALANCE' });
  expect(await told()).toBe(before + 1);
  await config({});
});
