import '~/domains/product/api.server';
import '~/domains/warehouse/api.server';
import '~/domains/stockTransfer/api.server';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/stockTransfer/calls';
import * as stock from '~/domains/warehouse/calls';
import { proveStock } from '~/domains/warehouse/proof.server';
import { reserveForOrder } from '~/domains/warehouse/stock.server';
import type { Me } from '~/portal/me';
import { STOCK_MANAGE, STOCK_TRANSFER } from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import { addProduct, ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { addWarehouse, as, putStock } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let from: string;
let to: string;
let skuId: string;
let other: Me;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  from = await addWarehouse(opened, shop.me);
  to = await addWarehouse(opened, shop.me, 'CK02');
  [skuId] = (await addProduct(opened, shop, 'A1')).skuIds as [string];
  other = { ...shop.me, accountId: newId(), name: '复核员' };
  await putStock(opened, shop.me, from, { [skuId]: '100' }, '2');
});

const form = (qty = '5') => ({
  fromWarehouseId: from,
  toWarehouseId: to,
  bizDate: '2026-06-15',
  lines: [{ skuId, unitId: shop.units.box, qty }],
  submit: true,
});
const balances = async () => {
  const { rows } = await opened.pool.query(
    'select warehouse_id, on_hand::float8 as on, in_transit::float8 as way, avg_cost::float8 as cost from stock_balance where sku_id = $1 order by warehouse_id = $2 desc',
    [skuId, from],
  );
  return rows.map(({ warehouse_id: _, ...row }) => row);
};
const sent = async (qty?: string) => {
  const { id } = await ask(shop.me, calls.transferSave, form(qty));
  await ask(other, calls.transferAudit, { items: [{ id, version: 1 }] });
  return ask(shop.me, calls.transferDetail, { id });
};
const receive = (doc: { id: string; lines: { id: string }[] }, version: number, qty: string, me = shop.me) =>
  ask(me, calls.transferReceive, { id: doc.id, version, lines: [{ id: doc.lines[0]?.id ?? '', qty }], remark: '' });
const prove = () => as(opened, shop.me, (tx) => proveStock(tx, shop.me));

test('goods leave at audit, are on the way at their cost, and arrive in parts', async () => {
  await putStock(opened, shop.me, to, { [skuId]: '20' }, '5');
  const waiting = await ask(shop.me, calls.transferSave, { ...form(), submit: false });
  expect((await ask(shop.me, calls.transferDetail, { id: waiting.id })).lines).toMatchObject([{ baseQty: '60', open: '0' }]);
  const doc = await sent();
  expect(doc).toMatchObject({ no: 'DB20260615000002', status: 'IN_TRANSIT', totalCost: '120.00', lines: [{ open: '60' }] });
  expect(await balances()).toEqual([
    { on: 40, way: 0, cost: 2 },
    { on: 20, way: 60, cost: 5 },
  ]);
  await receive(doc, doc.version, '20');
  expect((await ask(shop.me, calls.transferDetail, { id: doc.id })).status).toBe('PART_RECEIVED');
  expect(await balances()).toEqual([
    { on: 40, way: 0, cost: 2 },
    { on: 40, way: 40, cost: 3.5 },
  ]);
  expect((await refusalOf(receive(doc, doc.version + 1, '41'))).message).toBe('调拨单DB20260615000002第1行：本次收货41超过在途40');
  await receive(doc, doc.version + 1, '40');
  expect(await ask(shop.me, calls.transferDetail, { id: doc.id })).toMatchObject({ status: 'RECEIVED', lines: [{ inQty: '60', open: '0', lossQty: '0' }] });
  expect((await ask(shop.me, stock.stockLedger, { bizId: doc.id })).pagedRecords.map((row) => row.typeName).sort()).toEqual(
    ['调拨·出库', '调拨·在途', '调拨·收货', '调拨·收货'].sort(),
  );
  expect(await prove()).toEqual([]);
});

test('only what no order holds leaves, and a document is audited by another person than its maker’s step asks', async () => {
  await as(opened, shop.me, (tx) =>
    reserveForOrder(tx, shop.me, {
      orderId: newId(),
      orderNo: 'DD1',
      lines: [{ lineId: newId(), warehouseId: from, skuId, baseQty: '50' }],
      allowShort: false,
    }),
  );
  const { id } = await ask(shop.me, calls.transferSave, form());
  expect((await refusalOf(ask(other, calls.transferAudit, { items: [{ id, version: 1 }] }))).data).toMatchObject({
    reason: 'STOCK_SHORT',
    available: '50',
    needed: '60',
  });
  expect((await balances())[0]).toMatchObject({ on: 100 });
  expect((await refusalOf(ask(shop.me, calls.transferSave, { ...form(), toWarehouseId: from }))).message).toContain('调入仓库不能与调出仓库相同');
});

