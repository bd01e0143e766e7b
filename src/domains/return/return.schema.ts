import { z } from 'zod';
import { AttachedFiles, Attachment } from '~/domains/file/attachment.schema';
import { LedgerEntry } from '~/domains/finance/fund.schema';
import { type ReceiptWay, receiptWays } from '~/domains/finance/receiptWay';
import { refundWays } from '~/domains/finance/refund';
import { StockStep } from '~/domains/warehouse/stock.schema';
import {
  BizDate,
  ChoiceOf,
  FilterId,
  Id,
  Instant,
  OptionalId,
  OptionalText,
  PositiveQty,
  Price,
  Qty,
  RangeEnd,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { type ReturnPart, type ReturnSource, type ReturnState, returnParts, returnReasons, returnSources, returnStates, returnTypes } from './returns';

const Type = ChoiceOf(returnTypes, '退货类型');
const State = z.enum(keysOf<ReturnState>(returnStates));
const Reason = ChoiceOf(returnReasons, '退货原因');
const Source = z.enum(keysOf<ReturnSource>(returnSources));
const Part = z.enum(keysOf<ReturnPart>(returnParts));
const To = ChoiceOf(refundWays, '退款去向');
const MOST_LINES = 500;
const NoLess = Qty.refine((qty) => !qty.startsWith('-'), '数量不能为负数').default('0');

export const ReturnRef = z.object({ id: Id, version: RowVersion });

export const ReturnForm = z.object({
  /** A draft or a withdrawn application; new ones carry none. */
  id: OptionalId,
  version: RowVersion.default(1),
  orderId: Id,
  type: Type,
  reasonCode: Reason,
  description: OptionalText(500, '问题描述'),
  refundTo: To.default('ORIGINAL'),
  lines: z
    .array(z.object({ deliveryLineId: Id, part: Part, qty: PositiveQty }))
    .min(1, '请至少填写一行退货数量')
    .max(MOST_LINES, `一张退货单最多${MOST_LINES}行`),
  attachments: AttachedFiles,
  submit: z.boolean().default(true),
});
export type ReturnForm = z.output<typeof ReturnForm>;

export const PassInput = ReturnRef.extend({
  opinion: OptionalText(200, '审核意见'),
  refundTo: To.optional(),
  deduct: Yuan.refine((fen) => fen >= 0n, '扣款不能为负数').default(0n),
  /** What is agreed to of each line; lines not named as applied for. */
  lines: z
    .array(z.object({ id: Id, qty: NoLess }))
    .max(MOST_LINES)
    .default([]),
});
export type PassInput = z.output<typeof PassInput>;
export const RejectInput = ReturnRef.extend({ reason: Text(200, '驳回原因') });
export const CancelInput = ReturnRef.extend({ reason: OptionalText(200, '取消原因') });
export const SendInput = ReturnRef.extend({ carrier: Text(40, '物流公司'), waybillNo: Text(40, '物流单号') });
export const ReceiveInput = ReturnRef.extend({
  goodWarehouseId: OptionalId,
  badWarehouseId: OptionalId,
  lines: z
    .array(z.object({ id: Id, good: NoLess, bad: NoLess, reject: NoLess, note: OptionalText(200, '验收说明'), batchNo: OptionalText(40, '批次号') }))
    .min(1, '请至少验收一行')
    .max(MOST_LINES),
});
export type ReceiveInput = z.output<typeof ReceiveInput>;
export const RefundInput = ReturnRef.extend({
  payWay: z.union([z.enum(keysOf<ReceiptWay>(receiptWays)), z.literal('')]).default(''),
  bankFlowNo: OptionalText(60, '银行流水号'),
});
export type RefundInput = z.output<typeof RefundInput>;

const text = z.string().trim().max(40).optional();
export const ReturnQuery = tells(
  PageQuery.extend({
    no: text,
    orderNo: text,
    waybillNo: text,
    customerId: FilterId,
    orderId: FilterId,
    type: Type.optional(),
    reasonCode: Reason.optional(),
    source: Source.optional(),
    status: State.optional(),
    createdStart: RangeEnd.optional(),
    createdEnd: RangeEnd.optional(),
  }),
  { no: [], orderNo: [], waybillNo: [] },
);
export type ReturnQuery = z.output<typeof ReturnQuery>;
const Quantities = z.array(z.object({ unitName: z.string(), qty: Qty }));
export const ReturnRow = z.object({
  id: Id,
  no: z.string(),
  type: Type,
  source: Source,
  reasonCode: Reason,
  orderId: Id,
  orderNo: z.string(),
  customerId: Id,
  customerName: z.string(),
  quantities: Quantities,
  refund: Yuan,
  refundTo: To,
  waybillNo: z.string(),
  handler: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  status: State,
  version: z.number(),
});

/** A delivered line with what of one part of it may still come back. */
export const ReturnableLine = z.object({
  deliveryLineId: Id,
  part: Part,
  deliveryNo: z.string(),
  lineNo: z.number(),
  skuCode: z.string(),
  name: z.string(),
  spec: z.string(),
  image: z.string().nullable(),
  unitName: z.string(),
  unitDecimals: z.number(),
  delivered: Qty,
  returnable: Qty,
  price: Price,
  /** What all of `returnable` was billed for. */
  amount: Yuan,
  /** On the form of a draft: what it asks for. */
  qty: Qty,
  signedAt: Instant.nullable(),
});
export const ReturnFormData = z.object({
  id: z.string(),
  no: z.string(),
  /** Of a new one: 待提交. */
  status: State,
  version: z.number(),
  orderId: Id,
  orderNo: z.string(),
  customerName: z.string(),
  type: Type,
  reasonCode: Reason,
  description: z.string(),
  refundTo: To,
  lines: z.array(ReturnableLine),
  attachments: z.array(Attachment),
});

const Line = z.object({
  id: Id,
  lineNo: z.number(),
  part: Part,
  deliveryId: Id,
  deliveryNo: z.string(),
  skuCode: z.string(),
  name: z.string(),
  spec: z.string(),
  image: z.string().nullable(),
  unitName: z.string(),
  unitDecimals: z.number(),
  /** The goods are kept by batch. */
  byBatch: z.boolean(),
  price: Price,
  delivered: Qty,
  applyQty: Qty,
  approveQty: Qty.nullable(),
  goodQty: Qty,
  badQty: Qty,
  rejectQty: Qty,
  amount: Yuan,
  note: z.string(),
  signNote: z.string(),
  signPhotos: z.array(z.string()),
});
const RefundPart = z.object({ tender: z.string(), target: z.string(), amount: Yuan });
export const MyReturnDetail = z.object({
  id: Id,
  no: z.string(),
  type: Type,
  source: Source,
  reasonCode: Reason,
  description: z.string(),
  refundTo: To,
  status: State,
  version: z.number(),
  orderId: Id,
  orderNo: z.string(),
  customerId: Id,
  customerName: z.string(),
  quantities: Quantities,
  goodsAmount: Yuan,
  deduct: Yuan,
  refund: Yuan,
  /** How the refund is split: as done, or as it would be done now. */
  split: z.array(RefundPart),
  refundId: z.string(),
  refundNo: z.string(),
  payWay: z.string(),
  bankFlowNo: z.string(),
  carrier: z.string(),
  waybillNo: z.string(),
  closeReason: z.string(),
  exchangeOrderId: z.string(),
  exchangeOrderNo: z.string(),
  creator: z.string(),
  createdAt: Instant,
  submittedAt: Instant.nullable(),
  approvedAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  receivedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  lines: z.array(Line),
  events: z.array(NotedEntry.extend({ id: Id })),
});
export const ReturnDetail = MyReturnDetail.extend({
  approver: z.string(),
  receiver: z.string(),
  finisher: z.string(),
  /** Whether the person applied for it, and therefore may not decide or pay it. */
  mine: z.boolean(),
  stock: z.array(StockStep.extend({ warehouseName: z.string() })),
  entries: z.array(LedgerEntry.extend({ bizDate: BizDate, memo: z.string(), actor: z.string() })),
});
export const ReturnStepped = z.object({ id: Id, no: z.string(), status: State, version: z.number() });
/** Orders a return may begin with: something of them was signed for. */
export const ReturnableOrderQuery = tells(PageQuery.extend({ orderNo: text, customerId: FilterId }), { orderNo: [] });
export const ReturnableOrder = z.object({ id: Id, no: z.string(), customerName: z.string(), quantities: Quantities, payable: Yuan, createdAt: Instant });

/** Where goods may be received, and what the defaults are. */
export const ReturnWarehouses = z.object({
  good: z.array(z.object({ id: Id, name: z.string(), kind: z.string() })),
  bad: z.array(z.object({ id: Id, name: z.string(), kind: z.string() })),
});
