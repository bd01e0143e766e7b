import { expect, test } from 'vitest';
import { readSheet } from '~/server/sheet/read.server';
import { sheetXml, type TestCell, workbook } from './workbook';

const titles = [
  '商品编码',
  '商品名称',
  '商品分类编码',
  '品牌',
  '规格型号',
  'SKU编码',
  '条码',
  '销售属性1名',
  '销售属性1值',
  '销售属性2名',
  '销售属性2值',
  '基本单位',
  '辅助单位',
  '换算率',
  '标准价(元)',
  '最低限价(元)',
  '起订量',
  '订购倍数',
  '税率(%)',
  '税收分类编码',
  '重量(kg)',
  '状态',
];

/** A price list as a factory sends it: titles above, numbers as numbers, a date stamp, blank formatted rows below. */
function priceList(skus: number): Uint8Array {
  const rows = Array.from({ length: skus }, (_, index): [number, TestCell[]] => {
    const serial = String(index + 1).padStart(6, '0');
    return [
      index + 4,
      [
        `SP${serial}`,
        `SBS改性沥青防水卷材 第${index}号`,
        'FL001',
        '晴川',
        '３mm×10m',
        `0${serial}`,
        { v: 6_930_000_000_000 + index },
        '颜色',
        '黑',
        '厚度',
        '3mm',
        '卷',
        '托',
        '1托=30卷',
        '1,234.50',
        { v: 980.5 },
        { v: 1 },
        { v: 1 },
        { v: 13 },
        '1080101990000000000',
        { v: 35.2 },
        '上架',
      ],
    ];
  });
  const blank = Array.from({ length: 3000 }, (_, index): [number, TestCell[]] => [skus + 4 + index, titles.map(() => ({ s: 3 }))]);
  return workbook(
    sheetXml(
      [[1, ['晴川防水商品资料表']], [2, ['日期', { s: 1, v: 46082 }]], [3, titles], ...rows, ...blank],
      '<mergeCells count="1"><mergeCell ref="A1:V1"/></mergeCells>',
    ),
  );
}

test.each([3000, 5000])('%i SKUs with 22 columns are read well under 5 s in under 300 MB', async (skus) => {
  const bytes = priceList(skus);
  await readSheet({ name: 'a.xlsx', bytes: priceList(1) }, [{ title: 'SKU编码', required: true }]);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
  const started = performance.now();
  const sheet = await readSheet(
    { name: '商品.xlsx', bytes },
    titles.map((title) => ({ title, required: true })),
  );
  const took = performance.now() - started;
  clearInterval(watch);
  console.info(`${skus} rows (${(bytes.length / 1024).toFixed(0)} KB): ${took.toFixed(0)} ms, +${((peak - before) / 1048576).toFixed(0)} MB`);
  expect(sheet.rows.length).toBe(skus);
  expect(sheet.rows.at(-1)).toMatchObject({
    rowNumber: skus + 3,
    cells: { SKU编码: `0${String(skus).padStart(6, '0')}`, 规格型号: '3mm×10m', 条码: String(6_930_000_000_000 + skus - 1), '标准价(元)': '1,234.50' },
  });
  expect(took).toBeLessThan(5000);
  expect(peak - before).toBeLessThan(300 * 1024 * 1024);
});
