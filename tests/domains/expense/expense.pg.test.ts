import { beforeAll, expect, test } from 'vitest';
import { WithdrawalForm } from '~/domains/finance/withdrawal.schema';
import { askWithdrawal } from '~/domains/finance/withdrawal.server';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { type Depot, differences, openDepot, orderOf, shipped } from '../../support/delivery';
import { grantExpense } from '../../support/expense';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as, putFunds } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let depot: Depot;

beforeAll(async () => {
  depot = await openDepot(opened);
});

const refusals = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Refusal ? one.reason.data.reason : one.reason] : []));

test('one lot of 70 元 under 20 orders of 10 元 expense each: exactly 7 get it, and shipping them all at once leaves nothing', async () => {
  const [customerId] = depot.customers;
  await grantExpense(opened, depot.me, customerId, 7_000n, { validTo: '2026-07-31' });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => orderOf(depot, [[0, '2']], { expense: '10.00' })));
  expect(refusals(outcomes)).toEqual(Array(13).fill('EXPENSE_SHORT'));
  expect(await differences(depot)).toEqual([]);
  const placed = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  await Promise.all(placed.map((order) => shipped(depot, [[order.lineIds[0] as string, '2']])));
  const { rows } = await opened.pool.query('select remaining::int, held::int from expense_lot where customer_id = $1', [customerId]);
  expect(rows).toEqual([{ remaining: 0, held: 0 }]);
  expect(await differences(depot)).toEqual([]);
});

test('withdrawals against orders: 120 元 of balance serve exactly 12 of 30 askers, whoever they are, and available never falls below 0', async () => {
  const [, customerId] = depot.customers;
  await putFunds(opened, depot.me, customerId, 12_000n);
  const ask = () =>
    as(opened, depot.me, (tx) =>
      askWithdrawal(
        tx,
        depot.me,
        WithdrawalForm.parse({ customerId, amount: '10.00', payee: '西山商贸', bank: '工商银行', bankAccount: '6222021202041234567' }),
        NOON,
      ),
    );
  const order = () => orderOf(depot, [[1, '1']], { customerId, payMethod: 'BALANCE' });
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => (index % 2 ? ask() : order())));
  expect(refusals(outcomes)).toEqual(Array(18).fill('FUND_SHORT'));
  const { rows } = await opened.pool.query("select held::int, posted::int from fund_account where customer_id = $1 and type = 'BALANCE'", [customerId]);
  expect(rows).toEqual([{ held: 12_000, posted: 12_000 }]);
  expect(await differences(depot)).toEqual([]);
});
