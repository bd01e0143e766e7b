import { beforeEach, expect, test } from 'vitest';
import { commitImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import { customerPriceDisable, customerPriceList } from '~/domains/price/calls';
import { CustomerPriceQuery } from '~/domains/price/customerPrice.schema';
import { customerPriceExport } from '~/domains/price/customerPriceExport.server';
import type { Opened } from '~/server/db.server';
import type { ImportMode } from '~/server/import.server';
import { type Cell, plainText } from '~/server/sheet/exportCells';
import { told } from '~/shared/told';
import { addProduct, ask, NOON, openShop, refusalOf, type Shop, skuOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

type Cells = Record<string, string>;
type Preview = Awaited<ReturnType<typeof uploadImport>>;
const titles = ['客户编码', 'SKU编码', '单位', '起始数量', '客户价(元)', '生效日期', '失效日期', '备注'];
let opened: Opened;
let shop: Shop;
beforeEach(async () => {
  opened = await testDatabase();
  await emptyDatabase();
  shop = await openShop(opened);
  await addProduct(opened, shop, 'P1', { skus: [skuOf(shop, 'S1', { minPrice: '8' })] });
});

const inTenant = <T>(work: Parameters<Opened['inTenant']>[1]) => opened.inTenant({ tenantId: 1n }, work) as Promise<T>;
const row = (price: string, change: Cells = {}): Cells => ({
  客户编码: 'KH0001',
  SKU编码: 'S1',
  '客户价(元)': price,
  生效日期: '2026-01-01',
  失效日期: '2026-12-31',
  ...change,
});
const upload = (rows: Cells[], mode: ImportMode = 'MERGE') => {
  const sheet = {
    header: titles,
    headerRow: 1,
    rows: rows.map((cells, index) => ({ rowNumber: index + 2, cells: Object.fromEntries(titles.map((title) => [title, cells[title] ?? ''])) })),
  };
  return inTenant<Preview>((tx) => uploadImport(tx, shop.me, { type: 'customerPrice', mode, fileName: '客户价.xlsx', sheet }, NOON));
};
const commit = (jobId: string, how: 'ALL' | 'GOOD_ONLY' = 'ALL') => inTenant<Preview>((tx) => commitImport(tx, shop.me, { jobId, how }, NOON));
const load = async (rows: Cells[]) => commit((await upload(rows)).jobId);
const prices = async () =>
  (await ask(shop.me, customerPriceList, { ascs: 'price' })).pagedRecords.map((one) => [one.price, one.minQty, one.unitName, one.state]);

test('every wrong row is named with its value and limit', async () => {
  const preview = await upload([
    row('9.5'),
    row('9.4', { 生效日期: '2026-06-01', 失效日期: '' }),
    row('7.9', { 起始数量: '10' }),
    row('9', { 单位: '捆' }),
    row('9', { 客户编码: 'NONE', SKU编码: 'NONE' }),
    row('9', { 起始数量: '20', 失效日期: '2025-12-31' }),
    row('0', { 起始数量: '30' }),
    row('', { 起始数量: '40' }),
    row('9', { 起始数量: '50', 生效日期: '明天' }),
  ]);
  expect([preview.total, preview.good, preview.bad]).toEqual([9, 1, 8]);
  const messages = preview.errors.map((error) => told(error.message));
  for (const message of [
    '第3行“SKU编码”与第2行日期重叠',
    '第4行“客户价(元)”低于最低限价8.00',
    '第5行“单位”不属于该SKU（当前值：捆，可用：个、箱）',
    '第6行“客户编码”不存在（当前值：NONE）',
    '第6行“SKU编码”不存在（当前值：NONE）',
    '第7行“失效日期”不能早于生效日期',
    '第8行“客户价(元)”必须大于0',
    '第9行“客户价(元)”不能为空：没有可停用的客户价',
    '第10行“生效日期”日期格式应如2026-12-31（当前值：明天）',
  ])
    expect(messages).toContain(message);
});

test('merging updates, adds and disables; undo puts it all back', async () => {
  await load([row('9.5'), row('9', { 起始数量: '100' })]);
  const before = await prices();
  const { jobId, created, updated } = await load([row('9.6'), row('', { 起始数量: '100' }), row('110', { 单位: '箱' })]);
  expect([created, updated]).toEqual([1, 2]);
  expect(await prices()).toEqual([
    ['9.00', '100', '个', 'DISABLED'],
    ['9.60', '0', '个', 'ACTIVE'],
    ['110.00', '0', '箱', 'ACTIVE'],
  ]);
  await inTenant((tx) => undoImport(tx, shop.me, jobId, NOON));
  expect(await prices()).toEqual(before);
});

test('an overlap with what is there is refused with its days; adding only refuses what exists', async () => {
  await load([row('9.5')]);
  expect(told((await upload([row('9.4', { 生效日期: '2026-12-31', 失效日期: '' })])).errors[0]?.message)).toBe(
    '第2行“生效日期”与已生效的客户价（起始数量0，2026-01-01~2026-12-31，9.50元）日期重叠',
  );
  expect((await upload([row('9.4')], 'INSERT')).bad).toBe(1);
});

test('a row changed since stands in the way of undo', async () => {
  const { jobId } = await load([row('9.5')]);
  const [one] = (await ask(shop.me, customerPriceList, {})).pagedRecords;
  await ask(shop.me, customerPriceDisable, { rows: [{ id: one?.id ?? '', version: 1 }] });
  expect((await refusalOf(inTenant((tx) => undoImport(tx, shop.me, jobId, NOON)))).message).toBe('SKU S1的客户价导入后又被修改，不能撤销');
});

test('what is exported, imported again, changes nothing', async () => {
  await load([row('9.123456', { 备注: '年度协议' }), row('110', { 单位: '箱', 失效日期: '', 起始数量: '2.5' })]);
  const before = await prices();
  const page = await inTenant<Awaited<ReturnType<typeof customerPriceExport.rows>>>((tx) =>
    customerPriceExport.rows(tx, shop.me, CustomerPriceQuery.parse({}), NOON),
  );
  const cells = page.pagedRecords.map((price) =>
    customerPriceExport.columns.map(({ key, kind = 'text', value }) => plainText(kind, value ? value(price) : (price as unknown as Record<string, Cell>)[key])),
  );
  const done = await load(cells.map((values) => Object.fromEntries(titles.map((title, index) => [title, values[index] ?? '']))));
  expect([done.created, done.updated, done.effects]).toEqual([0, 2, { NEW: 0, CHANGED: 0, SAME: 2, PASSED: 0 }]);
  const other = await upload([row('1,009.50'), row('', { 单位: '箱', 失效日期: '', 起始数量: '2.50' }), row('9', { 起始数量: '７' })]);
  expect(other.effects).toEqual({ NEW: 1, CHANGED: 2, SAME: 0, PASSED: 0 });
  expect(told(other.sample.map((one) => one.cells.slice(0, 5)))).toEqual([
    ['KH0001 东湖建材', 'S1', '个', '', '1,009.5'],
    ['KH0001 东湖建材', 'S1', '箱', '2.5', ''],
    ['KH0001 东湖建材', 'S1', '个', '7', '9'],
  ]);
  expect(await prices()).toEqual(before);
});
