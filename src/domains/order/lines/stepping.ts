import type { PickedSku } from '~/domains/product/product.schema';
import { MOST_QTY, scaled, unscaled } from '~/shared/money';

/** How many whole units may be ordered: `least`, and from there on every `step`. */
export interface Stepping {
  least: bigint;
  step: bigint;
}

const ONE = 10_000n;

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b;
/** The smallest n > 0 with n x `by` a multiple of `of`. */
const fold = (by: bigint, of: bigint): bigint => of / gcd(by, of);

/** What a button may count in a unit of the SKU: minimum, multiple and the base unit's decimals are kept. */
export function steppingOf({ moq, multiple, units }: Pick<PickedSku, 'moq' | 'multiple' | 'units'>, unitId: string): Stepping {
  const unit = units.find((one) => one.unitId === unitId) ?? units[0];
  if (!unit) return { least: 1n, step: 1n };
  const [num, den] = [BigInt(unit.num), BigInt(unit.den)];
  const exact = fold(num * 10n ** BigInt(units[0]?.decimals ?? 0), den);
  const lot = scaled(multiple, 4);
  const step = lot > 0n ? lcm(exact, fold(num * ONE, lot * den)) : exact;
  const wanted = scaled(moq, 4) * den;
  const steps = (wanted + step * num * ONE - 1n) / (step * num * ONE);
  return { least: steps > 1n ? steps * step : step, step };
}

const isQty = (text: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(text);

/** The next quantity that may be ordered; from none, the least. */
export function stepUp(qty: string, { least, step }: Stepping): string {
  const now = isQty(qty) ? scaled(qty, 4) : 0n;
  const next = (now / (step * ONE) + 1n) * step;
  const most = scaled(MOST_QTY, 4) / ONE;
  return String(next < least ? least : next > most ? most : next);
}

/** The one before; '' below the least: the goods leave the list. */
export function stepDown(qty: string, { least, step }: Stepping): string {
  const now = isQty(qty) ? scaled(qty, 4) : 0n;
  const next = ((now + step * ONE - 1n) / (step * ONE) - 1n) * step;
  return next < least ? '' : String(next);
}

/** The quantity itself, or the least that may be ordered where it is less. */
export const atLeast = (qty: string, { least }: Stepping): string =>
  isQty(qty) && scaled(qty, 4) >= least * ONE ? unscaled(scaled(qty, 4), 4) : String(least);
