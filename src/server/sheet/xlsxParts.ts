import { type Cell, type CellKind, writtenCell } from './exportCells';
import type { SheetColumn, SheetInfo } from './sheetFile.server';

/* The parts of a workbook (ECMA-376) that a table needs, as text. */

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Longest text of a cell. */
const MOST_TEXT = 32_767;

/** Indexes of cellXfs below. */
const HEADER = 1;
const styles: Record<CellKind, number> = { text: 2, yuan: 3, qty: 0, price: 4, number: 0, date: 5, time: 6, minute: 7 };
const WRAPPED = 8;

export function workbookParts(name: string): [string, string][] {
  const sheetName = escaped(name.replace(/[\\/?*[\]:]/g, '').slice(0, 31) || '数据');
  const relation = (id: number, type: string, target: string) => `<Relationship Id="rId${id}" Type="${RELATED}/${type}" Target="${target}"/>`;
  const part = (path: string, type: string) => `<Override PartName="${path}" ContentType="${TYPE}.${type}+xml"/>`;
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}${part('/xl/worksheets/sheet2.xml', 'worksheet')}${part('/xl/styles.xml', 'styles')}</Types>`,
    ],
    ['_rels/.rels', `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/><sheet name="${sheetName === '导出信息' ? '导出说明' : '导出信息'}" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'worksheet', 'worksheets/sheet2.xml')}${relation(3, 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', stylesXml()],
  ];
}

function stylesXml(): string {
  const formats = ['#,##0.00####', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd hh:mm'];
  const cell = (format: number, more = '') => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}`;
  const cells = [
    cell(0, '/>'),
    '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>',
    ...[49, 4, 164, 165, 166, 167].map((format) => cell(format, '/>')),
    cell(49, ' applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>'),
  ];
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(format)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF2F7"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`;
}

const widths: Record<CellKind, number> = { text: 0, yuan: 16, qty: 12, price: 14, number: 12, date: 12, time: 20, minute: 18 };
const widthOf = ({ title, kind, width }: SheetColumn) => width ?? Math.max(widths[kind] || 18, Math.min([...title].length * 2 + 4, 40));

export function sheetStart(columns: readonly SheetColumn[], letters: readonly string[]): string {
  const cols = columns.map((column, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(column)}" customWidth="1"/>`).join('');
  const titles = columns.map(({ title }, at) => textCell(`${letters[at]}1`, HEADER, title)).join('');
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols}</cols><sheetData><row r="1">${titles}</row>`;
}

export function rowXml(row: number, columns: readonly SheetColumn[], letters: readonly string[], cells: readonly Cell[]): string {
  let xml = `<row r="${row}">`;
  for (const [at, { kind }] of columns.entries()) {
    const written = writtenCell(kind, cells[at]);
    if ('number' in written) xml += `<c r="${letters[at]}${row}" s="${styles[written.kind]}"><v>${written.number}</v></c>`;
    else if (written.text !== '') xml += textCell(`${letters[at]}${row}`, styles.text, written.text);
  }
  return `${xml}</row>`;
}

/** Printed pages carry the watermark too. */
export function sheetEnd(last: string, info: SheetInfo): string {
  const mark = info
    .slice(0, 2)
    .map(([, text]) => text)
    .join('  ')
    .slice(0, 120)
    .replaceAll('&', '&&');
  return `</sheetData><autoFilter ref="A1:${last}"/><headerFooter><oddFooter>${escaped(`&L${mark}&R&P / &N`)}</oddFooter></headerFooter></worksheet>`;
}

export function infoSheet(info: SheetInfo): string {
  const rows = info.map(([label, text], at) => `<row r="${at + 1}">${textCell(`A${at + 1}`, HEADER, label)}${textCell(`B${at + 1}`, WRAPPED, text)}</row>`);
  return `${HEAD}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="14" customWidth="1"/><col min="2" max="2" width="80" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

/** A typed string: never a formula, whatever it begins with. */
const textCell = (at: string, style: number, text: string) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** Markup escaped, characters XML cannot hold left out, and `_x0041_`, which a spreadsheet would decode, kept literal. */
function escaped(text: string): string {
  const cut = text.length > MOST_TEXT ? text.slice(0, MOST_TEXT) : text;
  const safe = /[&<>"_\p{Cc}\ufffe\uffff]|[\ud800-\udfff]/u.test(cut) ? cut.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '') : cut;
  return safe
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** 0 is A, 26 is AA. */
export function columnName(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26));
}
