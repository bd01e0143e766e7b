import { z } from 'zod';
import { needsFlowNo } from '~/domains/finance/receiptWay';
import { ReceiptWay } from '~/domains/finance/receiptWay.schema';
import { BizDate, EnteredInstant, FilterId, FlowNo, Id, IdOf, Instant, OptionalText, RangeEnd, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { receiptStates } from './receipt';

const Positive = Yuan.refine((fen) => fen > 0n, '金额必须大于0');
const stateOf = z.enum(keysOf(receiptStates));
export const ApplyPart = z.object({ receivableId: Id, amount: Positive });
const Parts = z.array(ApplyPart).max(200, '一次最多核销200张应收单');

export const ReceiptForm = z
  .object({
    customerId: IdOf('客户'),
    amount: Positive,
    payWay: ReceiptWay,
    bankFlowNo: FlowNo,
    payer: OptionalText(60, '付款人'),
    receivedAt: EnteredInstant,
    /** The day it is booked, when the day it came lies in a period that is closed. */
    bizDate: BizDate.optional(),
    voucher: z.array(z.string().max(200)).max(9, '最多9个凭证').default([]),
    remark: OptionalText(200, '备注'),
    applies: Parts.default([]),
  })
  .refine((form) => !needsFlowNo(form.payWay) || form.bankFlowNo !== '', { path: ['bankFlowNo'], message: '请填写流水号' });
export type ReceiptForm = z.output<typeof ReceiptForm>;

export const ApplyInput = z.object({ id: Id, version: RowVersion, applies: Parts.min(1, '请至少选择一张应收单') });
export const UnapplyInput = z.object({ id: Id, version: RowVersion, applyId: Id });
export const ReverseReceipt = z.object({ id: Id, version: RowVersion, reason: Text(200, '冲销原因') });
export const TailInput = z.object({ receivableId: Id });

/** What a sum of money would settle, the earliest due first. */
export const PreviewInput = z.object({ customerId: Id, amount: Yuan.refine((fen) => fen >= 0n, '金额不能为负数') });
export const Preview = z.object({
  rest: Yuan,
  receivables: z.array(
    z.object({ id: Id, no: z.string(), sourceNo: z.string(), bizDate: z.string(), dueDate: z.string(), amount: Yuan, open: Yuan, apply: Yuan }),
  ),
});

/** 自动核销: of these customers, of all when none is named. */
export const AutoInput = z.object({ customerIds: z.array(Id).max(200, '一次最多200个客户').default([]) });
const AutoMatch = z.object({ receiptId: Id, version: RowVersion, receivableId: Id, amount: Positive });
export const AutoPreview = z.object({
  matches: z.array(AutoMatch.extend({ customerName: z.string(), receiptNo: z.string(), receivableNo: z.string(), dueDate: BizDate, open: Yuan })),
  total: Yuan,
  more: z.boolean(),
});
export const AutoRun = z.object({ matches: z.array(AutoMatch).min(1, '没有可以核销的收款').max(200, '一次最多核销200笔') });
export const AutoDone = z.object({ receipts: z.number(), amount: Yuan });

export const ReceiptQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).optional(),
    customerId: FilterId,
    bankFlowNo: FlowNo.optional(),
    payWay: ReceiptWay.optional(),
    status: stateOf.optional(),
    receivedStart: RangeEnd.optional(),
    receivedEnd: RangeEnd.optional(),
    createdStart: RangeEnd.optional(),
    createdEnd: RangeEnd.optional(),
  }),
  { no: [], bankFlowNo: [] },
);
export const ReceiptRow = z.object({
  id: Id,
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  amount: Yuan,
  applied: Yuan,
  unapplied: Yuan,
  payWay: ReceiptWay,
  bankFlowNo: z.string(),
  payer: z.string(),
  receivedAt: Instant,
  creator: z.string(),
  createdAt: Instant,
  status: stateOf,
  version: z.number(),
});
export const ReceiptDetail = ReceiptRow.extend({
  remark: z.string(),
  voucher: z.array(z.string()),
  /** What may be applied now: the open part, as far as the customer has not spent it from the fund account. */
  applicable: Yuan,
  applies: z.array(
    z.object({
      id: Id,
      receivableId: Id,
      receivableNo: z.string(),
      sourceNo: z.string(),
      dueDate: BizDate,
      amount: Yuan,
      discount: Yuan,
      actor: z.string(),
      at: Instant,
      reversedAt: Instant.nullable(),
    }),
  ),
});
