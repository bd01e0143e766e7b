import { crc32, deflateRawSync } from 'node:zlib';

/** Workbooks written byte by byte, to hold what no library would write. */
export interface ZipEntry {
  name: string;
  bytes: Uint8Array | string;
  /** Size the directory claims. */
  claims?: number;
  encrypted?: boolean;
}

export function zip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const raw = Buffer.from(entry.bytes as string);
    const packed = deflateRawSync(raw, { level: 9 });
    const name = Buffer.from(entry.name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(entry.encrypted ? 1 : 0, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(raw), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(entry.claims ?? raw.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Style 1 is a date, 2 shows six digits with leading zeros, 3 is text, 4 is #,##0.00. */
export const STYLES = `<styleSheet ${NS}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="000000"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49"/><xf numFmtId="4"/></cellXfs></styleSheet>`;

/** A workbook around sheets of ready XML (what stands inside sheetData and after it). */
export function workbookEntries(...sheets: string[]): ZipEntry[] {
  const ids = sheets.map((_, index) => index + 1);
  return [
    {
      name: '[Content_Types].xml',
      bytes: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    },
    {
      name: 'xl/workbook.xml',
      bytes: `<workbook ${NS} xmlns:r="${REL}"><sheets>${ids.map((id) => `<sheet name="表${id}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${ids.map((id) => `<Relationship Id="rId${id}" Type="${REL}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}<Relationship Id="rId99" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'xl/styles.xml', bytes: STYLES },
    ...sheets.map((xml, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, bytes: `<worksheet ${NS}>${xml}</worksheet>` })),
  ];
}

export const workbook = (...sheets: string[]): Buffer => zip(workbookEntries(...sheets));

const column = (index: number): string => (index >= 26 ? column(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

/** A cell: text, or raw XML attributes and content. */
export type TestCell = string | null | { s?: number; t?: string; v?: string | number; f?: string };

export function rowXml(number: number, cells: TestCell[]): string {
  const xml = cells.map((cell, index) => {
    if (cell === null) return '';
    const at = `${column(index)}${number}`;
    if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
    const inside = `${cell.f === undefined ? '' : `<f>${escaped(cell.f)}</f>`}${cell.v === undefined ? '' : `<v>${escaped(String(cell.v))}</v>`}`;
    return `<c r="${at}"${cell.s === undefined ? '' : ` s="${cell.s}"`}${cell.t === undefined ? '' : ` t="${cell.t}"`}>${inside}</c>`;
  });
  return `<row r="${number}">${xml.join('')}</row>`;
}

export const sheetXml = (rows: [number, TestCell[]][], after = ''): string =>
  `<sheetData>${rows.map(([number, cells]) => rowXml(number, cells)).join('')}</sheetData>${after}`;
