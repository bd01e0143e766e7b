import { compareQty, divideHalfUp, scaled, subQty, sumQty, taxInside, unscaled } from '~/shared/money';

/** Counters of an order line that decide what may be invoiced of it: quantities in the line's unit, amounts in 分 with tax. */
export interface Billable {
  /** What of it was not closed. */
  qty: string;
  /** What that is worth, less its share of discount and expense. */
  netAmount: bigint;
  signed: string;
  returned: string;
  invoiced: string;
  invoicedAmount: bigint;
  invoicing: string;
  invoicingAmount: bigint;
}
/** Quantity and amount of a line that is invoiced, or taken back. */
export interface Part {
  qty: string;
  amount: bigint;
}
/** What a person asks for of a line: a quantity, or an amount instead. */
export interface Asked {
  qty: string | null;
  amount: bigint | null;
}

const atLeastZero = (qty: string): string => (qty.startsWith('-') ? '0' : qty);
const isZero = (qty: string): boolean => compareQty(qty, '0') === 0;

/** Signed and not returned: what may stand on invoices at most. */
export function dueOf(line: Pick<Billable, 'qty' | 'netAmount' | 'signed' | 'returned'>): Part {
  const qty = subQty(line.signed, line.returned);
  if (isZero(line.qty)) return { qty, amount: 0n };
  return { qty, amount: divideHalfUp(line.netAmount * scaled(qty, 4), scaled(line.qty, 4)) };
}

/** What may still be applied for. */
export function leftOf(line: Billable): Part {
  const due = dueOf(line);
  const amount = due.amount - line.invoicedAmount - line.invoicingAmount;
  return { qty: atLeastZero(subQty(due.qty, sumQty([line.invoiced, line.invoicing]))), amount: amount > 0n ? amount : 0n };
}

/** What was invoiced beyond what is signed and not returned, and must be taken back in red. */
export function redDueOf(line: Billable): Part {
  const due = dueOf(line);
  const amount = line.invoicedAmount - due.amount;
  return { qty: atLeastZero(subQty(line.invoiced, due.qty)), amount: amount > 0n ? amount : 0n };
}

/** The share of `left` that a quantity is; all of it takes all of the money. */
const amountOf = (left: Part, qty: string): bigint =>
  compareQty(qty, left.qty) === 0 ? left.amount : divideHalfUp(left.amount * scaled(qty, 4), scaled(left.qty, 4));

/** What is invoiced of a line; null: more than is left, or nothing. By amount, the quantity is cut to what the amount covers. */
export function takenOf(left: Part, asked: Asked): Part | null {
  if (asked.qty !== null) {
    if (isZero(asked.qty) || compareQty(asked.qty, left.qty) > 0) return null;
    const amount = amountOf(left, asked.qty);
    return amount > 0n ? { qty: asked.qty, amount } : null;
  }
  const amount = asked.amount ?? 0n;
  if (amount <= 0n || amount > left.amount) return null;
  return { qty: amount === left.amount ? left.qty : unscaled((scaled(left.qty, 4) * amount) / left.amount, 4), amount };
}

/** A line of an invoice, with what red letters took of it or are about to. */
export interface Redable extends Part {
  tax: bigint;
  taxRatePpm: number;
  redQty: string;
  redAmount: bigint;
  redTax: bigint;
  reddingQty: string;
  reddingAmount: bigint;
  reddingTax: bigint;
}
export const redLeftOf = (line: Redable): Part & { tax: bigint } => ({
  qty: subQty(line.qty, sumQty([line.redQty, line.reddingQty])),
  amount: line.amount - line.redAmount - line.reddingAmount,
  tax: line.tax - line.redTax - line.reddingTax,
});

/**
 * What a red letter takes of a line; null: more than is left, or nothing. An allowance takes an amount and leaves the goods.
 * Whoever takes the last cent takes all that is left, so that the letters over a whole invoice add up to it in every figure.
 */
export function redOf(line: Redable, asked: Asked): (Part & { tax: bigint }) | null {
  const left = redLeftOf(line);
  const byQty = asked.qty !== null;
  if (byQty && (isZero(asked.qty as string) || compareQty(asked.qty as string, left.qty) > 0)) return null;
  const amount = byQty ? amountOf(left, asked.qty as string) : (asked.amount ?? 0n);
  if (amount <= 0n || amount > left.amount) return null;
  if (amount === left.amount) return left;
  const tax = taxInside(amount, line.taxRatePpm);
  return { qty: byQty ? (asked.qty as string) : '0', amount, tax: tax < left.tax ? tax : left.tax };
}

export interface Taxed {
  amount: bigint;
  tax: bigint;
  taxRatePpm: number;
}
export interface RateTotal {
  taxRatePpm: number;
  amount: bigint;
  /** Without tax. */
  net: bigint;
  tax: bigint;
}
/** Totals per tax rate, the highest first: sums of the lines and nothing else. */
export function ratesOf(lines: readonly Taxed[]): RateTotal[] {
  const totals = new Map<number, RateTotal>();
  for (const { taxRatePpm, amount, tax } of lines) {
    const of = totals.get(taxRatePpm) ?? { taxRatePpm, amount: 0n, net: 0n, tax: 0n };
    totals.set(taxRatePpm, { taxRatePpm, amount: of.amount + amount, net: of.net + amount - tax, tax: of.tax + tax });
  }
  return [...totals.values()].sort((a, b) => b.taxRatePpm - a.taxRatePpm);
}
export const totalOf = (lines: readonly Taxed[]): { amount: bigint; tax: bigint } => ({
  amount: lines.reduce((sum, line) => sum + line.amount, 0n),
  tax: lines.reduce((sum, line) => sum + line.tax, 0n),
});
