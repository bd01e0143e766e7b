import { sheetXml, type TestCell, workbook, workbookEntries, zip } from '../tests/server/sheet/workbook';
import { type Product, startProduct } from './product';
import { record } from './report';
import { callJson, type Envelope, watched } from './watch';
import { freePort, query, type World } from './world';

const SKUS = 3000;
const titles = ['商品编码', '商品名称', '商品分类编码', '品牌', '规格型号', 'SKU编码', '条码', '基本单位', '标准价(元)', '起订量', '税率(%)', '状态'];

/** A factory's price list through upload and commit, and a zip bomb, as the product's process sees them. */
export async function measureImport({ url }: World): Promise<void> {
  const [place] = await query<{ category: string; unit: string }>(
    url,
    `select (select code from category c where tenant_id = 1001 and not exists (select 1 from category d where d.tenant_id = 1001 and d.parent_id = c.id) order by code limit 1) as category,
      (select name from unit where tenant_id = 1001 order by name limit 1) as unit`,
  );
  const product = await startProduct(await freePort(), { DATABASE_URL: url });
  const cookie = await product.cookie('13800000001');
  await send(product, cookie, priceList('R', 20, place));
  const upload = await send(product, cookie, priceList('S', SKUS, place));
  if (upload.answer.data?.bad !== 0) throw new Error(`the price list was not good: ${JSON.stringify(upload.answer).slice(0, 400)}`);
  const commit = await watched(product, () =>
    callJson(product, cookie, '/web/saas-boss/excel/import/commit', { jobId: upload.answer.data?.jobId, how: 'ALL' }),
  );
  if (commit.answer.data?.created !== SKUS) throw new Error(`the import failed: ${JSON.stringify(commit.answer).slice(0, 400)}`);
  record(`import of ${SKUS} SKUs, upload and check`, upload.seconds, 's');
  record(`import of ${SKUS} SKUs, upload, check and commit`, Math.round((upload.seconds + commit.seconds) * 100) / 100, 's', { most: 5 });
  record('memory the process gained while reading', upload.gainedMb, 'MB', { most: 300 });
  const bomb = await send(
    product,
    cookie,
    zip([...workbookEntries(), { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.alloc(190 * 1024 * 1024, '<row><c><v>1</v></c></row>') }]),
  );
  if (bomb.answer.code === '0') throw new Error('the bomb was taken');
  console.log(`    ${bomb.answer.message}`);
  record('zip bomb refused', bomb.seconds, 's', { most: 1 });
  record('memory the process gained meanwhile', bomb.gainedMb, 'MB', { most: 100 });
  const empty = blankRows(3_000_000);
  const five = await watched(product, () => Promise.all(Array.from({ length: 5 }, () => send(product, cookie, empty))));
  if (five.answer.some(({ answer }) => answer.code === '0')) throw new Error('a sheet of empty rows was taken');
  record('five sheets of three million empty rows at once, all refused', five.seconds, 's', { most: 30 });
  record('memory the process gained meanwhile', five.gainedMb, 'MB', { most: 400 });
  await product.stop();
}

/** 7.7 MB: what a spreadsheet program saves when somebody formatted whole columns. */
function blankRows(rows: number): Buffer {
  const xml = ['<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'];
  for (let row = 1; row <= rows; row += 1) xml.push(`<row r="${row}"/>`);
  xml.push('</sheetData></worksheet>');
  return zip([...workbookEntries(), { name: 'xl/worksheets/sheet1.xml', bytes: xml.join('') }]);
}

function priceList(prefix: string, skus: number, place: { category: string; unit: string } | undefined): Buffer {
  const rows = Array.from({ length: skus }, (_, index): [number, TestCell[]] => {
    const serial = `${prefix}${String(index + 1).padStart(6, '0')}`;
    return [
      index + 3,
      [
        serial,
        `SBS改性沥青防水卷材 第${serial}号`,
        place?.category ?? '',
        '青屿',
        '３mm×10m',
        `0${serial}`,
        { v: 6_930_000_000_000 + index },
        place?.unit ?? '',
        '1,234.50',
        { v: 1 },
        { v: 13 },
        '上架',
      ],
    ];
  });
  return workbook(sheetXml([[1, ['青屿防水商品资料表']], [2, titles], ...rows], '<mergeCells count="1"><mergeCell ref="A1:L1"/></mergeCells>'));
}

function send(product: Product, cookie: string, bytes: Buffer) {
  const form = new FormData();
  form.set('type', 'product');
  form.set('file', new Blob([new Uint8Array(bytes)]), '商品.xlsx');
  return watched(
    product,
    async () =>
      (await (
        await fetch(`http://127.0.0.1:${product.port}/web/saas-boss/excel/import/upload`, { method: 'POST', headers: { cookie }, body: form })
      ).json()) as Envelope,
  );
}
