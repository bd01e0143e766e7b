import { z } from 'zod';
import { needsFlowNo } from '~/domains/finance/receiptWay';
import { ReceiptWay } from '~/domains/finance/receiptWay.schema';
import { BizDate, EnteredInstant, FilterChoice, FilterId, FlowNo, Id, IdOf, Instant, OptionalId, OptionalText, RangeEnd, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { matchWays, moneyKinds, moneyStates, restWays } from './plan';

const Positive = Yuan.refine((fen) => fen > 0n, '金额必须大于0');

/** What becomes of what a payment leaves open of a debt: it stays open, or is asked to be taken off by somebody else's approval. */
export const PayPart = z.object({ receivableId: Id, amount: Positive, rest: z.enum(keysOf(restWays)).default('KEEP') });
export const PayInput = z
  .object({
    customerId: IdOf('客户'),
    amount: Positive,
    payWay: ReceiptWay,
    bankFlowNo: FlowNo,
    payer: OptionalText(60, '付款方'),
    receivedAt: EnteredInstant,
    bizDate: z.union([z.literal(''), BizDate]).default(''),
    voucher: z.array(z.string().max(200)).max(9, '最多9个凭证').default([]),
    remark: OptionalText(200, '备注'),
    parts: z.array(PayPart).max(200, '一次最多核销200张应收单').default([]),
    bankLineId: OptionalId,
  })
  .refine((form) => !needsFlowNo(form.payWay) || form.bankFlowNo !== '', { path: ['bankFlowNo'], message: '请填写流水号' });
export type PayInput = z.output<typeof PayInput>;
export const Paid = z.object({ id: Id, no: z.string(), adjusts: z.number() });

export const PayPreviewInput = z.object({ customerId: Id, amount: Yuan.refine((fen) => fen >= 0n, '金额不能为负数') });
export const PayPreview = z.object({
  rest: Yuan,
  roundingLimit: Yuan,
  feeLimit: Yuan,
  parts: z.array(
    z.object({
      id: Id,
      no: z.string(),
      sourceNo: z.string(),
      nature: z.string(),
      dueDate: BizDate,
      amount: Yuan,
      disputed: Yuan,
      open: Yuan,
      apply: Yuan,
    }),
  ),
});
export type PayPreview = z.input<typeof PayPreview>;

/** 回款信息: money of customers, whichever app took it in. */
export const MoneyQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    bankFlowNo: z.string().trim().max(60).default(''),
    customerId: FilterId,
    kind: FilterChoice(moneyKinds),
    status: FilterChoice(moneyStates),
    receivedStart: RangeEnd.optional(),
    receivedEnd: RangeEnd.optional(),
  }),
  { no: [], bankFlowNo: [] },
);
export type MoneyQuery = z.output<typeof MoneyQuery>;
export const MoneyRow = z.object({
  id: Id,
  kind: z.enum(keysOf(moneyKinds)),
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  amount: Yuan,
  applied: Yuan,
  unapplied: Yuan,
  payWay: z.string(),
  bankFlowNo: z.string(),
  payer: z.string(),
  receivedAt: Instant,
  status: z.enum(keysOf(moneyStates)),
  creator: z.string(),
  createdAt: Instant,
});
export type MoneyRow = z.input<typeof MoneyRow>;

export const BankMatch = z.object({
  lineId: Id,
  version: z.number(),
  flowNo: z.string(),
  tradedAt: Instant,
  payer: z.string(),
  summary: z.string(),
  amount: Yuan,
  customerId: Id,
  customerName: z.string(),
  way: z.enum(keysOf(matchWays)),
  score: z.number(),
  parts: z.array(z.object({ receivableId: Id, no: z.string(), open: Yuan, apply: Yuan })),
  rest: Yuan,
});
export const BankPreview = z.object({
  /** The first of them; sums and counts are of all. */
  matches: z.array(BankMatch),
  count: z.number(),
  total: Yuan,
  minScore: z.number(),
  sure: z.number(),
  unknown: z.number(),
});
export type BankPreview = z.input<typeof BankPreview>;
/** How sure a line must be; as the company set it when nothing is said. */
export const BankRun = z.object({ minScore: z.number().int().min(0).max(100).optional() });
export const BankDone = z.object({ receipts: z.number(), matched: z.number(), amount: Yuan, rest: Yuan, left: z.number() });
