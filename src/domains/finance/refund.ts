import { splitByLargestRemainder } from '~/shared/money';

export const refundWays = { ORIGINAL: '原路退回', ACCOUNT: '退至资金账户', OFFLINE: '线下退款' } as const;
/** Where what was paid goes back to. Expense money goes back where it came from, whatever is chosen. */
export type RefundTo = keyof typeof refundWays;
export const tenderNames: Readonly<Record<string, string>> = { BALANCE: '资金账户', EXPENSE: '费用账户', OFFLINE: '线下付款', OWED: '冲减欠款' };
export const refundTargets: Readonly<Record<string, string>> = { FUND: '资金账户', EXPENSE: '费用账户', BANK: '线下付出', OWED: '冲减应收' };

/** A way of payment and an amount of it, in 分. */
export interface Tendered {
  tender: string;
  amount: bigint;
}

/**
 * `amount` split over what is left of each way of payment, in proportion by largest remainder: never more than is left of one, and all of
 * every one when `amount` is all that is left. So whatever the returns an order is split into, each way gets back exactly what it paid.
 */
export function splitRefund(amount: bigint, left: readonly Tendered[]): Tendered[] {
  const total = left.reduce((sum, one) => sum + one.amount, 0n);
  if (amount < 0n || amount > total) throw new Error(`${amount} cannot be given back of ${total}`);
  const parts = splitByLargestRemainder(
    amount,
    left.map((one) => one.amount),
  );
  return left.flatMap(({ tender }, index) => ((parts[index] ?? 0n) > 0n ? [{ tender, amount: parts[index] as bigint }] : []));
}

/** What a return takes off one receivable: what is still owed falls first, then what was paid is given back; a tail written off was paid by nobody. */
export function splitReturn(amount: bigint, receivable: { open: bigint; paid: readonly Tendered[] }): { owedOff: bigint; paidBack: Tendered[] } {
  const owedOff = amount < receivable.open ? amount : receivable.open;
  const paid = receivable.paid.reduce((sum, one) => sum + one.amount, 0n);
  const back = amount - owedOff;
  return { owedOff, paidBack: splitRefund(back < paid ? back : paid, receivable.paid) };
}
