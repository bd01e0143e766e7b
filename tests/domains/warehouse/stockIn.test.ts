import '~/domains/product/api.server';
import '~/domains/warehouse/api.server';
import { beforeEach, expect, test } from 'vitest';
import { productList, skusByCodes } from '~/domains/product/calls';
import { OrderSettings } from '~/domains/settings/orderSettings.schema';
import { saveOrderSettings } from '~/domains/settings/orderSettings.server';
import * as calls from '~/domains/warehouse/calls';
import { proveStock } from '~/domains/warehouse/proof.server';
import { releaseReservation, reserveForOrder } from '~/domains/warehouse/stock.server';
import { stockInImport } from '~/domains/warehouse/stockDocImport.server';
import type { Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_COST_VIEW, STOCK_IN, STOCK_MANAGE } from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import { displayUnits } from '~/shared/money';
import { decisionsOn } from '../../support/approvals';
import { addProduct, ask, NOON, openShop, refusalOf, type Shop, skuOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { addWarehouse, as } from '../../support/stock';

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
});

const form = (change: object = {}) => ({
  warehouseId,
  kind: 'PURCHASE' as const,
  bizDate: '2026-06-15',
  lines: [{ skuId, unitId: shop.units.box, qty: '2', price: '24' }],
  submit: true,
  ...change,
});
const stock = async (me = shop.me) => (await ask(me, calls.stockList, {})).pagedRecords[0];
const audit = async (me: Me, id: string, version: number) => (await ask(me, calls.stockInAudit, { items: [{ id, version }] })).results[0];

test('goods come in at audit, in base units and at base cost, and leave at the reversal by another person', async () => {
  const { id, no } = await ask(shop.me, calls.stockInSave, form());
  expect(no).toBe('RK20260615000001');
  expect(await stock()).toBeUndefined();
  await audit(shop.me, id, 1);
  expect(await stock()).toMatchObject({ onHand: '24', available: '24', avgCost: '2.00', amount: '48.00', short: '0' });
  const own = await refusalOf(ask(shop.me, calls.stockInReverse, { id, version: 2, reason: '录错' }));
  expect(own.data.reason).toBe('SAME_PERSON');
  await ask(other, calls.stockInReverse, { id, version: 2, reason: '录错' });
  expect(await stock()).toMatchObject({ onHand: '0' });
  expect((await ask(shop.me, calls.stockInDetail, { id })).logs.map((one) => one.action)).toEqual(['冲销', '审核通过', '新建']);
  expect((await refusalOf(ask(other, calls.stockInReverse, { id, version: 3, reason: '再来' }))).message).toContain('已冲销');
  expect(await as(opened, shop.me, (tx) => proveStock(tx, shop.me))).toEqual([]);
});

test('a reversal is refused while an order holds the goods, naming what is free', async () => {
  const { id } = await ask(shop.me, calls.stockInSave, form());
  await audit(shop.me, id, 1);
  const orderId = newId();
  await as(opened, shop.me, (tx) =>
    reserveForOrder(tx, shop.me, { orderId, orderNo: 'DD1', lines: [{ lineId: newId(), warehouseId, skuId, baseQty: '20' }], allowShort: false }),
  );
  expect((await refusalOf(ask(other, calls.stockInReverse, { id, version: 2, reason: '退' }))).data).toMatchObject({
    reason: 'STOCK_SHORT',
    available: '4',
    needed: '24',
  });
  await as(opened, shop.me, (tx) => releaseReservation(tx, shop.me, { orderId, orderNo: 'DD1' }));
  await ask(other, calls.stockInReverse, { id, version: 2, reason: '退' });
});

