import { divideHalfUp, scaled, subQty } from '~/shared/money';

interface Closable {
  qty: string;
  closed: string;
  amount: bigint;
  discount_alloc: bigint;
  expense_alloc: bigint;
}

/** What the closed part of the lines would have cost, in 分, rounded as shipments bill it: an order is payable for the rest. */
export const closedAmount = (lines: readonly Closable[]): bigint =>
  lines.reduce((sum, line) => {
    const net = line.amount - line.discount_alloc - line.expense_alloc;
    return sum + net - divideHalfUp(net * scaled(subQty(line.qty, line.closed), 4), scaled(line.qty, 4));
  }, 0n);
