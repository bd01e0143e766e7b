import { z } from 'zod';
import { taxNoProblem } from '~/domains/customer/customerParts';
import { Attachment } from '~/domains/file/attachment.schema';
import {
  BizDate,
  ChoiceOf,
  EnteredDate,
  FilterId,
  Id,
  IdOf,
  Instant,
  OptionalId,
  OptionalText,
  PositiveQty,
  Qty,
  RangeEnd,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { plainIdentity } from '~/shared/identifiers';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import {
  type BillingState,
  billingStates,
  type Direction,
  directions,
  type IssuedBy,
  invoiceKinds,
  isSpecial,
  issuedBy,
  MAX_LINES,
  type RequestState,
  redReasons,
  requestStates,
} from './billing';

export const Kind = ChoiceOf(invoiceKinds, '发票类型');
const State = z.enum(keysOf<BillingState>(billingStates));
const Way = z.enum(keysOf<Direction>(directions));
const Reason = ChoiceOf(redReasons, '红冲原因');
const How = z.enum(keysOf<IssuedBy>(issuedBy));
const Choice = <T extends z.ZodType>(one: T) => one.optional();

export const Ref = z.object({ id: Id });
export const BillingRef = z.object({ id: Id, version: RowVersion });
export const BillingReason = BillingRef.extend({ reason: Text(200, '原因') });
export const BillingBatch = z.object({ items: z.array(BillingRef).min(1, '请先选择开票申请').max(100, '一次最多100张') });
export const Stepped = z.object({ id: Id, no: z.string(), status: State, version: z.number() });

/** Who is invoiced: what the invoice says of the buyer. */
const Buyer = z.object({
  kind: Kind,
  title: Text(60, '开票抬头'),
  taxNo: z.string().overwrite(plainIdentity).max(20, '税号长度不能超过20位').default(''),
  address: OptionalText(120, '注册地址'),
  phone: OptionalText(30, '注册电话'),
  bank: OptionalText(60, '开户行'),
  /** As the server masks it: that of the title chosen. */
  bankAccount: z
    .string()
    .overwrite(plainIdentity)
    .regex(/^([0-9* -]{6,40})?$/, '银行账号应为6到30位数字')
    .default(''),
  email: z
    .string()
    .trim()
    .max(100, '邮箱长度不能超过100个字')
    .refine((text) => text === '' || z.regexes.email.test(text), '邮箱格式不正确')
    .default(''),
});
/** By quantity, or where an amount is given, by amount. */
export const AskedLine = z.object({
  orderLineId: Id,
  qty: z.union([z.literal(''), PositiveQty]).default(''),
  amount: z.union([z.literal(''), Yuan.refine((fen) => fen > 0n, '金额必须大于0')]).default(''),
});
const asked = (lines: readonly { qty: string; amount: bigint | '' }[], context: z.core.$RefinementCtx) => {
  for (const [index, line] of lines.entries())
    if ((line.qty === '') === (line.amount === ''))
      context.addIssue({ code: 'custom', path: ['lines', index, 'qty'], message: line.qty === '' ? '请填写数量或金额' : '数量与金额只填一项' });
};
const lines = <T extends z.ZodType>(line: T) => z.array(line).min(1, '请至少填写一行本次开票').max(MAX_LINES, `一次最多${MAX_LINES}行`);

const checked = (input: z.output<typeof Buyer>, context: z.core.$RefinementCtx) => {
  const problem = input.taxNo ? taxNoProblem(input.taxNo) : isSpecial(input.kind) ? '不能为空：专用发票须有购买方税号' : null;
  if (problem) context.addIssue({ code: 'custom', path: ['taxNo'], message: `税号${problem}` });
};
const Application = Buyer.extend({
  /** The title it was filled from; its bank account stays whole behind the mask. */
  titleId: OptionalId,
  remark: OptionalText(200, '备注'),
  lines: lines(AskedLine),
});
export const BillingForm = Application.extend({ customerId: IdOf('客户') }).superRefine((input, context) => {
  checked(input, context);
  asked(input.lines, context);
});
export type BillingForm = z.output<typeof BillingForm>;
export const MyBillingForm = Application.superRefine((input, context) => {
  checked(input, context);
  asked(input.lines, context);
});
export type MyBillingForm = z.output<typeof MyBillingForm>;

const RedLine = AskedLine.omit({ orderLineId: true }).extend({ lineId: Id });
export const RedForm = BillingRef.extend({
  redReason: Reason,
  remark: OptionalText(200, '备注'),
  /** None: all that is left of it. */
  lines: z.array(RedLine).max(MAX_LINES, `一次最多${MAX_LINES}行`).default([]),
}).superRefine((input, context) => asked(input.lines, context));
export type RedForm = z.output<typeof RedForm>;

export const EnteredInvoice = z.object({
  code: z.string().overwrite(plainIdentity).max(12, '发票代码最多12位').default(''),
  no: z.string().overwrite(plainIdentity).min(1, '请填写发票号码').max(20, '发票号码最多20位'),
  issuedOn: EnteredDate,
  amount: Yuan.refine((fen) => fen > 0n, '金额必须大于0'),
  tax: Yuan.refine((fen) => fen >= 0n, '税额不能为负数'),
});
export type EnteredInvoice = z.output<typeof EnteredInvoice>;
export const EnterForm = BillingRef.extend({ invoices: z.array(EnteredInvoice).min(1, '请至少填写一张发票').max(50, '一次最多50张发票') });
export type EnterForm = z.output<typeof EnterForm>;
export const MailForm = BillingRef.extend({ email: z.email('邮箱格式不正确').max(100, '邮箱长度不能超过100个字') });

const Filters = PageQuery.extend({
  no: z.string().trim().max(40).optional(),
  invoiceNo: z.string().trim().max(40).optional(),
  orderNo: z.string().trim().max(40).optional(),
  kind: Choice(Kind),
  direction: Choice(Way),
  status: Choice(State),
  orderId: Choice(Id),
  createdStart: Choice(RangeEnd),
  createdEnd: Choice(RangeEnd),
  issuedStart: Choice(RangeEnd),
  issuedEnd: Choice(RangeEnd),
});
const told = { no: [], invoiceNo: [], orderNo: [] } as const;
export const MyBillingQuery = tells(Filters, told);
export const BillingQuery = tells(
  Filters.extend({
    customerId: Choice(Id),
    title: z.string().trim().max(60).optional(),
    /** With goods that were returned after they were invoiced. */
    redDue: Choice(z.literal('true')),
  }),
  { ...told, title: [] },
);
export type BillingQuery = z.output<typeof BillingQuery>;

export const BillingRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  customerId: Id,
  customerName: z.string(),
  direction: Way,
  kind: Kind,
  title: z.string(),
  amount: Yuan,
  tax: Yuan,
  redAmount: Yuan,
  orderNos: z.array(z.string()),
  invoiceNos: z.array(z.string()),
  status: State,
  creator: z.string(),
  createdAt: Instant,
  issuedAt: Instant.nullable(),
  /** Made by the person who asks: another one audits it. */
  mine: z.boolean(),
});
export type BillingRow = z.input<typeof BillingRow>;
export const MyBillingRow = BillingRow.omit({ customerId: true, customerName: true });

