import '~/domains/warehouse/api.server';
import '~/domains/delivery/api.server';
import { expect, test } from 'vitest';
import { toDeliverList } from '~/domains/delivery/calls';
import { fillShortages } from '~/domains/order/allocation/shortage.server';
import { stockList, stockShortages } from '~/domains/warehouse/calls';
import { ask } from '../../../support/catalogue';
import { testDatabase } from '../../../support/database';
import { approved, configure, openMarket } from '../../../support/order';
import { putStock } from '../../../support/stock';

const opened = await testDatabase();

test('goods that come in go to short orders, the earliest approved first', async () => {
  const market = await openMarket(opened, { stock: '10' });
  await configure(market, { allowShort: true });
  const first = await approved(market, [[0, '8']]);
  const second = await approved(market, [[0, '6']]);
  const third = await approved(market, [[0, '5']]);
  const held = async (id: string) =>
    (await opened.pool.query('select l.reserved::float r, o.short from order_line l join sales_order o on o.id = l.order_id where o.id = $1', [id])).rows[0];
  expect(await held(second.id)).toEqual({ r: 2, short: true });
  const lacking = await ask(market.me, stockList, { state: 'SHORT' });
  expect([lacking.pagedRecords.map((row) => row.short), lacking.totals?.['short']]).toEqual([['9'], '9']);
  const { pagedRecords: waiting } = await ask(market.me, stockShortages, { warehouseId: market.warehouseId, skuId: market.skus[0] as string });
  expect(waiting.map((row) => [row.orderId, row.reserved, row.short])).toEqual([
    [second.id, '2', '4'],
    [third.id, '0', '5'],
  ]);
  expect((await ask(market.me, toDeliverList, { product: 'A001' })).totalCount).toBe(3);
  expect((await ask(market.me, toDeliverList, { product: 'B001' })).totalCount).toBe(0);
  await putStock(opened, market.me, market.warehouseId, { [market.skus[0] as string]: '6' });
  await fillShortages(opened, AbortSignal.abort());
  expect(await held(second.id)).toEqual({ r: 2, short: true });
  await fillShortages(opened);
  expect(await held(first.id)).toEqual({ r: 8, short: false });
  expect(await held(second.id)).toEqual({ r: 6, short: false });
  expect(await held(third.id)).toEqual({ r: 2, short: true });
});
