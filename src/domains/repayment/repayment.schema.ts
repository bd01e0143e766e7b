import { z } from 'zod';
import { bucketKeys } from '~/domains/credit/terms';
import { TermsInput } from '~/domains/credit/terms.schema';
import { needsFlowNo } from '~/domains/finance/receiptWay';
import { ReceiptWay } from '~/domains/finance/receiptWay.schema';
import { BizDate, EnteredDate, FilterChoice, FilterId, FlowNo, Id, Instant, OptionalId, OptionalText, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { billStates, type ItemState, itemStates, type PaymentKind, type PaymentState, paymentKinds, paymentStates, refundWays } from './repayment';

const Kind = z.enum(keysOf<PaymentKind>(paymentKinds));
const State = z.enum(keysOf<PaymentState>(paymentStates));
const Bucket = z.enum(bucketKeys as [(typeof bucketKeys)[number], ...(typeof bucketKeys)[number][]]);
const Way = z.enum(keysOf(refundWays));
const Positive = Yuan.refine((fen) => fen > 0n, '金额必须大于0');
const day = BizDate.optional();

const Direction = z.object({ to: Id, amount: z.union([Positive, z.null()]).default(null) });
const PaymentFields = z.object({
  kind: Kind.default('MONEY'),
  /** Dealers pay their own whatever stands here. */
  customerId: OptionalId,
  payer: OptionalText(60, '付款方'),
  amount: Positive,
  valueOn: EnteredDate,
  channel: ReceiptWay.default('BANK'),
  bankRef: FlowNo,
  billNo: OptionalText(40, '票号'),
  billDueOn: z.union([EnteredDate, z.literal('')]).default(''),
  /** Of a bill: it counts on the day it is due instead of the day it came. */
  atMaturity: z.boolean().default(false),
  voucher: z.array(z.string().max(200)).max(9, '最多9个凭证').default([]),
  directed: z.array(Direction).max(100, '一次最多指定100期').default([]),
  payAhead: z.boolean().default(true),
  itemId: OptionalId,
  bucket: z.union([Bucket, z.literal('')]).default(''),
  /** Of prepaid money that is given back: where to, and to which customer. */
  refundTo: z.union([Way, z.literal('')]).default(''),
  toCustomerId: OptionalId,
  remark: OptionalText(200, '备注'),
});
export const PaymentTrialInput = PaymentFields;
export const PaymentForm = PaymentFields.refine(
  (form) => form.kind !== 'MONEY' || !needsFlowNo(form.channel) || form.channel === 'ACCEPTANCE' || form.bankRef !== '',
  {
    path: ['bankRef'],
    message: '请填写流水号',
  },
).refine((form) => form.kind !== 'MONEY' || form.channel !== 'ACCEPTANCE' || (form.billNo !== '' && form.billDueOn !== ''), {
  path: ['billNo'],
  message: '承兑汇票须填写票号和到期日',
});
export type PaymentForm = z.output<typeof PaymentForm>;
export type PaymentGiven = z.input<typeof PaymentForm>;

const Figures = z.object({ fee: Yuan, penalty: Yuan, interest: Yuan, principal: Yuan });
const TrialRow = z.object({
  id: Id,
  no: z.string(),
  orderNo: z.string(),
  dueOn: BizDate,
  state: z.enum(keysOf<ItemState>(itemStates)),
  before: Figures,
  now: Figures,
  after: Figures,
  /** All of it before and after, and what fees and interest take of the payment together. */
  owed: Yuan,
  left: Yuan,
  charges: Yuan,
});
export const PaymentTrial = z.object({
  rows: z.array(TrialRow),
  /** Everything that is owed, before and after. */
  owed: Yuan,
  left: Yuan,
  /** What no instalment takes: it stays as prepaid. */
  rest: Yuan,
  prepaid: Yuan,
  /** Earlier payments that this one, dated back, settles differently. */
  changes: z.array(z.object({ paymentNo: z.string(), itemNo: z.string(), bucket: Bucket, before: Yuan, after: Yuan })),
  backdated: z.boolean(),
});
export type PaymentTrial = z.input<typeof PaymentTrial>;

export const Ref = z.object({ id: Id, version: RowVersion });
export const ReasonRef = Ref.extend({ reason: Text(200, '原因') });
export const ReversalInput = ReasonRef.extend({ dishonoured: z.boolean().default(false) });
export const Saved = z.object({ id: Id, no: z.string() });

/** The figures above and below a list: sums of all that is found. */
const withTabs = z.enum(['true', 'false', '']).default('');

export const PaymentQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    payer: z.string().trim().max(60).default(''),
    bankRef: FlowNo.default(''),
    customerId: FilterId,
    kind: FilterChoice(paymentKinds),
    status: FilterChoice(paymentStates),
    bill: FilterChoice(billStates),
    billStart: day,
    billEnd: day,
    valueStart: day,
    valueEnd: day,
    withTabs,
  }),
  { no: [], payer: [], bankRef: [] },
);
export type PaymentQuery = z.output<typeof PaymentQuery>;
export const MyPaymentQuery = tells(PaymentQuery.omit({ customerId: true }), { no: [], payer: [], bankRef: [] });
export const PaymentRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  kind: Kind,
  customerId: Id,
  customerName: z.string(),
  payer: z.string(),
  amount: Yuan,
  applied: Yuan,
  unapplied: Yuan,
  refunded: Yuan,
  refundTo: z.union([Way, z.literal('')]),
  valueOn: BizDate,
  channel: z.union([ReceiptWay, z.literal('')]),
  bankRef: z.string(),
  billNo: z.string(),
  billDueOn: BizDate.nullable(),
  dishonoured: z.boolean(),
  status: State,
  source: z.enum(['FACTORY', 'DEALER']),
  backdated: z.boolean(),
  creator: z.string(),
  createdAt: Instant,
});
export type PaymentRow = z.input<typeof PaymentRow>;
const Allocated = z.object({
  itemId: Id,
  itemNo: z.string(),
  dueOn: BizDate,
  bucket: Bucket,
  amount: Yuan,
  day: BizDate,
  causeNo: z.string(),
  actor: z.string(),
  at: Instant,
});
export const PaymentDetail = PaymentRow.extend({
  confirmer: z.string(),
  confirmedAt: Instant.nullable(),
  reverser: z.string(),
  reversedAt: Instant.nullable(),
  remark: z.string(),
  reason: z.string(),
  voucher: z.array(z.string()),
  itemNo: z.string(),
  bucket: z.union([Bucket, z.literal('')]),
  toCustomerName: z.string(),
  fromNo: z.string(),
  today: BizDate,
  mine: z.boolean(),
  allocations: z.array(Allocated),
  /** Whom it waits for, in words; '' when it does not. */
  waitsFor: z.string(),
  logs: z.array(NotedEntry),
});
export type PaymentDetail = z.input<typeof PaymentDetail>;

