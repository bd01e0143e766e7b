import { compareQty, divideHalfUp, minQty, scaled, subQty, sumQty, unscaled } from '~/shared/money';

/** Counters of an order line that decide how much may still go out, all in the line's own unit except `baseQty` and `reserved`. */
export interface OpenLine {
  qty: string;
  baseQty: string;
  shipped: string;
  closed: string;
  /** Quantity of the pending order change, when one waits for approval. */
  pendingQty: string | null;
  /** On other delivery documents that wait to go out. */
  waiting: string;
  unitDecimals: number;
}

const nonNegative = (qty: string): string => (qty.startsWith('-') ? '0' : qty);

/** What may still be put on a delivery: ordered − closed − shipped − already waiting; while a change is pending, of the smaller quantity. */
export function remainingOf(line: OpenLine): string {
  const ordered = line.pendingQty === null ? line.qty : minQty(line.qty, line.pendingQty);
  return nonNegative(subQty(ordered, sumQty([line.closed, line.shipped, line.waiting])));
}

/** Base quantity of part of a line, by the ratio the order fixed; null when it is not exact to 4 decimals. */
export function basePortion(line: Pick<OpenLine, 'qty' | 'baseQty'>, qty: string): string | null {
  const product = scaled(qty, 4) * scaled(line.baseQty, 4);
  const whole = scaled(line.qty, 4);
  return product % whole === 0n ? unscaled(product / whole, 4) : null;
}

/** How much of the line's unit a base quantity covers, cut to the unit's decimals. */
export function coveredBy(line: Pick<OpenLine, 'qty' | 'baseQty' | 'unitDecimals'>, baseQty: string): string {
  const base = scaled(nonNegative(baseQty), 4);
  const inUnit = (base * scaled(line.qty, 4)) / scaled(line.baseQty, 4);
  const step = 10n ** BigInt(4 - line.unitDecimals);
  return unscaled((inUnit / step) * step, 4);
}

/** min(remaining, own reservation + available), in the line's unit. */
export function deliverableOf(line: OpenLine, stock: { reserved: string; available: string }): string {
  const base = sumQty([nonNegative(stock.reserved), nonNegative(stock.available)]);
  return minQty(remainingOf(line), coveredBy(line, base));
}

/**
 * Amount of one shipment in 分: what is not closed of the line by exact shipped share, less what earlier shipments took.
 * The shipment that completes the line takes the remainder, so Σ = what it is payable for, whatever was reversed in between.
 */
export function shippedAmount(line: { qty: string; closed: string; shipped: string; keptAmount: bigint; shippedAmount: bigint }, qty: string): bigint {
  const after = scaled(line.shipped, 4) + scaled(qty, 4);
  const due = divideHalfUp(line.keptAmount * after, scaled(subQty(line.qty, line.closed), 4)) - line.shippedAmount;
  return due > 0n ? due : 0n;
}

export const isZero = (qty: string): boolean => compareQty(qty, '0') === 0;
