import '~/domains/product/api.server';
import '~/domains/warehouse/api.server';
import '~/domains/stockCount/api.server';
import '~/domains/order/allocation/cut.server';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/stockCount/calls';
import { countImport } from '~/domains/stockCount/countSheets.server';
import { expireCounts } from '~/domains/stockCount/review.server';
import { moveStock } from '~/domains/warehouse/movements.server';
import { proveStock } from '~/domains/warehouse/proof.server';
import { reserveForOrder } from '~/domains/warehouse/stock.server';
import { taskCardOf } from '~/domains/workflow/taskCard.server';
import type { Me } from '~/portal/me';
import { STOCK_COUNT, STOCK_MANAGE } from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import { addProduct, ask, NOON, openShop, refusalOf, type Shop, skuOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { addWarehouse, as, putStock } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let warehouseId: string;
let skus: [string, string, string];
let other: Me;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  warehouseId = await addWarehouse(opened, shop.me);
  const ids = [];
  for (const code of ['A1', 'A2', 'A3'])
    ids.push((await addProduct(opened, shop, code, { skus: [skuOf(shop, code, { barcode: `690${code}` })] })).skuIds[0] as string);
  skus = ids as typeof skus;
  other = { ...shop.me, accountId: newId(), name: '复核员' };
  await putStock(opened, shop.me, warehouseId, { [skus[0]]: '10', [skus[1]]: '20' }, '2');
});

const begin = async (change: object = {}) => (await ask(shop.me, calls.countSave, { warehouseId, scope: 'ALL', mode: 'OPEN', start: true, ...change })).id;
const enter = (id: string, skuId: string, counted: string, add = false, me = shop.me) => ask(me, calls.countEnter, { id, lines: [{ skuId, counted, add }] });
const versionOf = async (id: string) => (await ask(shop.me, calls.countDetail, { id })).version;
const submit = async (id: string) => ask(shop.me, calls.countSubmit, { id, version: await versionOf(id) });
const pass = async (id: string, me = other) => ask(me, calls.countPass, { items: [{ id, version: await versionOf(id) }] });
const onHand = async () => {
  const { rows } = await opened.pool.query('select on_hand::float8 as n from stock_balance where warehouse_id = $1 order by sku_id', [warehouseId]);
  return rows.map((row) => row.n);
};
const move = (skuId: string, qty: string) =>
  as(opened, shop.me, (tx) =>
    moveStock(tx, shop.me, [{ warehouseId, skuId, onHand: qty, bizType: 'STOCK_OUT', bizId: newId(), bizLineId: newId(), bizNo: 'CK', step: 'OUT' }]),
  );
const prove = () => as(opened, shop.me, (tx) => proveStock(tx, shop.me));

test('trap 5: what moves after the count stays moved, and what nobody counted stays as the book says', async () => {
  const id = await begin();
  await enter(id, skus[0], '8');
  await move(skus[0], '-3');
  await move(skus[1], '-5');
  await submit(id);
  const card = await as(opened, other, (tx) => taskCardOf(tx, other, { type: 'stock_count', id, summary: [] }, new Set(), NOON));
  expect(card.tables, 'whoever reviews it among their tasks sees the differences').toMatchObject([{ title: '差异明细（1行）' }]);
  expect(card.warnings).toEqual(['有1个商品未盘，通过后按账面不变']);
  await pass(id);
  expect(await onHand()).toEqual([5, 15]);
  const done = await ask(shop.me, calls.countDetail, { id });
  expect(done).toMatchObject({ status: 'DONE', gains: 0, losses: 1, costDiff: '-4.00', counted: 1, skus: 2 });
  expect((await ask(shop.me, calls.countLines, { id })).pagedRecords[0]).toMatchObject({ book: '10', counted: '8', diff: '-2', amount: '-4.00' });
  expect(await prove()).toEqual([]);
});