export const ItemQuery = tells(
  PageQuery.extend({
    tab: z.enum(['OPEN', 'OVERDUE', 'SETTLED', 'ALL']).default('OPEN'),
    no: z.string().trim().max(40).default(''),
    orderNo: z.string().trim().max(40).default(''),
    customerId: FilterId,
    creditOrderId: FilterId,
    dueStart: day,
    dueEnd: day,
    withTabs,
  }),
  { no: [], orderNo: [] },
);
export type ItemQuery = z.output<typeof ItemQuery>;
export const ItemRow = z.object({
  id: Id,
  no: z.string(),
  seq: z.number(),
  customerId: Id,
  customerName: z.string(),
  creditOrderId: Id,
  creditOrderNo: z.string(),
  orderNo: z.string(),
  nominalOn: BizDate,
  dueOn: BizDate,
  graceEnd: BizDate,
  provisional: z.boolean(),
  moved: z.boolean(),
  principal: Yuan,
  interest: Yuan,
  fee: Yuan,
  penalty: Yuan,
  paid: Yuan,
  relieved: Yuan,
  owed: Yuan,
  openPrincipal: Yuan,
  overdueDays: z.number(),
  state: z.enum(keysOf<ItemState>(itemStates)),
  settledOn: BizDate.nullable(),
});
export type ItemRow = z.input<typeof ItemRow>;
const Segment = z.object({ from: BizDate, to: BizDate, days: z.number(), principal: Yuan, ppm: z.number(), amount: Yuan });
export const ItemDetail = ItemRow.extend({
  owing: Figures,
  settled: Figures,
  waived: Figures,
  terms: z.string(),
  agreement: TermsInput,
  today: BizDate,
  segments: z.array(Segment),
  siblings: z.array(ItemRow),
  payments: z.array(
    z.object({ paymentId: Id, paymentNo: z.string(), kind: Kind, bucket: Bucket, amount: Yuan, day: BizDate, causeNo: z.string(), at: Instant }),
  ),
  revisions: z.array(
    z.object({
      seq: z.number(),
      day: BizDate,
      kind: z.string(),
      bizNo: z.string(),
      reason: z.string(),
      actor: z.string(),
      at: Instant,
      principal: Yuan,
      dueOn: BizDate,
    }),
  ),
  changes: z.array(z.object({ id: Id, no: z.string(), version: z.number(), status: z.string(), reason: z.string(), creator: z.string(), createdAt: Instant })),
});
export type ItemDetail = z.input<typeof ItemDetail>;

const PlanSide = z.object({ no: z.string(), nominal: BizDate, due: BizDate, provisional: z.boolean(), principal: Yuan });
export const ChangeInput = z.object({ creditOrderId: Id, terms: TermsInput, startOn: EnteredDate, reason: Text(200, '变更原因') });
export const ChangeTrialInput = ChangeInput.omit({ reason: true });
/** What a plan is worth today, its interest when it is paid by the day, and how long the money stays out on average. */
const Worth = z.object({ value: Yuan, interest: Yuan, days: z.number() });
export const ChangeTrial = z.object({
  before: z.array(PlanSide),
  after: z.array(PlanSide),
  worthBefore: Worth,
  worthAfter: Worth,
  discount: z.string(),
  terms: z.string(),
  termsAfter: z.string(),
});
export type ChangeTrial = z.input<typeof ChangeTrial>;

const DayFigures = z.object({
  day: BizDate,
  workday: z.boolean(),
  mark: z.enum(['', 'REST', 'WORK']),
  provisional: z.boolean(),
  count: z.number(),
  due: Yuan,
  paid: Yuan,
  overdue: z.boolean(),
});
export const CalendarQuery = z.object({ from: BizDate, to: BizDate });
export const Calendar = z.object({ days: z.array(DayFigures), due: Yuan, paid: Yuan, expected: Yuan, today: BizDate });
export type Calendar = z.input<typeof Calendar>;
export const DayQuery = z.object({ day: BizDate });
export const DayItems = z.object({ items: z.array(ItemRow), more: z.number() });

export const MyPlan = z.object({ items: z.array(ItemRow), due: Yuan, overdue: Yuan, owed: Yuan, prepaid: Yuan, next: BizDate.nullable() });
export type MyPlan = z.input<typeof MyPlan>;
