import { z } from 'zod';
import { AttachedFiles, Attachment } from '~/domains/file/attachment.schema';
import { BizDate, EnteredDate, Id, Instant, OptionalText, PositiveQty, Price, Qty, RowVersion, Text, Yuan } from '~/shared/fields';
import { NotedEntry } from '~/shared/logEntries';
import { PageQuery, tells } from '~/shared/page';
import { type StockDocState, type StockInKind, stockDocStates, stockInKinds } from './stockDocState';

export const Kind = z.enum(Object.keys(stockInKinds) as [StockInKind, ...StockInKind[]], '请选择入库类型');
const State = z.enum(Object.keys(stockDocStates) as [StockDocState, ...StockDocState[]]);
export const MAX_LINES = 500;

export const StockInLine = z.object({
  /** An existing line of the draft; new lines carry none. */
  id: z.union([Id, z.literal('')]).default(''),
  skuId: z.uuid('请选择商品'),
  unitId: z.uuid('请选择单位'),
  qty: PositiveQty,
  /** Cost per unit in 元; '' unknown. */
  price: z.union([z.literal(''), Price]).default(''),
  batchNo: OptionalText(40, '批次号'),
  remark: OptionalText(100, '明细备注'),
});
export const StockInForm = z.object({
  id: z.union([Id, z.literal('')]).default(''),
  version: RowVersion.default(1),
  warehouseId: z.uuid('请选择仓库'),
  kind: Kind,
  bizDate: EnteredDate,
  counterparty: OptionalText(60, '往来方'),
  sourceNo: OptionalText(40, '来源单号'),
  remark: OptionalText(200, '备注'),
  attachments: AttachedFiles,
  lines: z.array(StockInLine).min(1, '请至少添加一行商品').max(MAX_LINES, `一张入库单最多${MAX_LINES}行`),
  submit: z.boolean().default(false),
});
export type StockInForm = z.output<typeof StockInForm>;

export const StockInQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).catch('').default(''),
    warehouseId: z
      .union([Id, z.literal('')])
      .catch('')
      .default(''),
    kind: z
      .union([Kind, z.literal('')])
      .catch('')
      .default(''),
    status: z
      .union([State, z.literal('')])
      .catch('')
      .default(''),
    sourceNo: z.string().trim().max(40).catch('').default(''),
    word: z.string().trim().max(60).catch('').default(''),
    creator: z.string().trim().max(30).catch('').default(''),
    bizDateStart: BizDate.optional().catch(undefined),
    bizDateEnd: BizDate.optional().catch(undefined),
  }),
  { no: [], sourceNo: [], word: [], creator: [] },
);
export type StockInQuery = z.output<typeof StockInQuery>;

export const StockInRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  warehouseId: Id,
  warehouseName: z.string(),
  kind: Kind,
  counterparty: z.string(),
  sourceNo: z.string(),
  bizDate: z.string(),
  status: State,
  totalQty: Qty,
  /** Only for people who may see cost. */
  totalCost: Yuan.optional(),
  creator: z.string(),
  auditor: z.string(),
  createdAt: Instant,
  /** Made by the person who asks: another one must reverse it. */
  mine: z.boolean(),
});
/** Of the list: a document may bring in goods of several base units. */
export const StockInListed = StockInRow.extend({ quantities: z.array(z.object({ unitName: z.string(), qty: Qty })) });
export type StockInListed = z.input<typeof StockInListed>;

export const StockInDetail = StockInRow.extend({
  remark: z.string(),
  attachments: z.array(Attachment),
  auditedAt: Instant.nullable(),
  reverseReason: z.string(),
  reversedAt: Instant.nullable(),
  lines: z.array(
    z.object({
      id: Id,
      lineNo: z.number(),
      skuId: Id,
      skuCode: z.string(),
      name: z.string(),
      spec: z.string(),
      saleText: z.string(),
      unitId: Id,
      unitName: z.string(),
      baseUnitName: z.string(),
      units: z.array(z.object({ unitId: Id, name: z.string(), decimals: z.number() })),
      qty: Qty,
      baseQty: Qty,
      price: Price.nullable().optional(),
      amount: Yuan.optional(),
      batchNo: z.string(),
      remark: z.string(),
    }),
  ),
  logs: z.array(NotedEntry),
});
export type StockInDetail = z.input<typeof StockInDetail>;

export const DocStep = z.object({ id: Id, version: RowVersion });
export const DocReason = DocStep.extend({ reason: Text(200, '原因') });
/** Batch steps answer per document. */
export const BatchSteps = z.object({ items: z.array(DocStep).min(1, '请先选择入库单').max(100, '一次最多100张') });
export const StepResults = z.object({ results: z.array(z.object({ id: Id, no: z.string(), ok: z.boolean(), message: z.string() })) });
