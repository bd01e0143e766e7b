import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { delivery } from '~/domains/delivery/subjects';
import * as calls from '~/domains/order/calls';
import MyOrderCreate from '~/domains/order/screens/MyOrderCreate';
import MyOrderDetail from '~/domains/order/screens/MyOrderDetail';
import MyOrderList from '~/domains/order/screens/MyOrderList';
import OrderAudit from '~/domains/order/screens/OrderAudit';
import OrderCreate from '~/domains/order/screens/OrderCreate';
import OrderDetail from '~/domains/order/screens/OrderDetail';
import OrderEdit from '~/domains/order/screens/OrderEdit';
import OrderList from '~/domains/order/screens/OrderList';
import { numberPreview, orderSettingsRead } from '~/domains/settings/calls';
import OrderSettingsForm from '~/domains/settings/screens/OrderSettingsForm';
import { oneNumber } from '~/server/numbers.server';
import { withMe } from '~/server/rendering.server';
import { ask, NOON } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { approved, type Market, openMarket, orderOf, place } from '../../support/order';

const opened = await testDatabase();
let market: Market;
beforeAll(async () => {
  market = await openMarket(opened);
});
const render = (element: React.ReactElement, dealer = false) =>
  withMe(dealer ? market.dealer(market.customers[0]) : market.me, async () => renderToString(element));

test('both lists stand with their rows, tabs and buttons before any script runs', async () => {
  await place(market, [[0, '3']]);
  const first = await ask(market.me, calls.orderPage, { withTabs: 'true' });
  const html = await render(createElement(OrderList, { first, query: {} }));
  for (const text of ['DD20260615000001', '东湖建材', '待审核', '新建订单', '导出', '审核']) expect(html).toContain(text);
  const mine = await ask(market.dealer(market.customers[0]), calls.myOrderPage, { withTabs: 'true' });
  expect(await render(createElement(MyOrderList, { first: mine, query: {} }), true)).toContain('新建订单');
});

test('the dealer’s list offers a change of what waits for delivery, and of nothing that waits for review', async () => {
  const buyer = market.dealer(market.customers[0]);
  const [waiting, passed] = [await place(market, [[0, '1']]), await approved(market, [[1, '1']])];
  const offered = async (status: string) => {
    const first = await ask(buyer, calls.myOrderPage, { status });
    const html = await render(createElement(MyOrderList, { first, query: { status } }), true);
    return [...html.matchAll(/<a href="([^"]*)"[^>]*>申请变更<\/a>/g)].map(([, href]) => href);
  };
  expect(await offered('PENDING_DELIVERY')).toContain(`/portal/supplyChain/dealer/order/create?id=${passed.id}`);
  expect((await ask(buyer, calls.myOrderPage, { status: 'PENDING_AUDIT' })).pagedRecords.map(({ id }) => id)).toContain(waiting.id);
  expect(await offered('PENDING_AUDIT')).toEqual([]);
});

test('entry, edit, detail and audit show the order in every state', async () => {
  const { warehouses } = await ask(market.me, calls.orderWarehouses, {});
  expect(await render(createElement(OrderCreate, { warehouses }))).toContain('提交审核');
  const buyer = await ask(market.dealer(market.customers[0]), calls.myBuyer, {});
  const entry = await render(createElement(MyOrderCreate, { buyer }), true);
  for (const words of ['商品明细', '我的资金', '支付与到货']) expect(entry).toContain(words);
  expect(entry).not.toContain('客户');
  const draft = await ask(market.me, calls.orderSave, orderOf(market, [[0, '1']]));
  const waiting = await place(market, [
    [0, '2'],
    [1, '1'],
  ]);
  const passed = await approved(market, [[2, '4']]);
  for (const { id } of [draft, waiting, passed]) {
    const order = await ask(market.me, calls.orderDetail, { id });
    expect(await render(createElement(OrderDetail, { first: order }))).toContain('操作日志');
    const edit = await render(createElement(OrderEdit, { order, buyer: await ask(market.me, calls.orderBuyer, { customerId: order.customerId }), warehouses }));
    if (id === waiting.id) expect(edit).toContain(`订单${waiting.no}当前状态为“待审核”，不能编辑`);
    expect(edit.includes('添加一行')).toBe(id !== waiting.id);
    expect(await render(createElement(OrderAudit, { first: order }))).toContain('客户信用');
  }
  const mine = await ask(market.dealer(market.customers[0]), calls.myOrderDetail, { id: passed.id });
  const html = await render(createElement(MyOrderDetail, { first: mine }), true);
  expect(html).toContain('申请变更');
  expect(html).not.toContain('占用');
  expect(html).not.toContain('客户');
});

test('the base configuration shows every choice', async () => {
  const [first, { documents }] = await Promise.all([ask(market.me, orderSettingsRead, {}), ask(market.me, numberPreview, {})]);
  const html = await render(createElement(OrderSettingsForm, { first, numbers: documents }));
  for (const label of ['审核方式', '占用时点', '先款后货', '自动签收天数', '经销商可见库存', '编号预览', '发货单']) expect(html).toContain(label);
});

test('the number previewed is the one the next document gets, in its own tenant', async () => {
  const previewed = async () => (await ask(market.me, numberPreview, {})).documents.find((one) => one.name === '发货单')?.next;
  const draw = (tenantId: bigint) => opened.inTenant({ tenantId }, (tx) => oneNumber(tx, { tenantId }, delivery, NOON));
  for (let times = 0; times < 3; times++) {
    const next = await previewed();
    await draw(2n);
    expect(await draw(1n)).toBe(next);
  }
});
