import { z } from 'zod';
import { FilterId, Id, Instant, RangeEnd, Text, Yuan } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';

const States = z.enum(['ACTIVE', 'DISABLED']);
export const Positive = Yuan.refine((fen) => fen > 0n, '金额必须大于0');

export const AccountQuery = PageQuery.extend({
  customerId: FilterId,
  status: States.optional(),
  type: z.enum(['BALANCE', 'EXPENSE', '']).default(''),
  balanceStart: Yuan.optional(),
  balanceEnd: Yuan.optional(),
  low: z.enum(['true', 'false', '']).default(''),
});
export type AccountQuery = z.output<typeof AccountQuery>;

export const AccountRow = z.object({
  id: Id,
  customerId: Id,
  customerCode: z.string(),
  customerName: z.string(),
  posted: Yuan,
  held: Yuan,
  available: Yuan,
  expensePosted: Yuan,
  expenseHeld: Yuan,
  lowBalance: Yuan.nullable(),
  /** Available is under the reminder. */
  low: z.boolean(),
  status: States,
  changedAt: Instant,
});
export type AccountRow = z.input<typeof AccountRow>;

/** What a customer has in its account and owes: one reading for all who may see it. */
export const CustomerFunds = z.object({ balance: Yuan, held: Yuan, available: Yuan, openReceivable: Yuan, overdue: Yuan });
/** Credit a customer may pay by; null: it has none that may be used. `available` null: without a bound. */
export const OfferedCredit = z.object({ available: Yuan.nullable() }).nullable();

export const AccountDetail = AccountRow.extend({ openReceivable: Yuan, overdue: Yuan, createdAt: Instant });
export type AccountDetail = z.input<typeof AccountDetail>;

export const OpenInput = z.object({ customerIds: z.array(Id).max(500, '一次最多500个客户').default([]), all: z.boolean().default(false) });
export const AccountSwitch = z.object({ id: Id, status: States, reason: Text(200, '原因') });
export const LowBalanceInput = z.object({ id: Id, lowBalance: z.union([z.literal(''), Yuan.refine((fen) => fen >= 0n, '不能为负数')]) });

export const MovementQuery = tells(
  PageQuery.extend({
    accountId: Id,
    bizNo: z.string().trim().max(40).default(''),
    direction: z.enum(['IN', 'OUT', '']).default(''),
    atStart: RangeEnd.optional(),
    atEnd: RangeEnd.optional(),
  }),
  { bizNo: [] },
);
export type MovementQuery = z.output<typeof MovementQuery>;
export const FundMovement = z.object({
  id: Id,
  at: Instant,
  kind: z.string(),
  bizType: z.string(),
  bizId: Id,
  bizNo: z.string(),
  memo: z.string(),
  income: Yuan,
  expense: Yuan,
  balance: Yuan,
  actor: z.string(),
});
export type FundMovement = z.input<typeof FundMovement>;

const HoldKind = z.enum(['ORDER', 'REFUND', 'MANUAL']);
const HoldStates = z.enum(['ACTIVE', 'PART', 'CAPTURED', 'RELEASED']);
export const HoldQuery = tells(
  PageQuery.extend({
    accountId: FilterId,
    state: HoldStates.optional(),
    no: z.string().trim().max(40).default(''),
  }),
  { no: [] },
);
export type HoldQuery = z.output<typeof HoldQuery>;
/** What a document wrote on one side of one account of the books. */
export const LedgerEntry = z.object({ id: Id, account: z.string(), dr: Yuan, cr: Yuan });
/** With when, why and by whom. */
export const FundEntry = LedgerEntry.extend({ at: Instant, kind: z.string(), actor: z.string() });
export const HoldEvent = z.object({ id: Id, action: z.enum(['HOLD', 'CAPTURE', 'RELEASE']), amount: Yuan, bizNo: z.string(), actor: z.string(), at: Instant });

export const HoldRow = z.object({
  id: Id,
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  accountId: Id,
  bizType: HoldKind,
  bizId: Id,
  bizNo: z.string(),
  amount: Yuan,
  captured: Yuan,
  released: Yuan,
  open: Yuan,
  state: HoldStates,
  reason: z.string(),
  createdAt: Instant,
});
export type HoldRow = z.input<typeof HoldRow>;
export const HoldDetail = HoldRow.extend({
  /** Frozen by the person who asks: another one must release it. */
  mine: z.boolean(),
  events: z.array(HoldEvent),
  entries: z.array(FundEntry.omit({ actor: true }).extend({ bizNo: z.string() })),
});
export type HoldDetail = z.input<typeof HoldDetail>;
export const ManualHold = z.object({ accountId: Id, amount: Positive, reason: Text(200, '冻结原因') });
export const ManualRelease = z.object({ id: Id, amount: Positive, reason: Text(200, '解冻原因') });
