import { beforeAll, expect, test } from 'vitest';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { balance } from '~/domains/finance/fundBalance.server';
import { defineFunding, type Funding } from '~/domains/finance/funding.server';
import { closeLines } from '~/domains/order/change/close.server';
import { OrderInput } from '~/domains/order/form/orderInput.schema';
import { placeOrder } from '~/domains/order/placing/place.server';
import { NOON } from '../../../support/catalogue';
import { testDatabase } from '../../../support/database';
import { type Depot, differences, openDepot, orderLinesOf, shipped, statusOf } from '../../../support/delivery';
import { as, putFunds } from '../../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let asked: string[] = [];

/** Pays out of the fund account, and writes down what it was asked for. */
const credit: Funding = {
  ...balance,
  lock: (...args) => note('lock', () => balance.lock(...args)),
  reserve: (...args) => note(`reserve ${args[3]}`, () => balance.reserve(...args)),
  release: (...args) => note(`release ${args[3] ?? 'all'}`, () => balance.release(...args)),
  releaseBeyond: (...args) => note(`release beyond ${args[3]}`, () => balance.releaseBeyond(...args)),
  capture: (...args) => note(`capture ${args[2].amount}`, () => balance.capture(...args)),
  reverse: (...args) => note('reverse', () => balance.reverse(...args)),
};

function note<T>(what: string, work: () => Promise<T>): Promise<T> {
  asked.push(what);
  return work();
}

beforeAll(async () => {
  depot = await openDepot(opened, 1n, { payFirst: true });
  await putFunds(opened, depot.me, depot.customers[0], 10_000n);
  defineFunding('CREDIT', credit);
});

async function placed(payMethod: string): Promise<string> {
  const lines = [{ skuId: depot.skus[0], unitId: depot.units.piece, qty: '3' }];
  const to = { receiver: '王强', receiverPhone: '13900000001', province: '浙江省', city: '杭州市', district: '西湖区', address: '文三路1号' };
  const input = OrderInput.parse({ customerId: depot.customers[0], ...to, payMethod: 'BALANCE', lines });
  asked = [];
  return (await as(opened, depot.me, (tx) => placeOrder(tx, depot.me, { ...input, payMethod: payMethod as 'BALANCE' }, NOON))).id;
}

test('an order is paid by whatever its method says, from placing to closing, without order or delivery knowing the method', async () => {
  const id = await placed('CREDIT');
  expect(asked).toEqual(['lock', 'reserve 3000']);
  expect(await statusOf(depot, id)).toBe('PENDING_DELIVERY');
  const [line] = await orderLinesOf(depot, id);

  asked = [];
  const out = await shipped(depot, [[line?.id as string, '1']]);
  expect(asked).toEqual(['capture 1000']);
  asked = [];
  await as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { ...out, reason: '发错' }, NOON));
  expect(asked).toEqual(['reverse']);
  await shipped(depot, [[line?.id as string, '1']]);

  asked = [];
  const { rowVersion } = (await opened.pool.query('select row_version as "rowVersion" from sales_order where id = $1', [id])).rows[0];
  await as(opened, depot.me, (tx) => closeLines(tx, depot.me, { id, rowVersion, lineIds: [], reason: '缺货' }, NOON));
  expect(asked).toEqual(['release all', 'release beyond 0']);
  expect(await differences(depot)).toEqual([]);
});

test('a method nobody defined places no order', async () => {
  await expect(placed('BARTER')).rejects.toThrow('nothing pays by BARTER');
});