test('whoever made or submitted a count does not review it; goods asked for again must be counted again', async () => {
  const id = await begin();
  await enter(id, skus[0], '9');
  await submit(id);
  expect((await refusalOf(pass(id, shop.me))).data.reason).toBe('SAME_PERSON');
  await ask(other, calls.countAgain, { id, version: await versionOf(id), skuIds: [skus[0]], reason: '差异大' });
  expect((await refusalOf(submit(id))).message).toContain('要求复盘（A1等）');
  await enter(id, skus[0], '10');
  expect((await ask(shop.me, calls.countLines, { id })).pagedRecords[0]).toMatchObject({ firstCounted: '9', counted: '10', diff: '0', again: false });
  await submit(id);
  await pass(id);
  expect(await onHand()).toEqual([10, 20]);
});

test('a blind counter sees neither book nor difference before it is decided; a reviewer does as soon as it waits', async () => {
  const id = await begin({ mode: 'BLIND' });
  const counter: Me = { ...shop.me, isAdmin: false, permissions: new Set([STOCK_MANAGE, STOCK_COUNT]) };
  const entered = await enter(id, skus[0], '7', false, counter);
  expect(entered.lines[0]).not.toHaveProperty('book');
  expect(entered.lines[0]).not.toHaveProperty('diff');
  expect((await ask(other, calls.countLines, { id })).pagedRecords[0]).not.toHaveProperty('book');
  expect((await refusalOf(ask(counter, calls.countLines, { id, show: 'DIFF' }))).message).toContain('盲盘');
  await submit(id);
  expect((await ask(counter, calls.countLines, { id })).pagedRecords[0]).not.toHaveProperty('diff');
  expect((await ask(other, calls.countLines, { id })).pagedRecords[0]).toMatchObject({ book: '10', diff: '-3' });
  await pass(id);
  const seen = (await ask(counter, calls.countLines, { id })).pagedRecords[0];
  expect(seen).toMatchObject({ diff: '-3' });
  expect(seen).not.toHaveProperty('amount');
});

test('a frozen count holds back what is free until it ends, also when it is thrown away or runs out of time', async () => {
  const free = async () => (await opened.pool.query('select sum(available)::float8 as n from stock_balance')).rows[0].n;
  const reserve = () =>
    as(opened, shop.me, (tx) =>
      reserveForOrder(tx, shop.me, {
        orderId: newId(),
        orderNo: 'DD',
        lines: [{ lineId: newId(), warehouseId, skuId: skus[0], baseQty: '1' }],
        allowShort: false,
      }),
    );
  const id = await begin({ freezes: true });
  expect(await free()).toBe(0);
  expect((await refusalOf(reserve())).data.reason).toBe('STOCK_SHORT');
  await enter(id, skus[0], '4');
  await submit(id);
  await pass(id);
  expect(await free()).toBe(24);
  const dropped = await begin({ freezes: true });
  await ask(shop.me, calls.countCancel, { id: dropped, version: await versionOf(dropped), reason: '改日' });
  expect(await free()).toBe(24);
  const late = await begin({ freezes: true, expireAt: new Date(NOON.getTime() + 1000).toISOString() });
  expect(await free()).toBe(0);
  expect(await expireCounts(opened, new Date(NOON.getTime() + 2000))).toBe(1);
  expect(await ask(shop.me, calls.countDetail, { id: late })).toMatchObject({ status: 'CANCELLED', reason: '超过截止时间自动作废' });
  expect(await free()).toBe(24);
  expect(await prove()).toEqual([]);
});

