import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { commitImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import { attributeSave, productList } from '~/domains/product/calls';
import { exportRows } from '~/domains/product/productExport.server';
import { ProductQuery } from '~/domains/product/productForm.schema';
import { productColumns, ratio } from '~/domains/product/productSheet.server';
import type { Opened } from '~/server/db.server';
import type { ImportMode } from '~/server/import.server';
import { readSheet } from '~/server/sheet/read.server';
import { told } from '~/shared/told';
import { addProduct, ask, NOON, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

type Cells = Record<string, string>;
let opened: Opened;
let shop: Shop;
beforeEach(async () => {
  opened = await testDatabase();
  await emptyDatabase();
  shop = await openShop(opened);
  await ask(shop.me, attributeSave, {
    code: 'COLOR',
    name: '颜色',
    kind: 'SALE',
    input: 'SINGLE',
    values: [
      { code: 'W', name: '白' },
      { code: 'G', name: '灰' },
    ],
  });
});

const inTenant = <T>(work: Parameters<Opened['inTenant']>[1]) => opened.inTenant({ tenantId: 1n }, work) as Promise<T>;
const row = (skuCode: string, change: Cells = {}): Cells => ({
  商品名称: `卷材${skuCode}`,
  商品分类编码: 'FSTL',
  SKU编码: skuCode,
  基本单位: '个',
  '标准价(元)': '12.5',
  ...change,
});
const sheetOf = (rows: Cells[], header = [...new Set(rows.flatMap((cells) => Object.keys(cells)))]) => ({
  header,
  headerRow: 1,
  rows: rows.map((cells, index) => ({ rowNumber: index + 2, cells: Object.fromEntries(header.map((title) => [title, cells[title] ?? ''])) })),
});
const upload = (rows: Cells[], mode: ImportMode = 'MERGE') =>
  inTenant<Awaited<ReturnType<typeof uploadImport>>>((tx) =>
    uploadImport(tx, shop.me, { type: 'product', mode, fileName: '商品.xlsx', sheet: sheetOf(rows) }, NOON),
  );
const commit = (jobId: string, how: 'ALL' | 'GOOD_ONLY' = 'ALL') =>
  inTenant<Awaited<ReturnType<typeof commitImport>>>((tx) => commitImport(tx, shop.me, { jobId, how }, NOON));
const undo = (jobId: string) => inTenant((tx) => undoImport(tx, shop.me, jobId, NOON));
const load = async (rows: Cells[], mode: ImportMode = 'MERGE') => commit((await upload(rows, mode)).jobId);

/** Everything of the catalogue that people see, as one text. */
async function state(): Promise<string> {
  const { rows } = await opened.pool.query(`select jsonb_build_array(
    (select jsonb_agg(to_jsonb(p) - 'version' - 'updated_at' - 'updated_by' - 'created_at' order by p.code) from product p),
    (select jsonb_agg(to_jsonb(s) - 'version' order by s.code) from sku s),
    (select jsonb_agg(to_jsonb(u) order by u.sku_id, u.unit_id) from sku_unit u))::text as text`);
  return rows[0].text;
}

describe('the conversion rate', () => {
  test.each([
    ['1箱=12个', 12, 1, '箱', '个'],
    ['１箱＝１２个', 12, 1, '箱', '个'],
    ['2卷=3箱', 3, 2, '卷', '箱'],
    ['12', 12, 1, '', ''],
    ['1托 = 0.5 吨', 1, 2, '托', '吨'],
    ['1,200', 1200, 1, '', ''],
  ])('%s', (cell, num, den, aux, base) => {
    expect(ratio(cell)).toEqual({ value: { num, den, aux, base } });
  });
  test.each(['箱=个', '1箱=0个', '0', '-3', '1箱=', 'abc', '1e5'])('%s is refused', (cell) => expect(ratio(cell)).toHaveProperty('error'));
});

describe('importing products', () => {
  test('every wrong cell of every row is reported at once, and good plus bad rows are all', async () => {
    const preview = await upload([
      row('A1'),
      row('A2', { 商品分类编码: 'NONE', 基本单位: '捆', '标准价(元)': '1.1234567', 销售属性1名: '尺寸', 销售属性1值: '大' }),
      row('A1'),
      row('', { 商品名称: '' }),
      row('A3', { '最低限价(元)': '13', 起订量: '1.5', 辅助单位: '箱', '税率(%)': '130', 状态: '在售' }),
      row('A4', { 商品编码: 'P', 销售属性1名: '颜色', 销售属性1值: '红' }),
    ]);
    expect([preview.total, preview.good, preview.bad]).toEqual([6, 1, 5]);
    const messages = told(preview.errors.map((error) => error.message));
    for (const message of [
      '第3行“商品分类编码”不存在（当前值：NONE）',
      '第3行“基本单位”不存在（当前值：捆）',
      '第3行“标准价(元)”最多允许6位小数',
      '第3行“销售属性1名”不存在（当前值：尺寸）',
      '第4行“SKU编码”与第2行重复',
      '第5行“商品名称”不能为空',
      '第5行“SKU编码”不能为空',
      '第6行“最低限价(元)”不能高于标准价12.5',
      '第6行“起订量”最多允许0位小数（单位“个”）',
      '第6行“换算率”不能为空（已填辅助单位）',
      '第6行“税率(%)”不能大于100',
      '第7行“销售属性1值”不存在（属性“颜色”没有值“红”）',
    ])
      expect(messages).toContain(message);
    expect((await refusalOf(commit(preview.jobId))).data.reason).toBe('IMPORT_ROWS');
    expect(await commit(preview.jobId, 'GOOD_ONLY')).toMatchObject({ created: 1, updated: 0, bad: 5 });
    expect((await ask(shop.me, productList, {})).pagedRecords.map((one) => one.code)).toEqual(['A1']);
  });

  test('rows of one product become its SKUs; updating keeps what is left empty', async () => {
    const white = row('S1', { 商品编码: 'P1', 商品名称: '涂料', 销售属性1名: '颜色', 销售属性1值: '白', 品牌: '山海', 辅助单位: '箱', 换算率: '1箱=12个' });
    await load([white, { ...white, SKU编码: 'S2', 销售属性1值: '灰' }]);
    const before = await state();
    await load([row('S1', { 商品编码: 'P1', 商品名称: '涂料' })]);
    expect(await state()).toBe(before.replaceAll('"list_price": 12.500000', '"list_price": 12.500000'));
    await load([row('S1', { 商品名称: '新涂料', '标准价(元)': '13' })]);
    const { rows } = await opened.pool.query(
      'select p.name, p.brand, s.list_price, s.sale_attrs from sku s join product p on p.id = s.product_id order by s.code',
    );
    expect(rows).toEqual([
      { name: '新涂料', brand: '山海', list_price: '13.000000', sale_attrs: { 颜色: '白' } },
      { name: '新涂料', brand: '山海', list_price: '12.500000', sale_attrs: { 颜色: '灰' } },
    ]);
    const clash = await upload([row('S3', { 商品编码: 'P1', 销售属性1名: '颜色', 销售属性1值: '白' }), row('S4', { 商品编码: 'P1' })]);
    expect(clash.errors.map((error) => error.message)).toContain('第2行“销售属性1值”销售属性与SKU S1重复');
    expect((await upload([row('S1')], 'INSERT')).errors[0]?.message).toBe('第2行“SKU编码”已存在');
  });

  test('undo puts everything back, unless something was used or changed since', async () => {
    await load([row('S1', { 辅助单位: '箱', 换算率: '12' }), row('S2')]);
    const before = await state();
    const { jobId } = await load([row('S1', { '标准价(元)': '20', 辅助单位: '箱', 换算率: '24', 品牌: '新' }), row('S9')]);
    expect(await state()).not.toBe(before);
    await undo(jobId);
    expect(await state()).toBe(before);
    const later = await load([row('S3')]);
    await opened.pool.query("update product set version = version + 1 where code = 'S3'");
    expect((await refusalOf(undo(later.jobId))).message).toBe('商品S3导入后又被修改，不能撤销');
  });

  test('what is exported, imported again, changes nothing, whatever the order of columns and rows', async () => {
    const attrs = { 商品编码: 'P1', 商品名称: '=涂料', 销售属性1名: '颜色' };
    await load([
      row('007', { 条码: '0069', 辅助单位: '箱', 换算率: '2箱=3个', 起订量: '10', '重量(kg)': '2.5', '税率(%)': '9', 状态: '上架' }),
      row('S1', { ...attrs, 销售属性1值: '白' }),
      row('S2', { ...attrs, 销售属性1值: '灰' }),
    ]);
    await addProduct(opened, shop, 'P9', { taxRate: '6.5' });
    const before = await state();
    const titles = Object.values(productColumns).map((column) => column.title);
    const { pagedRecords: cells } = await inTenant<{ pagedRecords: string[][] }>((tx) => exportRows(tx, shop.me, ProductQuery.parse({})));
    const rows = cells.map((values) => Object.fromEntries(values.map((value, index) => [titles[index] ?? '', value])));
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(titles, { minLength: titles.length }),
        fc.shuffledSubarray(rows, { minLength: rows.length }),
        async (header, shuffled) => {
          const { jobId, errors } = await inTenant<Awaited<ReturnType<typeof uploadImport>>>((tx) =>
            uploadImport(tx, shop.me, { type: 'product', mode: 'MERGE', fileName: 'a.csv', sheet: sheetOf(shuffled, header) }, NOON),
          );
          expect(errors).toEqual([]);
          expect(await commit(jobId)).toMatchObject({ created: 0, updated: rows.length, effects: { NEW: 0, CHANGED: 0, SAME: rows.length } });
          expect(await state()).toBe(before);
        },
      ),
      { numRuns: 8 },
    );
    const other = await upload([row('007', { '标准价(元)': '¥1,285.5' }), row('007X', { 辅助单位: '箱', 换算率: '2箱=3个' })]);
    expect([other.errors, other.sample.map((one) => one.effect)]).toEqual([[], ['CHANGED', 'NEW']]);
  });

  test('a file as factories send it: codes keep their zeros, full-width digits and separators are read, formulas are text', async () => {
    const csv = [
      '公司商品表,,,,',
      '商品名称,SKU编码,商品分类编码,基本单位,标准价(元)',
      '=1+1,007,FSTL,个,"1,234.50"',
      '卷材, A1 ,FSTL,个,１２.５',
      '涂料,6.93E+12,FSTL,个,1',
      ',,,,',
      ',,,,',
    ].join('\n');
    const sheet = await readSheet({ name: '商品.csv', bytes: new TextEncoder().encode(csv) }, Object.values(productColumns));
    const preview = await inTenant<Awaited<ReturnType<typeof uploadImport>>>((tx) =>
      uploadImport(tx, shop.me, { type: 'product', fileName: '商品.csv', sheet }, NOON),
    );
    expect([preview.total, preview.good]).toEqual([3, 2]);
    expect(preview.errors[0]?.message).toContain('第5行“SKU编码”已被显示为科学计数“6.93E+12”');
    await commit(preview.jobId, 'GOOD_ONLY');
    const { rows } = await opened.pool.query('select s.code, p.name, s.list_price from sku s join product p on p.id = s.product_id order by s.code');
    expect(rows).toEqual([
      { code: '007', name: '=1+1', list_price: '1234.500000' },
      { code: 'A1', name: '卷材', list_price: '12.500000' },
    ]);
  });

  test('three thousand SKUs go in as one batch', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => row(`S${String(index).padStart(5, '0')}`, { 辅助单位: '箱', 换算率: '12', 状态: '上架' }));
    expect(await load(rows)).toMatchObject({ created: 3000, updated: 0, bad: 0 });
    const { rows: counts } = await opened.pool.query(
      "select (select count(*)::int from sku) as skus, (select count(*)::int from sku_unit where num = 12) as units, (select count(*)::int from product where status = 'ON') as products",
    );
    expect(counts[0]).toEqual({ skus: 3000, units: 3000, products: 3000 });
  }, 60_000);
});
