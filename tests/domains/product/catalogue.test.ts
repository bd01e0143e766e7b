import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import * as calls from '~/domains/product/calls';
import { findByCodes } from '~/domains/product/catalogue.server';
import { type SkuForSale, toBaseQty } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import { lowest } from '~/domains/product/productSave.server';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { Price, Qty, Yuan } from '~/shared/fields.schema';
import { MOST_FEN, MOST_QTY, scaled, unscaled } from '~/shared/money';
import { Refusal } from '~/shared/refusal';
import { addProduct, ask, NOON, openShop, productOf, refusalOf, type Shop, skuOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

let opened: Opened;
let shop: Shop;
beforeEach(async () => {
  opened = await testDatabase();
  await emptyDatabase();
  shop = await openShop(opened);
});
const scope = () => ({ tenantId: shop.me.tenantId });

describe('units', () => {
  const sku = (decimals: number, baseDecimals: number, num: number, den: number): SkuForSale =>
    ({
      name: '涂料',
      skuCode: 'S1',
      units: [
        { unitId: 'b', name: '千克', decimals: baseDecimals, num: 1, den: 1, listPrice: null },
        { unitId: 'u', name: '桶', decimals, num, den, listPrice: null },
      ],
    }) as unknown as SkuForSale;
  const decimals = fc.integer({ min: 0, max: 4 });
  const ratio = fc.integer({ min: 1, max: 1000 });

  test('a base quantity is exact or refused, and goes back to the same', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 10n }), decimals, decimals, ratio, ratio, (n, unitDecimals, baseDecimals, num, den) => {
        const qty = unscaled(n, unitDecimals);
        fc.pre(scaled(qty, 4) <= scaled(MOST_QTY, 4));
        const product = scaled(qty, 4) * BigInt(num);
        const step = BigInt(den) * 10n ** BigInt(4 - baseDecimals);
        const convertible = product % step === 0n && product <= scaled(MOST_QTY, 4) * BigInt(den);
        try {
          const base = toBaseQty(sku(unitDecimals, baseDecimals, num, den), 'u', qty);
          expect(convertible).toBe(true);
          expect(scaled(base, 4) * BigInt(den)).toBe(product);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          expect(convertible).toBe(false);
        }
      }),
    );
  });

  test('more decimals than the unit allows are refused, naming product, unit and value', () => {
    expect(() => toBaseQty(sku(1, 4, 12, 1), 'u', '1.25')).toThrow('商品“涂料”（S1）的数量1.25桶：单位“桶”最多允许1位小数');
    expect(() => toBaseQty(sku(0, 0, 5, 2), 'u', '1')).toThrow('1桶=5/2千克');
    expect(toBaseQty(sku(0, 0, 5, 2), 'u', '2')).toBe('5');
    expect(() => toBaseQty(sku(0, 0, 5, 2), 'other', '2')).toThrow('没有所选的单位');
  });

  test('ratios are kept in lowest terms', () => {
    fc.assert(
      fc.property(ratio, ratio, fc.integer({ min: 1, max: 50 }), (num, den, by) => {
        expect(lowest(num * by, den * by)).toEqual(lowest(num, den));
      }),
    );
  });

  test('amounts, prices and quantities cross JSON exactly', () => {
    expect(Yuan.decode('9999999999.99')).toBe(MOST_FEN);
    expect(JSON.parse(JSON.stringify(Yuan.encode(9007199254740993n))), 'sums go further than what one figure may be').toBe('90071992547409.93');
    expect(Yuan.safeDecode('10000000000.00').success).toBe(false);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: scaled(MOST_QTY, 4) }), (n) => {
        const price = unscaled(n, 6, 2);
        expect(scaled(Price.encode(Price.decode(price)), 6)).toBe(n);
        const qty = unscaled(n, 4);
        expect(scaled(Qty.encode(Qty.decode(qty)), 4)).toBe(n);
      }),
    );
  });

  test('decimals of a used unit may grow but not shrink, and a used unit stays', async () => {
    await addProduct(opened, shop, 'P1', { baseUnitId: shop.units.kilo });
    expect((await refusalOf(ask(shop.me, calls.unitSave, { id: shop.units.kilo, name: '千克', decimals: 2 }))).message).toContain(
      '单位“千克”正被1个商品（P1 防水涂料P1）使用',
    );
    await ask(shop.me, calls.unitSave, { id: shop.units.kilo, name: '公斤', decimals: 4 });
    expect((await refusalOf(ask(shop.me, calls.unitDelete, { id: shop.units.kilo }))).data.reason).toBe('IN_USE');
  });
});

