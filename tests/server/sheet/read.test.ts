import { describe, expect, test } from 'vitest';
import { readSheet } from '~/server/sheet/read.server';
import { storable } from '~/server/storable.server';
import { rowXml, sheetXml, type TestCell, workbook } from './workbook';

const columns = [
  { title: 'SKU编码', required: true },
  { title: '商品名称', required: true },
  { title: '标准价(元)' },
  { title: '生效日期', aliases: ['开始日期'] },
];
const HEAD = ['SKU编码', '商品名称', '标准价(元)', '生效日期'];
const read = (bytes: Uint8Array, name = '商品.xlsx') => readSheet({ name, bytes }, columns);
const cellsOf = async (bytes: Uint8Array, name?: string) => (await read(bytes, name)).rows.map((row) => [row.rowNumber, ...Object.values(row.cells)]);

describe('workbooks as factories send them', () => {
  test('merged title rows above, required marks, full-width brackets and spaces in titles, columns in any order, extra columns kept', async () => {
    const bytes = workbook(
      sheetXml(
        [
          [1, ['XX防水材料有限公司 2026年商品资料表']],
          [2, ['制表人：张三', null, null, '2026-03-01']],
          [4, ['序号', ' 商品 名称＊', 'sku编码*', '标准价（元）', '备注', '备注']],
          [5, ['1', '卷材', 'A-1', '12', '甲', '乙']],
        ],
        '<mergeCells count="1"><mergeCell ref="A1:F1"/></mergeCells>',
      ),
    );
    const sheet = await read(bytes);
    expect(sheet.headerRow).toBe(4);
    expect(sheet.header).toEqual(['序号', '商品名称', 'SKU编码', '标准价(元)', '备注', '备注（2）']);
    expect(sheet.rows).toEqual([{ rowNumber: 5, cells: { 序号: '1', 商品名称: '卷材', SKU编码: 'A-1', '标准价(元)': '12', 备注: '甲', '备注（2）': '乙' } }]);
  });

  test('a unit left out of a title and an alias still find the column', async () => {
    const sheet = await read(
      workbook(
        sheetXml([
          [1, ['SKU编码', '商品名称', '标准价', '开始日期']],
          [2, ['A', 'B', '1', '2026-01-02']],
        ]),
      ),
    );
    expect(sheet.header).toEqual(HEAD);
  });

  test('codes keep leading zeros: as text, and as a number that shows them by format', async () => {
    const rows = await cellsOf(
      workbook(
        sheetXml([
          [1, HEAD],
          [2, ['000123', 'x']],
          [3, [{ s: 2, v: 123 }, 'y']],
          [4, [{ v: 123 }, 'z']],
        ]),
      ),
    );
    expect(rows.map((row) => row[1])).toEqual(['000123', '000123', '123']);
  });

  test('numbers come without exponent and without float dust; lost digits keep their exponent', async () => {
    const values = [
      '6930000000000',
      '6.93E+12',
      '12.300000000000001',
      '0.30000000000000004',
      '1E-3',
      '1.5E-7',
      '-5',
      '123456789012345',
      '1.2345678901234568E+17',
      '0',
      '100',
    ];
    const rows = await cellsOf(workbook(sheetXml([[1, HEAD], ...values.map((v, index): [number, TestCell[]] => [index + 2, ['c', 'n', { v }]])])));
    expect(rows.map((row) => row[3])).toEqual([
      '6930000000000',
      '6930000000000',
      '12.3',
      '0.3',
      '0.001',
      '0.00000015',
      '-5',
      '123456789012345',
      '1.2345678901234568E+17',
      '0',
      '100',
    ]);
  });

  test('dates: serial cells, serial with time, ISO cells and text', async () => {
    const dates: TestCell[] = [{ s: 1, v: 46082 }, { s: 1, v: 46082.5 }, { t: 'd', v: '2026-03-01T00:00:00Z' }, '2026/3/1', { v: 46082 }];
    const rows = await cellsOf(workbook(sheetXml([[1, HEAD], ...dates.map((cell, index): [number, TestCell[]] => [index + 2, ['c', 'n', null, cell]])])));
    expect(rows.map((row) => row[4])).toEqual(['2026-03-01', '2026-03-01 12:00:00', '2026-03-01', '2026/3/1', '46082']);
  });

  test('full-width digits, no-break and zero-width characters, spaces', async () => {
    const rows = await cellsOf(
      workbook(
        sheetXml([
          [1, HEAD],
          [2, ['\u00a0Ａ１２\u200b', '\u3000 卷材（Ⅱ型） \ufeff', ' １２．５ ']],
        ]),
      ),
    );
    expect(rows).toEqual([[2, 'Ａ12', '卷材（Ⅱ型）', '12．5', '']]);
  });

  test('a cell keeps no sign that turns the order around, as no typed text does', async () => {
    const turned = 'A\u202e\u06611\u202c';
    const rows = await cellsOf(
      workbook(
        sheetXml([
          [1, HEAD],
          [2, [turned, '卷\u2066材\u2069\u061c', '1\u200e2']],
        ]),
      ),
    );
    expect(rows).toEqual([[2, storable(turned), '卷材', '12', '']]);
  });

  test('formulas give their stored result as text; typed "=1+1" stays text; our export quote is taken back', async () => {
    const rows = await cellsOf(
      workbook(
        sheetXml([
          [1, HEAD],
          [2, [{ t: 'str', f: 'CONCATENATE("A","1")', v: 'A1' }, '=1+1', { f: '10*2', v: 20 }]],
          [3, ['B', "'=cmd", { f: '10*2' }]],
          [4, ['C', { t: 'e', f: '1/0', v: '#DIV/0!' }, { t: 'b', v: 1 }, { t: 'e', v: '#N/A' }]],
        ]),
      ),
    );
    expect(rows).toEqual([
      [2, 'A1', '=1+1', '20', ''],
      [3, 'B', '=cmd', '=10*2', ''],
      [4, 'C', '#DIV/0!', 'TRUE', '#N/A'],
    ]);
  });

  test('blank rows between keep row numbers right; formatted blank rows below are ignored', async () => {
    const blank = Array.from(
      { length: 20_000 },
      (_, index) => `<row r="${index + 10}" s="3" customFormat="1"><c r="A${index + 10}" s="3"/><c r="B${index + 10}" s="3"/></row>`,
    ).join('');
    const bytes = workbook(
      `<sheetData>${rowXml(1, HEAD)}${rowXml(2, ['A', 'a'])}${rowXml(5, ['B', 'b'])}${rowXml(6, [' ', '\u00a0'])}${rowXml(9, ['C', 'c'])}${blank}</sheetData>`,
    );
    expect((await cellsOf(bytes)).map((row) => row.slice(0, 2))).toEqual([
      [2, 'A'],
      [5, 'B'],
      [9, 'C'],
    ]);
  });

  test('a cover sheet in front: the sheet with the header is found', async () => {
    const bytes = workbook(
      sheetXml([
        [1, ['使用说明']],
        [2, ['请勿修改']],
      ]),
      sheetXml([
        [1, HEAD],
        [2, ['A', 'a']],
      ]),
    );
    expect(await cellsOf(bytes)).toEqual([[2, 'A', 'a', '', '']]);
  });
});