test('without the permission cost is neither in any answer nor lost when a draft is edited', async () => {
  const keeper: Me = { ...shop.me, permissions: new Set([STOCK_MANAGE, STOCK_IN, STOCK_AUDIT]) };
  const { id } = await ask(shop.me, calls.stockInSave, form({ submit: false }));
  const seen = await ask(keeper, calls.stockInDetail, { id });
  expect(seen).not.toHaveProperty('totalCost');
  expect(seen.lines[0]).not.toHaveProperty('price');
  const [line] = seen.lines;
  await ask(keeper, calls.stockInSave, { ...form(), id, version: 1, lines: [{ id: line?.id ?? '', skuId, unitId: shop.units.box, qty: '3', price: '999' }] });
  expect((await ask(shop.me, calls.stockInDetail, { id })).lines[0]).toMatchObject({ price: '24.00', amount: '72.00' });
  await audit(keeper, id, 2);
  expect(await stock(keeper)).not.toHaveProperty('avgCost');
  expect((await ask(keeper, calls.stockList, {})).totals).not.toHaveProperty('amount');
  expect((await ask(keeper, calls.stockLedger, {})).pagedRecords[0]).not.toHaveProperty('cost');
  expect(keeper.permissions.has(STOCK_COST_VIEW)).toBe(false);
});

test('states and versions: a draft cannot be audited, an old version is refused, one bad document does not stop the others', async () => {
  const draft = await ask(shop.me, calls.stockInSave, form({ submit: false }));
  const good = await ask(shop.me, calls.stockInSave, form());
  const { results } = await ask(shop.me, calls.stockInAudit, {
    items: [
      { id: draft.id, version: 1 },
      { id: good.id, version: 1 },
    ],
  });
  expect(results.map((one) => one.ok)).toEqual([false, true]);
  expect(results[0]?.message).toContain('草稿');
  expect((await refusalOf(ask(shop.me, calls.stockInSubmit, { id: draft.id, version: 9 }))).data.reason).toBe('VERSION');
  await ask(shop.me, calls.stockInSubmit, { id: draft.id, version: 1 });
  await ask(shop.me, calls.stockInReturn, { id: draft.id, version: 2, reason: '数量不对' });
  await ask(shop.me, calls.stockInDelete, { id: draft.id, version: 3 });
  expect((await ask(shop.me, calls.stockInList, {})).tabs).toEqual({ ALL: 1, DONE: 1 });
});

test('its maker takes it back and an auditor gives it back, nobody else; every decision is written down', async () => {
  const { id, no } = await ask(shop.me, calls.stockInSave, form());
  const clerk: Me = { ...other, accountId: newId(), isAdmin: false, permissions: new Set([STOCK_MANAGE, STOCK_IN]) };
  const back = (me: Me, version: number) => ask(me, calls.stockInReturn, { id, version, reason: '数量不对' });
  expect((await refusalOf(back(clerk, 1))).message).toBe(`入库单${no}由${shop.me.name}制单，只有制单人或审核人可以退回`);
  await back(other, 1);
  expect((await refusalOf(back(other, 2))).message).toBe(`入库单${no}当前为“草稿”，不能退回`);
  await ask(shop.me, calls.stockInSubmit, { id, version: 2 });
  await back(shop.me, 3);
  await ask(shop.me, calls.stockInSubmit, { id, version: 4 });
  await audit(other, id, 5);
  expect(await decisionsOn(opened, id)).toEqual([`1 RETURN 复核员 数量不对`, `2 WITHDRAW ${shop.me.name} 数量不对`, '3 PASS 复核员']);
  expect((await ask(shop.me, calls.stockInDetail, { id })).logs.map((one) => one.action)).toEqual([
    '审核通过',
    '提交审核',
    '退回修改',
    '提交审核',
    '退回修改',
    '新建',
  ]);
});

test('wrong quantities and dates are refused beside their field', async () => {
  const inexact = await refusalOf(ask(shop.me, calls.stockInSave, form({ lines: [{ skuId, unitId: shop.units.piece, qty: '1.5' }] })));
  expect(inexact.message).toContain('第1行');
  expect(inexact.data.fields).toHaveProperty(['lines.0.qty']);
  expect((await refusalOf(ask(shop.me, calls.stockInSave, form({ bizDate: '2026-06-16' })))).data.fields).toHaveProperty('bizDate');
});

