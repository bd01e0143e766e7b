import { z } from 'zod';
import { AttachedFiles } from '~/domains/file/attachment.schema';
import { needsFlowNo } from '~/domains/finance/receiptWay';
import { ReceiptWay } from '~/domains/finance/receiptWay.schema';
import {
  EnteredDate,
  EnteredInstant,
  FilterChoices,
  FilterId,
  FilterRegion,
  FilterTime,
  FlowNo,
  Id,
  OptionalId,
  OptionalText,
  PositiveQty,
  Price,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { orderStates } from '../order';
import { OfferedPayMethod, PayState } from '../order.schema';

const OptionalPrice = z.union([z.literal(''), Price]).default('');

export const LineInput = z.object({
  /** An existing line keeps its identity through edits and versions; '' is a new line. */
  id: OptionalId,
  skuId: z.uuid('请选择商品'),
  unitId: z.uuid('请选择单位'),
  qty: PositiveQty,
  /** The unit price the person saw; '' accepts whatever holds now. */
  price: OptionalPrice,
  /** Set by hand, with the reason; needs the permission to. */
  manualPrice: OptionalPrice,
  manualReason: OptionalText(100, '改价原因'),
  gift: z.boolean().default(false),
  remark: OptionalText(200, '行备注'),
});
export type LineInput = z.output<typeof LineInput>;

const Lines = z
  .array(LineInput)
  .max(200, '一张订单最多200行')
  .refine(
    (lines) => lines.every((line, index) => line.id === '' || lines.findIndex((one) => one.id === line.id) === index),
    '明细中有重复的行，请删除后重新添加',
  );

/** Everything a person enters; completeness is checked at submit, so a draft may lack anything but the customer. */
export const OrderContent = z.object({
  /** Dealers order for themselves whatever stands here. */
  customerId: OptionalId,
  projectId: OptionalId,
  type: z.enum(['NORMAL', 'SAMPLE']).default('NORMAL'),
  warehouseId: OptionalId,
  salesMemberId: OptionalId,
  receiver: OptionalText(30, '收货人'),
  receiverPhone: z
    .union([
      z.literal(''),
      z
        .string()
        .trim()
        .regex(/^(1\d{10}|0\d{2,3}-?\d{7,8})$/, '电话应为11位手机号或带区号的固定电话'),
    ])
    .default(''),
  province: OptionalText(30, '省'),
  city: OptionalText(30, '市'),
  district: OptionalText(30, '区'),
  address: OptionalText(120, '详细地址'),
  expectDate: z.union([z.literal(''), EnteredDate]).default(''),
  payMethod: OfferedPayMethod,
  /** Expense to use, chosen by the person; more than can be used is refused at submit. */
  expense: Yuan.refine((fen) => fen >= 0n, '费用抵扣不能小于0').default(0n),
  /** The factory's to set; dealers' orders carry none. */
  freight: Yuan.refine((fen) => fen >= 0n, '运费不能小于0').default(0n),
  remark: OptionalText(200, '备注'),
  internalRemark: OptionalText(200, '内部备注'),
  lines: Lines,
});
export type OrderContent = z.output<typeof OrderContent>;

/** `id` '' makes a new order; otherwise `rowVersion` is the one that was read. */
export const OrderInput = OrderContent.extend({
  id: OptionalId,
  rowVersion: z.number().int().min(0).default(0),
  /** Left out: the files stay as they are. */
  attachments: AttachedFiles.unwrap().optional(),
});
export type OrderInput = z.output<typeof OrderInput>;

export const Ref = z.object({ id: Id, rowVersion: RowVersion });
export type Ref = z.output<typeof Ref>;
export const Reasoned = Ref.extend({ reason: Text(200, '原因') });
export type Reasoned = z.output<typeof Reasoned>;

/** Quantities and prices the auditor corrects before passing. */
export const AuditInput = Ref.extend({
  note: OptionalText(200, '审核意见'),
  edits: z
    .array(z.object({ lineId: Id, qty: PositiveQty, manualPrice: OptionalPrice, manualReason: OptionalText(100, '改价原因') }))
    .max(200)
    .default([]),
});
export type AuditInput = z.output<typeof AuditInput>;

export const ChangeInput = Ref.extend({ reason: Text(200, '变更原因'), lines: Lines.refine((lines) => lines.length > 0, '至少保留一行商品') });
export type ChangeInput = z.output<typeof ChangeInput>;
export const DecideInput = Ref.extend({ pass: z.boolean(), reason: OptionalText(200, '原因') });
export type DecideInput = z.output<typeof DecideInput>;

export const PriceBackInput = Ref.extend({
  lineIds: z.array(Id).min(1, '请选择要写入的明细').max(200),
  /** Yes to prices below the floor. */
  confirm: z.boolean().default(false),
});

/** `lineIds` empty closes everything still open. */
export const CloseInput = Reasoned.extend({ lineIds: z.array(Id).max(200).default([]) });
export type CloseInput = z.output<typeof CloseInput>;
export const PaidInput = Ref.extend({
  from: z.enum(['NEW', 'BALANCE'], '请选择到款来源'),
  amount: Yuan.refine((fen) => fen > 0n, '到账金额必须大于0'),
  payWay: ReceiptWay.default('BANK'),
  flowNo: FlowNo,
  payer: OptionalText(60, '付款人'),
  receivedAt: z.union([z.literal(''), EnteredInstant]).default(''),
  note: OptionalText(200, '说明'),
  /** The difference to what is due was shown and agreed to. */
  confirm: z.boolean().default(false),
}).refine((input) => input.from === 'BALANCE' || !needsFlowNo(input.payWay) || input.flowNo !== '', { path: ['flowNo'], message: '请填写流水号' });
export type PaidInput = z.output<typeof PaidInput>;
const Chosen = z.array(Ref).min(1, '请先选择订单').max(100, '一次最多100张订单');
export const BatchAuditInput = z.object({
  items: Chosen,
  pass: z.boolean(),
  reason: OptionalText(200, '原因'),
});
export type BatchAuditInput = z.output<typeof BatchAuditInput>;

/** What may be set on many orders at once, outside of their versions. */
export const AmendInput = z
  .object({ items: Chosen, salesMemberId: OptionalId, internalRemark: OptionalText(200, '内部备注') })
  .refine((input) => (input.salesMemberId === '') !== (input.internalRemark === ''), '请填写要修改的内容');
export type AmendInput = z.output<typeof AmendInput>;

const Entered = z.string().max(24);
export const QuoteInput = z.object({
  customerId: OptionalId,
  projectId: OptionalId,
  warehouseId: OptionalId,
  /** An order that is being changed: what it holds of limited prices stays its own. */
  orderId: OptionalId,
  /** `ahead`: lines of the same goods before it, which leave less of a limited price. */
  lines: z
    .array(
      z.object({
        skuId: Id,
        unitId: Id,
        qty: Entered,
        ahead: z
          .array(z.object({ unitId: Id, qty: Entered }))
          .max(200)
          .default([]),
      }),
    )
    .max(200),
});
export type QuoteInput = z.output<typeof QuoteInput>;

const flag = z.enum(['true', 'false', '']).default('');
export const OrderQuery = tells(
  PageQuery.extend({
    orderNo: z.string().trim().max(40).default(''),
    customerId: FilterId,
    projectId: FilterId,
    product: z.string().trim().max(60).default(''),
    /** One or several, comma-joined. */
    status: FilterChoices(orderStates),
    deliverStatus: z.enum(['', 'NONE', 'PART', 'ALL']).default(''),
    payMethod: z.enum(['', 'BALANCE', 'CREDIT', 'OFFLINE', 'MIXED']).default(''),
    source: z.enum(['', 'FACTORY', 'DEALER', 'IMPORT', 'API']).default(''),
    salesMemberId: FilterId,
    createTimeStart: FilterTime,
    createTimeEnd: FilterTime,
    submitTimeStart: FilterTime,
    submitTimeEnd: FilterTime,
    auditTimeStart: FilterTime,
    auditTimeEnd: FilterTime,
    expectStart: FilterTime,
    expectEnd: FilterTime,
    invoiceState: z.enum(['', 'NONE', 'PART', 'ALL']).default(''),
    returnState: z.enum(['', 'NONE', 'PART', 'ALL']).default(''),
    payState: PayState.optional(),
    /** Of the destination. */
    region: FilterRegion,
    short: flag,
    changing: flag,
    /** Whether the audit was handed to the reader or waits for their opinion. */
    forMe: flag,
    /** Also counts each open state, capped; the list's tabs show them. */
    withTabs: flag,
  }),
  { orderNo: [], product: [], status: [], region: [] },
);
export type OrderQuery = z.output<typeof OrderQuery>;
