import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import * as calls from '~/domains/price/calls';
import { tellExpiringPrices } from '~/domains/price/expiry.server';
import { pricesFor } from '~/domains/price/price.server';
import CustomerPriceEdit from '~/domains/price/screens/CustomerPriceEdit';
import { productShelf } from '~/domains/product/calls';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { startOfDay } from '~/shared/dates';
import { addProduct, ask, openShop, refusalOf, type Shop, skuOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

let opened: Opened;
let shop: Shop;
let skuId: string;
beforeEach(async () => {
  opened = await testDatabase();
  await emptyDatabase();
  shop = await openShop(opened);
  const product = await addProduct(opened, shop, 'P1', { skus: [skuOf(shop, 'S1', { minPrice: '8' })] });
  skuId = product.skuIds[0] as string;
  await ask(shop.me, productShelf, { ids: [product.id], status: 'ON' });
});

type Line = { price: string; minQty?: string; unitId?: string; id?: string; version?: number };
const input = (lines: Line[], change: object = {}) => ({
  customerId: shop.customers[0],
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  lines: lines.map((line) => ({ skuId, unitId: shop.units.piece, ...line })),
  ...change,
});
const save = (lines: Line[], change: object = {}) => ask(shop.me, calls.customerPriceSave, input(lines, change));
const only = (ids: string[]): string => ids[0] as string;
const priceOn = async (on: string, qty = '1', unitId = shop.units.piece) =>
  (
    await opened.inTenant({ tenantId: 1n }, (tx) =>
      pricesFor(tx, shop.me, { customerId: shop.customers[0], at: startOfDay(on), lines: [{ skuId, unitId, qty }] }),
    )
  )[0];

describe('saving', () => {
  test('tiers and days decide the price; outside them the list price holds', async () => {
    await save([{ price: '9.5' }, { price: '9', minQty: '100' }]);
    expect(await priceOn('2026-06-15', '99')).toMatchObject({ price: '9.50', source: 'CUSTOMER', minPrice: '8.00', belowFloor: false });
    expect(await priceOn('2026-06-15', '100')).toMatchObject({ price: '9.00' });
    expect(await priceOn('2026-12-31', '9', shop.units.box)).toMatchObject({ price: '108.00', listPrice: '120.00', minPrice: '96.00' });
    expect(await priceOn('2027-01-01')).toMatchObject({ price: '10.00', source: 'LIST' });
  });

  test('an overlap names the days and price that stand in the way', async () => {
    await save([{ price: '9.5' }]);
    const refusal = await refusalOf(save([{ price: '9' }], { validFrom: '2026-12-31', validTo: '' }));
    expect(refusal.data.reason).toBe('PRICE_OVERLAP');
    expect(refusal.message).toBe('第1行：SKU S1与已生效的客户价（起始数量0，2026-01-01~2026-12-31，9.50元）日期重叠');
    await save([{ price: '9' }], { validFrom: '2027-01-01', validTo: '' });
    await save([
      { price: '9', minQty: '10' },
      { price: '110', unitId: shop.units.box },
    ]);
  });

  test('below the floor it asks first', async () => {
    const refusal = await refusalOf(save([{ price: '7.99' }]));
    expect(refusal).toMatchObject({ code: 'W1', message: '第1行：SKU S1的客户价7.99低于最低限价8.00。确定仍要保存吗？' });
    await save([{ price: '7.99' }], { confirm: true });
    expect(await priceOn('2026-06-15')).toMatchObject({ price: '7.99', belowFloor: true });
  });

  test('editing keeps its rows, disables those left out and writes what changed', async () => {
    const { ids } = await save([{ price: '9.5' }, { price: '9', minQty: '100' }]);
    const [a = '', b = ''] = ids;
    await save([{ price: '9.4', id: a, version: 1 }], { replaces: [a, b] });
    const detail = await ask(shop.me, calls.customerPriceDetail, { id: a });
    expect(detail).toMatchObject({ price: '9.40', discount: '94', state: 'ACTIVE', version: 2, customerName: '东湖建材' });
    expect(detail.tiers).toHaveLength(1);
    expect(detail.history.map((one) => [one.action, one.oldPrice, one.newPrice])).toEqual([
      ['编辑', '9.50', '9.40'],
      ['新建', null, '9.50'],
    ]);
    expect((await ask(shop.me, calls.customerPriceDetail, { id: b })).state).toBe('DISABLED');
    expect((await refusalOf(save([{ price: '9.3', id: a, version: 1 }], { replaces: [a] }))).data.reason).toBe('VERSION');
  });

  test('one row cannot be named twice', async () => {
    const { ids } = await save([{ price: '9.5' }]);
    const id = only(ids);
    const refusal = await refusalOf(
      save(
        [
          { price: '9.4', id, version: 1 },
          { price: '9', minQty: '5', id, version: 1 },
        ],
        { replaces: [id] },
      ),
    );
    expect(refusal.message).toContain('第2行：SKU S1的同一条客户价提交了两次');
  });

  test('wrong days, units, repeats and strangers are refused', async () => {
    expect((await refusalOf(save([{ price: '9' }], { validTo: '2025-12-31' }))).message).toBe('失效日期不能早于生效日期');
    expect((await refusalOf(save([{ price: '9', unitId: shop.units.kilo }]))).message).toBe('第1行：单位不属于SKU S1');
    expect((await refusalOf(save([{ price: '9' }, { price: '8.5', minQty: '0.0' }]))).message).toContain('与第1行重复');
    expect((await refusalOf(save([{ price: '0' }]))).message).toContain('客户价必须大于0');
    expect((await refusalOf(save([{ price: '9' }], { customerId: newId() }))).message).toBe('所选客户不存在或已删除');
    const other = await openShop(opened, 2n);
    const { ids } = await save([{ price: '9' }]);
    expect(await refusalOf(ask(other.me, calls.customerPriceDetail, { id: only(ids) }))).toMatchObject({ message: '该客户价不存在或已删除' });
    expect(await refusalOf(ask(other.me, calls.customerPriceDisable, { rows: [{ id: only(ids), version: 1 }] }))).toMatchObject({
      message: '该客户价不存在或已删除',
    });
  });
});

describe('many at once', () => {
  test('an adjustment shows what it would do, then does exactly that', async () => {
    const { ids } = await save([{ price: '9.5' }, { price: '9', minQty: '100' }]);
    const change = { rows: ids.map((id) => ({ id, version: 1 })), mode: 'PERCENT' as const, by: '-10' };
    const preview = await ask(shop.me, calls.customerPricePreview, change);
    expect(preview.rows.map((row) => row.newPrice).sort()).toEqual(['8.10', '8.55']);
    expect((await refusalOf(ask(shop.me, calls.customerPriceAdjust, { ...change, by: '-15' }))).code).toBe('W1');
    expect((await refusalOf(ask(shop.me, calls.customerPriceAdjust, { ...change, by: '-100' }))).message).toContain('调整后价格必须大于0');
    await ask(shop.me, calls.customerPriceAdjust, change);
    expect(await priceOn('2026-06-15')).toMatchObject({ price: '8.55' });
    expect((await refusalOf(ask(shop.me, calls.customerPriceAdjust, change))).data.reason).toBe('VERSION');
  });

  test('copying leaves out what would overlap and says so', async () => {
    const [east, west] = shop.customers;
    const { ids } = await save([{ price: '9.5' }, { price: '9', minQty: '100' }]);
    await save([{ price: '9.9' }], { customerId: west, validFrom: '2026-06-01', validTo: '' });
    const result = await ask(shop.me, calls.customerPriceCopy, { ids, customerIds: [east, west] });
    expect(result.created).toBe(1);
    expect(result.skipped.map((one) => one.reason).sort()).toEqual([
      '与已生效的客户价（起始数量0，2026-06-01~长期，9.90元）日期重叠',
      '与来源是同一客户',
      '与来源是同一客户',
    ]);
    const page = await ask(shop.me, calls.customerPriceList, { customerId: west, ascs: 'price' });
    expect(page.pagedRecords.map((row) => [row.price, row.minQty])).toEqual([
      ['9.00', '100'],
      ['9.90', '0'],
    ]);
  });

  test('the list filters by state, days and product', async () => {
    const { ids } = await save([{ price: '9.5' }]);
    await save([{ price: '9' }], { validFrom: '2027-01-01', validTo: '' });
    await save([{ price: '9.2' }], { validFrom: '2025-01-01', validTo: '2025-12-31' });
    const count = async (query: object) => (await ask(shop.me, calls.customerPriceList, query)).totalCount;
    expect([
      await count({ state: 'ACTIVE' }),
      await count({ state: 'NOT_STARTED' }),
      await count({ state: 'EXPIRED' }),
      await count({ word: 'S1' }),
      await count({ word: 'S2' }),
    ]).toEqual([1, 1, 1, 3, 0]);
    expect((await ask(shop.me, calls.customerPriceList, { state: 'ACTIVE' })).tabs).toEqual({ ALL: 3, ACTIVE: 1, NOT_STARTED: 1, EXPIRED: 1 });
    expect((await ask(shop.me, calls.customerPriceList, { word: 'S2' })).tabs).toEqual({});
    expect(await count({ validStart: '2025-12-31', validEnd: '2026-01-01' })).toBe(2);
    await ask(shop.me, calls.customerPriceDisable, { rows: [{ id: only(ids), version: 1 }] });
    expect(await count({ state: 'DISABLED' })).toBe(1);
    expect(await priceOn('2026-06-15')).toMatchObject({ source: 'LIST' });
    const old = await ask(shop.me, calls.customerPriceDetail, { id: only(ids) });
    const late = await refusalOf(save([{ price: '9.4', id: only(ids), version: old.version }]));
    expect(late.message).toBe('第1行：SKU S1的这条客户价已停用，不能编辑，请新建');
    expect(await priceOn('2026-06-15')).toMatchObject({ source: 'LIST' });
    const html = renderToString(createElement(CustomerPriceEdit, { old, today: '2026-06-15' }));
    expect(html).toContain('SKU S1的客户价当前状态为“已停用”，不能编辑');
    expect(html).not.toContain('<form');
  });
});

test('prices that end within a week are told once, again when extended, and not when another follows', async () => {
  await save([{ price: '9.5' }], { validFrom: '2026-06-01', validTo: '2026-06-20' });
  await save([{ price: '9' }], { validFrom: '2026-06-21', validTo: '2026-06-22' });
  const told = async () =>
    (await opened.pool.query("select payload->>'body' as body from outbox where payload->>'kind' = 'price.expiring'")).rows.map((row) => row.body);
  const run = (day: string) => tellExpiringPrices(opened, new Date(`${day}T01:00:00Z`));
  expect(await run('2026-06-14')).toBe(0);
  expect(await run('2026-06-15')).toBe(1);
  expect(await run('2026-06-16')).toBe(0);
  expect(await told()).toEqual(['1个客户的1条客户价将在7天内到期，最早2026-06-22；到期后按其他价格来源取价，请及时续价']);
  await opened.pool.query("update customer_price set valid_to = '2026-06-23' where valid_from = '2026-06-21'");
  expect(await run('2026-06-16')).toBe(1);
});

test('a dealer learns its own price and nothing else', async () => {
  const [east, west] = shop.customers;
  await save([{ price: '9.5' }]);
  const asking = { customerId: west, lines: [{ skuId, unitId: shop.units.piece, qty: '1' }] };
  const { lines } = await ask(shop.dealer(east), calls.priceResolve, asking);
  expect(lines[0]).toMatchObject({ price: '9.50', source: 'CUSTOMER', minPrice: null, trace: [{ layer: 'CUSTOMER', hit: true }] });
  expect((await ask(shop.dealer(west), calls.priceResolve, { ...asking, customerId: east })).lines[0]).toMatchObject({ price: '10.00', source: 'LIST' });
  expect((await ask(shop.me, calls.priceResolve, { ...asking, customerId: east })).lines[0]?.trace).toHaveLength(2);
  expect((await refusalOf(ask(shop.dealer(east), calls.customerPriceList, {}))).code).toBe('100000005');
});
