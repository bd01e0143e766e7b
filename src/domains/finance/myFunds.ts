import { z } from 'zod';
import { Id } from '~/shared/fields';
import { tells } from '~/shared/page';
import { CustomerFunds, FundMove, HoldQuery, HoldRow, MoveQuery } from './fund';
import { BookQuery, BookRow } from './receivable';

/** What a dealer has and owes at this factory. */
export const MyFunds = CustomerFunds.extend({
  overdueDays: z.number(),
  /** The next day something falls due; '' when nothing does. */
  nextDue: z.string(),
});
export type MyFunds = z.input<typeof MyFunds>;

export const MyMoveQuery = tells(MoveQuery.omit({ accountId: true }), { bizNo: [] });
export const MyMove = FundMove.omit({ actor: true, memo: true });
export type MyMove = z.input<typeof MyMove>;
export const MyHoldQuery = tells(HoldQuery.omit({ accountId: true }), { no: [] });
export const MyHold = HoldRow.omit({ customerId: true, customerName: true, accountId: true });
export type MyHold = z.input<typeof MyHold>;
export const MyDebtQuery = tells(BookQuery.omit({ customerId: true, salesMemberId: true }), { no: [], sourceNo: [], overdueDaysMin: [], overdueDaysMax: [] });
export const MyDebt = BookRow.omit({ customerId: true, customerName: true, salesName: true }).extend({ id: Id });
export type MyDebt = z.input<typeof MyDebt>;
