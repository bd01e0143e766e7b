import '~/domains/product/api.server';
import '~/domains/warehouse/api.server';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/warehouse/calls';
import { proveStock } from '~/domains/warehouse/proof.server';
import { reserveForOrder } from '~/domains/warehouse/stock.server';
import type { Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_MANAGE, STOCK_OUT } from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import { decisionsOn } from '../../support/approvals';
import { addProduct, ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { addWarehouse, as, putStock } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let warehouseId: string;
let skuId: string;
let other: Me;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  warehouseId = await addWarehouse(opened, shop.me);
  [skuId] = (await addProduct(opened, shop, 'A1')).skuIds as [string];
  other = { ...shop.me, accountId: newId(), name: '复核员' };
  await putStock(opened, shop.me, warehouseId, { [skuId]: '30' }, '2');
  await putStock(opened, shop.me, warehouseId, { [skuId]: '10' }, '6');
});

const form = (change: object = {}) => ({
  warehouseId,
  kind: 'USE' as const,
  bizDate: '2026-06-15',
  counterparty: '研发部',
  lines: [{ skuId, unitId: shop.units.box, qty: '2' }],
  submit: true,
  ...change,
});
const stock = async (me = shop.me) => (await ask(me, calls.stockList, {})).pagedRecords[0];
const audit = (me: Me, id: string, version = 1) => ask(me, calls.stockOutAudit, { items: [{ id, version }] });
const prove = () => as(opened, shop.me, (tx) => proveStock(tx, shop.me));

test('goods leave at audit at the average cost, which the document keeps, and come back at that cost by another person', async () => {
  const { id, no } = await ask(shop.me, calls.stockOutSave, form());
  expect(no).toBe('CK20260615000001');
  expect(await stock()).toMatchObject({ onHand: '40', avgCost: '3.00' });
  await audit(other, id);
  expect(await stock()).toMatchObject({ onHand: '16', avgCost: '3.00', amount: '48.00' });
  const doc = await ask(shop.me, calls.stockOutDetail, { id });
  expect(doc).toMatchObject({ totalCost: '72.00', status: 'DONE' });
  expect(doc.lines[0]).toMatchObject({ price: '36.00', amount: '72.00', baseQty: '24' });
  await putStock(opened, shop.me, warehouseId, { [skuId]: '16' }, '5');
  expect(await stock()).toMatchObject({ avgCost: '4.00' });
  expect((await refusalOf(ask(shop.me, calls.stockOutReverse, { id, version: 2, reason: '录错' }))).data.reason).toBe('SAME_PERSON');
  await ask(other, calls.stockOutReverse, { id, version: 2, reason: '录错' });
  // 32 at 4.00 and 24 at 3.00.
  expect(await stock()).toMatchObject({ onHand: '56', avgCost: '3.571429', amount: '200.00' });
  expect((await ask(shop.me, calls.stockLedger, { bizId: id })).pagedRecords.map((row) => [row.typeName, row.change])).toEqual([
    ['出库·冲销', '24'],
    ['出库', '-24'],
  ]);
  expect(await prove()).toEqual([]);
});

test('a stock-out takes only what no order holds, and says what is free', async () => {
  const orderId = newId();
  await as(opened, shop.me, (tx) =>
    reserveForOrder(tx, shop.me, { orderId, orderNo: 'DD1', lines: [{ lineId: newId(), warehouseId, skuId, baseQty: '20' }], allowShort: false }),
  );
  const { id } = await ask(shop.me, calls.stockOutSave, form());
  expect((await refusalOf(audit(other, id))).data).toMatchObject({ reason: 'STOCK_SHORT', available: '20', needed: '24' });
  expect(await ask(shop.me, calls.stockOutDetail, { id })).toMatchObject({ status: 'PENDING_AUDIT', totalCost: '0.00' });
  await ask(shop.me, calls.stockOutReturn, { id, version: 1, reason: '改数量' });
  const line = { skuId, unitId: shop.units.piece, qty: '20' };
  const { version } = await ask(shop.me, calls.stockOutSave, { ...form({ lines: [line] }), id, version: 2 });
  await audit(other, id, version);
  expect(await stock()).toMatchObject({ onHand: '20', reserved: '20', available: '0' });
  expect(await decisionsOn(opened, id)).toEqual([`1 WITHDRAW ${shop.me.name} 改数量`, '2 PASS 复核员']);
  expect(await prove()).toEqual([]);
});

test('cost is in no answer for people without its permission, nor may they give one', async () => {
  const keeper: Me = { ...shop.me, permissions: new Set([STOCK_MANAGE, STOCK_OUT, STOCK_AUDIT]) };
  const { id } = await ask(keeper, calls.stockOutSave, form({ lines: [{ skuId, unitId: shop.units.piece, qty: '5', price: '999' }] }));
  await audit(other, id);
  const seen = await ask(keeper, calls.stockOutDetail, { id });
  expect(seen).not.toHaveProperty('totalCost');
  expect(seen.lines[0]).not.toHaveProperty('price');
  expect(seen.lines[0]).not.toHaveProperty('amount');
  expect((await ask(keeper, calls.stockOutList, {})).pagedRecords[0]).not.toHaveProperty('totalCost');
  expect(JSON.stringify(seen.logs)).not.toContain('15.00');
  expect((await ask(other, calls.stockOutDetail, { id })).totalCost).toBe('15.00');
});

test('the two directions do not meet: neither list nor page of the one shows the other, and a document of one is not audited as the other', async () => {
  const out = await ask(shop.me, calls.stockOutSave, form());
  const into = await ask(shop.me, calls.stockInSave, form({ kind: 'PURCHASE' }) as never);
  expect((await ask(shop.me, calls.stockInList, {})).pagedRecords.map((row) => row.no)).toEqual([into.no]);
  expect((await ask(shop.me, calls.stockOutList, {})).pagedRecords.map((row) => row.no)).toEqual([out.no]);
  expect((await refusalOf(ask(shop.me, calls.stockInDetail, { id: out.id }))).message).toContain('该入库单');
  expect((await refusalOf(ask(other, calls.stockInAudit, { items: [{ id: out.id, version: 1 }] }))).message).toContain('该入库单');
  expect((await refusalOf(audit(other, into.id))).message).toContain('该出库单');
});

test('a loss on the way is never written by hand', async () => {
  expect((await refusalOf(ask(shop.me, calls.stockOutSave, form({ kind: 'TRANSIT_LOSS' }) as never))).message).toContain('请选择出库类型');
});
