import '~/domains/stockCount/api.server';
import { beforeAll, expect, test } from 'vitest';
import * as counts from '~/domains/stockCount/calls';
import { proveStock } from '~/domains/warehouse/proof.server';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { ask } from '../../support/catalogue';
import { configure, type Market, openMarket, place } from '../../support/order';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let market: Market;
let other: Me;
let warehouseId: string;
let skuId: string;

beforeAll(async () => {
  market = await openMarket(opened, { stock: '12' });
  other = { ...market.me, accountId: newId(), name: '复核员' };
  await configure(market, { auditMode: 'AUTO' });
});

const counted = async (qty: string) => {
  const { id } = await ask(market.me, counts.countSave, { warehouseId, scope: 'SKU', scopeValues: [skuId], mode: 'OPEN', start: true });
  await ask(market.me, counts.countEnter, { id, lines: [{ skuId, counted: qty }] });
  const { version } = await ask(market.me, counts.countDetail, { id });
  await ask(market.me, counts.countSubmit, { id, version });
  return { id, version: version + 1 };
};
const orders = async () =>
  (
    await opened.pool.query(
      `select o.short, l.reserved::float8 as reserved from sales_order o join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id where l.sku_id = $1 order by o.created_at, o.id`,
      [skuId],
    )
  ).rows;

test('a loss leaves less than orders hold: the newest give up their goods and wait, and the clerks are told', async () => {
  for (let n = 0; n < 3; n++) await place(market, [[0, '4']]);
  const { rows } = await opened.pool.query('select warehouse_id, sku_id from stock_balance where reserved > 0');
  ({ warehouse_id: warehouseId, sku_id: skuId } = rows[0]);
  const doc = await counted('6');
  await ask(other, counts.countPass, { items: [doc] });
  expect(await orders()).toEqual([
    { short: false, reserved: 4 },
    { short: true, reserved: 2 },
    { short: true, reserved: 0 },
  ]);
  const { rows: events } = await opened.pool.query("select count(*)::int as n from order_event where action = '转为欠货'");
  expect(events[0].n).toBe(2);
  const { rows: told } = await opened.pool.query("select count(*)::int as n from outbox where payload::text like '%order.shortened%'");
  expect(told[0].n).toBe(2);
  expect((await ask(market.me, counts.countDetail, { id: doc.id })).logs[0]?.note).toContain('2张订单的2行转为欠货');
  expect(await as(opened, market.me, (tx) => proveStock(tx, market.me))).toEqual([]);
});
