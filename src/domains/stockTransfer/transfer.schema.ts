import { z } from 'zod';
import { AttachedFiles, Attachment } from '~/domains/file/attachment.schema';
import { StockDocLine } from '~/domains/warehouse/stockDoc.schema';
import { MAX_LINES } from '~/domains/warehouse/stockDocState';
import {
  BizDate,
  EnteredDate,
  FilterChoice,
  FilterId,
  Id,
  IdOf,
  Instant,
  OptionalId,
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
import { transferStates } from './transfer';

const State = z.enum(keysOf(transferStates));

export const TransferLine = StockDocLine.omit({ price: true });
export const TransferForm = z
  .object({
    id: OptionalId,
    version: RowVersion.default(1),
    fromWarehouseId: IdOf('调出仓库'),
    toWarehouseId: IdOf('调入仓库'),
    bizDate: EnteredDate,
    remark: OptionalText(200, '备注'),
    attachments: AttachedFiles,
    lines: z.array(TransferLine).min(1, '请至少添加一行商品').max(MAX_LINES, `一张调拨单最多${MAX_LINES}行`),
    submit: z.boolean().default(false),
  })
  .refine((form) => form.fromWarehouseId !== form.toWarehouseId, { path: ['toWarehouseId'], message: '调入仓库不能与调出仓库相同' });
export type TransferForm = z.output<typeof TransferForm>;

export const TransferQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    fromWarehouseId: FilterId,
    toWarehouseId: FilterId,
    status: FilterChoice(transferStates),
    /** On the way, whether some of it has arrived or none. */
    open: z.enum(['true', '']).default(''),
    word: z.string().trim().max(60).default(''),
    creator: z.string().trim().max(30).default(''),
    bizDateStart: BizDate.optional(),
    bizDateEnd: BizDate.optional(),
  }),
  { no: [], word: [], creator: [] },
);
export type TransferQuery = z.output<typeof TransferQuery>;

const Quantities = z.array(z.object({ unitName: z.string(), qty: Qty, inQty: Qty, lossQty: Qty }));
export const TransferRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  fromWarehouseId: Id,
  toWarehouseId: Id,
  fromName: z.string(),
  toName: z.string(),
  bizDate: z.string(),
  status: State,
  /** Sent, received and lost, by base unit. */
  quantities: Quantities,
  /** Only for people who may see cost. */
  totalCost: Yuan.optional(),
  creator: z.string(),
  auditor: z.string(),
  createdAt: Instant,
  auditedAt: Instant.nullable(),
  /** The stock-out that writes off what did not arrive. */
  lossDocId: Id.nullable(),
  lossDocNo: z.string(),
  mine: z.boolean(),
});
export type TransferRow = z.input<typeof TransferRow>;

export const TransferDetail = TransferRow.extend({
  remark: z.string(),
  lossReason: z.string(),
  finishedAt: Instant.nullable(),
  attachments: z.array(Attachment),
  /** Whether the person works in the warehouse it goes to. */
  receives: z.boolean(),
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
      units: z.array(z.object({ unitId: Id, name: z.string(), decimals: z.number() })),
      qty: Qty,
      baseUnitName: z.string(),
      baseDecimals: z.number(),
      baseQty: Qty,
      inQty: Qty,
      lossQty: Qty,
      /** Still on the way. */
      open: Qty,
      cost: Price.nullable().optional(),
      batchNo: z.string(),
      remark: z.string(),
    }),
  ),
  logs: z.array(NotedEntry),
});

/** In base units. */
export const Receipt = z.object({
  id: Id,
  version: RowVersion,
  lines: z
    .array(z.object({ id: Id, qty: Qty.refine((qty) => !qty.startsWith('-'), '不能为负数') }))
    .min(1, '请填写本次收货数量')
    .max(MAX_LINES),
  remark: OptionalText(200, '备注'),
});
export type Receipt = z.output<typeof Receipt>;
export const CloseShort = z.object({ id: Id, version: RowVersion, reason: Text(200, '短少原因') });
export const TransferTarget = z.object({ id: Id, code: z.string(), name: z.string() });
