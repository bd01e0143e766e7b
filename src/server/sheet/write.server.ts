import { refuse } from '~/shared/refusal';
import { type Column, columnHelp, type RowError, type SheetRow } from './columns';
import { inTurn, sheetWorker } from './worker.server';

export const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MOST_ROWS = 50_000;
const BATCH = 500;
/** Rows of a template already formatted as text, so that codes typed there keep their zeros. */
const TEXT_ROWS = 500;

export interface ExportColumn {
  title: string;
  /** The cell is a decimal string that becomes a number where a number holds it exactly. */
  numeric?: boolean | undefined;
  /** Number format, e.g. '#,##0.00'. */
  format?: string | undefined;
  width?: number | undefined;
  required?: boolean | undefined;
}
interface ExtraSheet {
  name: string;
  rows: readonly (readonly string[])[];
  widths: readonly number[];
}
type Cells = readonly (string | null)[];
interface Workbook {
  sheetName: string;
  columns: readonly ExportColumn[];
  rows: AsyncIterable<Cells> | Iterable<Cells>;
  extraSheets?: readonly ExtraSheet[];
  blankRows?: number;
}

/** An export: cells in the order of columns, formulas escaped, at most 50,000 rows. */
export function writeSheet(columns: readonly ExportColumn[], rows: AsyncIterable<Cells> | Iterable<Cells>, sheetName = '数据'): Promise<Uint8Array> {
  return workbook({ sheetName, columns, rows });
}

/** The rows that failed, with their own columns and one more: 错误原因. Corrected, it can be uploaded as it is. */
export function writeErrorFile(header: readonly string[], rows: readonly SheetRow[], errors: readonly RowError[]): Promise<Uint8Array> {
  const reasons = new Map<number, string[]>();
  for (const error of errors) reasons.set(error.rowNumber, [...(reasons.get(error.rowNumber) ?? []), error.message]);
  const kept = header.filter((title) => title !== '错误原因');
  const columns = [...kept.map((title) => ({ title })), { title: '错误原因', width: 60, required: true }];
  const failed = rows.filter((row) => reasons.has(row.rowNumber));
  const cells = failed.map((row) => [...kept.map((title) => row.cells[title] ?? ''), (reasons.get(row.rowNumber) ?? []).join('；')]);
  return workbook({ sheetName: '错误数据', columns, rows: cells });
}

/** An empty sheet with the titles (required ones marked *), and a sheet that explains and shows examples. */
export function writeTemplate(columns: readonly Column[], notes: readonly string[], name: string, mostRows: number): Promise<Uint8Array> {
  const explained = columns.map((column) => [column.title, column.required ? '必填' : '选填', columnHelp(column), column.sample ?? '']);
  const general = [...notes, '表头可以调整顺序，不能改名；编码类内容请保持单元格为文本格式', `每个文件最多${mostRows}行、10MB，支持 .xlsx 和 .csv`];
  const sheet = {
    name: '填写说明',
    rows: [['列名', '是否必填', '说明', '示例'], ...explained, ['', '', '', ''], ...general.map((line, index) => [`说明${index + 1}`, '', line, ''])],
    widths: [20, 10, 60, 24],
  };
  return workbook({
    sheetName: name,
    columns: columns.map((column) => ({ title: column.required ? `${column.title}*` : column.title, required: column.required })),
    rows: [],
    extraSheets: [sheet],
    blankRows: TEXT_ROWS,
  });
}

function workbook(book: Workbook): Promise<Uint8Array> {
  return inTurn({}, async () => {
    const worker = sheetWorker('writer.worker.mjs', {
      workerData: {
        columns: book.columns.map(({ title, numeric, format, width, required }) => ({ title, numeric, format, width, required })),
        sheetName: book.sheetName.replace(/[\\/?*[\]:]/g, '').slice(0, 31),
        extraSheets: book.extraSheets ?? [],
      },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const done = new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the spreadsheet writer ended with code ${code}`)));
    });
    done.catch(() => undefined);
    try {
      await send(worker, book);
      return await done;
    } finally {
      void worker.terminate();
    }
  });
}

async function send(worker: { postMessage(message: unknown): void }, book: Workbook): Promise<void> {
  let batch: Cells[] = [];
  let total = 0;
  for await (const cells of book.rows) {
    if (++total > MOST_ROWS) refuse('IMPORT_FILE', `导出超过${MOST_ROWS}行，请缩小查询范围后分批导出`);
    batch.push(cells);
    if (batch.length < BATCH) continue;
    worker.postMessage({ rows: batch });
    batch = [];
  }
  worker.postMessage({ rows: batch, blankRows: book.blankRows ?? 0, end: true });
}
