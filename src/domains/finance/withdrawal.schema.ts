import { z } from 'zod';
import { EnteredInstant, FilterChoice, FilterId, FlowNo, Id, Instant, OptionalId, OptionalText, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { FundEntry, HoldEvent, Positive } from './fund.schema';
import { needsFlowNo } from './receiptWay';
import { ReceiptWay } from './receiptWay.schema';
import { withdrawalStates } from './withdrawal';

const State = z.enum(keysOf(withdrawalStates));
const BankAccount = z
  .string()
  .trim()
  .regex(/^[0-9 -]{8,30}$/, '银行账号应为8到30位数字')
  .transform((text) => text.replace(/[ -]/g, ''));

export const WithdrawalForm = z.object({
  /** Dealers withdraw their own whatever stands here. */
  customerId: OptionalId,
  amount: Positive,
  payee: Text(60, '收款户名'),
  bank: Text(60, '开户行'),
  bankAccount: BankAccount,
  remark: OptionalText(200, '备注'),
});
export type WithdrawalForm = z.output<typeof WithdrawalForm>;

export const WithdrawalQuery = tells(
  PageQuery.extend({
    customerId: FilterId,
    no: z.string().trim().max(40).default(''),
    status: FilterChoice(withdrawalStates),
  }),
  { no: [] },
);
export type WithdrawalQuery = z.output<typeof WithdrawalQuery>;
export const MyWithdrawalQuery = tells(WithdrawalQuery.omit({ customerId: true }), { no: [] });

export const WithdrawalRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  customerId: Id,
  customerName: z.string(),
  amount: Yuan,
  source: z.enum(['FACTORY', 'DEALER']),
  payee: z.string(),
  bank: z.string(),
  /** Only its ends. */
  bankAccount: z.string(),
  status: State,
  creator: z.string(),
  createdAt: Instant,
  approver: z.string(),
  approvedAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  reason: z.string(),
  /** Asked for by the person who reads: another one must decide and pay. */
  mine: z.boolean(),
});
export type WithdrawalRow = z.input<typeof WithdrawalRow>;
export const MyWithdrawal = WithdrawalRow.omit({ customerId: true, customerName: true, approver: true, mine: true });
export type MyWithdrawal = z.input<typeof MyWithdrawal>;

const Ref = z.object({ id: Id, version: RowVersion });
export const WithdrawalRef = Ref;
export const WithdrawalDecision = Ref.extend({ pass: z.boolean(), reason: OptionalText(200, '意见') });
export const WithdrawalReason = Ref.extend({ reason: Text(200, '原因') });
export const WithdrawalPaid = Ref.extend({ payWay: ReceiptWay, bankFlowNo: FlowNo, paidAt: EnteredInstant }).refine(
  (form) => !needsFlowNo(form.payWay) || form.bankFlowNo !== '',
  { path: ['bankFlowNo'], message: '请填写流水号' },
);

const Part = z.object({ name: z.string(), amount: Yuan, target: z.string() });

/** A refund of either kind: money taken out of the account, or given back for goods returned. */
export const RefundDetail = z.object({
  id: Id,
  no: z.string(),
  kind: z.enum(['WITHDRAWAL', 'RETURN']),
  customerId: Id,
  customerName: z.string(),
  accountId: Id.nullable(),
  amount: Yuan,
  createdAt: Instant,
  actor: z.string(),
  parts: z.array(Part),
  entries: z.array(FundEntry),
  /** Only of a withdrawal. */
  withdrawal: WithdrawalRow.extend({
    version: RowVersion,
    remark: z.string(),
    payWay: z.string(),
    bankFlowNo: z.string(),
    payer: z.string(),
    /** For whoever pays; '' for others. */
    fullAccount: z.string(),
    holdId: Id.nullable(),
    logs: z.array(NotedEntry),
  }).nullable(),
  /** Only of a return. */
  order: z.object({ id: Id, no: z.string(), bizNo: z.string() }).nullable(),
});
export type RefundDetail = z.input<typeof RefundDetail>;

export const RefundQuery = PageQuery.extend({ accountId: Id });
export const RefundRow = z.object({
  id: Id,
  no: z.string(),
  kind: z.enum(['WITHDRAWAL', 'RETURN']),
  amount: Yuan,
  status: z.string(),
  relatedNo: z.string(),
  createdAt: Instant,
  actor: z.string(),
});
export type RefundRow = z.input<typeof RefundRow>;

/** What an order's payment came to. */
export const PaymentDetail = z.object({
  orderId: Id,
  orderNo: z.string(),
  customerId: Id,
  customerName: z.string(),
  accountId: Id.nullable(),
  payMethod: z.string(),
  goodsAmount: Yuan,
  payable: Yuan,
  paid: Yuan,
  owed: Yuan,
  at: Instant,
  tenders: z.array(z.object({ tender: z.enum(['BALANCE', 'EXPENSE']), amount: Yuan, captured: Yuan, released: Yuan, open: Yuan })),
  lots: z.array(z.object({ id: Id, no: z.string(), validTo: z.string().nullable(), open: Yuan, taken: Yuan })),
  holds: z.array(z.object({ id: Id, no: z.string(), tender: z.enum(['BALANCE', 'EXPENSE']), state: z.string(), amount: Yuan, open: Yuan, createdAt: Instant })),
  events: z.array(HoldEvent.extend({ tender: z.string() })),
  entries: z.array(FundEntry.extend({ bizNo: z.string() })),
});
export type PaymentDetail = z.input<typeof PaymentDetail>;

export const PaymentQuery = PageQuery.extend({ accountId: Id });
export const PaymentRow = z.object({
  id: Id,
  no: z.string(),
  payMethod: z.string(),
  payable: Yuan,
  held: Yuan,
  paid: Yuan,
  owed: Yuan,
  expenseUsed: Yuan,
  status: z.string(),
  createdAt: Instant,
});
export type PaymentRow = z.input<typeof PaymentRow>;