test('another tenant sees, audits and reverses nothing (trap 32)', async () => {
  const { id } = await ask(shop.me, calls.stockInSave, form());
  const stranger = (await openShop(opened, 2n)).me;
  const answers = [
    ask(stranger, calls.stockInDetail, { id }),
    ask(stranger, calls.stockInAudit, { items: [{ id, version: 1 }] }),
    ask(stranger, calls.stockInSave, { ...form(), id, version: 1 }),
    ask(stranger, calls.warehouseSwitch, { id: warehouseId, version: 1, status: 'DISABLED' }),
    ask(stranger, calls.stockSafety, { skuIds: [skuId], low: '1', high: '' }),
  ];
  for (const answer of answers) expect((await refusalOf(answer)).data.reason).toBe('NOT_FOUND');
  expect((await ask(stranger, calls.stockInList, {})).pagedRecords).toEqual([]);
  expect((await refusalOf(ask(shop.dealer(shop.customers[0]), calls.stockList, {}))).data.reason).toBe('NO_PERMISSION');
});

test('warehouses: the first is the default, only one is, and what is used or default cannot be stopped or deleted', async () => {
  const base = { kind: 'NORMAL' as const, name: '二号仓' };
  const { id } = await ask(shop.me, calls.warehouseSave, { ...base, code: 'CK02' });
  expect((await refusalOf(ask(shop.me, calls.warehouseSave, { ...base, code: 'CK02' }))).data.reason).toBe('DUPLICATE_CODE');
  expect((await refusalOf(ask(shop.me, calls.warehouseDelete, { id: warehouseId }))).message).toContain('默认仓库');
  await ask(shop.me, calls.warehouseSave, { ...base, id, version: 1, code: 'CK02', isDefault: true });
  const { warehouses } = await ask(shop.me, calls.warehouseList, {});
  expect(warehouses.map((one) => [one.code, one.isDefault])).toEqual([
    ['CK02', true],
    ['CK01', false],
  ]);
  const saved = await ask(shop.me, calls.stockInSave, form());
  await audit(shop.me, saved.id, 1);
  expect((await refusalOf(ask(shop.me, calls.warehouseSwitch, { id: warehouseId, version: 1, status: 'DISABLED' }))).message).toContain('1个SKU有库存');
});

test('trap 31: a day range of the ledger holds its first and last instant in Shanghai, and not the next', async () => {
  const { id } = await ask(shop.me, calls.stockInSave, form({ lines: ['1', '2', '3', '4'].map((qty) => ({ skuId, unitId: shop.units.piece, qty })) }));
  await audit(shop.me, id, 1);
  const instants = ['2026-06-09T15:59:59.999Z', '2026-06-09T16:00:00.000Z', '2026-06-10T15:59:59.999Z', '2026-06-10T16:00:00.000Z'];
  for (const [index, at] of instants.entries()) await opened.pool.query('update stock_ledger set at = $1 where seq = $2', [at, index + 1]);
  const page = await ask(shop.me, calls.stockLedger, { atStart: '2026-06-10', atEnd: '2026-06-10' });
  expect(page.pagedRecords.map((row) => row.change)).toEqual(['3', '2']);
  const whole = await ask(shop.me, calls.stockLedger, { atStart: '2026-06-10 00:00:00', atEnd: '2026-06-10 23:59:59' });
  expect(whole.totalCount).toBe(2);
});

test('documents are found by product; the totals are of what the filters leave, cost only for who may see it', async () => {
  const [second] = (await addProduct(opened, shop, 'B1')).skuIds as [string];
  await ask(shop.me, calls.stockInSave, form());
  await ask(shop.me, calls.stockInSave, form({ lines: [{ skuId: second, unitId: shop.units.piece, qty: '5', price: '3' }], submit: false }));
  const all = await ask(shop.me, calls.stockInList, {});
  expect([all.totalCount, all.totals]).toEqual([2, { totalCost: '63.00' }]);
  const one = await ask(shop.me, calls.stockInList, { word: 'B1' });
  expect([one.pagedRecords.map((row) => row.totalQty), one.totals, one.tabs]).toEqual([['5'], { totalCost: '15.00' }, { ALL: 1, DRAFT: 1 }]);
  expect((await ask(shop.me, calls.stockInList, { status: 'DRAFT' })).totals).toEqual({ totalCost: '15.00' });
  const keeper = { ...shop.me, permissions: new Set([STOCK_MANAGE]) };
  expect((await ask(keeper, calls.stockInList, {})).totals).toBeUndefined();
  const hidden = { ...shop.me, hidden: ['cost' as const] };
  expect((await ask(hidden, calls.stockInList, {})).totals).toBeUndefined();
});

