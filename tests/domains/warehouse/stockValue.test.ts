import '~/domains/product/api.server';
import '~/domains/warehouse/api.server';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/warehouse/calls';
import { keepValues, proveStockValues } from '~/domains/warehouse/stockValue.server';
import type { Me } from '~/portal/me';
import { STOCK_COST_VIEW } from '~/portal/permissions';
import { addProduct, ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { addWarehouse, as, putStock } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let house: string;
let skuId: string;
beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  house = await addWarehouse(opened, shop.me);
  skuId = (await addProduct(opened, shop, 'A1')).skuIds[0] as string;
});

/** Everything moved so far happened at that time. */
const happened = (at: string) => opened.pool.query("update stock_ledger set at = $1 where at > now() - interval '1 hour'", [at]);
const keep = (now: string) => as(opened, shop.me, (tx) => keepValues(tx, shop.me, new Date(now)));
const days = async () =>
  (await ask(shop.me, calls.stockValues, { pageSize: 100 })).pagedRecords.map((row) => `${row.day} ${row.opening} +${row.came} -${row.went} ${row.closing}`);

test('each day ends with what the goods were worth, in Shanghai days, and is written once', async () => {
  await putStock(opened, shop.me, house, { [skuId]: '10' }, '2.5');
  await happened('2026-06-10T15:59:59Z');
  await putStock(opened, shop.me, house, { [skuId]: '10' }, '3.5');
  await happened('2026-06-10T16:00:00Z');
  await putStock(opened, shop.me, house, { [skuId]: '-4' });
  await happened('2026-06-13T02:00:00Z');
  expect(await keep('2026-06-13T04:00:00Z')).toBe(3);
  expect(await days()).toEqual(['2026-06-12 60.00 +0.00 -0.00 60.00', '2026-06-11 25.00 +35.00 -0.00 60.00', '2026-06-10 0.00 +25.00 -0.00 25.00']);
  expect(await keep('2026-06-13T04:00:00Z')).toBe(0);
  expect(await keep('2026-06-14T04:00:00Z')).toBe(1);
  expect((await days())[0]).toBe('2026-06-13 60.00 +0.00 -12.00 48.00');
  expect(await as(opened, shop.me, (tx) => proveStockValues(tx, shop.me))).toEqual([]);
  const { pagedRecords } = await ask(shop.me, calls.stockValueRows, { warehouseId: house, day: '2026-06-13' });
  expect(pagedRecords).toMatchObject([{ skuCode: 'A1', change: '-4', value: '-12.00' }]);
});

test('a kept day that is wrong is shown', async () => {
  await putStock(opened, shop.me, house, { [skuId]: '10' }, '2');
  await happened('2026-06-10T02:00:00Z');
  await keep('2026-06-12T04:00:00Z');
  await opened.pool.query("update stock_value_day set closing = closing + 1, came = came + 1 where day = '2026-06-10'");
  expect(await as(opened, shop.me, (tx) => proveStockValues(tx, shop.me))).toMatchObject([
    { figure: '期初金额（前一日期末）', balance: '20.0000000000', proof: '21.0000000000' },
  ]);
});

test('whoever may not see cost does not see what goods are worth', async () => {
  const blind: Me = { ...shop.me, permissions: new Set([...shop.me.permissions].filter((code) => code !== STOCK_COST_VIEW)) };
  expect((await refusalOf(ask(blind, calls.stockValues, {}))).data.reason).toBe('NO_PERMISSION');
});
