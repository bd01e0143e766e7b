import { beforeEach, expect, test } from 'vitest';
import '~/domains/order/api.server';
import * as dialogs from '~/domains/order/dialogCalls';
import { type Entry, enter, parsePaste, pasteOf, rowRanges } from '~/domains/order/lines/entry';
import { productSave, skusByCodes } from '~/domains/product/calls';
import type { Me } from '~/portal/me';
import type { FileAnswer } from '~/server/serve.server';
import { readSheet } from '~/server/sheet/read.server';
import { writeSheet } from '~/server/sheet/write.server';
import { addProduct, ask, productOf, refusalOf } from '../../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../../support/database';
import { gbk } from '../../../support/gbk';
import { type Market, openMarket } from '../../../support/order';

const opened = await testDatabase();
let market: Market;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
});

const fileOf = (bytes: Uint8Array, name = '订货.csv') => new File([bytes as Uint8Array<ArrayBuffer>], name);
const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (me: Me, bytes: Uint8Array, name?: string) => ask(me, dialogs.entrySheetRead, { file: fileOf(bytes, name) });
const entry = (row: number, code: string, qty: string, unit = '', remark = ''): Entry => ({ row, code, qty, unit, remark });

/** As the dialog does it: what was read, looked up, and put into rows. */
async function entered(me: Me, bytes: Uint8Array, room = 200) {
  const sheet = await read(me, bytes);
  const codes = sheet.entries.map((one) => one.code || '?');
  const { results } = await ask(me, skusByCodes, { codes });
  return { sheet, ...enter(sheet.entries, results, { room, known: sheet.problems }) };
}

test('a sheet in GBK orders what can be ordered and names every other row with column, value and reason', async () => {
  const dealer = market.dealer(market.customers[0]);
  const text = [
    '东湖建材六月订货,,,',
    '产品编码,产品名称,数量(个),单位,备注',
    'A001,涂料,"1,200",,急用',
    'B001,涂料,３,箱,',
    'C001,涂料,,,',
    'X999,没有的,5,,',
    'D001,涂料,两桶,,',
    ',涂料,4,,',
    'A001,涂料,2,托,',
    'B001,涂料,1.5,,',
    'A001,涂料,0,,',
  ].join('\r\n');
  const { rows, left, problems, sheet } = await entered(dealer, gbk(text));
  const [piece, box] = [market.units.piece, market.units.box];
  expect(rows.map(({ skuCode, qty, unitId, remark }) => [skuCode, qty, unitId, remark])).toEqual([
    ['A001', '1200', piece, '急用'],
    ['B001', '3', box, ''],
  ]);
  expect(sheet.empty).toEqual([5]);
  expect(problems.map(({ row, column, value, message }) => [row, column, value, message])).toEqual([
    [6, 'SKU编码', 'X999', '第6行：编码X999不存在'],
    [7, '数量', '两桶', '第7行“数量”不是有效的数字（当前值：两桶）'],
    [8, 'SKU编码', '', '第8行“SKU编码”不能为空'],
    [9, '单位', '托', '第9行“单位”托不属于该SKU，可用：个、箱'],
    [10, '数量', '1.5', '第10行：商品“防水涂料B001”（B001）的数量1.5个：单位“个”最多允许0位小数'],
    [11, '数量', '0', '第11行“数量”必须大于0'],
  ]);
  expect(parsePaste(pasteOf(left)).map(({ code, qty, unit }) => [code, qty, unit])).toEqual([
    ['X999', '5', ''],
    ['D001', '两桶', ''],
    ['A001', '2', '托'],
    ['B001', '1.5', ''],
    ['A001', '0', ''],
  ]);
});

test('a workbook with the codes beside other codes is read by the title that names them; codes keep their zeros', async () => {
  await addProduct(opened, market, '007', { skus: [{ ...productOf(market, '007').skus[0], code: '007', listPrice: '1.00' }] });
  const columns = [{ title: '商品编码' }, { title: 'SKU编码' }, { title: '条码' }, { title: '数量', numeric: true }];
  const book = await writeSheet(columns, [['P1', '007', '690001', '12.00']]);
  expect((await read(market.me, book, '订货.xlsx')).entries).toEqual([entry(2, '007', '12')]);
});