test('a document of goods in several base units lists each unit by itself', async () => {
  const [sand] = (await addProduct(opened, shop, 'S1', { baseUnitId: shop.units.kilo, skus: [skuOf(shop, 'S1', { units: [] })] })).skuIds as [string];
  const { id } = await ask(
    shop.me,
    calls.stockInSave,
    form({
      lines: [
        { skuId, unitId: shop.units.box, qty: '100' },
        { skuId: sand, unitId: shop.units.kilo, qty: '2.5' },
        { skuId, unitId: shop.units.piece, qty: '5' },
      ],
    }),
  );
  const { pagedRecords } = await ask(shop.me, calls.stockInList, {});
  expect([pagedRecords[0]?.id, displayUnits(pagedRecords[0]?.quantities ?? [])]).toEqual([id, '1,205个 2.5千克']);
  await audit(shop.me, id, 1);
  // Nor are they added up in the stock and its ledger; what they cost is.
  expect((await ask(shop.me, calls.stockLedger, { bizId: id })).totals).toBeUndefined();
  expect(Object.keys((await ask(shop.me, calls.stockList, {})).totals ?? {})).toEqual(['amount']);
  expect((await ask(shop.me, calls.stockList, { skuId: sand })).totals).toMatchObject({ onHand: '2.5', available: '2.5' });
});

test('the ledger of a document adds up what came and went', async () => {
  const { id } = await ask(shop.me, calls.stockInSave, form());
  await audit(shop.me, id, 1);
  await ask(other, calls.stockInReverse, { id, version: 2, reason: '录错' });
  expect((await ask(shop.me, calls.stockLedger, { bizId: id })).totals).toEqual({ change: '入 24 出 24', reservedChange: '0' });
  expect((await ask(shop.me, calls.stockLedger, {})).totals).toBeUndefined();
});

test('safety levels belong to the SKU: enough in another warehouse is enough', async () => {
  const second = await addWarehouse(opened, shop.me, 'CK02');
  for (const [at, qty] of [
    [warehouseId, '1'],
    [second, '3'],
  ] as const) {
    const { id } = await ask(shop.me, calls.stockInSave, form({ warehouseId: at, lines: [{ skuId, unitId: shop.units.piece, qty }] }));
    await audit(shop.me, id, 1);
  }
  await ask(shop.me, calls.stockSafety, { skuIds: [skuId], low: '4', high: '' });
  expect((await ask(shop.me, calls.stockList, { state: 'LOW' })).totalCount).toBe(0);
  expect((await ask(shop.me, productList, { stock: 'LOW' })).totalCount).toBe(0);
  await ask(shop.me, calls.stockSafety, { skuIds: [skuId], low: '5', high: '' });
  const low = await ask(shop.me, calls.stockList, { state: 'LOW' });
  expect(low.pagedRecords.map((row) => [row.available, row.skuAvailable])).toEqual([
    ['1', '4'],
    ['3', '4'],
  ]);
  expect((await ask(shop.me, productList, { stock: 'LOW' })).totalCount).toBe(1);
});

test('goods come in by code before they are for sale; orders find only what is', async () => {
  await opened.pool.query("update product set status = 'DRAFT'");
  const { results } = await ask(shop.me, skusByCodes, { codes: ['A1'], all: true });
  expect(results[0]?.sku?.skuId).toBe(skuId);
  const [forSale] = (await ask(shop.me, skusByCodes, { codes: ['A1'] })).results;
  expect([forSale?.sku, forSale?.problem]).toEqual([null, '编码A1的商品未上架']);
  expect((await ask(shop.dealer(shop.customers[0]), skusByCodes, { codes: ['A1'], all: true })).results[0]?.sku).toBeNull();
});

