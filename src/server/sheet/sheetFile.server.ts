import { type EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type Cell, type CellKind, csvField } from './exportCells';
import { columnName, infoSheet, rowXml, sheetEnd, sheetStart, workbookParts } from './xlsxParts';

const ROWS_AT_ONCE = 50;

export interface SheetColumn {
  title: string;
  kind: CellKind;
  width?: number | undefined;
}
/** Who had it written, when, of what: the watermark, a label and a text each. */
export type SheetInfo = readonly (readonly [string, string])[];

/** A file being written; rows leave memory as they come. */
export interface SheetFile {
  write(rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Answers once everything is on the disk's way; the file is whole then. */
  end(): Promise<void>;
  /** Gives up; what is on the disk is of no use. */
  abandon(): Promise<void>;
}

/** UTF-8 with BOM, as Chinese Excel and WPS need; its first line is the watermark, which imports pass over. */
export async function openCsv(path: string, columns: readonly SheetColumn[], info: SheetInfo): Promise<SheetFile> {
  const out = createWriteStream(path);
  // Errors surface at the next write, and at the end.
  out.on('error', () => undefined);
  const line = (fields: readonly string[]) => `${fields.join(',')}\r\n`;
  const mark = info.map(([label, text]) => `${label}：${text}`).join('  ');
  await put(out, `\ufeff${line([csvField('text', mark)])}${line(columns.map((column) => csvField('text', column.title)))}`);
  return {
    write: (rows) => putRows(out, rows, (cells) => line(columns.map(({ kind }, at) => csvField(kind, cells[at])))),
    end: () =>
      new Promise((resolve, reject) => {
        out.once('error', reject);
        if (out.errored) reject(out.errored);
        out.end(resolve);
      }),
    async abandon() {
      out.destroy();
    },
  };
}

/** A workbook of typed cells: one sheet of rows, and one that says who exported what and when. */
export async function openXlsx(path: string, columns: readonly SheetColumn[], info: SheetInfo, name: string): Promise<SheetFile> {
  const zip = new ZipFile();
  const sheet = new PassThrough({ highWaterMark: 64 * 1024 });
  const packed = zip.outputStream as Readable;
  const saved = pipeline(packed, createWriteStream(path));
  saved.catch((error: Error) => sheet.destroy(error));
  // The same failure again, which nobody else would catch.
  (zip as unknown as EventEmitter).on('error', (error: Error) => packed.destroy(error));
  for (const [part, xml] of workbookParts(name)) zip.addBuffer(Buffer.from(xml), part);
  zip.addBuffer(Buffer.from(infoSheet(info)), 'xl/worksheets/sheet2.xml');
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 4 });
  zip.end();
  const letters = columns.map((_, at) => columnName(at));
  let row = 1;
  await put(sheet, sheetStart(columns, letters));
  return {
    write: (rows) => putRows(sheet, rows, (cells) => rowXml(++row, columns, letters, cells)),
    async end() {
      sheet.end(sheetEnd(`${letters.at(-1) ?? 'A'}${row}`, info));
      await saved;
    },
    async abandon() {
      sheet.destroy();
      packed.destroy();
      await saved.catch(() => undefined);
    },
  };
}

/** A few rows at a time: long strings are freed late, and a hundred thousand rows would leave hundreds of megabytes of them. */
async function putRows(to: Writable, rows: readonly (readonly Cell[])[], text: (cells: readonly Cell[]) => string): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    let part = '';
    for (const cells of rows.slice(from, from + ROWS_AT_ONCE)) part += text(cells);
    await put(to, part);
  }
}

/** Waits while the disk is behind, so memory does not grow. */
async function put(to: Writable, text: string): Promise<void> {
  if (to.errored) throw to.errored;
  if (text !== '' && !to.write(text)) await once(to, 'drain');
}
