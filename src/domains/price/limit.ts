import { divideHalfUp, scaled, subQty, sumQty, unscaled } from '~/shared/money';
import type { PriceLayer } from './pricePolicy';

/** Layers whose prices hold for a limited quantity only. */
export const limitedLayers = ['PROJECT', 'ACTIVITY'] as const satisfies readonly PriceLayer[];
export const isLimited = (source: string): boolean => (limitedLayers as readonly string[]).includes(source);

/** How sentences name what is left of a price. */
export const limitNames = { PROJECT: '工程价', ACTIVITY: '限时折扣' } as const;

/** An order line as far as it uses up a limit; quantities in the line's unit, `base_qty` in base units. */
export interface UsingLine {
  id: string;
  line_no: number;
  price_source: string;
  price_source_id: string | null;
  unit_id: string;
  qty: string;
  base_qty: string;
  closed: string;
  returned: string;
}

/**
 * What the line takes of its limit, in the limit's unit: all it was ordered for, less what was closed and what came back.
 * A price in another unit than the line's is always one of the base unit.
 */
export function takenBy(line: UsingLine, limitUnitId: string): string {
  const kept = subQty(line.qty, sumQty([line.closed, line.returned]));
  if (line.unit_id === limitUnitId) return kept;
  return unscaled(divideHalfUp(scaled(kept, 4) * scaled(line.base_qty, 4), scaled(line.qty, 4)), 4);
}

/** One change of a limit by the lines of one order or several; `before` and `after` are what each line takes, by line. */
export function limitChanges(
  before: readonly { id: string; limitId: string; qty: string }[],
  after: readonly { id: string; limitId: string; qty: string }[],
): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  const add = (limitId: string, qty: bigint) => changes.set(limitId, (changes.get(limitId) ?? 0n) + qty);
  for (const use of before) add(use.limitId, -scaled(use.qty, 4));
  for (const use of after) add(use.limitId, scaled(use.qty, 4));
  for (const [id, qty] of changes) if (qty === 0n) changes.delete(id);
  return changes;
}

interface Capped {
  id: string | null;
  unitId: string;
  method?: string | null;
  capLeft?: string | null;
}

/**
 * What is left of limited prices while the lines of one order are priced one after the other: each line leaves less to the next.
 * `own` is what the order gives back by being priced anew, by limit.
 */
export function leftForLines(own: ReadonlyMap<string, string> = new Map()) {
  const taken = new Map<string, bigint>();
  return {
    of: <C extends Capped>(candidates: readonly C[]): C[] =>
      candidates.map((one) => {
        if (one.id === null || one.capLeft === null || one.capLeft === undefined) return one;
        const left = scaled(one.capLeft, 4) + scaled(own.get(one.id) ?? '0', 4) - (taken.get(one.id) ?? 0n);
        return { ...one, capLeft: unscaled(left > 0n ? left : 0n, 4) };
      }),
    take(candidates: readonly Capped[], sourceId: string | null, line: { unitId: string; qty: string }, { num, den }: { num: number; den: number }): void {
      const used = sourceId === null ? undefined : candidates.find((one) => one.id === sourceId && one.capLeft !== null && one.capLeft !== undefined);
      if (!used) return;
      const qty = scaled(line.qty, 4);
      const own = !used.method && used.unitId === line.unitId ? qty : divideHalfUp(qty * BigInt(num), BigInt(den));
      taken.set(sourceId as string, (taken.get(sourceId as string) ?? 0n) + own);
    },
  };
}
