import { beforeEach, expect, test } from 'vitest';
import { DeliveryForm } from '~/domains/delivery/delivery.schema';
import { saveDelivery } from '~/domains/delivery/delivery.server';
import { reverseDelivery, shipDelivery } from '~/domains/delivery/ship.server';
import * as calls from '~/domains/order/calls';
import { makeMember } from '../../../support/app';
import { ask, refusalOf } from '../../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../../support/database';
import { allocatedTo, approved, configure, type Market, NOON, openMarket, place, stateOf } from '../../../support/order';
import { as } from '../../../support/stock';

const opened = await testDatabase();
let market: Market;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened, { funds: 100_000n });
  await configure(market, { payFirst: true });
});

const rowOf = async (id: string) => {
  const { pagedRecords } = await ask(market.me, calls.orderPage, {});
  const row = pagedRecords.find((one) => one.id === id);
  return row && { status: row.status, payState: row.payState, held: row.held, paid: row.paid };
};
const offline = (qty = '10') => approved(market, [[0, qty]], { payMethod: 'OFFLINE' });
const pay = (ref: { id: string; rowVersion: number }, change: Record<string, unknown>) =>
  ask(market.me, calls.orderConfirmPaid, { id: ref.id, rowVersion: ref.rowVersion, from: 'NEW', amount: '100.00', flowNo: 'F1', ...change } as never);
async function ship(orderId: string, qty: string) {
  const { rows } = await opened.pool.query('select id from order_line where order_id = $1', [orderId]);
  const form = DeliveryForm.parse({ warehouseId: market.warehouseId, shipWay: 'SELF', freight: '0.00', lines: [{ orderLineId: rows[0].id, qty }] });
  return as(opened, market.me, async (tx) => {
    const { id, version } = await saveDelivery(tx, market.me, form, NOON);
    return shipDelivery(tx, market.me, { id, version }, NOON);
  });
}

test('money for an offline order: short of it the order waits on, the rest completes it, shipments take it', async () => {
  const order = await offline();
  expect(await rowOf(order.id)).toEqual({ status: 'PENDING_PAY', payState: 'UNPAID', held: '0.00', paid: '0.00' });
  const before = await stateOf(opened, order.id);
  const short = await refusalOf(pay(order, { amount: '60.00' }));
  expect([short.code, short.message]).toEqual(['W1', expect.stringContaining('少40.00元')]);
  expect(await stateOf(opened, order.id)).toBe(before);
  const part = await pay(order, { amount: '60.00', confirm: true });
  expect(await rowOf(order.id)).toEqual({ status: 'PENDING_PAY', payState: 'HELD', held: '60.00', paid: '0.00' });
  expect((await refusalOf(pay(part, { amount: '40.00' }))).data.reason).toBe('DUP_FLOW_NO');
  const done = await pay(part, { from: 'BALANCE', amount: '40.00' });
  expect(done.status).toBe('PENDING_DELIVERY');
  const shipped = await ship(order.id, '4');
  expect(await rowOf(order.id)).toEqual({ status: 'PARTIAL_DELIVERED', payState: 'PART', held: '60.00', paid: '40.00' });
  await ship(order.id, '6');
  expect(await rowOf(order.id)).toMatchObject({ payState: 'PAID', held: '0.00', paid: '100.00' });
  await as(opened, market.me, (tx) => reverseDelivery(tx, market.me, { id: shipped.id, version: shipped.version, reason: '错发' }, NOON));
  expect(await rowOf(order.id)).toMatchObject({ payState: 'PART', held: '40.00', paid: '60.00' });
});

test('too much is told with the difference and stays with the customer', async () => {
  const order = await offline();
  const over = await refusalOf(pay(order, { amount: '130.00' }));
  expect([over.code, over.message]).toEqual(['W1', expect.stringContaining('多30.00元')]);
  await pay(order, { amount: '130.00', confirm: true });
  const due = await ask(market.me, calls.orderDue, { id: order.id });
  expect(due).toMatchObject({ payable: '100.00', held: '100.00', due: '0.00', available: '1030.00' });
  const other = await offline('1');
  expect((await refusalOf(pay(other, { from: 'BALANCE', amount: '20.00' }))).message).toContain('只需再付10.00元');
});

