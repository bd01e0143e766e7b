import { z } from 'zod';
import { Id, Yuan } from '~/shared/fields';
import { FundMove, HoldQuery, HoldRow, MoveQuery } from './fund';
import { BookQuery, BookRow } from './receivable';

/** What a dealer has and owes at this factory. */
export const MyFunds = z.object({
  balance: Yuan,
  held: Yuan,
  available: Yuan,
  openReceivable: Yuan,
  overdue: Yuan,
  overdueDays: z.number(),
  /** The next day something falls due; '' when nothing does. */
  nextDue: z.string(),
});
export type MyFunds = z.input<typeof MyFunds>;

export const MyMoveQuery = MoveQuery.omit({ accountId: true });
export const MyMove = FundMove.omit({ actor: true, memo: true });
export type MyMove = z.input<typeof MyMove>;
export const MyHoldQuery = HoldQuery.omit({ accountId: true });
export const MyHold = HoldRow.omit({ customerId: true, customerName: true, accountId: true });
export type MyHold = z.input<typeof MyHold>;
export const MyDebtQuery = BookQuery.omit({ customerId: true, salesMemberId: true });
export const MyDebt = BookRow.omit({ customerId: true, customerName: true, salesName: true }).extend({ id: Id });
export type MyDebt = z.input<typeof MyDebt>;