test('files that order nothing, too much, or have no such columns are refused with a sentence', async () => {
  const refused = async (text: string) => (await refusalOf(read(market.me, utf8(text)))).message;
  expect(await refused('SKU编码,数量\nA001,\n')).toBe('文件“订货.csv”的“数量”列没有填写，请填写要订购的数量');
  expect(await refused(`SKU编码,数量\n${'A001,1\n'.repeat(201)}`)).toBe('文件“订货.csv”有201行填了数量，一张订单最多200行，请拆成几个文件分开下单');
  expect(await refused('SKU编码,名称,备注\nA001,1,2\n')).toBe('文件“订货.csv”表头缺少“数量”（表头在第1行）');
  expect((await refusalOf(ask({ ...market.me, permissions: new Set() }, dialogs.entrySheetRead, { file: fileOf(utf8('x')) }))).code).toBe('100000005');
});

test('an order that is nearly full takes what fits and names the rest; pasted rests are numbered as they stand', async () => {
  const { results } = await ask(market.me, skusByCodes, { codes: ['A001', 'B001'] });
  const two = [entry(4, 'A001', '1'), entry(9, 'B001', '2')];
  const full = enter(two, results, { room: 1 });
  expect(full.rows.map((row) => row.skuCode)).toEqual(['A001']);
  expect(full.problems).toEqual([{ row: 9, column: '', value: 'B001', message: '第9行没有加入：一张订单最多200行，请放到另一张订单' }]);
  const pasted = enter(two, [results[0], { sku: null, problem: '编码B001不存在' }], { room: 9, renumber: true });
  expect(pasted.problems.map((one) => one.row)).toEqual([1]);
});

test('pasted rows: tabs, spaces, commas, full-width digits, thousands, blank lines, units', () => {
  expect(parsePaste('A-1\t20\r\nB 2\n\n  C，３ \nD\nE\t1,500\t箱\t送到 工地\nF 2 箱')).toEqual([
    entry(1, 'A-1', '20'),
    entry(2, 'B', '2'),
    entry(4, 'C', '3'),
    entry(5, 'D', ''),
    entry(6, 'E', '1500', '箱', '送到 工地'),
    entry(7, 'F', '2', '箱'),
  ]);
  expect(rowRanges([3, 5, 6, 7, 12])).toBe('3、5–7、12');
  expect(rowRanges(Array.from({ length: 30 }, (_, index) => index * 2))).toMatch(/等30$/);
});

test('the order sheet lists what this customer may order, and read back with quantities it orders them', async () => {
  const { id } = await addProduct(opened, market, 'Z001');
  const hidden = { id, version: 1, visibility: [{ rule: 'DENY' as const, scope: 'CUSTOMER' as const, scopeId: market.customers[0] }] };
  const { rows } = await opened.pool.query('select version from product where id = $1', [id]);
  const skus = (await opened.pool.query<{ id: string }>('select id from sku where product_id = $1', [id])).rows;
  const wire = productOf(market, 'Z001');
  await ask(market.me, productSave, {
    ...wire,
    ...hidden,
    version: (rows[0] as { version: number }).version,
    skus: wire.skus.map((sku) => ({ ...sku, id: skus[0]?.id ?? '' })),
  });
  await opened.pool.query("update product set status = 'ON' where id = $1", [id]);
  const goodsOf = async (me: Me, customerId: string) => {
    const file = (await ask(me, dialogs.entrySheetGoods, { customerId })) as FileAnswer;
    expect(file.name).toBe('订货单.xlsx');
    const sheet = await readSheet({ name: file.name, bytes: file.bytes });
    return sheet.rows.map((row) => [row.cells['SKU编码'], row.cells['单位'], row.cells['数量']]);
  };
  const own = ['A001', 'B001', 'C001', 'D001'].map((code) => [code, '个', '']);
  expect(await goodsOf(market.dealer(market.customers[0]), market.customers[1])).toEqual(own);
  expect(await goodsOf(market.dealer(market.customers[1]), '')).toEqual([...own, ['Z001', '个', '']]);
  expect(await goodsOf(market.me, market.customers[0])).toEqual(own);
});