const Line = z.object({
  id: Id,
  lineNo: z.number(),
  orderId: Id,
  orderNo: z.string(),
  skuCode: z.string(),
  name: z.string(),
  spec: z.string(),
  unitName: z.string(),
  taxClassCode: z.string(),
  qty: Qty,
  amount: Yuan,
  taxRatePpm: z.number(),
  tax: Yuan,
  redQty: Qty,
  redAmount: Yuan,
  /** May still be taken back. */
  leftQty: Qty,
  leftAmount: Yuan,
  /** Was returned after it was invoiced. */
  redDueQty: Qty,
  redDueAmount: Yuan,
});
export const Chained = z.object({ id: Id, no: z.string(), direction: Way, amount: Yuan, status: State, createdAt: Instant, redReason: Reason.nullable() });
const Common = z.object({
  taxNo: z.string(),
  address: z.string(),
  phone: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  email: z.string(),
  remark: z.string(),
  reason: z.string(),
  redReason: Reason.nullable(),
  how: How,
  mailedAt: Instant.nullable(),
  lines: z.array(Line),
  rates: z.array(z.object({ taxRatePpm: z.number(), amount: Yuan, net: Yuan, tax: Yuan })),
  invoices: z.array(z.object({ id: Id, code: z.string(), no: z.string(), issuedOn: BizDate, amount: Yuan, tax: Yuan })),
  /** The invoice it takes back, itself, and the red letters over it, oldest first. */
  chain: z.array(Chained),
  files: z.array(Attachment),
});
export const BillingDetail = BillingRow.extend(Common.shape).extend({
  source: z.enum(['FACTORY', 'DEALER']),
  auditor: z.string(),
  auditedAt: Instant.nullable(),
  issuer: z.string(),
  /** Whether a platform is set up to issue it. */
  platform: z.boolean(),
  seller: z.object({ name: z.string(), taxNo: z.string() }),
  warnings: z.array(z.string()),
  requests: z.array(
    z.object({
      id: Id,
      requestNo: z.string(),
      state: z.enum(keysOf<RequestState>(requestStates)),
      attempts: z.number(),
      lastError: z.string(),
      createdAt: Instant,
      answeredAt: Instant.nullable(),
    }),
  ),
  logs: z.array(NotedEntry),
});
export type BillingDetail = z.input<typeof BillingDetail>;
/** Without what only the factory writes to itself. */
export const MyBillingDetail = MyBillingRow.extend(Common.omit({ reason: true }).shape).extend({
  reason: z.string(),
  steps: z.array(z.object({ action: z.string(), at: Instant })),
});

export const CandidateQuery = z.object({
  customerId: IdOf('客户'),
  orderNo: z.string().trim().max(40).default(''),
  orderId: FilterId,
});
export const MyCandidateQuery = CandidateQuery.omit({ customerId: true });
const Title = z.object({
  id: Id,
  title: z.string(),
  taxNo: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  isDefault: z.boolean(),
});
const Candidate = z.object({
  orderLineId: Id,
  orderId: Id,
  orderNo: z.string(),
  lineNo: z.number(),
  skuCode: z.string(),
  name: z.string(),
  spec: z.string(),
  unitName: z.string(),
  signed: Qty,
  returned: Qty,
  invoiced: Qty,
  invoicing: Qty,
  leftQty: Qty,
  leftAmount: Yuan,
  taxRatePpm: z.number(),
});
export type Candidate = z.input<typeof Candidate>;
export const Candidates = z.object({
  customer: z.object({ id: Id, name: z.string() }),
  titles: z.array(Title),
  lines: z.array(Candidate),
  /** There are more than are shown. */
  more: z.boolean(),
  /** Orders whose goods came back after they were invoiced: nothing new is invoiced of them before that is taken back. */
  redFirst: z.array(z.string()),
});
export type Candidates = z.input<typeof Candidates>;
