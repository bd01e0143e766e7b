import { compareQty, sumQty, taxInside } from '~/shared/money';
import type { Line } from '../store.server';

type Money = Pick<Line, 'amount' | 'discount_alloc' | 'expense_alloc'>;

/** What a line costs after its share of discount and expense. */
const netOf = (line: Money): bigint => line.amount - line.discount_alloc - line.expense_alloc;

/** What goods of the line that are still to be shipped will cost. */
export const toCome = (line: Money & Pick<Line, 'closed_amount' | 'shipped_amount'>): bigint => netOf(line) - line.closed_amount - line.shipped_amount;

/**
 * What the closed part of a line that is written anew would have cost, in 分. Nothing left to ship: all that was not billed. Else it stays as it was
 * when it was closed, so that goods added since cost what they cost, and reversed ones what they did.
 */
export function closedAmountOf(line: Money & Pick<Line, 'qty' | 'closed' | 'shipped' | 'shipped_amount' | 'closed_amount'>): bigint {
  if (compareQty(line.closed, '0') === 0) return 0n;
  const left = netOf(line) - line.shipped_amount;
  return compareQty(sumQty([line.closed, line.shipped]), line.qty) >= 0 || left < line.closed_amount ? left : line.closed_amount;
}

/** An order is payable for what its lines keep. */
export const closedAmount = (lines: readonly Pick<Line, 'closed_amount'>[]): bigint => lines.reduce((sum, line) => sum + line.closed_amount, 0n);

/** 税额 inside what the lines keep, in 分: the closed part is neither delivered nor invoiced. */
export const keptTax = (lines: readonly (Money & Pick<Line, 'closed_amount' | 'tax' | 'tax_rate_ppm'>)[]): bigint =>
  lines.reduce((sum, line) => sum + (line.closed_amount === 0n ? line.tax : taxInside(netOf(line) - line.closed_amount, line.tax_rate_ppm)), 0n);