describe('csv', () => {
  const text = `\uFEFF商品资料,,\r\nSKU编码,商品名称*,标准价（元）,生效日期\r\n007,"卷材, 3mm","1,234.50",2026-01-02\r\n\r\n="0088",涂料\r\n`;
  const expected = [
    [3, '007', '卷材, 3mm', '1,234.50', '2026-01-02'],
    [5, '0088', '涂料', '', ''],
  ];
  test('UTF-8 with and without byte order mark, UTF-16 with tabs', async () => {
    expect(await cellsOf(Buffer.from(text), 'a.csv')).toEqual(expected);
    expect(await cellsOf(Buffer.from(text.slice(1)), 'a.csv')).toEqual(expected);
    const tabs = 'SKU编码\t商品名称\r\n007\t卷材\r\n';
    expect(await cellsOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(tabs, 'utf16le')]), 'a.csv')).toEqual([[2, '007', '卷材']]);
  });
  test('GBK, and GB18030 four-byte characters', async () => {
    // SKU编码,商品名称 / 007,防水卷材 in GBK, then 㐀 (GB18030 8139EE39).
    const bytes = Buffer.from('534b55b1e0c2eb2cc9ccc6b7c3fbb3c60d0a3030372cb7c0cbaebeedb2c40d0a3030382c8139ee390d0a', 'hex');
    expect(await cellsOf(bytes, 'gbk.csv')).toEqual([
      [2, '007', '防水卷材'],
      [3, '008', '㐀'],
    ]);
  });
});