describe('categories', () => {
  const add = (code: string, parentId: string | null) => ask(shop.me, calls.categorySave, { code, name: `分类${code}`, parentId });
  const tree = async () => (await ask(shop.me, calls.categoryTree, {})).categories;

  test('have at most four levels, also by moving', async () => {
    let parent: string | null = null;
    for (const code of ['A', 'B', 'C', 'D']) parent = (await add(code, parent)).id;
    expect((await refusalOf(add('E', parent))).message).toBe('分类最多4级，“分类D”已是第4级，不能再添加下级');
    const rows = await tree();
    const a = rows.find((row) => row.code === 'A');
    const c = rows.find((row) => row.code === 'C');
    const move = (parentId: string | null) => ask(shop.me, calls.categoryMove, { id: a?.id ?? '', version: 1, parentId, beforeId: null });
    expect((await refusalOf(move(c?.id ?? null))).message).toContain('移到它自己的下级');
    expect((await refusalOf(move(shop.categoryId))).message).toContain('第5级');
  });

  test('moving takes the branch along and keeps the order asked for', async () => {
    const a = await add('A', null);
    await add('A1', a.id);
    const b = await add('B', null);
    await ask(shop.me, calls.categoryMove, { id: a.id, version: 1, parentId: b.id, beforeId: null });
    await ask(shop.me, calls.categoryMove, { id: b.id, version: 1, parentId: null, beforeId: shop.categoryId });
    const rows = await tree();
    expect(rows.map((row) => [row.code, row.level])).toEqual([
      ['B', 1],
      ['FSTL', 1],
      ['A', 2],
      ['A1', 3],
    ]);
    expect((await ask(shop.me, calls.categoryOptions, {})).options.map((one) => one.fullName)).toContain('分类B / 分类A / 分类A1');
  });

  test('a used category stays and names its users', async () => {
    await addProduct(opened, shop, 'P1');
    const refusal = await refusalOf(ask(shop.me, calls.categoryDelete, { id: shop.categoryId }));
    expect(refusal.message).toBe('分类“防水涂料”正被1个商品（P1 防水涂料P1）使用，不能删除');
    expect(refusal.data['users']).toEqual([{ kind: '商品', code: 'P1', name: '防水涂料P1' }]);
  });

  test('disabling takes the branch, which new products can then not choose', async () => {
    const a = await add('A', null);
    const child = await add('A1', a.id);
    await ask(shop.me, calls.categoryStatus, { id: a.id, version: 1, status: 'DISABLED' });
    expect((await refusalOf(ask(shop.me, calls.categoryStatus, { id: child.id, version: 2, status: 'ACTIVE' }))).message).toContain('请先启用上级分类');
    expect((await refusalOf(ask(shop.me, calls.productSave, productOf(shop, 'P1', { categoryId: child.id })))).message).toContain('已停用');
  });
});

