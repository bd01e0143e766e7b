import { randomUUID } from 'node:crypto';
import { myLogistic, newDelivery, saveDelivery, shipDelivery, signMine } from '~/domains/delivery/calls';
import { orderAudit, orderDetail } from '~/domains/order/calls';
import { myReturnList, returnDetail } from '~/domains/return/calls';
import { goodsInStock, orderToAudit } from './support/orders';
import { ask, D, F, open, personAt } from './support/people';
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
  await dealer.setViewportSize({ width: 390, height: 844 });
  await open(dealer, `${D}/reverseOrder/create?id=${draft?.id}`);
  await expect(dealer.getByLabel('第1行退货数量')).toHaveValue('2');
  await dealer.getByLabel('问题描述').fill('外箱破损，两件不能用');
  await dealer.getByRole('button', { name: '提交申请' }).click();
  await expect(dealer.locator('header', { has: dealer.locator('h1') })).toContainText('待审核');

  await open(clerk, `${F}/reverseOrder/detail?id=${draft?.id}`);
  await clerk.getByRole('button', { name: '审核通过' }).click();
  await clerk.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await expect(clerk.locator('header', { has: clerk.locator('h1') })).toContainText('待寄回');

  await open(dealer, `${D}/reverseOrder/detail?id=${draft?.id}`);
  await dealer.getByRole('button', { name: '填写寄回物流' }).click();
  await dealer.getByRole('dialog').getByLabel('物流公司').fill('德邦物流');
  await dealer.getByRole('dialog').getByLabel('物流单号').fill('TH900001');
  await dealer.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(dealer.locator('header', { has: dealer.locator('h1') })).toContainText('待收货');

  await open(keeper, `${F}/reverseOrder/detail?id=${draft?.id}`);
  await keeper.getByRole('button', { name: '收货验收' }).click();
  await keeper.getByRole('dialog').getByLabel('第1行良品').fill('');
  await keeper.getByRole('dialog').getByLabel('第1行不良').fill('2');
  await keeper.getByRole('dialog').getByRole('button', { name: '确认收货' }).click();
  await expect(keeper.locator('header', { has: keeper.locator('h1') })).toContainText('待退款');

  await open(finance, `${F}/reverseOrder/detail?id=${draft?.id}`);
  await finance.getByRole('button', { name: '确认退款' }).click();
  await finance.getByRole('dialog').getByRole('button', { name: '确认退款' }).click();
  await expect(finance.locator('header', { has: finance.locator('h1') })).toContainText('已完成');
  const done = await ask(finance, returnDetail, { id: draft?.id ?? '' });
  expect(done.split.map((part) => part.target).every((target) => target === 'OWED' || target === 'FUND')).toBe(true);
  expect(done.stock.map((row) => row.warehouseName)).toEqual(['残次仓']);
});
