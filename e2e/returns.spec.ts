import { randomUUID } from 'node:crypto';
import { myLogistic, newDelivery, saveDelivery, shipDelivery, signMine } from '~/domains/delivery/calls';
import { orderAudit, orderDetail } from '~/domains/order/calls';
import { myReturnList, returnDetail } from '~/domains/return/calls';
import { goodsInStock, orderToAudit } from './support/orders';
import { ask, personAt } from './support/people';
import { sentBackAndRefunded } from './support/returns';
import { expect, test } from './support/test';

test('a dealer reports damage, sends the goods back, and the refund lowers what it owes or stands in its account', async ({ browser }) => {
  const [dealer, clerk, keeper, finance] = await Promise.all([
    personAt(browser, 'dealer'),
    personAt(browser, 'clerk'),
    personAt(browser, 'keeper'),
    personAt(browser, 'finance'),
  ]);
  const goods = await goodsInStock(dealer, keeper, 1);
  const { id } = await orderToAudit(dealer, goods, '6');
  const { rowVersion } = await ask(clerk, orderDetail, { id });
  await ask(clerk, orderAudit, { id, rowVersion }, randomUUID());
  const form = await ask(keeper, newDelivery, { orderIds: [id] });
  const lines = form.lines.map((line) => ({ orderLineId: line.orderLineId, qty: line.deliverable }));
  const made = await ask(keeper, saveDelivery, { warehouseId: form.warehouseId, shipWay: 'SELF', freight: '0.00', lines }, randomUUID());
  await ask(keeper, shipDelivery, { id: made.id, version: made.version }, randomUUID());
  const [delivery] = (await ask(dealer, myLogistic, { orderId: id })).deliveries;
  if (!delivery) throw new Error('the delivery is not on the road');
  const signed = delivery.lines.map((line) => ({ lineId: line.id, signed: line.qty, refused: '0', damage: '2', note: '外箱破损', photos: [] }));
  await ask(dealer, signMine, { id: delivery.id, version: delivery.version, lines: signed }, randomUUID());

  const [draft] = (await ask(dealer, myReturnList, { status: 'DRAFT', pageSize: 1 })).pagedRecords;
  await sentBackAndRefunded({ dealer, clerk, keeper, finance }, draft?.id ?? '', '2');
  const done = await ask(finance, returnDetail, { id: draft?.id ?? '' });
  expect(done.split.map((part) => part.target).every((target) => target === 'OWED' || target === 'FUND')).toBe(true);
  expect(done.stock.map((row) => row.warehouseName)).toEqual(['残次仓']);
});
