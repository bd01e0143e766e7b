import { z } from 'zod';
import { CustomerFunds } from '~/domains/finance/fund.schema';
import { Id } from '~/shared/fields.schema';
import { tells } from '~/shared/page.schema';
import { BookQuery, BookRow } from './receivable.schema';

/** What a dealer has and owes at this factory. */
export const MyFunds = CustomerFunds.extend({
  overdueDays: z.number(),
  /** The next day something falls due; '' when nothing does. */
  nextDue: z.string(),
});
export type MyFunds = z.input<typeof MyFunds>;

export const MyDebtQuery = tells(BookQuery.omit({ customerId: true, salesMemberId: true }), { no: [], sourceNo: [], overdueDaysMin: [], overdueDaysMax: [] });
export const MyDebt = BookRow.omit({ customerId: true, customerName: true, salesName: true }).extend({ id: Id });
export type MyDebt = z.input<typeof MyDebt>;
