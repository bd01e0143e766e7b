import { beforeAll, expect, test } from 'vitest';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { decideChange, requestChange } from '~/domains/order/change/change.server';
import { cancelOrder, closeLines } from '~/domains/order/change/close.server';
import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import { NOON, refusalOf } from '../../support/catalogue';
import { accountNow, creditDifferences, grantCredit } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { type Depot, differences, openDepot, orderLinesOf, orderOf, shipped, statusOf } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { applied, delivered, openReturnDesk, passed, type ReturnDesk, received, refunded } from '../../support/returns';
import { as, putFunds } from '../../support/stock';

const opened = await testDatabase();
let desk: ReturnDesk;
let customers = 0;
beforeAll(async () => {
  const depot = await openDepot(opened, 1n, { payFirst: true });
  desk = await openReturnDesk(depot, colleagueOf(depot.me));
});

const customer = () => addCustomer(desk.me, `赊销${++customers}`);
const account = async (limit: bigint | null, customerId?: string) => grantCredit(opened, desk.me, customerId ?? (await customer()), limit);
const place = (customerId: string, lines: Parameters<typeof orderOf>[1], payMethod: 'CREDIT' | 'MIXED' = 'CREDIT') =>
  orderOf(desk, lines, { customerId, payMethod });
const stands = async (id: string) => {
  const { held, used, available } = await accountNow(opened, id);
  return { held, used, available };
};
const exact = async (depot: Depot = desk) => expect([...(await creditDifferences(opened, desk.me)), ...(await differences(depot))]).toEqual([]);
const refOf = async (id: string) => ({
  id,
  rowVersion: (await opened.pool.query('select row_version from sales_order where id = $1', [id])).rows[0].row_version as number,
});
async function closed(id: string) {
  const ref = await refOf(id);
  return as(opened, desk.me, (tx) => closeLines(tx, desk.me, { ...ref, lineIds: [], reason: '不再发' }, NOON));
}
const receivableOf = async (orderId: string) =>
  (
    await opened.pool.query('select id, no, amount::int, open::int, credit_order_id is not null as planned from receivable where order_id = $1 order by no', [
      orderId,
    ])
  ).rows;

test('an order on credit holds when it is placed, uses what ships, and gives the rest back when it is closed', async () => {
  const own = await account(10_000n);
  const order = await place(own.customer_id, [
    [0, '3'],
    [1, '4'],
  ]);
  expect(await statusOf(desk, order.id)).toBe('PENDING_DELIVERY');
  expect(await stands(own.id)).toEqual({ held: 7_000n, used: 0n, available: 3_000n });
  await shipped(desk, [[order.lineIds[0] as string, '2']]);
  expect(await stands(own.id)).toEqual({ held: 5_000n, used: 2_000n, available: 3_000n });
  expect(await receivableOf(order.id)).toMatchObject([{ amount: 2_000, open: 2_000, planned: true }]);
  await closed(order.id);
  expect(await stands(own.id)).toEqual({ held: 0n, used: 2_000n, available: 8_000n });
  await exact();
});

test('short of credit an order is refused with the figures; without an account it says so; what is not placed holds nothing', async () => {
  const own = await account(5_000n);
  const refusal = await refusalOf(place(own.customer_id, [[0, '6']]));
  expect(refusal.message).toMatch(/客户“赊销\d+”的固定额度账户SX\d+可用额度¥50.00，本次需¥60.00，差¥10.00/);
  expect((await refusalOf(place(await customer(), [[0, '1']]))).message).toContain('没有正常的授信账户');
  expect(await stands(own.id)).toEqual({ held: 0n, used: 0n, available: 5_000n });
  await exact();
});

test('a reversed delivery is held again, a cancelled order gives all back, an order placed again holds anew', async () => {
  const own = await account(5_000n);
  const order = await place(own.customer_id, [[0, '5']]);
  const out = await shipped(desk, [[order.lineIds[0] as string, '5']]);
  await as(opened, desk.me, (tx) => reverseDelivery(tx, desk.me, { ...out, reason: '发错' }, NOON));
  expect(await stands(own.id)).toEqual({ held: 5_000n, used: 0n, available: 0n });
  const ref = await refOf(order.id);
  await as(opened, desk.me, (tx) => cancelOrder(tx, desk.me, { ...ref, reason: '不要了' }, NOON));
  expect(await stands(own.id)).toEqual({ held: 0n, used: 0n, available: 5_000n });
  const { rows } = await opened.pool.query('select status from credit_order where order_id = $1', [order.id]);
  expect(rows).toEqual([{ status: 'CANCELLED' }]);
  await place(own.customer_id, [[0, '5']]);
  await exact();
});