describe('attributes', () => {
  const color = (change = {}) => ({
    code: 'COLOR',
    name: '颜色',
    kind: 'SALE' as const,
    input: 'SINGLE' as const,
    required: true,
    values: [
      { code: 'W', name: '白' },
      { code: 'G', name: '灰' },
    ],
    ...change,
  });

  test('used values and names stay', async () => {
    const { id } = await ask(shop.me, calls.attributeSave, color());
    await addProduct(opened, shop, 'P1', { skus: [skuOf(shop, 'S1', { saleAttrs: { 颜色: '白' } }), skuOf(shop, 'S2', { saleAttrs: { 颜色: '灰' } })] });
    const edit = (change: object) => ask(shop.me, calls.attributeSave, { ...color(change), id, version: 1 });
    expect((await refusalOf(edit({ values: [{ code: 'W', name: '白' }] }))).message).toBe('属性值“颜色：灰”正被1个SKU（S2 防水涂料P1）使用，不能删除或改名');
    expect((await refusalOf(edit({ name: '色号' }))).message).toContain('不能改名');
    expect((await refusalOf(ask(shop.me, calls.attributeDelete, { id }))).data.reason).toBe('IN_USE');
    const { pagedRecords } = await ask(shop.me, calls.attributeList, { kind: 'SALE' });
    expect(pagedRecords).toMatchObject([{ code: 'COLOR', useCount: 2, values: [{ name: '白' }, { name: '灰' }] }]);
  });

  test('a value copied with its id becomes a value of its own', async () => {
    const { id } = await ask(shop.me, calls.attributeSave, color());
    const { pagedRecords } = await ask(shop.me, calls.attributeList, {});
    const [white] = pagedRecords[0]?.values ?? [];
    const values = [
      { id: white?.id ?? '', code: 'W', name: '白' },
      { id: white?.id ?? '', code: 'R', name: '红' },
    ];
    await ask(shop.me, calls.attributeSave, { ...color({ values }), id, version: 1 });
    const after = (await ask(shop.me, calls.attributeList, {})).pagedRecords[0]?.values ?? [];
    expect(after.map((one) => one.name)).toEqual(['白', '红']);
    expect(new Set(after.map((one) => one.id)).size).toBe(2);
  });

  test('a required description is asked for, only in its categories', async () => {
    await ask(shop.me, calls.attributeSave, {
      ...color(),
      code: 'LIFE',
      name: '保质期',
      kind: 'DESC',
      input: 'NUMBER',
      values: [],
      categoryIds: [shop.categoryId],
    });
    expect((await refusalOf(ask(shop.me, calls.productSave, productOf(shop, 'P1')))).message).toBe('属性“保质期”必填');
  });

  test('a choice needs values, without repeats', async () => {
    expect((await refusalOf(ask(shop.me, calls.attributeSave, color({ values: [] })))).message).toContain('至少需要一个属性值');
    expect(
      (
        await refusalOf(
          ask(
            shop.me,
            calls.attributeSave,
            color({
              values: [
                { code: 'W', name: '白' },
                { code: 'W', name: '灰' },
              ],
            }),
          ),
        )
      ).data.fields,
    ).toHaveProperty('values.1.code');
  });
});

