import { divideHalfUp, scaled, unscaled } from '~/shared/money';
import type { Adjustment } from './customerPrice.schema';
import type { PriceState } from './priceState';

export function priceStateOn(row: { status: string; validFrom: string; validTo: string | null }, today: string): PriceState {
  if (row.status === 'DISABLED') return 'DISABLED';
  if (today < row.validFrom) return 'NOT_STARTED';
  return row.validTo !== null && today > row.validTo ? 'EXPIRED' : 'ACTIVE';
}

/** HALF_UP at `digits`; may be zero or negative, which the caller refuses. */
export function adjustedPrice(price: string, { mode, by, digits }: Pick<Adjustment, 'mode' | 'by' | 'digits'>): string {
  const change = scaled(by.replace(/^\+/, ''), 4);
  const old = scaled(price, 6);
  // Ten decimals hold both: price at 6 times percent at 4.
  const exact = mode === 'PERCENT' ? (old * (1_000_000n + change)) / 100n : old * 10_000n + change * 1_000_000n;
  return unscaled(divideHalfUp(exact, 10n ** BigInt(10 - digits)), digits, Math.min(digits, 2));
}
