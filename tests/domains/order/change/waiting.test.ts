import { beforeEach, expect, test } from 'vitest';
import '~/domains/order/api.server';
import * as calls from '~/domains/order/calls';
import { ask, refusalOf } from '../../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../../support/database';
import { type Depot, deliveryOf, openDepot, orderOf } from '../../../support/delivery';

const opened = await testDatabase();
let depot: Depot;
beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
});

test('what waits to go out may be neither changed below, closed nor cancelled, and the sentence names delivery, line and figures', async () => {
  const order = await orderOf(depot, [
    [0, '6'],
    [1, '5'],
  ]);
  const made = await deliveryOf(depot, [[order.lineIds[0] as string, '4']]);
  const { rowVersion, lines } = await ask(depot.me, calls.orderDetail, { id: order.id });
  const wanted = (qty: string) => lines.map(({ id, skuId, unitId, qty: was }, index) => ({ id, skuId, unitId, qty: index ? was : qty }));
  const change = await ask(depot.me, calls.orderChange, { id: order.id, rowVersion, reason: '减少', lines: wanted('3') });
  const refused = await refusalOf(ask(depot.me, calls.orderDecideChange, { id: order.id, rowVersion: change.rowVersion, pass: true }));
  expect(refused.message).toBe(`订单${order.no}第1行有待出库的发货单${made.no}，待出库数量4，而该行只能再发3，请先修改或取消发货单`);
  const back = await ask(depot.me, calls.orderDecideChange, { id: order.id, rowVersion: change.rowVersion, pass: false, reason: '已备货' });
  const cancelled = await refusalOf(ask(depot.me, calls.orderCancel, { id: order.id, rowVersion: back.rowVersion, reason: '不要了' }));
  expect(cancelled.message).toContain(`待出库的发货单${made.no}，待出库数量4，而该行不再发货`);
  const enough = await ask(depot.me, calls.orderChange, { id: order.id, rowVersion: back.rowVersion, reason: '减少', lines: wanted('4') });
  expect((await ask(depot.me, calls.orderDecideChange, { id: order.id, rowVersion: enough.rowVersion, pass: true })).status).toBe('PENDING_DELIVERY');
});
