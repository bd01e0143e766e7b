import { z } from 'zod';
import { AttachedFiles, Attachment } from '~/domains/file/attachment.schema';
import {
  BizDate,
  ChoiceOf,
  EnteredDate,
  FilterChoice,
  FilterId,
  Id,
  Instant,
  OptionalId,
  OptionalText,
  PositiveQty,
  Price,
  Qty,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { MAX_LINES, ownOutKinds, stockDocStates, stockInKinds, stockOutKinds } from './stockDocState';

const State = z.enum(keysOf(stockDocStates));
const Text40 = z.string().trim().max(40).default('');
const Word = z.string().trim().max(60).default('');

/** A line of goods; price is the cost per unit in 元, '' unknown, and only stock-ins are given one. */
export const StockDocLine = z.object({
  /** An existing line of the draft; new lines carry none. */
  id: OptionalId,
  skuId: z.uuid('请选择商品'),
  unitId: z.uuid('请选择单位'),
  qty: PositiveQty,
  price: z.union([z.literal(''), Price]).default(''),
  batchNo: OptionalText(40, '批次号'),
  /** When the batch expires; said when it comes in. */
  expiresOn: z.union([z.literal(''), EnteredDate]).default(''),
  remark: OptionalText(100, '明细备注'),
});
const docForm = <K extends string>(kinds: Readonly<Record<K, string>>, what: '入库' | '出库') =>
  z.object({
    id: OptionalId,
    version: RowVersion.default(1),
    warehouseId: z.uuid('请选择仓库'),
    kind: ChoiceOf(kinds, `${what}类型`),
    bizDate: EnteredDate,
    counterparty: OptionalText(60, '往来方'),
    sourceNo: OptionalText(40, '来源单号'),
    remark: OptionalText(200, '备注'),
    attachments: AttachedFiles,
    lines: z.array(StockDocLine).min(1, '请至少添加一行商品').max(MAX_LINES, `一张${what}单最多${MAX_LINES}行`),
    submit: z.boolean().default(false),
  });
export const StockInForm = docForm(stockInKinds, '入库');
export const StockOutForm = docForm(ownOutKinds, '出库');
/** Either of them, as the server writes it. */
export type StockDocForm = Omit<z.output<typeof StockInForm>, 'kind'> & { kind: string };

const docQuery = <K extends string>(kinds: Readonly<Record<K, string>>) =>
  tells(
    PageQuery.extend({
      no: Text40,
      warehouseId: FilterId,
      kind: FilterChoice(kinds),
      status: FilterChoice(stockDocStates),
      sourceNo: Text40,
      word: Word,
      creator: z.string().trim().max(30).default(''),
      bizDateStart: BizDate.optional(),
      bizDateEnd: BizDate.optional(),
    }),
    { no: [], sourceNo: [], word: [], creator: [] },
  );
export const StockInQuery = docQuery(stockInKinds);
export const StockOutQuery = docQuery(stockOutKinds);
export type StockDocQuery = Omit<z.output<typeof StockInQuery>, 'kind'> & { kind: string };

const rowOf = <K extends string>(kinds: Readonly<Record<K, string>>) =>
  z.object({
    id: Id,
    no: z.string(),
    version: z.number(),
    warehouseId: Id,
    warehouseName: z.string(),
    kind: z.enum(keysOf(kinds)),
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

/** Of the list: a document may move goods of several base units. */
const quantities = { quantities: z.array(z.object({ unitName: z.string(), qty: Qty })) };
export const StockInListed = rowOf(stockInKinds).extend(quantities);
export const StockOutListed = rowOf(stockOutKinds).extend(quantities);

const detailParts = {
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
      expiresOn: BizDate.nullable(),
      byBatch: z.boolean(),
      remark: z.string(),
    }),
  ),
  logs: z.array(NotedEntry),
};
export const StockInDetail = rowOf(stockInKinds).extend(detailParts);
export const StockOutDetail = rowOf(stockOutKinds).extend(detailParts);

export const DocStep = z.object({ id: Id, version: RowVersion });
export const DocReason = DocStep.extend({ reason: Text(200, '原因') });
/** Batch steps answer per document. */
export const BatchSteps = z.object({ items: z.array(DocStep).min(1, '请先选择单据').max(100, '一次最多100张') });
