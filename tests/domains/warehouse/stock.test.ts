import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { moveStock } from '~/domains/warehouse/movements.server';
import { proveStock } from '~/domains/warehouse/proof.server';
import { releaseReservation, reserveForOrder, reverseShipment, shipStock } from '~/domains/warehouse/stock.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { addProduct, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { addWarehouse, as, putStock } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let warehouseId: string;
let skus: string[];

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  warehouseId = await addWarehouse(opened, shop.me);
  skus = [(await addProduct(opened, shop, 'A1')).skuIds[0] as string, (await addProduct(opened, shop, 'A2')).skuIds[0] as string];
});

const balanceOf = async (skuId: string) => {
  const { rows } = await opened.pool.query('select on_hand::float8, reserved::float8, available::float8, avg_cost::text from stock_balance where sku_id = $1', [
    skuId,
  ]);
  return rows[0];
};
const reserve = (orderId: string, lineId: string, skuId: string, baseQty: string, allowShort = false, at = warehouseId) =>
  as(opened, shop.me, (tx) => reserveForOrder(tx, shop.me, { orderId, orderNo: 'DD1', lines: [{ lineId, warehouseId: at, skuId, baseQty }], allowShort }));

test('a shortage names product, available and needed, and leaves nothing behind', async () => {
  const [sku] = skus as [string];
  await putStock(opened, shop.me, warehouseId, { [sku]: '5' });
  const refusal = await refusalOf(reserve(newId(), newId(), sku, '6'));
  expect(refusal.data).toMatchObject({ reason: 'STOCK_SHORT', skuCode: 'A1', available: '5', needed: '6' });
  expect(refusal.message).toContain('可用5，需6');
  expect(await balanceOf(sku)).toMatchObject({ on_hand: 5, reserved: 0 });
});

test('allowShort keeps what there is and tops up later, and a second release changes nothing', async () => {
  const [sku] = skus as [string];
  const [order, line] = [newId(), newId()];
  await putStock(opened, shop.me, warehouseId, { [sku]: '4' });
  expect(await reserve(order, line, sku, '10', true)).toEqual([{ lineId: line, reserved: '4', short: '6' }]);
  await putStock(opened, shop.me, warehouseId, { [sku]: '20' });
  expect(await reserve(order, line, sku, '10', true)).toEqual([{ lineId: line, reserved: '10', short: '0' }]);
  for (let again = 0; again < 2; again++) await as(opened, shop.me, (tx) => releaseReservation(tx, shop.me, { orderId: order, orderNo: 'DD1' }));
  expect(await balanceOf(sku)).toMatchObject({ on_hand: 24, reserved: 0 });
  expect(await as(opened, shop.me, (tx) => proveStock(tx, shop.me))).toEqual([]);
});

test('a line that moves to another warehouse leaves no reservation in the first', async () => {
  const [sku] = skus as [string];
  const other = await addWarehouse(opened, shop.me, 'CK02');
  const [order, line] = [newId(), newId()];
  await putStock(opened, shop.me, warehouseId, { [sku]: '5' });
  await putStock(opened, shop.me, other, { [sku]: '5' });
  await reserve(order, line, sku, '3');
  expect(await reserve(order, line, sku, '4', false, other)).toEqual([{ lineId: line, reserved: '4', short: '0' }]);
  const { rows } = await opened.pool.query('select warehouse_id, reserved::int from stock_balance order by reserved');
  expect(rows).toEqual([
    { warehouse_id: warehouseId, reserved: 0 },
    { warehouse_id: other, reserved: 4 },
  ]);
  expect(await as(opened, shop.me, (tx) => proveStock(tx, shop.me))).toEqual([]);
});

test('incoming goods move the average cost, taking them back restores it', async () => {
  const [sku] = skus as [string];
  await putStock(opened, shop.me, warehouseId, { [sku]: '10' }, '2');
  await putStock(opened, shop.me, warehouseId, { [sku]: '30' }, '4');
  expect(await balanceOf(sku)).toMatchObject({ avg_cost: '3.500000' });
  await as(opened, shop.me, (tx) =>
    moveStock(tx, shop.me, [
      { warehouseId, skuId: sku, onHand: '-30', cost: '4', bizType: 'STOCK_IN', bizId: newId(), bizLineId: newId(), bizNo: 'RK', step: 'REVERSE' },
    ]),
  );
  expect(await balanceOf(sku)).toMatchObject({ on_hand: 10, avg_cost: '2.000000' });
});

test('the proof names a balance somebody changed by hand', async () => {
  const [sku] = skus as [string];
  await putStock(opened, shop.me, warehouseId, { [sku]: '10' });
  await opened.pool.query('update stock_balance set on_hand = 9 where sku_id = $1', [sku]);
  const differences = await as(opened, shop.me, (tx) => proveStock(tx, shop.me));
  expect(differences).toMatchObject([{ skuCode: 'A1', figure: '在库（流水合计）', balance: '9.0000', proof: '10.0000' }]);
});

interface Shipped {
  deliveryId: string;
  line: { deliveryLineId: string; orderLineId: string; warehouseId: string; skuId: string; baseQty: string; fromReserved: string };
}

test('trap 1: any interleaving of in, reserve, ship, release and reverse keeps every sum', async () => {
  const commands = fc.array(
    fc.record({
      kind: fc.constantFrom('in', 'reserve', 'short', 'ship', 'release', 'reverse'),
      line: fc.integer({ min: 0, max: 3 }),
      qty: fc.integer({ min: 1, max: 120_000 }),
    }),
    { minLength: 5, maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      await opened.pool.query('delete from stock_ledger; delete from reservation; delete from stock_balance');
      const lines = [0, 1, 2, 3].map((index) => ({ orderId: newId(), lineId: newId(), skuId: skus[index % 2] as string }));
      const shipped: Shipped[] = [];
      for (const { kind, line, qty } of list) {
        const at = lines[line] as (typeof lines)[number];
        const baseQty = (qty / 10_000).toFixed(4);
        const run = {
          in: () => putStock(opened, shop.me, warehouseId, { [at.skuId]: baseQty }, '1.5'),
          reserve: () => reserve(at.orderId, at.lineId, at.skuId, baseQty),
          short: () => reserve(at.orderId, at.lineId, at.skuId, baseQty, true),
          release: () =>
            as(opened, shop.me, (tx) => releaseReservation(tx, shop.me, { orderId: at.orderId, orderNo: 'DD', lines: [{ lineId: at.lineId, baseQty }] })),
          ship: async () => {
            const deliveryId = newId();
            const out = { deliveryLineId: newId(), orderLineId: at.lineId, warehouseId, skuId: at.skuId, baseQty };
            const [taken] = await as(opened, shop.me, (tx) => shipStock(tx, shop.me, { deliveryId, deliveryNo: 'FH', lines: [out] }));
            shipped.push({ deliveryId, line: { ...out, fromReserved: taken?.fromReserved ?? '0' } });
          },
          reverse: async () => {
            const last = shipped.pop();
            if (last) await as(opened, shop.me, (tx) => reverseShipment(tx, shop.me, { deliveryId: last.deliveryId, deliveryNo: 'FH', lines: [last.line] }));
          },
        }[kind as 'in'];
        await run().catch((error: unknown) => {
          if (!(error instanceof Refusal && error.data.reason === 'STOCK_SHORT')) throw error;
        });
      }
      expect(await as(opened, shop.me, (tx) => proveStock(tx, shop.me))).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 60_000);