test('what an order no longer costs goes back to the customer, whatever it was paid by', async () => {
  const order = await offline();
  const paid = await pay(order, {});
  const lines = (await ask(market.me, calls.orderDetail, { id: order.id })).lines.map(({ id, skuId, unitId }) => ({ id, skuId, unitId, qty: '7' }));
  const asked = await ask(market.me, calls.orderChange, { id: order.id, rowVersion: paid.rowVersion, reason: '少要', lines });
  const changed = await ask(market.me, calls.orderDecideChange, { id: order.id, rowVersion: asked.rowVersion, pass: true });
  expect(await allocatedTo(opened, order.id)).toMatchObject({ held: '7000' });
  await ship(order.id, '2');
  const now = await ask(market.me, calls.orderDetail, { id: order.id });
  await ask(market.me, calls.orderClose, { id: order.id, rowVersion: now.rowVersion, reason: '停', lineIds: [] });
  expect(changed.rowVersion).toBeLessThan(now.rowVersion);
  expect(await rowOf(order.id)).toMatchObject({ payState: 'PAID', held: '0.00', paid: '20.00' });
  const waiting = await pay(await offline('3'), { flowNo: 'F2', amount: '10.00', confirm: true });
  await ask(market.me, calls.orderCancel, { id: waiting.id, rowVersion: waiting.rowVersion, reason: '停' });
  expect(await rowOf(waiting.id)).toMatchObject({ payState: 'NONE', held: '0.00' });
});

test('a line that was closed and grows again by a change keeps its money', async () => {
  const order = await approved(market, [
    [0, '10'],
    [1, '1'],
  ]);
  await ship(order.id, '4');
  const shipped = await ask(market.me, calls.orderDetail, { id: order.id });
  const [first] = shipped.lines;
  await ask(market.me, calls.orderClose, { id: order.id, rowVersion: shipped.rowVersion, reason: '停', lineIds: [first?.id ?? ''] });
  const closed = await ask(market.me, calls.orderDetail, { id: order.id });
  const lines = closed.lines.map(({ id, skuId, unitId, qty }) => ({ id, skuId, unitId, qty: id === first?.id ? '12' : qty }));
  const asked = await ask(market.me, calls.orderChange, { id: order.id, rowVersion: closed.rowVersion, reason: '又要', lines });
  await ask(market.me, calls.orderDecideChange, { id: order.id, rowVersion: asked.rowVersion, pass: true });
  const now = await ask(market.me, calls.orderDetail, { id: order.id });
  expect(yuan(now.payable) - yuan(closed.payable)).toBe(2000n);
  expect(yuan(now.held)).toBe(yuan(now.payable) - yuan(now.paid));
});
const yuan = (text: string): bigint => BigInt(text.replace('.', ''));

test('the list by payment, region and seller; many orders get a seller or a remark, ended ones say why not', async () => {
  const held = await place(market, [[0, '1']]);
  await place(market, [[0, '1']], { payMethod: 'OFFLINE', province: '江苏省', city: '南京市', district: '玄武区' });
  const gone = await place(market, [[0, '1']]);
  await ask(market.me, calls.orderCancel, { id: gone.id, rowVersion: gone.rowVersion, reason: '停' });
  const count = async (query: object) => (await ask(market.me, calls.orderPage, query)).totalCount;
  expect(await Promise.all(['HELD', 'UNPAID', 'NONE', 'PAID', ''].map((payState) => count({ payState })))).toEqual([1, 1, 1, 0, 3]);
  expect(await Promise.all(['320000', '320100', '330106', '330100'].map((region) => count({ region })))).toEqual([1, 1, 2, 2]);
  await expect(count({ region: '999999' })).rejects.toThrow('999999');

  const { memberId } = (await makeMember(1n, '孙业务', [])).me;
  const items = [held, { ...gone, rowVersion: 2 }].map(({ id, rowVersion }) => ({ id, rowVersion }));
  const { results } = await ask(market.me, calls.orderAmend, { items, salesMemberId: memberId ?? '' });
  expect(new Map(results.map((one) => [one.id, one.ok]))).toEqual(
    new Map([
      [held.id, true],
      [gone.id, false],
    ]),
  );
  expect(results.find((one) => !one.ok)?.message).toContain('已取消');
  expect(await count({ salesMemberId: memberId ?? '' })).toBe(1);
  await ask(market.me, calls.orderAmend, { items: [{ id: held.id, rowVersion: held.rowVersion + 1 }], internalRemark: '月底前发' });
  expect(await ask(market.me, calls.orderDetail, { id: held.id })).toMatchObject({ internalRemark: '月底前发', salesName: '孙业务' });
  const dealer = await ask(market.dealer(market.customers[0]), calls.myOrderDetail, { id: held.id });
  expect(JSON.stringify(dealer.events)).not.toMatch(/月底前发|业务员/);
});
