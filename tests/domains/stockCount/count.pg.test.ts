import '~/domains/warehouse/api.server';
import '~/domains/stockCount/api.server';
import '~/domains/stockTransfer/api.server';
import '~/domains/order/allocation/cut.server';
import { beforeAll, expect, test } from 'vitest';
import * as counts from '~/domains/stockCount/calls';
import * as transfers from '~/domains/stockTransfer/calls';
import { proveStock } from '~/domains/warehouse/proof.server';
import { shipStock } from '~/domains/warehouse/stock.server';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { addProduct, ask, openShop, type Shop } from '../../support/catalogue';
import { postgresDatabase } from '../../support/postgresDatabase';
import { addWarehouse, as, putStock } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let shop: Shop;
let other: Me;
let from: string;
let to: string;

beforeAll(async () => {
  shop = await openShop(opened);
  other = { ...shop.me, accountId: newId(), name: '复核员' };
  from = await addWarehouse(opened, shop.me);
  to = await addWarehouse(opened, shop.me, 'CK02');
});

const product = async (code: string): Promise<string> => (await addProduct(opened, shop, code)).skuIds[0] as string;
const onHand = async (warehouseId: string, skuId: string): Promise<number> =>
  (await opened.pool.query('select on_hand::float8 as n from stock_balance where warehouse_id = $1 and sku_id = $2', [warehouseId, skuId])).rows[0].n;
const versionOf = async (id: string) => (await ask(shop.me, counts.countDetail, { id })).version;
const ship = (skuId: string, baseQty: string) =>
  as(opened, shop.me, (tx) =>
    shipStock(tx, shop.me, {
      deliveryId: newId(),
      deliveryNo: 'FH',
      lines: [{ deliveryLineId: newId(), orderLineId: newId(), warehouseId: from, skuId, baseQty }],
    }),
  );
const prove = () => as(opened, shop.me, (tx) => proveStock(tx, shop.me));
const send = async (skuId: string, qty: string) => {
  const line = { skuId, unitId: shop.units.piece, qty };
  const { id } = await ask(shop.me, transfers.transferSave, { fromWarehouseId: from, toWarehouseId: to, bizDate: '2026-06-15', lines: [line], submit: true });
  await ask(other, transfers.transferAudit, { items: [{ id, version: 1 }] });
  return ask(shop.me, transfers.transferDetail, { id });
};
const refusals = (outcomes: readonly PromiseSettledResult<unknown>[]) => outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));

test('a product is counted while it ships and is sent: the difference is of one moment, whichever came first', async () => {
  const skuId = await product('C1');
  await putStock(opened, shop.me, from, { [skuId]: '100' }, '2');
  const { id } = await ask(shop.me, counts.countSave, { warehouseId: from, scope: 'SKU', scopeValues: [skuId], mode: 'OPEN', start: true });
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => ship(skuId, '2')),
    ask(shop.me, counts.countEnter, { id, lines: [{ skuId, counted: '90' }] }),
    send(skuId, '7'),
    ...Array.from({ length: 6 }, () => ship(skuId, '1')),
  ]);
  expect(refusals(outcomes)).toEqual([]);
  const [line] = (await ask(shop.me, counts.countLines, { id })).pagedRecords;
  const before = await onHand(from, skuId);
  expect(before).toBe(75);
  await ask(shop.me, counts.countSubmit, { id, version: await versionOf(id) });
  await ask(other, counts.countPass, { items: [{ id, version: await versionOf(id) }] });
  expect(await onHand(from, skuId)).toBe(before + Number(line?.diff));
  expect(Number(line?.diff)).toBe(90 - Number(line?.book));
  expect(await prove()).toEqual([]);
});

test('one count is passed by many at once: its difference is booked once', async () => {
  const skuId = await product('C2');
  await putStock(opened, shop.me, from, { [skuId]: '30' });
  const { id } = await ask(shop.me, counts.countSave, { warehouseId: from, scope: 'SKU', scopeValues: [skuId], mode: 'OPEN', freezes: true, start: true });
  await ask(shop.me, counts.countEnter, { id, lines: [{ skuId, counted: '28' }] });
  await ask(shop.me, counts.countSubmit, { id, version: await versionOf(id) });
  const version = await versionOf(id);
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => ask(other, counts.countPass, { items: [{ id, version }] })));
  expect(refusals(outcomes)).toHaveLength(5);
  for (const error of refusals(outcomes)) expect(error).toBeInstanceOf(Refusal);
  expect(await onHand(from, skuId)).toBe(28);
  expect(await prove()).toEqual([]);
});

test('trap 4: two people receive a transfer at once: what left is on the way or has arrived, never more', async () => {
  const skuId = await product('C3');
  await putStock(opened, shop.me, from, { [skuId]: '50' }, '3');
  const doc = await send(skuId, '40');
  const receive = (qty: string) =>
    ask(shop.me, transfers.transferReceive, { id: doc.id, version: doc.version, lines: [{ id: doc.lines[0]?.id ?? '', qty }], remark: '' });
  const outcomes = await Promise.allSettled([receive('25'), receive('30')]);
  expect(refusals(outcomes)).toHaveLength(1);
  expect(refusals(outcomes)[0].data.reason).toBe('VERSION');
  const { rows } = await opened.pool.query(
    'select on_hand::float8 as on, in_transit::float8 as way from stock_balance where warehouse_id = $1 and sku_id = $2',
    [to, skuId],
  );
  expect(rows[0].on + rows[0].way).toBe(40);
  expect([25, 30]).toContain(rows[0].on);
  expect(await prove()).toEqual([]);
});

test('transfers both ways of the same goods in any order never deadlock', async () => {
  const skus = [await product('C4'), await product('C5')] as const;
  for (const at of [from, to]) await putStock(opened, shop.me, at, { [skus[0]]: '500', [skus[1]]: '500' });
  const work = Array.from({ length: 16 }, async (_, n) => {
    const lines = (n % 2 ? [skus[1], skus[0]] : [...skus]).map((skuId) => ({ skuId, unitId: shop.units.piece, qty: '3' }));
    const [a, b] = n % 3 ? [from, to] : [to, from];
    const { id } = await ask(shop.me, transfers.transferSave, { fromWarehouseId: a, toWarehouseId: b, bizDate: '2026-06-15', lines, submit: true });
    await ask(other, transfers.transferAudit, { items: [{ id, version: 1 }] });
  });
  expect(refusals(await Promise.allSettled(work))).toEqual([]);
  expect(await prove()).toEqual([]);
});
