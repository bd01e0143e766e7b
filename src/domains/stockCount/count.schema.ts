import { z } from 'zod';
import { AttachedFiles, Attachment } from '~/domains/file/attachment.schema';
import {
  BizDate,
  ChoiceOf,
  EnteredDate,
  FilterChoice,
  FilterId,
  Id,
  IdOf,
  Instant,
  OptionalText,
  Price,
  Qty,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { countModes, countScopes, countStates, lineShows } from './count';

const State = z.enum(keysOf(countStates));
const Scope = ChoiceOf(countScopes, '盘点范围');
const Mode = ChoiceOf(countModes, '盘点方式');
const Counted = Qty.refine((qty) => !qty.startsWith('-'), '实盘数量不能为负数');
const MOST_VALUES = 500;

export const CountForm = z
  .object({
    warehouseId: IdOf('仓库'),
    scope: Scope,
    /** Ids of categories or SKUs, or names of brands. */
    scopeValues: z.array(z.string().trim().min(1).max(60)).max(MOST_VALUES, `盘点范围最多选择${MOST_VALUES}个`).default([]),
    mode: Mode,
    freezes: z.boolean().default(false),
    expireAt: Instant.nullable().default(null),
    remark: OptionalText(200, '备注'),
    attachments: AttachedFiles,
    start: z.boolean().default(false),
  })
  .refine((form) => form.scope === 'ALL' || form.scopeValues.length > 0, { path: ['scopeValues'], message: '请选择盘点范围' });
export type CountForm = z.output<typeof CountForm>;

export const CountQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    warehouseId: FilterId,
    status: FilterChoice(countStates),
    scope: FilterChoice(countScopes),
    creator: z.string().trim().max(30).default(''),
  }),
  { no: [], creator: [] },
);
export type CountQuery = z.output<typeof CountQuery>;

export const CountRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  warehouseId: Id,
  warehouseName: z.string(),
  scope: Scope,
  scopeText: z.string(),
  mode: Mode,
  freezes: z.boolean(),
  status: State,
  skus: z.number(),
  counted: z.number(),
  gains: z.number(),
  losses: z.number(),
  /** Only for people who may see cost. */
  costDiff: Yuan.optional(),
  expireAt: Instant.nullable(),
  creator: z.string(),
  submitter: z.string(),
  reviewer: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  mine: z.boolean(),
});
export type CountRow = z.input<typeof CountRow>;

export const CountDetail = CountRow.extend({
  remark: z.string(),
  reason: z.string(),
  startedAt: Instant.nullable(),
  submittedAt: Instant.nullable(),
  attachments: z.array(Attachment),
  /** Lines asked for again that nobody has counted since. */
  again: z.number(),
  hidesBook: z.boolean(),
  logs: z.array(NotedEntry),
});

const lineFields = {
  id: Id,
  skuId: Id,
  skuCode: z.string(),
  barcode: z.string(),
  name: z.string(),
  spec: z.string(),
  saleText: z.string(),
  unitName: z.string(),
  decimals: z.number(),
  counted: Qty.nullable(),
  firstCounted: Qty.nullable(),
  countedAt: Instant.nullable(),
  counter: z.string(),
  again: z.boolean(),
  reason: z.string(),
  /** As it stood when the product was counted; now, while it is not. */
  book: Qty.nullable().optional(),
  diff: Qty.nullable().optional(),
  /** What came in and left since. */
  since: Qty.nullable().optional(),
  cost: Price.nullable().optional(),
  amount: Yuan.nullable().optional(),
  byBatch: z.boolean().optional(),
  /** Of goods kept by batch, where one of them is looked at. */
  batches: z.array(z.object({ batchNo: z.string(), expiresOn: BizDate.nullable(), counted: Qty.nullable(), book: Qty.optional() })).optional(),
};
export const CountLine = z.object(lineFields);
export type CountLine = z.input<typeof CountLine>;
export const CountLineQuery = tells(
  PageQuery.extend({
    id: Id,
    word: z.string().trim().max(60).default(''),
    show: FilterChoice(lineShows),
  }),
  { word: [] },
);
export type CountLineQuery = z.output<typeof CountLineQuery>;

export const CountEntry = z.object({
  id: Id,
  lines: z
    .array(
      z.object({
        skuId: Id,
        /** '' takes the entry back: not counted, which is not 0. */
        counted: z.union([z.literal(''), Counted]),
        /** Adds to what was counted, as a scanner does. */
        add: z.boolean().default(false),
        reason: OptionalText(100, '原因'),
        /** Of goods kept by batch: every batch; `counted` is their sum then. */
        batches: z
          .array(z.object({ batchNo: OptionalText(40, '批次号'), counted: Counted, expiresOn: z.union([z.literal(''), EnteredDate]).default('') }))
          .max(200, '一个商品最多200个批次')
          .default([]),
      }),
    )
    .min(1, '请填写实盘数量')
    .max(500, '一次最多录入500个商品'),
});
export type CountEntry = z.output<typeof CountEntry>;
export const CountScan = z.object({ id: Id, code: Text(60, '条码或编码') });
export const CountStep = z.object({ id: Id, version: RowVersion });
export const CountCancel = CountStep.extend({ reason: Text(200, '作废原因') });
export const CountAgain = CountStep.extend({ skuIds: z.array(Id).max(1000, '一次最多要求复盘1000个商品').default([]), reason: Text(200, '复盘原因') });
