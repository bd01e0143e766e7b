import { beforeAll, expect, test } from 'vitest';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { confirmExpense, reverseExpense, saveExpense } from '~/domains/expense/entry.server';
import { ExpenseForm } from '~/domains/expense/expense.schema';
import { expireSome } from '~/domains/expense/expiry.server';
import { FundConfig } from '~/domains/finance/fundConfig.schema';
import { readFundConfig, saveFundConfig } from '~/domains/finance/fundConfig.server';
import { decideChange, requestChange } from '~/domains/order/change/change.server';
import { cancelOrder, closeLines } from '~/domains/order/change/close.server';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { type Depot, differences, openDepot, orderLinesOf, orderOf, shipped, statusOf } from '../../support/delivery';
import { colleagueOf, grantExpense } from '../../support/expense';
import { as, putFunds } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
const LATER = new Date('2026-07-20T04:00:00Z');

beforeAll(async () => {
  depot = await openDepot(opened);
});

const refused = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => null,
    (why: unknown) => why,
  );
  if (error instanceof Refusal) return error;
  throw error ?? new Error('was not refused');
};
const one = async (text: string, values: unknown[]) => (await opened.pool.query(text, values)).rows[0];
const orderRow = (id: string) => one('select *, row_version as "rowVersion" from sales_order where id = $1', [id]);
const account = (customerId: string) => one("select posted::int, held::int from fund_account where customer_id = $1 and type = 'EXPENSE'", [customerId]);
const lotsOf = async (customerId: string) =>
  (
    await opened.pool.query(
      'select amount::int, remaining::int, held::int, expired::int, valid_to::text as until from expense_lot where customer_id = $1 order by created_at, id',
      [customerId],
    )
  ).rows;
const cancelled = async (id: string, now = NOON) => {
  const { rowVersion } = await orderRow(id);
  await as(opened, depot.me, (tx) => cancelOrder(tx, depot.me, { id, rowVersion, reason: '不要了' }, now));
};
const config = (change: object) =>
  as(opened, depot.me, async (tx) => saveFundConfig(tx, depot.me, { config: FundConfig.parse(change), version: (await readFundConfig(tx, depot.me)).version }));

test('expense is granted by two people; what was used cannot be reversed', async () => {
  const [, customerId] = depot.customers;
  const form = ExpenseForm.parse({ customerId, kind: 'REBATE', amount: '100.00', validTo: '2026-07-01' });
  const { id } = await as(opened, depot.me, (tx) => saveExpense(tx, depot.me, form, NOON));
  const confirm = (me = depot.me, amount = 10_000n) => as(opened, me, (tx) => confirmExpense(tx, me, { items: [{ id, version: 1 }], amount }, NOON));
  expect((await refused(confirm())).data.reason).toBe('SAME_PERSON');
  expect((await refused(confirm(colleagueOf(depot.me), 9_999n))).message).toContain('不一致');
  await confirm(colleagueOf(depot.me));
  expect(await account(customerId)).toEqual({ posted: 10_000, held: 0 });
  const order = await orderOf(depot, [[0, '10']], { customerId, expense: '30.00' });
  const why = await refused(as(opened, colleagueOf(depot.me), (tx) => reverseExpense(tx, colleagueOf(depot.me), { id, version: 2, reason: '错' }, NOON)));
  expect(why.message).toContain('30.00元被订单使用');
  await cancelled(order.id);
  await as(opened, colleagueOf(depot.me), (tx) => reverseExpense(tx, colleagueOf(depot.me), { id, version: 2, reason: '错' }, NOON));
  expect(await account(customerId)).toEqual({ posted: 0, held: 0 });
  expect(await differences(depot)).toEqual([]);
  expect((await refused(as(opened, depot.me, (tx) => saveExpense(tx, depot.me, { ...form, validTo: '2026-06-14' }, NOON)))).message).toContain('早于今天');
});

