import { z } from 'zod';
import { BizDate, EnteredDate, FilterChoice, Id, Instant, OptionalId, RangeEnd, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { ChangeEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import {
  type AccountStatus,
  accountStates,
  type CreditOrderStatus,
  creditOrderStates,
  freezeSources,
  type JournalEvent,
  journalEvents,
  journalKinds,
  lineKinds,
  useKinds,
  useSources,
} from './credit';

export const State = z.enum(keysOf<AccountStatus>(accountStates));
export const OrderState = z.enum(keysOf<CreditOrderStatus>(creditOrderStates));
const Event = z.enum(keysOf<JournalEvent>(journalEvents));
const words = z.string().trim().max(40).default('');
const end = RangeEnd.optional();
const yesNo = z.enum(['true', 'false']).optional();
const percent = z.coerce.number().int().min(0).max(10_000).optional();

export const AccountQuery = tells(
  PageQuery.extend({
    no: words,
    customerId: OptionalId,
    creditTypeId: OptionalId,
    status: FilterChoice(accountStates),
    groupId: OptionalId,
    levelId: OptionalId,
    salesMemberId: OptionalId,
    validStart: end,
    validEnd: end,
    /** Beyond its limit. */
    exceeded: yesNo,
    overdue: yesNo,
    /** Normal or frozen. */
    inUse: yesNo,
    unlimited: yesNo,
    /** Whole percent. */
    usageMin: percent,
    usageMax: percent,
    withTabs: yesNo,
  }),
  { no: [], usageMin: [], usageMax: [] },
);
export type AccountQuery = z.output<typeof AccountQuery>;

export const AccountRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  customerId: Id,
  customerName: z.string(),
  creditTypeId: Id,
  typeName: z.string(),
  groupName: z.string(),
  status: State,
  /** null: unlimited. */
  baseLimit: Yuan.nullable(),
  limit: Yuan.nullable(),
  held: Yuan,
  used: Yuan,
  spent: Yuan,
  frozen: Yuan,
  available: Yuan.nullable(),
  /** Percent, one decimal. */
  usage: z.number(),
  perOrderLimit: Yuan.nullable(),
  validFrom: BizDate,
  validTo: BizDate.nullable(),
  /** Days from today to the last it is valid on, below 0 when it is over; null: for ever. */
  validDays: z.number().nullable(),
  /** What temporary lines and adjustments add today; null: unlimited. */
  extraLimit: Yuan.nullable(),
  overdueDays: z.number(),
  salesName: z.string(),
  createdAt: Instant,
});
export type AccountRow = z.input<typeof AccountRow>;

export const LineRow = z.object({
  id: Id,
  kind: z.enum(keysOf(lineKinds)),
  amount: Yuan.nullable(),
  validFrom: BizDate,
  validTo: BizDate.nullable(),
  reason: z.string(),
  sourceNo: z.string(),
  creator: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  endReason: z.string(),
  /** Counts today. */
  counts: z.boolean(),
});
export type LineRow = z.input<typeof LineRow>;
export const FreezeRow = z.object({
  id: Id,
  amount: Yuan.nullable(),
  source: z.enum(keysOf(freezeSources)),
  reason: z.string(),
  freezer: z.string(),
  frozenAt: Instant,
  thawer: z.string(),
  thawedAt: Instant.nullable(),
  thawReason: z.string(),
});
export type FreezeRow = z.input<typeof FreezeRow>;

export const AccountDetail = AccountRow.extend({
  terms: z.string(),
  remark: z.string(),
  creator: z.string(),
  overLimit: Yuan,
  lines: z.array(LineRow),
  freezes: z.array(FreezeRow),
  log: z.array(ChangeEntry),
});
export type AccountDetail = z.input<typeof AccountDetail>;

export const JournalQuery = tells(
  PageQuery.extend({
    accountId: OptionalId,
    customerId: OptionalId,
    creditOrderId: OptionalId,
    event: FilterChoice(journalKinds),
    bizNo: words,
    start: end,
    end,
  }),
  { bizNo: [] },
);
export type JournalQuery = z.output<typeof JournalQuery>;
export const JournalRow = z.object({
  id: Id,
  at: Instant,
  accountId: Id,
  accountNo: z.string(),
  customerName: z.string(),
  event: Event,
  amount: Yuan,
  bizNo: z.string(),
  creditOrderId: Id.nullable(),
  limit: Yuan.nullable(),
  held: Yuan,
  used: Yuan,
  available: Yuan.nullable(),
  memo: z.string(),
  actor: z.string(),
});
export type JournalRow = z.input<typeof JournalRow>;

export const AsOfInput = z.object({ id: Id, date: EnteredDate });
/** Where an account stood at the end of a day; null: it was not opened yet. */
export const AsOf = z.object({
  stood: z
    .object({ status: State, limit: Yuan.nullable(), held: Yuan, used: Yuan, spent: Yuan, frozen: Yuan, available: Yuan.nullable(), at: Instant })
    .nullable(),
});

export const OrderQuery = tells(
  PageQuery.extend({
    no: words,
    customerId: OptionalId,
    accountId: OptionalId,
    status: FilterChoice(creditOrderStates),
    source: FilterChoice(useSources),
    dueStart: end,
    dueEnd: end,
    overdue: yesNo,
    /** Credit is still set aside for it. */
    holding: yesNo,
    withTabs: yesNo,
  }),
  { no: [] },
);
export type OrderQuery = z.output<typeof OrderQuery>;
export const OrderRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  customerId: Id,
  customerName: z.string(),
  accountId: Id,
  accountNo: z.string(),
  typeName: z.string(),
  source: z.enum(keysOf(useSources)),
  orderId: Id.nullable(),
  orderNo: z.string(),
  amount: Yuan,
  held: Yuan,
  committed: Yuan,
  released: Yuan,
  returned: Yuan,
  repaid: Yuan,
  open: Yuan,
  status: OrderState,
  startedOn: BizDate.nullable(),
  nextDueOn: BizDate.nullable(),
  overdueDays: z.number(),
  creator: z.string(),
  createdAt: Instant,
});
export type OrderRow = z.input<typeof OrderRow>;

export const UseRow = z.object({
  id: Id,
  kind: z.enum(keysOf(useKinds)),
  amount: Yuan,
  bizDate: BizDate,
  bizNo: z.string(),
  deliveryId: Id.nullable(),
  actor: z.string(),
  createdAt: Instant,
});
export type UseRow = z.input<typeof UseRow>;
export const OrderDetail = OrderRow.extend({
  terms: z.string(),
  remark: z.string(),
  holdExpiresAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  uses: z.array(UseRow),
  log: z.array(ChangeEntry),
});
export type OrderDetail = z.input<typeof OrderDetail>;
