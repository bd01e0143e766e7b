import { refuse } from '~/shared/refusal';
import { log } from '../log.server';
import type { Column, Sheet } from './columns';
import { inTurn, sheetWorker } from './worker.server';

export interface SheetLimits {
  /** Rows with data. */
  rows: number;
  /** Rows a sheet may have in all, blank ones too. */
  sheetRows: number;
  cells: number;
  columns: number;
  bytes: number;
  /** XML a workbook may unpack to. */
  inflatedBytes: number;
  ratio: number;
  seconds: number;
  heapMb: number;
}
export const sheetLimits: SheetLimits = {
  rows: 5000,
  sheetRows: 100_000,
  cells: 1_000_000,
  columns: 1000,
  bytes: 10 * 1024 * 1024,
  inflatedBytes: 60 * 1024 * 1024,
  ratio: 100,
  seconds: 30,
  heapMb: 200,
};

export interface SheetFile {
  name: string;
  bytes: Uint8Array;
}
export type ExpectedColumn = Pick<Column, 'title' | 'aliases' | 'required'>;

type Answer = { refused: string } | { header: string[]; headerRow: number; rows: [number, ...string[]][] };

/**
 * Reads .xlsx or .csv as text, in a worker with capped time and memory; never inside a transaction, it may take seconds.
 * `lane` is the tenant whose file it is: of one tenant's, one is read at a time.
 * The header is found by the titles in `columns` within the first ten rows; blank rows are skipped and row numbers stay those of the file.
 */
export async function readSheet(
  file: SheetFile,
  columns: readonly ExpectedColumn[] = [],
  limits: Partial<SheetLimits> = {},
  lane: unknown = {},
): Promise<Sheet> {
  const within = { ...sheetLimits, ...limits };
  const name = file.name.slice(-80);
  if (file.bytes.byteLength > within.bytes)
    refuse('IMPORT_FILE', `文件“${name}”为${(file.bytes.byteLength / 1024 / 1024).toFixed(1)}MB，超过上限${within.bytes / 1024 / 1024}MB`);
  const answer = await inTurn(lane, () => readInWorker(name, file.bytes, columns, within));
  if ('refused' in answer) refuse('IMPORT_FILE', answer.refused);
  const { header, headerRow } = answer;
  const rows = answer.rows.map(([rowNumber, ...cells]) => ({
    rowNumber,
    cells: Object.fromEntries(header.map((title, index) => [title, cells[index] ?? ''])),
  }));
  return { header, headerRow, rows };
}

/** Node's exit code when a module waits for what never comes: a part of a broken archive that gives neither an end nor an error. */
const NEVER_SETTLED = 13;

function readInWorker(name: string, bytes: Uint8Array, columns: readonly ExpectedColumn[], limits: SheetLimits): Promise<Answer> {
  const expected = columns.map(({ title, aliases, required }) => ({ title, aliases, required }));
  const worker = sheetWorker('reader.worker.mjs', {
    workerData: { name, bytes, columns: expected, limits },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
  });
  const unreadable = { refused: `文件“${name}”的表格内容无法解析，请在Excel或WPS中重新保存后再上传` };
  let timer: NodeJS.Timeout | undefined;
  return new Promise<Answer>((resolve, reject) => {
    timer = setTimeout(() => resolve({ refused: `文件“${name}”解析超过${limits.seconds}秒，请拆分后分批上传` }), limits.seconds * 1000);
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ refused: `文件“${name}”内容过大，解析所需内存超过上限，请拆分后分批上传` });
      else {
        log.warn({ err: error, file: name }, 'spreadsheet not readable');
        resolve(unreadable);
      }
    });
    worker.once('exit', (code) => {
      if (code === NEVER_SETTLED) resolve(unreadable);
      else reject(new Error(`the spreadsheet worker ended with code ${code} and no answer`));
    });
  }).finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
