import { expect, test } from 'vitest';
import { readSheet } from '~/server/sheet/read.server';
import { inTurn } from '~/server/sheet/worker.server';
import { Refusal } from '~/shared/refusal';
import { sheetXml, workbook, workbookEntries, zip } from './workbook';

const columns = [{ title: 'SKU编码', required: true }, { title: '数量' }];
async function refused(bytes: Uint8Array, name = '商品.xlsx'): Promise<string> {
  try {
    await readSheet({ name, bytes }, columns);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  throw new Error('the file was read');
}
const noise = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, at) => 97 + ((at * 7919) % 23)));
/** What is hard to pack keeps the file from being refused for its ratio. */
const withSheet = (xml: string) => zip([...workbookEntries(), { name: 'xl/worksheets/sheet1.xml', bytes: xml }, { name: 'x/noise.bin', bytes: noise(2000) }]);
const sheet = (rows: string) => `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;

test('a sheet of blank rows is refused while it unpacks', async () => {
  const started = process.cpuUsage();
  expect(await refused(withSheet(sheet(Array.from({ length: 300_000 }, (_, at) => `<row r="${at + 1}"/>`).join(''))))).toContain('超过上限100000行');
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(8);
});

test('one cell far down or far right is refused: a reader would fill in all before it', async () => {
  expect(await refused(withSheet(sheet('<row r="1048576"><c r="A1048576"><v>1</v></c></row>')))).toContain('超过上限100000行');
  expect(await refused(withSheet(sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>')))).toContain('列数超过上限1000列');
});

test('a text file of blank lines is refused', async () => {
  expect(await refused(Buffer.concat([Buffer.from('SKU编码,数量\n'), Buffer.alloc(3_000_000, '\n')]), 'a.csv')).toContain('超过上限100000行');
});

test('two workbooks one after the other are read as the last, or refused in words; nothing inside is quoted', async () => {
  const one = workbook(
    sheetXml([
      [1, ['SKU编码', '数量']],
      [2, ['A', '1']],
    ]),
  );
  const message = await readSheet({ name: '两个.xlsx', bytes: Buffer.concat([one, one]) }, columns).then(
    ({ rows }) => `读到${rows.length}行`,
    (error: Error) => (error instanceof Refusal ? error.message : `失败：${error.stack}`),
  );
  expect(message).toMatch(/^读到1行$|^文件“两个.xlsx”的表格内容无法解析，请在Excel或WPS中重新保存后再上传$/);
});

test('of one tenant one file is read at a time, and others need not wait for them', async () => {
  const done: string[] = [];
  const going = new Set<string>();
  const work = (lane: string, ms: number) =>
    inTurn(lane, async () => {
      expect(going.has(lane)).toBe(false);
      going.add(lane);
      await new Promise((resolve) => setTimeout(resolve, ms));
      going.delete(lane);
      done.push(lane);
    });
  await Promise.all([work('A', 60), work('A', 60), work('A', 60), work('B', 5)]);
  expect(done[0]).toBe('B');
});
