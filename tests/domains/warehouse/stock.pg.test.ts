import { beforeAll, expect, test } from 'vitest';
import { proveStock } from '~/domains/warehouse/proof.server';
import { reserveForOrder, shipStock } from '~/domains/warehouse/stock.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { addProduct, openShop, type Shop } from '../../support/catalogue';
import { postgresDatabase } from '../../support/postgresDatabase';
import { addWarehouse, as, putStock } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let shop: Shop;
let warehouseId: string;
let skus: string[];

beforeAll(async () => {
  shop = await openShop(opened);
  warehouseId = await addWarehouse(opened, shop.me);
  skus = [];
  for (const code of ['B1', 'B2', 'B3', 'B4', 'B5', 'B6']) skus.push((await addProduct(opened, shop, code)).skuIds[0] as string);
});

const reserve = (lines: { skuId: string; baseQty: string }[]) =>
  as(opened, shop.me, (tx) =>
    reserveForOrder(tx, shop.me, {
      orderId: newId(),
      orderNo: 'DD',
      allowShort: false,
      lines: lines.map((line) => ({ lineId: newId(), warehouseId, ...line })),
    }),
  );

test('trap 2: 40 buyers of one unit on a stock of 15: exactly 15 succeed, the others are told STOCK_SHORT', async () => {
  const skuId = skus[0] as string;
  await putStock(opened, shop.me, warehouseId, { [skuId]: '15' });
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => reserve([{ skuId, baseQty: '1' }])));
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(outcomes.length - refused.length).toBe(15);
  for (const error of refused) expect(error instanceof Refusal && error.data.reason).toBe('STOCK_SHORT');
  expect(await as(opened, shop.me, (tx) => proveStock(tx, shop.me))).toEqual([]);
});

test('first stock of a SKU from many documents at once makes one balance', async () => {
  const skuId = skus[5] as string;
  await Promise.all(Array.from({ length: 12 }, () => putStock(opened, shop.me, warehouseId, { [skuId]: '2' }, '3')));
  const { rows } = await opened.pool.query('select on_hand::int, seq::int from stock_balance where sku_id = $1', [skuId]);
  expect(rows).toEqual([{ on_hand: 24, seq: 12 }]);
});

test('trap 3: orders and shipments of the same SKUs in shuffled order never deadlock', async () => {
  const five = skus.slice(0, 5);
  await putStock(opened, shop.me, warehouseId, Object.fromEntries(five.map((skuId) => [skuId, '10000'])));
  const rotated = (by: number) => (by % 2 ? [...five].reverse() : five).map((_, index, all) => all[(index + by) % all.length] as string);
  const work = Array.from({ length: 60 }, (_, by) => {
    const lines = rotated(by).map((skuId) => ({ skuId, baseQty: '3' }));
    if (by % 3) return reserve(lines);
    const out = lines.map((line) => ({ deliveryLineId: newId(), orderLineId: newId(), warehouseId, ...line }));
    return as(opened, shop.me, (tx) => shipStock(tx, shop.me, { deliveryId: newId(), deliveryNo: 'FH', lines: out }));
  });
  const before = await deadlocks();
  const outcomes = await Promise.allSettled(work);
  expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([]);
  expect(await deadlocks()).toBe(before);
  expect(await as(opened, shop.me, (tx) => proveStock(tx, shop.me))).toEqual([]);
});

async function deadlocks(): Promise<number> {
  const { rows } = await opened.pool.query<{ n: number }>('select deadlocks::int as n from pg_stat_database where datname = current_database()');
  return rows[0]?.n ?? 0;
}
