import { beforeEach, expect, test } from 'vitest';
import '~/domains/order/api.server';
import '~/domains/billing/api.server';
import { billableByIds } from '~/domains/billing/billable.server';
import { dueOf } from '~/domains/billing/rules';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import * as calls from '~/domains/order/calls';
import { signMore } from '../../../support/billing';
import { ask, NOON } from '../../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../../support/database';
import { type Depot, differences, openDepot, orderLinesOf, orderOf, shipped } from '../../../support/delivery';
import { grantExpense } from '../../../support/expense';
import { as } from '../../../support/stock';

const opened = await testDatabase();
let depot: Depot;
beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
});

const detail = (id: string) => ask(depot.me, calls.orderDetail, { id });

/** The order's first line asks for more. */
async function grown(id: string, qty: string) {
  const { rowVersion, lines } = await detail(id);
  const wanted = lines.map((line, index) => ({ id: line.id, skuId: line.skuId, unitId: line.unitId, qty: index ? line.qty : qty }));
  const asked = await ask(depot.me, calls.orderChange, { id, rowVersion, reason: '改', lines: wanted });
  return ask(depot.me, calls.orderDecideChange, { id, rowVersion: asked.rowVersion, pass: true });
}
const closed = async (id: string) => ask(depot.me, calls.orderClose, { id, rowVersion: (await detail(id)).rowVersion, lineIds: [], reason: '缺货' });
const reversed = (ref: { id: string; version: number }) => as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { ...ref, reason: '发错' }, NOON));

interface Books {
  payable: string;
  billed: string;
  used: string;
  open: string;
}
async function books(id: string): Promise<Books> {
  const { rows } = await opened.pool.query(
    `select o.payable::text, (select coalesce(sum(amount), 0)::text from receivable where order_id = o.id and status <> 'REVERSED') as billed,
      (select coalesce(sum(taken), 0)::text from expense_use where order_id = o.id) as used,
      (select coalesce(sum(open), 0)::text from expense_use where order_id = o.id) as open from sales_order o where o.id = $1`,
    [id],
  );
  return rows[0];
}

test('a line that grew, was closed and whose delivery was reversed is shipped anew at what it was billed before, its expense whole', async () => {
  await grantExpense(opened, depot.me, depot.customers[0], 100_00n);
  const order = await orderOf(
    depot,
    [
      [0, '4'],
      [1, '1'],
    ],
    { expense: '10.00' },
  );
  const lineId = order.lineIds[0] as string;
  const first = await shipped(depot, [[lineId, '4']]);
  await grown(order.id, '10');
  await closed(order.id);
  expect(await books(order.id)).toEqual({ payable: '3200', billed: '3200', used: '800', open: '0' });

  await reversed(first);
  expect(await books(order.id)).toEqual({ payable: '3200', billed: '0', used: '0', open: '800' });
  await signMore(depot, [[lineId, '1']]);
  expect(await books(order.id)).toEqual({ payable: '3200', billed: '800', used: '200', open: '600' });
  await signMore(depot, [[lineId, '3']]);
  expect(await books(order.id)).toEqual({ payable: '3200', billed: '3200', used: '800', open: '0' });
  const billable = await as(opened, depot.me, (tx) => billableByIds(tx, depot.me, depot.customers[0], [lineId]));
  expect(dueOf(billable.get(lineId) as never)).toEqual({ qty: '4', amount: 3200n });
  expect((await detail(order.id)).status).toBe('CLOSED');
  expect(await differences(depot)).toEqual([]);
});

test('goods added to a line after part of it was closed cost their price: what the closed part had gave its expense back', async () => {
  await grantExpense(opened, depot.me, depot.customers[0], 100_00n);
  const order = await orderOf(
    depot,
    [
      [0, '10'],
      [1, '1'],
    ],
    { expense: '22.00' },
  );
  const [lineId] = order.lineIds as [string];
  await shipped(depot, [[lineId, '4']]);
  const { rowVersion } = await detail(order.id);
  await ask(depot.me, calls.orderClose, { id: order.id, rowVersion, lineIds: [lineId], reason: '缺货' });
  await grown(order.id, '15');
  const before = BigInt((await books(order.id)).billed);
  await shipped(depot, [[lineId, '5']]);
  expect(BigInt((await books(order.id)).billed) - before).toBe(50_00n);
  expect(await differences(depot)).toEqual([]);
});

test('an order closed in part whose only delivery was reversed may be cancelled', async () => {
  const order = await orderOf(depot, [[0, '10']]);
  const sent = await shipped(depot, [[order.lineIds[0] as string, '4']]);
  await closed(order.id);
  await reversed(sent);
  const { rowVersion } = await detail(order.id);
  expect((await ask(depot.me, calls.orderCancel, { id: order.id, rowVersion, reason: '不要了' })).status).toBe('CANCELLED');
  expect((await orderLinesOf(depot, order.id)).map((line) => Number(line.reserved))).toEqual([0]);
  expect(await differences(depot)).toEqual([]);
});
