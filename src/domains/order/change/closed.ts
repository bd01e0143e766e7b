import { compareQty, divideHalfUp, scaled, subQty } from '~/shared/money';

interface Closable {
  qty: string;
  closed: string;
  shipped: string;
  shipped_amount: bigint;
  amount: bigint;
  discount_alloc: bigint;
  expense_alloc: bigint;
}

/**
 * What the closed part of the lines would have cost, in 分: an order is payable for the rest. Where all the rest has left, that is what was billed
 * of it: goods added after some had left bear none of the expense those bore. Else it is rounded as shipments bill it.
 */
export const closedAmount = (lines: readonly Closable[]): bigint =>
  lines.reduce((sum, line) => {
    const net = line.amount - line.discount_alloc - line.expense_alloc;
    const rest = subQty(line.qty, line.closed);
    if (compareQty(line.closed, '0') > 0 && compareQty(line.shipped, rest) >= 0) return sum + net - line.shipped_amount;
    return sum + net - divideHalfUp(net * scaled(rest, 4), scaled(line.qty, 4));
  }, 0n);
