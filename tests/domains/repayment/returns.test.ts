import { beforeAll, expect, test } from 'vitest';
import { closeLines } from '~/domains/order/change/close.server';
import { askReversal } from '~/domains/repayment/payment.server';
import type { Me } from '~/portal/me';
import { refusalOf } from '../../support/catalogue';
import { accountNow, creditDifferences } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { differences, openDepot, orderOf, shipped } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { cameBack, creditOn, decided, given, onDay, owed, repaid, repayDifferences } from '../../support/repayment';
import { openReturnDesk, type ReturnDesk } from '../../support/returns';
import { as } from '../../support/stock';

const opened = await testDatabase();
let desk: ReturnDesk;
let people: [Me, Me];
let customers = 0;
beforeAll(async () => {
  const depot = await openDepot(opened, 1n, { payFirst: true });
  desk = await openReturnDesk(depot, colleagueOf(depot.me));
  people = [desk.me, desk.other];
});

const customer = () => addCustomer(desk.me, `退货客户${++customers}`);
const exact = async () =>
  expect([...(await repayDifferences(opened, desk.me)), ...(await creditDifferences(opened, desk.me)), ...(await differences(desk))]).toEqual([]);
const planOf = async (customerId: string) =>
  (
    await opened.pool.query(
      'select principal::int, paid_principal::int as paid, open_principal::int as open from repay_item where customer_id = $1 order by seq',
      [customerId],
    )
  ).rows.map((row) => [row.principal, row.paid, row.open]);
const revisionsOf = async (customerId: string) =>
  (await opened.pool.query('select kind, day from repay_revision where customer_id = $1 order by seq', [customerId])).rows.map((row) => row.kind);
const billOf = async (customerId: string) =>
  (await opened.pool.query('select open::int, settled::int, returned::int, refunded::int from receivable where customer_id = $1', [customerId])).rows[0];
const stands = async (id: string) => {
  const { held, used, limit_amount } = await accountNow(opened, id);
  return { held, used, limit: limit_amount };
};
const undo = async (id: string, day: string) => {
  const { version } = (await opened.pool.query('select version from repay_payment where id = $1', [id])).rows[0];
  await as(opened, desk.me, (tx) => askReversal(tx, desk.me, { id, version, reason: '误收' }, onDay(day)));
  await decided(opened, desk.other, id, day);
};

test('G4: 1,000 set aside, 600 and 300 delivered, the rest closed, 200 back unpaid: 700 used, the last instalments are less, and the plan says so as its second revision', async () => {
  const customerId = await customer();
  const account = await creditOn(opened, desk.me, customerId, { way: 'INSTALMENTS', instalments: 3 }, 100_000n);
  const order = await orderOf(desk, [[0, '100']], { customerId, payMethod: 'CREDIT' }, onDay('2026-06-15'));
  expect(await stands(account.id)).toMatchObject({ held: 100_000n, used: 0n });
  await shipped(desk, [[order.lineIds[0] as string, '60']], onDay('2026-06-15'));
  const second = await shipped(desk, [[order.lineIds[0] as string, '30']], onDay('2026-06-16'));
  const { row_version } = (await opened.pool.query('select row_version from sales_order where id = $1', [order.id])).rows[0];
  await as(opened, desk.me, (tx) => closeLines(tx, desk.me, { id: order.id, rowVersion: row_version, lineIds: [], reason: '不再发' }, onDay('2026-06-17')));
  expect(await stands(account.id)).toMatchObject({ held: 0n, used: 90_000n });
  const { rows } = await opened.pool.query('select released::int, committed::int from credit_order where customer_id = $1', [customerId]);
  expect(rows).toEqual([{ released: 10_000, committed: 90_000 }]);
  await cameBack(desk, second, '20', '2026-06-18');
  expect(await stands(account.id)).toMatchObject({ held: 0n, used: 70_000n });
  expect((await planOf(customerId)).map(([principal]) => principal)).toEqual([20_000, 20_000, 20_000, 10_000, 0, 0]);
  expect(await revisionsOf(customerId)).toEqual(['COMMIT', 'COMMIT', 'RETURN']);
  await exact();
});

test('goods that were paid for are given back in money: the plan stays, and what comes back later of the unpaid part shrinks it', async () => {
  const customerId = await customer();
  const account = await creditOn(opened, desk.me, customerId, { way: 'INSTALMENTS', instalments: 3 });
  const { delivery } = await owed(desk, customerId, 30, '2026-06-15');
  const paid = await repaid(opened, people, given(customerId, '250.00', '2026-06-20'), '2026-06-20');
  await cameBack(desk, delivery, '10', '2026-06-25');
  // 50 had not been paid and is owed no longer; 50 had been and is given back.
  expect(await planOf(customerId)).toEqual([
    [10_000, 10_000, 0],
    [10_000, 10_000, 0],
    [5_000, 5_000, 0],
  ]);
  expect(await billOf(customerId)).toEqual({ open: 0, settled: 25_000, returned: 10_000, refunded: 5_000 });
  expect((await stands(account.id)).used).toBe(0n);
  await cameBack(desk, delivery, '5', '2026-06-26');
  expect(await revisionsOf(customerId)).toEqual(['COMMIT', 'RETURN']);
  expect(await billOf(customerId)).toEqual({ open: 0, settled: 25_000, returned: 15_000, refunded: 10_000 });
  await exact();
  await undo(paid.id, '2026-06-27');
  // The payment never was, the money given back was: 300 less 150 of goods, plus 100.
  expect(await billOf(customerId)).toEqual({ open: 25_000, settled: 0, returned: 15_000, refunded: 10_000 });
  expect((await stands(account.id)).used).toBe(25_000n);
  await exact();
  await cameBack(desk, delivery, '15', '2026-06-28');
  expect(await billOf(customerId)).toMatchObject({ open: 10_000 });
  expect((await planOf(customerId)).reduce((sum, row) => sum + (row[2] as number), 0)).toBe(10_000);
  await exact();
});

test('a payment found later pays by the plan of its day; what the return took off goes to what is owed else, or stays prepaid', async () => {
  const customerId = await customer();
  await creditOn(opened, desk.me, customerId, { days: 30 });
  const first = await owed(desk, customerId, 30, '2026-06-15');
  await owed(desk, customerId, 10, '2026-06-16');
  await cameBack(desk, first.delivery, '20', '2026-06-25');
  const found = await repaid(opened, people, given(customerId, '350.00', '2026-06-20'), '2026-07-01');
  expect((await planOf(customerId)).map((row) => row[2])).toEqual([0, 0]);
  const { rows } = await opened.pool.query('select unapplied::int from repay_payment where id = $1', [found.id]);
  expect(rows).toEqual([{ unapplied: 15_000 }]);
  await exact();
});

test('a delivery somebody returned goods of is not reversed, and a return is refused nothing because its instalments are paid', async () => {
  const customerId = await customer();
  await creditOn(opened, desk.me, customerId, { way: 'INSTALMENTS', instalments: 2 });
  const { delivery } = await owed(desk, customerId, 20, '2026-06-15');
  await repaid(opened, people, given(customerId, '200.00', '2026-06-20'), '2026-06-20');
  await cameBack(desk, delivery, '20', '2026-06-25');
  expect(await billOf(customerId)).toEqual({ open: 0, settled: 20_000, returned: 20_000, refunded: 20_000 });
  const again = await refusalOf(cameBack(desk, delivery, '1', '2026-06-26'));
  expect(again.message).not.toBe('');
  await exact();
});
