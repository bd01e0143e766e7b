import { z } from 'zod';
import { BizDate, FilterChoice, FilterId, Id, Instant, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { natures, openSources, owedStates } from './plan';

const Nature = z.enum(keysOf(natures));
const text = (max: number) => z.string().trim().max(max).default('');
const day = BizDate.optional();
const count = z.coerce.number().int().min(0).max(36500).optional();

export const OwedQuery = tells(
  PageQuery.extend({
    no: text(40),
    sourceNo: text(40),
    planId: FilterId,
    customerId: FilterId,
    salesMemberId: FilterId,
    nature: FilterChoice(natures),
    status: FilterChoice(owedStates),
    bizStart: day,
    bizEnd: day,
    dueStart: day,
    dueEnd: day,
    disputed: z.enum(['', 'true']).default(''),
  }),
  { no: [], sourceNo: [] },
);
export type OwedQuery = z.output<typeof OwedQuery>;
const Owed = {
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  salesName: z.string(),
  nature: Nature,
  orderId: Id.nullable(),
  orderNo: z.string(),
  bizDate: BizDate,
  dueDate: BizDate,
  amount: Yuan,
  disputed: Yuan,
  overdueDays: z.number(),
};
export const OwedRow = z.object({
  id: Id,
  ...Owed,
  source: z.enum(keysOf(openSources)),
  sourceNo: z.string(),
  planId: Id.nullable(),
  planNo: z.string(),
  settled: Yuan,
  adjusted: Yuan,
  open: Yuan,
  onCredit: z.boolean(),
  status: z.enum(keysOf(owedStates)),
});
export type OwedRow = z.input<typeof OwedRow>;

export const OverQuery = tells(
  PageQuery.extend({
    planId: FilterId,
    customerId: FilterId,
    salesMemberId: FilterId,
    nature: FilterChoice(natures),
    overdueDaysMin: count,
    overdueDaysMax: count,
    notDue: z.enum(['', 'true']).default(''),
  }),
  { overdueDaysMin: [], overdueDaysMax: [] },
);
export type OverQuery = z.output<typeof OverQuery>;
export const OverRow = z.object({
  itemId: Id,
  receivableId: Id.nullable(),
  repayItemId: Id.nullable(),
  creditOrderId: Id.nullable(),
  ...Owed,
  source: z.enum(keysOf(openSources)),
  open: Yuan,
  running: Yuan,
  /** What the agreement charges for being late, on credit; null: nothing was agreed. */
  penalty: Yuan.nullable(),
  label: z.string(),
});
export type OverRow = z.input<typeof OverRow>;

export const AgeColumn = z.object({ label: z.string(), from: z.number(), to: z.number().nullable() });
export const CustomerQuery = tells(PageQuery.extend({ customerId: FilterId, salesMemberId: FilterId, overdue: z.enum(['', 'true', 'false']).default('') }), {});
export type CustomerQuery = z.output<typeof CustomerQuery>;
export const CustomerRow = z.object({
  customerId: Id,
  customerCode: z.string(),
  customerName: z.string(),
  salesName: z.string(),
  open: Yuan,
  overdue: Yuan,
  overdueDays: z.number(),
  disputed: Yuan,
  /** By the tenant's buckets, in their order. */
  ages: z.array(Yuan),
  creditLimit: Yuan.nullable(),
  creditFree: Yuan.nullable(),
  prepaid: Yuan,
});
export type CustomerRow = z.input<typeof CustomerRow>;
export const CustomerPage = z.object({
  pagedRecords: z.array(CustomerRow),
  pageNo: z.number(),
  totalCount: z.number(),
  capped: z.boolean().optional(),
  totals: z.record(z.string(), z.string()).optional(),
  buckets: z.array(AgeColumn),
});
export const CustomerDetail = CustomerRow.extend({
  buckets: z.array(AgeColumn),
  today: BizDate,
  monthStart: BizDate,
  /** Money that came, whichever app took it in. */
  paidThisMonth: Yuan,
  raisedThisMonth: Yuan,
  /** Days sales outstanding over the last ninety days; null: nothing was raised. */
  dso: z.number().nullable(),
  plans: z.array(z.object({ id: Id, no: z.string(), title: z.string(), status: z.string(), total: Yuan, createdAt: Instant })),
});
export type CustomerDetail = z.input<typeof CustomerDetail>;