test('an order uses what expires first, then the balance, and owes the rest; a part shipped uses its part; reversing it gives it back', async () => {
  const [customerId] = depot.customers;
  await putFunds(opened, depot.me, customerId, 5_000n);
  await grantExpense(opened, depot.me, customerId, 2_000n, { validTo: '2026-12-31' });
  await grantExpense(opened, depot.me, customerId, 1_000n, { validTo: '2026-06-30' });
  const order = await orderOf(
    depot,
    [
      [0, '6'],
      [1, '4'],
    ],
    { expense: '25.00', payMethod: 'MIXED' },
  );
  expect(await orderRow(order.id)).toMatchObject({ goods_amount: 10_000n, expense_used: 2_500n, payable: 7_500n, held: 5_000n });
  const lines = await orderLinesOf(depot, order.id);
  expect(lines.map((line) => (line as unknown as { expense_alloc: bigint }).expense_alloc)).toEqual([1_500n, 1_000n]);
  expect((await lotsOf(customerId)).map((lot) => lot.held)).toEqual([1_500, 1_000]);

  const out = await shipped(depot, [[lines[0]?.id as string, '2']]);
  // 20.00 元 of goods: 5.00 of the lot that expires first, 15.00 of the balance.
  expect((await lotsOf(customerId)).map((lot) => [lot.remaining, lot.held])).toEqual([
    [2_000, 1_500],
    [500, 500],
  ]);
  expect(await one('select amount, settled from receivable where order_id = $1', [order.id])).toEqual({ amount: 1_500n, settled: 1_500n });
  expect(await differences(depot)).toEqual([]);
  await as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { ...out, reason: '发错' }, NOON));
  expect((await lotsOf(customerId)).map((lot) => [lot.remaining, lot.held])).toEqual([
    [2_000, 1_500],
    [1_000, 1_000],
  ]);
  expect(await account(customerId)).toEqual({ posted: 3_000, held: 2_500 });
  await shipped(depot, [
    [lines[0]?.id as string, '6'],
    [lines[1]?.id as string, '4'],
  ]);
  expect(await account(customerId)).toEqual({ posted: 500, held: 0 });
  const { rows } = await opened.pool.query('select amount::int, settled::int, open::int from receivable where order_id = $1 and status <> $2', [
    order.id,
    'REVERSED',
  ]);
  expect(rows).toEqual([{ amount: 7_500, settled: 5_000, open: 2_500 }]);
  expect(await differences(depot)).toEqual([]);
});

test('more than can be used is refused with the figures; goods, share and ceiling bound it', async () => {
  const [, customerId] = depot.customers;
  await config({ expenseCeiling: 30 });
  await grantExpense(opened, depot.me, customerId, 50_000n, { maxRatio: 20 });
  const why = await refused(orderOf(depot, [[0, '10']], { customerId, expense: '25.00' }));
  expect(why.data).toMatchObject({ reason: 'EXPENSE_SHORT', most: '20.00' });
  expect(why.message).toContain('最多可用费用抵扣20.00元');
  await grantExpense(opened, depot.me, customerId, 50_000n, { scope: 'CATEGORY', scopeIds: [depot.categoryId] });
  expect((await refused(orderOf(depot, [[0, '10']], { customerId, expense: '30.01' }))).data['most']).toBe('30.00');
  const order = await orderOf(depot, [[0, '10']], { customerId, expense: '30.00' });
  expect((await orderRow(order.id)).payable).toBe(7_000n);
  await config({ expenseCeiling: 0 });
  expect((await refused(orderOf(depot, [[0, '10']], { customerId, expense: '0.01' }))).data['most']).toBe('0.00');
  await config({});
  expect(await differences(depot)).toEqual([]);
});

