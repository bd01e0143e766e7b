import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/order/calls';
import { whereItStands } from '~/domains/order/views/whereItStands';
import { ask } from '../../../support/catalogue';
import { testDatabase } from '../../../support/database';
import { approved, configure, type Market, openMarket, place } from '../../../support/order';

const opened = await testDatabase();
let market: Market;
beforeAll(async () => {
  market = await openMarket(opened, { stock: '5' });
});
const told = async (id: string) => whereItStands(await ask(market.me, calls.orderDetail, { id }));
const toldDealer = async (id: string) => whereItStands(await ask(market.dealer(market.customers[0]), calls.myOrderDetail, { id }));

test('one sentence says who approved, when, and what the order waits for', async () => {
  const waiting = await place(market, [[0, '1']]);
  expect(await told(waiting.id)).toBe('尚未发货：等待厂家审核');
  const rejected = await ask(market.me, calls.orderReject, { id: waiting.id, rowVersion: waiting.rowVersion, reason: '客户重复下单' });
  expect(await told(rejected.id)).toMatch(/^.+于2026-06-15 12:00驳回：客户重复下单$/);
  const covered = await approved(market, [[0, '2']]);
  expect(await told(covered.id)).toMatch(/^.+于2026-06-15 12:00审核通过；尚未发货：库存齐备，等待安排发货$/);
  expect(await toldDealer(covered.id)).toMatch(/审核通过；尚未发货：等待厂家发货$/);
  await configure(market, { allowShort: true });
  const short = await approved(market, [[1, '8']]);
  expect(await told(short.id)).toMatch(/尚未发货：第1行“.+”库存不足（可用 0 个）$/);
  expect(await toldDealer(short.id)).not.toContain('库存');
  const { rowVersion, lines } = await ask(market.me, calls.orderDetail, { id: covered.id });
  const [line] = lines;
  await ask(market.me, calls.orderChange, {
    id: covered.id,
    rowVersion,
    reason: '加',
    lines: [{ id: line?.id ?? '', skuId: line?.skuId ?? '', unitId: line?.unitId ?? '', qty: '3' }],
  });
  expect(await told(covered.id)).toContain('变更申请待审批');
});
