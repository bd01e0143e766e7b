import { describe, expect, test } from 'vitest';
import { readSheet } from '~/server/sheet/read.server';
import { sheetXml, workbook, workbookEntries, zip } from './workbook';

const columns = [
  { title: 'SKU编码', required: true },
  { title: '数量', required: true },
];
const read = (bytes: Uint8Array, name = '入库.xlsx', limits = {}) => readSheet({ name, bytes }, columns, limits);
const refused = async (bytes: Uint8Array, name?: string, limits = {}): Promise<string> => {
  const error = await read(bytes, name, limits).then(
    () => null,
    (reason: unknown) => reason as Error & { code?: string; data?: { reason?: string } },
  );
  expect(error).toMatchObject({ name: 'Refusal', code: '360001', data: { reason: 'IMPORT_FILE' } });
  return error?.message ?? '';
};
const ole = (...streams: string[]) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), ...streams.map((name) => Buffer.from(name, 'utf16le'))]);

describe('files that are no tables', () => {
  test('each says what it is and what to do', async () => {
    expect(await refused(Buffer.from('4d5a90000300000004000000ffff0000', 'hex'))).toBe('文件“入库.xlsx”是可执行程序，不是表格，请上传 .xlsx 或 .csv 文件');
    expect(await refused(ole('Workbook'), 'old.xls')).toContain('旧版 .xls 格式，请在Excel或WPS中另存为 .xlsx');
    expect(await refused(ole('EncryptionInfo', 'EncryptedPackage'))).toContain('已加密，请在Excel或WPS中取消打开密码');
    expect(await refused(ole('WordDocument'))).toContain('旧版Office文件');
    expect(await refused(Buffer.alloc(0))).toContain('是空文件');
    expect(await refused(Buffer.from('%PDF-1.7\n'))).toContain('是PDF文件');
    expect(await refused(Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), '导出.xls')).toContain('实际是网页或XML格式');
    expect(await refused(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))).toContain('不是有效的表格文件');
    expect(await refused(zip([{ name: 'word/document.xml', bytes: '<w/>' }]))).toContain('是Word文档');
    expect(await refused(zip([{ name: 'a.txt', bytes: 'x' }]))).toContain('是压缩包而不是Excel表格');
    expect(await refused(workbook('').subarray(0, 300))).toContain('已损坏');
    expect(await refused(zip(workbookEntries('').map((entry) => ({ ...entry, encrypted: true }))))).toContain('已加密');
    expect(await refused(workbook('<sheetData><row r="1"><c r="??" t="s"><v>x</v></c></row></sheetData>'))).toContain('无法解析');
  });

  test('too large, too many rows, nothing below the header', async () => {
    expect(await refused(Buffer.alloc(10 * 1024 * 1024 + 1))).toContain('超过上限10MB');
    const many = Array.from({ length: 6 }, (_, index): [number, string[]] => [index + 2, ['A', '1']]);
    expect(await refused(workbook(sheetXml([[1, ['SKU编码', '数量']], ...many])), 'a.xlsx', { rows: 5 })).toBe(
      '文件“a.xlsx”有6行，文件超过5行，请拆分后分批上传',
    );
    expect(await refused(workbook(sheetXml([[1, ['SKU编码', '数量']]])))).toContain('没有数据行');
  });
});

describe('headers', () => {
  test('a column missing names it and the header row; no header at all; one title twice', async () => {
    const wide = [...columns, { title: '单位', required: true }];
    const bytes = workbook(
      sheetXml([
        [3, ['SKU编码', '数量']],
        [4, ['A', '1']],
      ]),
    );
    await expect(readSheet({ name: 'a.xlsx', bytes }, wide)).rejects.toThrow('文件“a.xlsx”表头缺少“单位”（表头在第3行）');
    expect(
      await refused(
        workbook(
          sheetXml([
            [1, ['甲', '乙']],
            [2, ['1', '2']],
          ]),
        ),
      ),
    ).toContain('前10行没有找到表头，表头缺少“SKU编码”、“数量”');
    expect(
      await refused(
        workbook(
          sheetXml([
            [1, ['SKU编码', '数量', '数量 *']],
            [2, ['A', '1', '2']],
          ]),
        ),
      ),
    ).toContain('表头“数量”重复（B列和C列）');
  });
});

describe('bombs', () => {
  const bombs = () => {
    const huge = Buffer.alloc(190 * 1024 * 1024, '<row><c><v>1</v></c></row>');
    const honest = zip([...workbookEntries(), { name: 'xl/worksheets/sheet1.xml', bytes: huge }]);
    const lying = zip([...workbookEntries(), { name: 'xl/worksheets/sheet1.xml', bytes: huge.subarray(0, 50 * 1024 * 1024), claims: 1000 }]);
    const ratio = zip([...workbookEntries(), { name: 'xl/worksheets/sheet1.xml', bytes: huge.subarray(0, 40 * 1024 * 1024) }]);
    const inner = zip(Array.from({ length: 30 }, (_, index) => ({ name: `xl/embeddings/${index}.xlsx`, bytes: huge.subarray(0, 1024 * 1024) })));
    const nested = zip([...workbookEntries(sheetXml([])), { name: 'xl/embeddings/a.xlsx', bytes: Buffer.concat([inner, Buffer.alloc(70 * 1024 * 1024)]) }]);
    const many = zip([...workbookEntries(), ...Array.from({ length: 2500 }, (_, index) => ({ name: `x/${index}.xml`, bytes: '' }))]);
    return { honest, lying, ratio, nested, many };
  };
  test('refused in under a second with less than 100 MB more', async () => {
    await refused(Buffer.from('%PDF-'));
    for (const [kind, bytes] of Object.entries(bombs())) {
      globalThis.gc?.();
      const before = process.memoryUsage().rss;
      let peak = before;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
      const started = performance.now();
      const cpuBefore = process.cpuUsage();
      const message = await refused(bytes, `${kind}.xlsx`);
      const took = performance.now() - started;
      clearInterval(watch);
      // Processor time: a busy machine must not fail the test.
      const { user, system } = process.cpuUsage(cpuBefore);
      const worked = (user + system) / 1000;
      expect(message).toMatch(/解压后超过60MB|压缩比例异常|已损坏，无法解压|超过上限2000个|超过上限100000行/);
      expect(`${kind} ${worked < 1000}`).toBe(`${kind} true`);
      expect(`${kind} ${peak - before < 100 * 1024 * 1024}`).toBe(`${kind} true`);
      console.info(
        `${kind}: ${bytes.length} bytes refused in ${took.toFixed(0)} ms (${worked.toFixed(0)} ms of work), +${((peak - before) / 1048576).toFixed(0)} MB`,
      );
    }
  });
  test('time and memory caps end the worker with a sentence', async () => {
    const rows = Array.from({ length: 4000 }, (_, index): [number, string[]] => [index + 2, [`A${index}`, '1', 'x'.repeat(200)]]);
    const bytes = workbook(sheetXml([[1, ['SKU编码', '数量', '备注']], ...rows]));
    expect(await refused(bytes, 'a.xlsx', { seconds: 0.001 })).toContain('解析超过0.001秒');
    expect(await refused(bytes, 'a.xlsx', { heapMb: 8 })).toContain('解析所需内存超过上限');
    expect((await read(bytes)).rows.length).toBe(4000);
  });
});
