import { beforeEach, expect, test } from 'vitest';
import { proveBillings } from '~/domains/billing/billingProof.server';
import * as calls from '~/domains/billing/calls';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { applyFor, detailOf, enter, issued, passed, reddened, returnGoods, signedOrder, signMore } from '../../support/billing';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, openDepot, orderOf } from '../../support/delivery';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let other: Me;

beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
  other = { ...depot.me, accountId: newId(), name: '审核员' };
});
const left = async (orderId?: string) => {
  const { lines } = await ask(depot.me, calls.billingCandidates, { customerId: depot.customers[0], ...(orderId ? { orderId } : {}) });
  return lines.map((line) => `${line.name} ${line.leftQty} ${line.leftAmount}`);
};
const stateOf = async (id: string) =>
  (await opened.pool.query('select invoice_state, freight_invoicing, freight_invoiced from sales_order where id = $1', [id])).rows[0];
const proven = async () => expect(await as(opened, depot.me, (tx) => proveBillings(tx, depot.me))).toEqual([]);

test('freight waits until something was signed for, then is invoiced like goods: at their rate, never beyond itself, and the order is whole only with it', async () => {
  const order = await orderOf(depot, [[0, '10']], { freight: '12.34' });
  expect(await left()).toEqual([]);
  await signMore(depot, [[order.lineIds[0] as string, '4']]);
  expect(await left(order.id)).toEqual([expect.stringContaining(' 4 40.00'), '运费 1 12.34']);
  const part = await applyFor(depot, [{ orderLineId: order.id, amount: '5.00' }]);
  const refusal = await refusalOf(applyFor(depot, [{ orderLineId: order.id, amount: '7.35' }]));
  expect(refusal.message).toContain('的运费：本次开票7.35元，超过可开票7.34元（运费12.34元、已开票0.00元、申请中5.00元）');
  const doc = await passed(depot, other, part.id);
  expect(doc.lines[0]).toMatchObject({ name: '运费', unitName: '项', amount: '5.00', taxRatePpm: 130_000, tax: '0.58' });
  await enter(depot.me, doc);
  expect(await stateOf(order.id)).toEqual({ invoice_state: 'PART', freight_invoicing: 0n, freight_invoiced: 500n });
  await proven();

  await signMore(depot, [[order.lineIds[0] as string, '6']]);
  await issued(depot, other, [{ orderLineId: order.lineIds[0] as string, qty: '10' }]);
  expect((await stateOf(order.id)).invoice_state, 'its freight is open yet').toBe('PART');
  await issued(depot, other, [{ orderLineId: order.id, amount: '7.34' }]);
  expect(await stateOf(order.id)).toEqual({ invoice_state: 'ALL', freight_invoicing: 0n, freight_invoiced: 1234n });
  expect(await left()).toEqual([]);
  await proven();
});

test('goods that come back leave their freight invoiced; a red letter takes it back and it may be invoiced again', async () => {
  const order = await signedOrder(depot, [[0, '10']], { freight: '30' });
  const line = order.lineIds[0] as string;
  const doc = await issued(depot, other, [
    { orderLineId: line, qty: '10' },
    { orderLineId: order.id, qty: '1' },
  ]);
  expect(doc.amount).toBe('130.00');
  await returnGoods(depot, line, '10');
  expect((await detailOf(depot, doc.id)).lines.map((one) => one.redDueAmount)).toEqual(['100.00', '0.00']);
  await reddened(depot, other, doc);
  expect((await stateOf(order.id)).freight_invoiced).toBe(0n);
  expect(await left()).toEqual(['运费 1 30.00']);
  await proven();
});

test('a dealer asks for the freight of its own orders and of no other customer’s', async () => {
  const order = await signedOrder(depot, [[0, '2']], { freight: '8' });
  const askAs = (index: 0 | 1) =>
    ask(depot.dealer(depot.customers[index]), calls.myBillingApply, { kind: 'E_GENERAL', title: '客户', lines: [{ orderLineId: order.id, amount: '8' }] });
  expect((await refusalOf(askAs(1))).message).toContain('第1行的订单商品');
  expect((await askAs(0)).status).toBe('PENDING_AUDIT');
  await proven();
});

test('what may be invoiced is found by a part of the order’s number, goods and freight alike, the oldest order first', async () => {
  const orders = [];
  for (const freight of ['1', '2', '3']) orders.push(await signedOrder(depot, [[0, '2']], { freight }));
  const found = async (orderNo: string) =>
    (await ask(depot.me, calls.billingCandidates, { customerId: depot.customers[0], orderNo })).lines.map((line) => `${line.orderNo} ${line.leftAmount}`);
  const all = orders.flatMap(({ no }, index) => [`${no} 20.00`, `${no} ${index + 1}.00`]);
  expect(await found('')).toEqual(all);
  expect(await found('DD2026')).toEqual(all);
  expect(await found(orders[1]?.no.slice(-5) ?? '')).toEqual(all.slice(2, 4));
  expect(await found('不存在')).toEqual([]);
});