test('a scanner finds by barcode, adds one by one, and does not add to what has moved in between', async () => {
  const id = await begin();
  expect(await ask(shop.me, calls.countScan, { id, code: '690A1' })).toMatchObject({ skuCode: 'A1', book: '10', counted: null });
  await enter(id, skus[0], '1', true);
  expect((await enter(id, skus[0], '1', true)).lines[0]).toMatchObject({ counted: '2' });
  await move(skus[0], '-1');
  expect((await refusalOf(enter(id, skus[0], '1', true))).message).toContain('有出入库（10→9）');
  expect(await ask(shop.me, calls.countScan, { id, code: 'A3' })).toMatchObject({ skuCode: 'A3', counted: null });
  await enter(id, skus[2], '3');
  expect(await ask(shop.me, calls.countDetail, { id })).toMatchObject({ skus: 3, counted: 2 });
  expect((await refusalOf(ask(shop.me, calls.countScan, { id, code: '0000' }))).message).toContain('没有条码或编码');
  expect((await refusalOf(enter(id, skus[0], '1.5'))).message).toContain('只能填整数');
});

test('the same goods are not counted twice at once, and one taken back is not counted', async () => {
  const id = await begin({ scope: 'SKU', scopeValues: [skus[0]] });
  expect((await refusalOf(begin())).message).toContain('正在盘点单PD20260615000001中盘点');
  await begin({ scope: 'SKU', scopeValues: [skus[1]] });
  await enter(id, skus[0], '3');
  await enter(id, skus[0], '');
  expect((await refusalOf(submit(id))).message).toContain('还没有录入');
  expect((await refusalOf(enter(id, skus[1], '3'))).message).toContain('不在盘点单');
});

test('a sheet compares what it says with the book of the moment it names, leaves empty rows alone, and can be taken back', async () => {
  const id = await begin();
  const { no } = await ask(shop.me, calls.countDetail, { id });
  await opened.pool.query("update stock_count set started_at = now() - interval '2 hours' where id = $1", [id]);
  await opened.pool.query("update stock_ledger set at = now() - interval '3 hours'");
  const counted = new Date(Date.now() - 3_600_000);
  await move(skus[0], '-4');
  const row = (rowNumber: number, sku: string, qty: string | null, at: Date | null = null) => ({
    rowNumber,
    bad: new Set<never>(),
    value: { no, sku, counted: qty, counter: null, at, remark: null },
  });
  const said: string[] = [];
  const rows = [row(2, 'A1', '9', counted), row(3, 'A2', null), row(4, 'A2', '1')];
  const batch = (given: typeof rows) => ({
    rows: given,
    mode: 'MERGE' as const,
    has: () => true,
    report: (one: { rowNumber: number }, column: unknown, text: string) => said.push(`${one.rowNumber}:${String(column)}:${text}`),
    mean: () => undefined,
    now: new Date(),
  });
  const undo = await as(opened, shop.me, async (tx) => {
    await countImport.validate(tx, shop.me, batch(rows) as never);
    expect(said).toEqual(['4:sku:与第3行重复']);
    const good = [rows[0], rows[1]] as typeof rows;
    const plan = await countImport.validate(tx, shop.me, batch(good) as never);
    const applied = await countImport.apply(tx, shop.me, plan, batch(good) as never);
    expect(applied).toMatchObject({ created: 1, updated: 0 });
    return applied.undo;
  });
  expect((await ask(shop.me, calls.countLines, { id })).pagedRecords).toMatchObject([{ book: '10', counted: '9', diff: '-1', since: '-4' }, { counted: null }]);
  await as(opened, shop.me, (tx) => countImport.undo(tx, shop.me, undo as never, new Date()));
  expect((await ask(shop.me, calls.countLines, { id })).pagedRecords).toMatchObject([{ counted: null }, { counted: null }]);
  expect(await ask(shop.me, calls.countDetail, { id })).toMatchObject({ counted: 0 });
});

test('more left since than was counted: the count is refused by name, and nothing is booked', async () => {
  const id = await begin();
  await enter(id, skus[0], '2');
  await move(skus[0], '-9');
  await submit(id);
  expect((await refusalOf(pass(id))).message).toContain('商品A1盘亏8，但盘点后又出库，在库只剩1');
  expect(await onHand()).toEqual([1, 20]);
});
