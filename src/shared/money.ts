import { HIDDEN } from './mask';
import { BAD_INPUT, Refusal } from './refusal';

/** Exact arithmetic for money (bigint 分), quantities (4 decimals) and unit prices (6 decimals); nothing here is a JS number. */

const QTY_SCALE = 4;
const PRICE_SCALE = 6;

/**
 * What one figure may be at most; far beyond trade, and small enough that every sum a database column keeps of them fits.
 * Prices and quantities multiply to more than an amount may be, so computed amounts are held to the bound too (`mustFit`).
 */
export const MOST_FEN = 999_999_999_999n;
export const MOST_QTY = '999999999.9999';
export const MOST_PRICE = '9999999.999999';

/** A decimal string as an integer of `scale` decimals; throws RangeError when it is no decimal or has more decimals. */
export function scaled(text: string, scale: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`);
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > scale) throw new RangeError(`more than ${scale} decimals: ${text.slice(0, 40)}`);
  const value = BigInt(match[2] + fraction.padEnd(scale, '0'));
  return match[1] ? -value : value;
}

/** The shortest decimal string: 10.5000 is "10.5"; with `keep` at least that many decimals stay. */
export function unscaled(value: bigint, scale: number, keep = 0): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  let fraction = scale ? digits.slice(-scale) : '';
  while (fraction.length > keep && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return sign + whole + (fraction ? `.${fraction}` : '');
}

/** HALF_UP (away from zero on a tie), as invoices round. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return divideHalfUp(-numerator, -denominator);
  const half = numerator < 0n ? -(denominator / 2n) : denominator / 2n;
  if (denominator % 2n === 0n) return (numerator + half) / denominator;
  return (numerator * 2n + (numerator < 0n ? -denominator : denominator)) / (denominator * 2n);
}

/** "1234.50" 元 to 123450n 分. */
export const parseYuan = (text: string): bigint => scaled(text, 2);
/** 123450n 分 to "1234.50" 元. */
export const formatYuan = (fen: bigint): string => unscaled(fen, 2, 2);
/** An amount of an answer in 分, to reckon with; null where the reader's roles keep it from them, and so everything reckoned from it. */
export const shownFen = (yuan: string): bigint | null => (yuan === HIDDEN ? null : parseYuan(yuan));
export const shownYuan = (fen: bigint | null): string => (fen === null ? HIDDEN : formatYuan(fen));
export const sumFen = (all: readonly (bigint | null)[]): bigint | null =>
  all.reduce((sum, fen) => (sum === null || fen === null ? null : sum + fen), 0n as bigint | null);
/** Thousands set apart: 12345.6 is 12,345.6. */
export function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const apart = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}
/** How many of something: 12345 is 12,345. */
export const displayCount = (count: number): string => grouped(String(count));
/** 123450n 分 to "1,234.50". */
export const displayYuan = (fen: bigint): string => grouped(formatYuan(fen));

/** Refuses a computed amount beyond what one document may hold; `what` names it: 第3行“金额”. */
export function mustFit(amount: bigint, what: string, field?: string): bigint {
  if (amount <= MOST_FEN && amount >= -MOST_FEN) return amount;
  const message = `${what}${displayYuan(amount)}元超过上限${displayYuan(MOST_FEN)}元`;
  throw new Refusal(BAD_INPUT, message, { reason: 'BAD_INPUT', ...(field ? { fields: { [field]: message } } : {}) });
}

/** Line amount in 分: HALF_UP of quantity x unit price (元). */
export function lineAmount(qty: string, price: string): bigint {
  return divideHalfUp(scaled(qty, QTY_SCALE) * scaled(price, PRICE_SCALE), 10n ** 8n);
}

/** 130000 → 13%. */
export const displayTaxRate = (ppm: number): string => `${ppm / 10_000}%`;

/** Tax inside a tax-included amount; `ratePpm` is millionths (13 % = 130000). */
export function taxInside(amount: bigint, ratePpm: number): bigint {
  return amount - divideHalfUp(amount * 1_000_000n, 1_000_000n + BigInt(ratePpm));
}

export const addQty = (a: string, b: string): string => unscaled(scaled(a, QTY_SCALE) + scaled(b, QTY_SCALE), QTY_SCALE);
export const subQty = (a: string, b: string): string => unscaled(scaled(a, QTY_SCALE) - scaled(b, QTY_SCALE), QTY_SCALE);
export const sumQty = (all: readonly string[]): string => all.reduce(addQty, '0');
export const trimQty = (qty: string): string => unscaled(scaled(qty, QTY_SCALE), QTY_SCALE);
export const displayQty = (qty: string): string => grouped(trimQty(qty));
export const displayPrice = (price: string): string => grouped(trimPrice(price));

export interface UnitQty {
  unitName: string;
  qty: string;
}
/** Quantities added unit by unit, in the order the units come: boxes and pieces make no one figure. */
export function perUnit(lines: readonly UnitQty[]): UnitQty[] {
  const sums = new Map<string, string>();
  for (const { unitName, qty } of lines) sums.set(unitName, addQty(sums.get(unitName) ?? '0', qty));
  return [...sums].map(([unitName, qty]) => ({ unitName, qty }));
}
export const displayUnits = (lines: readonly UnitQty[]): string =>
  perUnit(lines)
    .map(({ unitName, qty }) => `${displayQty(qty)}${unitName}`)
    .join(' ');

export const minQty = (a: string, b: string): string => (compareQty(a, b) <= 0 ? trimQty(a) : trimQty(b));
export const trimPrice = (price: string): string => unscaled(scaled(price, PRICE_SCALE), PRICE_SCALE, 2);

/** Negative, 0 or positive, exactly. */
export function compareQty(a: string, b: string): number {
  const difference = scaled(a, QTY_SCALE) - scaled(b, QTY_SCALE);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
export function comparePrice(a: string, b: string): number {
  const difference = scaled(a, PRICE_SCALE) - scaled(b, PRICE_SCALE);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** qty x num / den exactly, or null when the result needs more than 4 decimals. */
export function convertQty(qty: string, num: number, den: number): string | null {
  const product = scaled(qty, QTY_SCALE) * BigInt(num);
  return product % BigInt(den) === 0n ? unscaled(product / BigInt(den), QTY_SCALE) : null;
}

/** price x num / den rounded to 6 decimals. */
export function convertPrice(price: string, num: number, den: number): string {
  return unscaled(divideHalfUp(scaled(price, PRICE_SCALE) * BigInt(num), BigInt(den)), PRICE_SCALE, 2);
}

/** Whether `qty` is a whole number of `multiple`s (multiple 0 or empty: any). */
export function isMultiple(qty: string, multiple: string): boolean {
  const step = scaled(multiple, QTY_SCALE);
  return step <= 0n || scaled(qty, QTY_SCALE) % step === 0n;
}

/** The smallest allowed quantity at or above `qty` under a minimum and a multiple. */
export function nextAllowedQty(qty: string, moq: string, multiple: string): string {
  const wanted = scaled(qty, QTY_SCALE) > scaled(moq, QTY_SCALE) ? scaled(qty, QTY_SCALE) : scaled(moq, QTY_SCALE);
  const step = scaled(multiple, QTY_SCALE);
  return unscaled(step > 0n ? ((wanted + step - 1n) / step) * step : wanted, QTY_SCALE);
}

export function decimalsOf(text: string): number {
  return (text.split('.')[1] ?? '').replace(/0+$/, '').length;
}

/**
 * Splits `total` 分 over weights by largest remainder, ties to the earlier weight; weights <= 0 get nothing.
 * Σ parts = total; when every weight is 0 the first takes it all.
 */
export function splitByLargestRemainder(total: bigint, weights: readonly bigint[]): bigint[] {
  const usable = weights.map((weight) => (weight > 0n ? weight : 0n));
  const sum = usable.reduce((a, b) => a + b, 0n);
  if (sum === 0n) return usable.map((_, index) => (index === 0 ? total : 0n));
  const parts = usable.map((weight) => (total * weight) / sum);
  const byRemainder = usable
    .map((weight, index) => ({ index, rest: (total * weight) % sum }))
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  let left = total - parts.reduce((a, b) => a + b, 0n);
  for (const { index } of byRemainder) {
    if (left <= 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts;
}
