import fc from 'fast-check';
import { expect, test } from 'vitest';
import { text } from '~/server/sheet/fields';
import { readSheet } from '~/server/sheet/read.server';
import { writeErrorFile, writeSheet, writeTemplate } from '~/server/sheet/write.server';

const rowsOf = async (bytes: Uint8Array, titles: string[]) =>
  (
    await readSheet(
      { name: 'a.xlsx', bytes },
      titles.map((title) => ({ title })),
    )
  ).rows.map((row) => titles.map((title) => row.cells[title]));

test('an export read again is the same, formulas escaped, long numbers as text', async () => {
  const rows = [
    ['007', '=1+1', '12.5'],
    ['+86', '@x', '-3'],
    ['-A', '＝1', '12345678901234567.5'],
    ['6930000000000123', 'a"b<c>&', '0.000001'],
    ['constructor', '__proto__', '1'],
  ];
  async function* source() {
    yield* rows;
  }
  const bytes = await writeSheet([{ title: '编码' }, { title: '名称' }, { title: '数量', numeric: true }], source());
  expect(await rowsOf(bytes, ['编码', '名称', '数量'])).toEqual([
    ['007', '=1+1', '12.5'],
    ['+86', '@x', '-3'],
    ['-A', '＝1', '12345678901234567.5'],
    ['6930000000000123', 'a"b<c>&', '0.000001'],
    ['constructor', '__proto__', '1'],
  ]);
});

test('any text survives export and import but for its edges, full-width digits, control characters and the sign of an unreadable one', async () => {
  const cell = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((one) => /^[\p{L}\p{N}\p{P}\p{S}](.*[\p{L}\p{P}\p{S}])?$/u.test(one) && !/[\u200b-\u200f\u2060\ufeff\ufffd０-９]|_x[0-9A-F]{4}_/.test(one));
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 20, maxLength: 60 }), async (cells) => {
      const bytes = await writeSheet(
        [{ title: '编码' }, { title: '名称' }],
        cells.map((one) => ['x', one]),
      );
      expect((await rowsOf(bytes, ['编码', '名称'])).map((row) => row[1])).toEqual(cells);
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

test('the error file holds the failed rows, their own columns and why; uploaded again its reasons are replaced', async () => {
  const rows = [
    { rowNumber: 2, cells: { 编码: '007', 数量: '-1', 错误原因: '旧' } },
    { rowNumber: 3, cells: { 编码: '008', 数量: '1', 错误原因: '' } },
  ];
  const error = (column: string, message: string) => ({ rowNumber: 2, column, value: '', message });
  const bytes = await writeErrorFile(['编码', '数量', '错误原因'], rows, [error('数量', '第2行“数量”必须大于0'), error('编码', '第2行“编码”不存在')]);
  expect(await rowsOf(bytes, ['编码', '数量', '错误原因'])).toEqual([['007', '-1', '第2行“数量”必须大于0；第2行“编码”不存在']]);
});

test('a template is an empty table whose titles the reader finds', async () => {
  const columns = [
    { title: 'SKU编码', field: text(40), required: true, note: '不可重复', sample: '007' },
    { title: '标准价(元)', field: text(40) },
  ];
  const bytes = await writeTemplate(columns, ['一行一个SKU'], '商品', 2000);
  await expect(readSheet({ name: '模板.xlsx', bytes }, columns)).rejects.toThrow('文件“模板.xlsx”表头下面没有数据行');
});

test('more than 50,000 rows are refused', async () => {
  function* many() {
    for (let row = 0; row <= 50_000; row++) yield ['x'];
  }
  await expect(writeSheet([{ title: '编码' }], many())).rejects.toThrow('导出超过50000行');
});