test('safety levels mark balances outside them', async () => {
  const { id } = await ask(shop.me, calls.stockInSave, form());
  await audit(shop.me, id, 1);
  await ask(shop.me, calls.stockSafety, { skuIds: [skuId], low: '30', high: '' });
  expect((await ask(shop.me, calls.stockList, { state: 'LOW' })).totalCount).toBe(1);
  expect((await ask(shop.me, calls.stockList, { state: 'HIGH' })).totalCount).toBe(0);
  expect((await refusalOf(ask(shop.me, calls.stockSafety, { skuIds: [skuId], low: '5', high: '4' }))).message).toContain('不能小于下限');
});

test('import: rows of one warehouse, kind, day and source become one document; every wrong row is named; undo until audited', async () => {
  const sheetRow = (rowNumber: number, change: object = {}) => ({
    rowNumber,
    bad: new Set<never>(),
    value: {
      warehouse: 'CK01',
      kind: 'PURCHASE' as const,
      bizDate: '2026-06-15',
      sourceNo: 'PO1',
      sku: 'A1',
      unit: '箱',
      qty: '2',
      price: '24',
      counterparty: null,
      batchNo: null,
      expiresOn: null,
      lineRemark: null,
      remark: null,
      ...change,
    },
  });
  const said: string[] = [];
  const check = (rows: ReturnType<typeof sheetRow>[]) =>
    as(opened, shop.me, (tx) =>
      stockInImport.validate(tx, shop.me, {
        rows,
        mode: 'INSERT',
        has: () => true,
        report: (row, column, text) => said.push(`${row.rowNumber}:${column}:${text}`),
        mean: () => undefined,
        now: new Date(),
      }),
    );
  await check([
    sheetRow(2, { warehouse: 'NO' }),
    sheetRow(3, { sku: '007' }),
    sheetRow(4, { unit: '吨' }),
    sheetRow(5, { unit: null, qty: '1.5' }),
    sheetRow(6, { bizDate: '2999-01-01' }),
  ]);
  expect(said.map((one) => one.split(':').slice(0, 2).join(':'))).toEqual(['2:warehouse', '3:sku', '4:unit', '5:qty', '6:bizDate']);
  const rows = [sheetRow(2), sheetRow(3, { unit: null, qty: '5' }), sheetRow(4, { sourceNo: 'PO2' })];
  const plan = await check(rows);
  const apply = () => as(opened, shop.me, (tx) => stockInImport.apply(tx, shop.me, plan, { rows, mode: 'INSERT', has: () => true, now: NOON }));
  const applied = await apply();
  expect(applied.created).toBe(2);
  const list = await ask(shop.me, calls.stockInList, { ascs: 'no' });
  expect(list.pagedRecords.map((row) => [row.sourceNo, row.totalQty, row.status])).toEqual([
    ['PO1', '29', 'PENDING_AUDIT'],
    ['PO2', '24', 'PENDING_AUDIT'],
  ]);
  await as(opened, shop.me, (tx) => stockInImport.undo(tx, shop.me, applied.undo as never, NOON));
  expect((await ask(shop.me, calls.stockInList, {})).totalCount).toBe(0);
  const again = await apply();
  const [doc] = (await ask(shop.me, calls.stockInList, {})).pagedRecords;
  await audit(shop.me, doc?.id ?? '', 1);
  expect((await refusalOf(as(opened, shop.me, (tx) => stockInImport.undo(tx, shop.me, again.undo as never, NOON)))).data.reason).toBe('IMPORT_STATE');
});

test('双人审核: whoever made a stock-in does not audit it; somebody else does', async () => {
  await as(opened, shop.me, (tx) => saveOrderSettings(tx, shop.me, { config: OrderSettings.parse({ twoPersonAudit: true }), version: 0 }));
  const { id, no } = await ask(shop.me, calls.stockInSave, form());
  expect((await refusalOf(audit(shop.me, id, 1))).message).toBe(`入库单${no}由您制单，按双人审核要求须由其他人审核`);
  expect(await stock()).toBeUndefined();
  expect(await audit(other, id, 1)).toMatchObject({ ok: true });
});
