import { beforeEach, expect, test } from 'vitest';
import * as orders from '~/domains/order/calls';
import { actorName } from '~/portal/me';
import { ask, refusalOf } from '../support/catalogue';
import { emptyDatabase, testDatabase } from '../support/database';
import { type Market, openMarket, place } from '../support/order';

const opened = await testDatabase();
let market: Market;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
});

test('whoever comes second hears who was first and when; oneself, that it was another page', async () => {
  const placed = await place(market, [[0, '1']]);
  await ask(market.me, orders.orderAudit, { id: placed.id, rowVersion: placed.rowVersion });
  const own = await refusalOf(ask(market.me, orders.orderReject, { id: placed.id, rowVersion: placed.rowVersion, reason: '晚了' }));
  expect(own.message).toBe('单据已在您的另一个页面修改（2026-06-15 12:00），请刷新后重试');
  const other = await refusalOf(ask({ ...market.me, name: '另一位' }, orders.orderReject, { id: placed.id, rowVersion: placed.rowVersion, reason: '晚了' }));
  expect(other.message).toBe(`单据已被他人修改（${actorName(market.me)}，2026-06-15 12:00），请刷新后重试`);
  expect(other.data).toMatchObject({ reason: 'VERSION', by: actorName(market.me), at: '2026-06-15T04:00:00.000Z' });
});