describe('products', () => {
  test('goes on the shelf only with an active, priced SKU; each of a batch answers for itself', async () => {
    const good = await addProduct(opened, shop, 'P1');
    const unpriced = await addProduct(opened, shop, 'P2', { skus: [skuOf(shop, 'P2', { listPrice: '' })] });
    const { results } = await ask(shop.me, calls.productShelf, { ids: [good.id, unpriced.id], status: 'ON' });
    expect(results).toMatchObject([
      { ok: true, code: 'P1' },
      { ok: false, msg: '商品“防水涂料P2”（P2）不能上架：有1个启用的SKU没有标准价' },
    ]);
    const detail = await ask(shop.me, calls.productDetail, { id: good.id });
    const edit = {
      ...productOf(shop, 'P1'),
      id: good.id,
      version: detail.version,
      skus: [{ ...skuOf(shop, 'P1', { status: 'DISABLED' }), id: good.skuIds[0] ?? '' }],
    };
    expect((await refusalOf(ask(shop.me, calls.productSave, edit))).message).toContain('商品在上架状态，至少需要一个启用的SKU');
  });

  test('two editors: the second learns of the first', async () => {
    const { id, skuIds } = await addProduct(opened, shop, 'P1');
    const edit = { ...productOf(shop, 'P1'), id, version: 1, skus: [{ ...skuOf(shop, 'P1'), id: skuIds[0] ?? '' }] };
    await ask(shop.me, calls.productSave, { ...edit, name: '甲改的名' });
    expect((await refusalOf(ask(shop.me, calls.productSave, { ...edit, name: '乙改的名' }))).message).toMatch(
      /^单据已在您的另一个页面修改（\d{4}-\d{2}-\d{2} \d{2}:\d{2}），请刷新后重试$/,
    );
    expect((await ask(shop.me, calls.productDetail, { id })).name).toBe('甲改的名');
  });

  test('every wrong SKU field is named in its row', async () => {
    await addProduct(opened, shop, 'P1');
    const refusal = await refusalOf(
      ask(
        shop.me,
        calls.productSave,
        productOf(shop, 'P2', { skus: [skuOf(shop, 'P1'), skuOf(shop, 'S2', { minPrice: '11', moq: '1.5', saleAttrs: { 尺寸: '大' } })] }),
      ),
    );
    expect(Object.keys(refusal.data.fields ?? {}).sort()).toEqual(['skus.0.code', 'skus.1.minPrice', 'skus.1.moq', 'skus.1.saleAttrs']);
    expect(refusal.message).toMatch(/^SKU第\d行：/);
  });

  test('codes may be swapped among the SKUs', async () => {
    await ask(shop.me, calls.attributeSave, { code: 'C', name: '颜色', kind: 'SALE', input: 'TEXT' });
    const skus = [skuOf(shop, 'S1', { saleAttrs: { 颜色: '白' } }), skuOf(shop, 'S2', { saleAttrs: { 颜色: '灰' } })] as const;
    const { id, skuIds } = await addProduct(opened, shop, 'P1', { skus: [...skus] });
    const [a = '', b = ''] = skuIds;
    await ask(shop.me, calls.productSave, {
      ...productOf(shop, 'P1'),
      id,
      version: 1,
      skus: [
        { ...skus[0], code: 'S2', id: a },
        { ...skus[1], code: 'S1', id: b },
      ],
    });
    expect((await ask(shop.me, calls.productDetail, { id })).skus.map((sku) => [sku.id, sku.code])).toEqual([
      [a, 'S2'],
      [b, 'S1'],
    ]);
  });

  test('a product some stock names stays', async () => {
    const { id, skuIds } = await addProduct(opened, shop, 'P1');
    const warehouse = newId();
    await opened.pool.query("insert into warehouse (tenant_id, id, code, name) values (1, $1, 'W1', '主仓')", [warehouse]);
    await opened.pool.query('insert into stock_balance (tenant_id, warehouse_id, sku_id) values (1, $1, $2)', [warehouse, skuIds[0]]);
    expect((await refusalOf(ask(shop.me, calls.productDelete, { id }))).message).toContain('1个仓库的库存（W1 主仓）');
    const other = await addProduct(opened, shop, 'P2');
    await ask(shop.me, calls.productDelete, { id: other.id });
    expect((await ask(shop.me, calls.productList, {})).pagedRecords.map((row) => row.code)).toEqual(['P1']);
  });

  test('the list finds by name, code, initials and filters, with counts by state', async () => {
    const { id } = await addProduct(opened, shop, 'P1', { name: '聚氨酯涂料', brand: '山海' });
    await addProduct(opened, shop, 'P2', { name: '丙纶卷材', skus: [skuOf(shop, 'P2', { listPrice: '', barcode: '6901234567892' })] });
    await ask(shop.me, calls.productShelf, { ids: [id], status: 'ON' });
    const found = async (query: Parameters<typeof ask<typeof calls.productList>>[2]) =>
      (await ask(shop.me, calls.productList, query)).pagedRecords.map((row) => row.code).sort();
    expect(await found({ word: '氨酯' })).toEqual(['P1']);
    expect(await found({ word: 'jaz' })).toEqual(['P1']);
    expect(await found({ word: '6901234567892' })).toEqual(['P2']);
    expect(await found({ word: '%' })).toEqual([]);
    expect(await found({ hasPrice: 'false' })).toEqual(['P2']);
    expect(await found({ stock: 'OUT', brand: '山海' })).toEqual(['P1']);
    expect(await found({ categoryId: shop.categoryId, status: 'DRAFT' })).toEqual(['P2']);
    const on = await ask(shop.me, calls.productList, { status: 'ON' });
    expect(on.tabs).toEqual({ ALL: 2, ON: 1, DRAFT: 1 });
    expect(on.totals).toEqual({ skuCount: '1', available: '0' });
    await opened.pool.query(
      "update product set base_unit_id = (select id from unit u where u.id <> product.base_unit_id and u.tenant_id = 1 limit 1) where code = 'P2'",
    );
    expect((await ask(shop.me, calls.productList, {})).totals).toEqual({ skuCount: '2' });
  });
});

