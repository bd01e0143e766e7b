import { z } from 'zod';
import { LedgerEntry } from '~/domains/finance/fund.schema';
import { BizDate, FilterId, Id, Instant, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, pageOf, tells } from '~/shared/page.schema';
import { receivableSources, receivableStates } from './receivable';

const day = BizDate.optional();

export const SummaryQuery = PageQuery.extend({
  customerId: FilterId,
  salesMemberId: FilterId,
  /** The period; from the first of this month to today when not given. */
  start: day,
  end: day,
  overdue: z.enum(['true', 'false']).optional(),
});
export const MovedQuery = PageQuery.extend({ customerId: Id, part: z.enum(['opening', 'raised', 'received', 'closing']), start: day, end: day });
export const SummaryRow = z.object({
  customerId: Id,
  customerCode: z.string(),
  customerName: z.string(),
  salesName: z.string(),
  opening: Yuan,
  raised: Yuan,
  received: Yuan,
  closing: Yuan,
  open: Yuan,
  overdue: Yuan,
  /** Of the oldest open receivable past its due day; 0: none is. */
  overdueDays: z.number(),
  /** By the tenant's columns of ages, in their order; the first is what is not due. */
  ages: z.array(Yuan),
});
const AgeColumn = z.object({ label: z.string(), from: z.number(), to: z.number().nullable() });
export const SummaryPage = pageOf(SummaryRow).extend({ buckets: z.array(AgeColumn) });

const stateOf = z.enum(keysOf(receivableStates));
export const BookQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).optional(),
    sourceNo: z.string().trim().max(40).optional(),
    customerId: FilterId,
    salesMemberId: FilterId,
    status: stateOf.optional(),
    bizStart: day,
    bizEnd: day,
    dueStart: day,
    dueEnd: day,
    overdueDaysMin: z.coerce.number().int().min(0).max(36500).optional(),
    overdueDaysMax: z.coerce.number().int().min(0).max(36500).optional(),
  }),
  { no: [], sourceNo: [], overdueDaysMin: [], overdueDaysMax: [] },
);
export const BookRow = z.object({
  id: Id,
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  salesName: z.string(),
  source: z.enum(keysOf(receivableSources)),
  deliveryId: Id.nullable(),
  deliveryNo: z.string(),
  /** Of an opening receivable: its number in the books before. */
  sourceNo: z.string(),
  orderId: Id.nullable(),
  orderNo: z.string(),
  bizDate: z.string(),
  dueDate: z.string(),
  amount: Yuan,
  settled: Yuan,
  offset: Yuan,
  returned: Yuan,
  refunded: Yuan,
  open: Yuan,
  /** What of it is late (on credit by instalment), and what is of the age the list was asked for. */
  overdue: Yuan,
  inAge: Yuan,
  overdueDays: z.number(),
  status: stateOf,
});
export const ReceivableDetail = BookRow.extend({
  remark: z.string(),
  createdAt: Instant,
  tailLimit: Yuan,
  applies: z.array(
    z.object({
      id: Id,
      kind: z.enum(['RECEIPT', 'CAPTURE', 'REPAYMENT']),
      receiptId: Id.nullable(),
      no: z.string(),
      amount: Yuan,
      discount: Yuan,
      actor: z.string(),
      at: Instant,
      reversedAt: Instant.nullable(),
    }),
  ),
  postings: z.array(LedgerEntry.extend({ at: Instant, bizDate: z.string(), bizNo: z.string(), memo: z.string(), actor: z.string() })),
  postingSums: z.object({ dr: Yuan, cr: Yuan }),
});
