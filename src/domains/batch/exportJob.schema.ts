import { z } from 'zod';
import { FilterTime, Instant, OptionalText } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { exportStates } from './exportJob';

const stateNames = keysOf(exportStates);

const whole = (min: number, max: number) => z.number('应为整数').int('应为整数').min(min, `不能小于${min}`).max(max, `不能大于${max}`);

/** A factory's own rules; the defaults are the product's. */
export const ExportRules = z.object({
  /** Above this many rows somebody else must approve. */
  approvalRows: whole(0, 1_000_000).default(5000),
  /** More rows than this are refused. */
  mostRows: whole(1000, 1_000_000).default(200_000),
  keepDays: whole(1, 30).default(7),
});
export type ExportRules = z.output<typeof ExportRules>;
const Digits = z
  .string()
  .trim()
  .regex(/^\d{1,7}$/, '应为整数');
/** The same as people type it. */
export const ExportRulesForm = z.object({ approvalRows: Digits, mostRows: Digits, keepDays: Digits });

const Type = z.string().min(1, '请指明导出类型').max(40, '导出类型不正确');
const Conditions = z.record(z.string().max(60), z.union([z.string().max(4000), z.number(), z.boolean()])).default({});

/** The list's query as it stands in the address bar. */
export const ExportAsk = z.object({ type: Type, query: Conditions });
export const ExportStart = ExportAsk.extend({
  /** Keys of the list's visible columns; none: all. */
  columns: z.array(z.string().max(60)).max(200).default([]),
  format: z.enum(['xlsx', 'csv'], '格式只能是 xlsx 或 csv').default('xlsx'),
  reason: OptionalText(200, '申请原因'),
});
export type ExportStart = z.output<typeof ExportStart>;

/** What a person decides on before asking. */
export const ExportSize = z.object({
  title: z.string(),
  total: z.number(),
  needsApproval: z.boolean(),
  approvalRows: z.number(),
  mostRows: z.number(),
  columns: z.array(z.object({ key: z.string(), title: z.string() })),
  importable: z.boolean(),
});

export const ExportJob = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  format: z.enum(['xlsx', 'csv']),
  status: z.enum(stateNames),
  reason: z.string(),
  conditions: z.array(z.object({ name: z.string(), value: z.string() })),
  total: z.number(),
  done: z.number(),
  written: z.number(),
  error: z.string(),
  requester: z.string(),
  mine: z.boolean(),
  approver: z.string(),
  decidedAt: Instant.nullable(),
  decisionNote: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  downloads: z.number(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  /** What this person may do now. */
  mayDownload: z.boolean(),
  mayCancel: z.boolean(),
  mayRetry: z.boolean(),
  mayDecide: z.boolean(),
});
export type ExportJob = z.output<typeof ExportJob>;

export const ExportQuery = tells(
  PageQuery.extend({
    title: z.string().trim().max(40).default(''),
    status: z.enum(['', ...stateNames]).default(''),
    requester: z.string().trim().max(40).default(''),
    createdStart: FilterTime,
    createdEnd: FilterTime,
  }),
  { title: [], requester: [] },
);
export type ExportQuery = z.output<typeof ExportQuery>;

/** 任务总数 as the shell's menu shows them: exports under way or waiting to be fetched or decided, imports uploaded and not yet committed. */
export const BatchCounts = z.object({ exportTotal: z.number(), importTotal: z.number() });