test('a change spreads what is left anew and gives back the rest; closing gives back the part that does not ship', async () => {
  const [customerId] = depot.customers;
  await grantExpense(opened, depot.me, customerId, 3_000n, { maxRatio: 30, validTo: '2026-09-30' });
  const order = await orderOf(
    depot,
    [
      [0, '6'],
      [1, '4'],
    ],
    { expense: '30.00' },
  );
  const before = await account(customerId);
  const { rowVersion } = await orderRow(order.id);
  const input = (qty: string) => ({
    id: order.lineIds[0] as string,
    skuId: depot.skus[0],
    unitId: depot.units.piece,
    qty,
    price: '',
    manualPrice: '',
    manualReason: '',
    gift: false,
    remark: '',
  });
  const asked = await as(opened, depot.me, (tx) => requestChange(tx, depot.me, { id: order.id, rowVersion, reason: '少要', lines: [input('5')] }, NOON));
  await as(opened, depot.me, (tx) => decideChange(tx, depot.me, { id: order.id, rowVersion: asked.rowVersion, pass: true, reason: '' }, NOON));
  // 50.00 元 are left: at most 30 % of them.
  const row = await orderRow(order.id);
  expect(row.goods_amount).toBe(5_000n);
  expect(row.expense_used).toBeLessThanOrEqual(3_000n);
  expect(row.payable).toBe(row.goods_amount - row.expense_used);
  expect((await account(customerId)).held).toBe(before.held - 3_000 + Number(row.expense_used));
  expect(await differences(depot)).toEqual([]);
  await shipped(depot, [[order.lineIds[0] as string, '2']]);
  const { rowVersion: now } = await orderRow(order.id);
  await as(opened, depot.me, (tx) => closeLines(tx, depot.me, { id: order.id, rowVersion: now, lineIds: [], reason: '缺货' }, NOON));
  expect(await one('select sum(open)::int as open from expense_use where order_id = $1', [order.id])).toEqual({ open: 0 });
  expect(await statusOf(depot, order.id)).toBe('DELIVERED');
  const billed = await one('select sum(amount)::int as amount from receivable where order_id = $1', [order.id]);
  expect(billed.amount).toBe(Number((await orderRow(order.id)).payable));
  expect(await differences(depot)).toEqual([]);
});

test('what nobody used of a lot that is over is written off; what an order gives back later is good for some more days', async () => {
  const [, customerId] = depot.customers;
  const id = await grantExpense(opened, depot.me, customerId, 4_000n, { validTo: '2026-06-20' });
  const order = await orderOf(depot, [[2, '3']], { customerId, expense: '10.00' });
  const before = await account(customerId);
  expect(await as(opened, depot.me, (tx) => expireSome(tx, depot.me, LATER))).toBe(1);
  expect(await as(opened, depot.me, (tx) => expireSome(tx, depot.me, LATER))).toBe(0);
  expect((await account(customerId)).posted).toBe(before.posted - 3_000);
  await cancelled(order.id, LATER);
  const lots = await opened.pool.query(
    'select remaining::int, held::int, expired::int, valid_to::text as until from expense_lot where entry_id = $1 order by created_at',
    [id],
  );
  expect(lots.rows).toEqual([
    { remaining: 0, held: 0, expired: 3_000, until: '2026-06-20' },
    { remaining: 1_000, held: 0, expired: 0, until: '2026-08-19' },
  ]);
  expect(await differences(depot)).toEqual([]);
});

test('an order paid by expense alone owes nothing and waits for no money', async () => {
  const [customerId] = depot.customers;
  await grantExpense(opened, depot.me, customerId, 2_000n);
  const order = await orderOf(depot, [[0, '2']], { expense: '20.00' });
  expect(await orderRow(order.id)).toMatchObject({ payable: 0n, tax: 0n, status: 'PENDING_DELIVERY' });
  const out = await shipped(depot, [[order.lineIds[0] as string, '2']]);
  expect(await one('select count(*)::int as n from receivable where order_id = $1', [order.id])).toEqual({ n: 0 });
  await as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { ...out, reason: '发错' }, NOON));
  expect(await one('select sum(open)::int as open, sum(taken)::int as taken from expense_use where order_id = $1', [order.id])).toEqual({
    open: 2_000,
    taken: 0,
  });
  expect(await differences(depot)).toEqual([]);
});
