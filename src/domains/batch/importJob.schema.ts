import { z } from 'zod';
import { Instant } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { importStates } from './importJob';

const stateNames = keysOf(importStates);

export const ImportType = z.string().min(1, '请指明导入类型').max(40, '导入类型不正确');
export const ImportMode = z.enum(['MERGE', 'REPLACE', 'INSERT'], '导入方式只能是 MERGE、REPLACE 或 INSERT');
export const CommitHow = z.enum(['ALL', 'GOOD_ONLY'], '提交方式只能是 ALL 或 GOOD_ONLY');

/** What a person needs to fill a file in, from the definition of the import. */
export const ImportForm = z.object({
  type: z.string(),
  title: z.string(),
  modes: z.array(ImportMode),
  /** A file may hold so many. */
  mostRows: z.number(),
  columns: z.array(z.object({ title: z.string(), required: z.boolean(), note: z.string() })),
});
export type ImportForm = z.output<typeof ImportForm>;

export const ImportErrorRow = z.object({ rowNumber: z.number(), column: z.string(), value: z.string(), message: z.string() });

export const ImportJob = z.object({
  jobId: z.string(),
  type: z.string(),
  title: z.string(),
  fileName: z.string(),
  mode: ImportMode,
  status: z.enum(stateNames),
  total: z.number(),
  good: z.number(),
  bad: z.number(),
  created: z.number(),
  updated: z.number(),
  createdAt: Instant,
  committedAt: Instant.nullable(),
  undoUntil: Instant.nullable(),
  note: z.string(),
  creator: z.string(),
  /** The uploaded rows are still kept: the error file can be made. */
  hasRows: z.boolean(),
});
export type ImportJob = z.output<typeof ImportJob>;

/** What the person decides on: every error by row and column, and the first rows as they were understood. */
export const ImportPreview = ImportJob.extend({
  /** The columns that are imported, and those of the file that are not. */
  header: z.array(z.string()),
  ignored: z.array(z.string()),
  /** How many rows importing would add, change, leave as they are or pass over, when the file was uploaded; null when that is not known. */
  effects: z.object({ NEW: z.number(), CHANGED: z.number(), SAME: z.number(), PASSED: z.number() }).nullable(),
  /** The first rows of each effect, cells as they were understood; no effect: the row has errors, or its effect is not known. */
  sample: z.array(z.object({ rowNumber: z.number(), effect: z.enum(['NEW', 'CHANGED', 'SAME', 'PASSED']).nullable(), cells: z.array(z.string()) })),
  errors: z.array(ImportErrorRow),
  /** All of them, also those beyond the first 200 in `errors`. */
  errorCount: z.number(),
});
export type ImportPreview = z.output<typeof ImportPreview>;

export const ImportQuery = tells(
  PageQuery.extend({
    type: z.string().max(40).default(''),
    fileName: z.string().trim().max(120).default(''),
    status: z.enum(['', ...stateNames]).default(''),
  }),
  { type: [], fileName: [] },
);
export type ImportQuery = z.output<typeof ImportQuery>;