describe('selling', () => {
  test('visibility: DENY wins, ALLOW hides from everybody else', async () => {
    const [east, west] = shop.customers;
    const allow = { rule: 'ALLOW', scope: 'CUSTOMER', scopeId: east } as const;
    const { skuIds } = await addProduct(opened, shop, 'P1', { visibility: [allow] });
    const hidden = await addProduct(opened, shop, 'P2', { visibility: [allow, { ...allow, rule: 'DENY' }] });
    const seen = (customerId: string) =>
      opened.inTenant(scope(), async (tx) =>
        [...(await skusForSale(tx, shop.me, { customerId, skuIds: [...skuIds, ...hidden.skuIds] })).values()].map((sku) => [sku.skuCode, sku.visible]),
      );
    expect(new Map((await seen(east)) as [string, boolean][])).toEqual(
      new Map([
        ['P1', true],
        ['P2', false],
      ]),
    );
    expect(new Map((await seen(west)) as [string, boolean][])).toEqual(
      new Map([
        ['P1', false],
        ['P2', false],
      ]),
    );
  });

  test('pasted codes answer in order: SKU code before barcode, a hint instead of the stock', async () => {
    const dealer = shop.dealer(shop.customers[0]);
    const { id } = await addProduct(opened, shop, '007', { skus: [skuOf(shop, '007', { barcode: '6900000000017' })] });
    await addProduct(opened, shop, 'OFF1');
    await addProduct(opened, shop, 'SECRET', { visibility: [{ rule: 'DENY', scope: 'CUSTOMER', scopeId: shop.customers[0] }] });
    await ask(shop.me, calls.productShelf, { ids: [id], status: 'ON' });
    const { results } = await ask(dealer, calls.skusByCodes, { codes: ['6900000000017', 'nope', 'OFF1', 'SECRET', '007'] });
    expect(results.map((one) => [one.sku?.skuCode ?? null, one.problem])).toEqual([
      ['007', ''],
      [null, '编码nope不存在'],
      [null, '编码OFF1的商品未上架'],
      [null, '编码SECRET不存在'],
      ['007', ''],
    ]);
    expect(results[0]?.sku).toMatchObject({ price: '10.00', priceSource: 'LIST', stockHint: 'OUT', available: null });
    const own = await opened.inTenant(scope(), (tx) => findByCodes(tx, shop.me, { codes: ['007'], customerId: '', warehouseId: '' }, NOON));
    expect(own[0]?.sku?.available).toBe('0');
  });

  test('the dealer catalogue never carries floor prices, other tenants see nothing', async () => {
    const { id } = await addProduct(opened, shop, 'P1', { skus: [skuOf(shop, 'P1', { minPrice: '8' })] });
    await ask(shop.me, calls.productShelf, { ids: [id], status: 'ON' });
    const page = await ask(shop.dealer(shop.customers[0]), calls.skuCatalogue, {});
    expect(page.pagedRecords).toHaveLength(1);
    expect(JSON.stringify(page)).not.toContain('minPrice');
    expect((await ask(shop.me, calls.skuSearch, {})).pagedRecords[0]).toMatchObject({ minPrice: '8.00' });
    const other = await openShop(opened, 2n);
    expect((await ask(other.me, calls.skuSearch, { all: 'true' })).totalCount).toBe(0);
    const missing = await refusalOf(ask(other.me, calls.productDetail, { id: newId() }));
    expect(await refusalOf(ask(other.me, calls.productDetail, { id }))).toMatchObject({ code: missing.code, message: missing.message });
    expect((await ask(other.me, calls.productShelf, { ids: [id], status: 'OFF' })).results).toEqual([{ id, ok: false, code: '', msg: '该商品不存在或已删除' }]);
  });

  test('a dealer chooses among categories that hold something they may order', async () => {
    const add = async (code: string, parentId: string | null) => (await ask(shop.me, calls.categorySave, { code, name: `分类${code}`, parentId })).id;
    const top = await add('A', null);
    const [child, bare] = [await add('A1', top), await add('B', null)];
    const { id } = await addProduct(opened, shop, 'P1', { categoryId: child });
    await addProduct(opened, shop, 'P2', { categoryId: bare });
    const namesFor = async (me: typeof shop.me) => (await ask(me, calls.categoryOptions, {})).options.map((one) => one.code);
    const [first, second] = shop.customers;
    expect(await namesFor(shop.dealer(first)), 'drafts are not for sale').toEqual([]);
    await ask(shop.me, calls.productShelf, { ids: [id], status: 'ON' });
    expect(await namesFor(shop.dealer(first)), 'with what stands above it').toEqual(['A', 'A1']);
    await opened.pool.query("insert into product_visibility (tenant_id, id, product_id, rule, scope, scope_id) values ($1, $2, $3, 'DENY', 'CUSTOMER', $4)", [
      shop.me.tenantId,
      newId(),
      id,
      second,
    ]);
    expect(await namesFor(shop.dealer(second))).toEqual([]);
    expect(await namesFor(shop.me)).toEqual(['FSTL', 'A', 'A1', 'B']);
  });
});