test('a transfer that arrives short is closed by a stock-out somebody else audits; its reversal puts the goods on the way again', async () => {
  const doc = await sent();
  await receive(doc, doc.version, '55');
  const loss = await ask(shop.me, calls.transferClose, { id: doc.id, version: doc.version + 1, reason: '运输破损' });
  expect((await refusalOf(receive(doc, doc.version + 2, '1'))).message).toContain(`短少正在出库单${loss.no}中审核`);
  const { lossDocId } = await ask(shop.me, calls.transferDetail, { id: doc.id });
  const out = await ask(shop.me, stock.stockOutDetail, { id: lossDocId ?? '' });
  expect(out).toMatchObject({ kind: 'TRANSIT_LOSS', sourceNo: doc.no, totalCost: '10.00', status: 'PENDING_AUDIT' });
  await ask(other, stock.stockOutAudit, { items: [{ id: out.id, version: 1 }] });
  expect(await ask(shop.me, calls.transferDetail, { id: doc.id })).toMatchObject({
    status: 'CLOSED_LOSS',
    lossReason: '运输破损',
    lines: [{ lossQty: '5', open: '0' }],
  });
  expect(await balances()).toEqual([
    { on: 40, way: 0, cost: 2 },
    { on: 55, way: 0, cost: 2 },
  ]);
  expect(await prove()).toEqual([]);
  await ask(other, stock.stockOutReverse, { id: out.id, version: 2, reason: '货又到了' });
  const again = await ask(shop.me, calls.transferDetail, { id: doc.id });
  expect(again).toMatchObject({ status: 'PART_RECEIVED', lossDocId: null, lines: [{ lossQty: '0', open: '5' }] });
  await receive(doc, again.version, '5');
  expect(await balances()).toEqual([
    { on: 40, way: 0, cost: 2 },
    { on: 60, way: 0, cost: 2 },
  ]);
  expect(await prove()).toEqual([]);
});

test('a loss that is thrown away lets the transfer wait for its goods; it cannot be rewritten by hand', async () => {
  const doc = await sent();
  await ask(shop.me, calls.transferClose, { id: doc.id, version: doc.version, reason: '未到' });
  const { lossDocId } = await ask(shop.me, calls.transferDetail, { id: doc.id });
  const id = lossDocId ?? '';
  await ask(shop.me, stock.stockOutReturn, { id, version: 1, reason: '再等等' });
  const line = { skuId, unitId: shop.units.piece, qty: '1' };
  const edited = { id, version: 2, warehouseId: to, kind: 'USE' as const, bizDate: '2026-06-15', lines: [line] };
  expect((await refusalOf(ask(shop.me, stock.stockOutSave, edited))).message).toContain('短少结案生成，不能编辑');
  await ask(shop.me, stock.stockOutDelete, { id, version: 2 });
  const open = await ask(shop.me, calls.transferDetail, { id: doc.id });
  expect(open).toMatchObject({ status: 'IN_TRANSIT', lossDocId: null });
  await receive(doc, open.version, '60');
  expect(await prove()).toEqual([]);
});

test('whoever sees one warehouse sends from it and receives into it, and sees the transfer from either side, without cost', async () => {
  const keeper = (warehouseId: string): Me => ({
    ...shop.me,
    accountId: newId(),
    isAdmin: false,
    permissions: new Set([STOCK_MANAGE, STOCK_TRANSFER]),
    scope: { customers: null, warehouses: [warehouseId] } as never,
  });
  const [sender, receiver] = [keeper(from), keeper(to)];
  expect((await refusalOf(ask(sender, calls.transferSave, { ...form(), fromWarehouseId: to, toWarehouseId: from }))).message).toContain('仓库');
  const { id } = await ask(sender, calls.transferSave, form());
  await ask(other, calls.transferAudit, { items: [{ id, version: 1 }] });
  for (const me of [sender, receiver]) {
    const [row] = (await ask(me, calls.transferList, {})).pagedRecords;
    expect(row).toMatchObject({ id, fromName: 'CK01仓', toName: 'CK02仓' });
    expect(row).not.toHaveProperty('totalCost');
  }
  const doc = await ask(receiver, calls.transferDetail, { id });
  expect(doc.lines[0]).not.toHaveProperty('cost');
  expect((await refusalOf(receive(doc, doc.version, '60', sender))).message).toContain('调入仓库');
  await receive(doc, doc.version, '60', receiver);
  expect(await prove()).toEqual([]);
});