test('a change that grows the order takes more of the limit or is refused; one that shrinks it gives back', async () => {
  const own = await account(5_000n);
  const order = await place(own.customer_id, [[0, '3']]);
  const change = async (qty: string) => {
    const [line] = await orderLinesOf(desk, order.id);
    const lines = [
      { id: line?.id as string, skuId: desk.skus[0], unitId: desk.units.piece, qty, gift: false, price: '', manualPrice: '', manualReason: '', remark: '' },
    ];
    const ref = await refOf(order.id);
    return as(opened, desk.me, async (tx) => {
      const asked = await requestChange(tx, desk.me, { ...ref, lines, reason: '改数量' }, NOON);
      return decideChange(tx, desk.other, { id: asked.id, rowVersion: asked.rowVersion, pass: true, reason: '' }, NOON);
    });
  };
  await change('5');
  expect(await stands(own.id)).toMatchObject({ held: 5_000n });
  expect((await refusalOf(change('6'))).message).toContain('可用额度¥0.00，本次需¥10.00，差¥10.00');
  await change('2');
  expect(await stands(own.id)).toMatchObject({ held: 2_000n, available: 3_000n });
  await exact();
});

test('goods that come back unpaid free what they used', async () => {
  const own = await account(10_000n);
  const of = await delivered(desk, [[0, '6']], { customerId: own.customer_id, payMethod: 'CREDIT' });
  expect(await stands(own.id)).toEqual({ held: 0n, used: 6_000n, available: 4_000n });
  const done = await received(desk, await passed(desk, await applied(desk, of, [[0, '2']])));
  if (done.status === 'WAIT_REFUND') await refunded(desk, done);
  expect(await stands(own.id)).toEqual({ held: 0n, used: 4_000n, available: 6_000n });
  expect(await receivableOf(of.orderId)).toMatchObject([{ open: 4_000 }]);
  await exact();
});

test('组合支付: the balance first, the rest on credit, and neither waits for money; without an account the rest is paid offline as before', async () => {
  const customerId = await customer();
  await putFunds(opened, desk.me, customerId, 2_000n);
  const own = await account(5_000n, customerId);
  const order = await place(customerId, [[0, '6']], 'MIXED');
  expect(await statusOf(desk, order.id)).toBe('PENDING_DELIVERY');
  expect(await stands(own.id)).toMatchObject({ held: 4_000n });
  await shipped(desk, [[order.lineIds[0] as string, '3']]);
  expect(await stands(own.id)).toMatchObject({ held: 3_000n, used: 1_000n });
  expect(await receivableOf(order.id)).toMatchObject([{ amount: 3_000, open: 1_000, planned: true }]);
  await closed(order.id);
  expect(await stands(own.id)).toMatchObject({ held: 0n, used: 1_000n });
  const poor = await customer();
  const waits = await place(poor, [[0, '1']], 'MIXED');
  expect(await statusOf(desk, waits.id)).toBe('PENDING_PAY');
  await exact();
});

test('what is owed by a plan is not matched by hand', async () => {
  const own = await account(10_000n);
  const order = await place(own.customer_id, [[0, '1']]);
  await shipped(desk, [[order.lineIds[0] as string, '1']]);
  const [row] = await receivableOf(order.id);
  const form = ReceiptForm.parse({
    customerId: own.customer_id,
    amount: '10.00',
    payWay: 'CASH',
    receivedAt: NOON.toISOString(),
    applies: [{ receivableId: row.id, amount: '10.00' }],
  });
  const refusal = await refusalOf(as(opened, desk.me, (tx) => registerReceipt(tx, desk.me, form, NOON)));
  expect(refusal.message).toBe(`应收单${row.no}不能手工核销：该应收属于赊销订单，请在赊销管家登记还款`);
});
