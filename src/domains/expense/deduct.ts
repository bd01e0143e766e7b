import { splitByLargestRemainder } from '~/shared/money';

/** A line that may carry expense; 分. */
export interface Deductible {
  id: string;
  /** What the line costs before expense. */
  amount: bigint;
  /** Expense it carries whatever is decided now: of goods already shipped, or agreed before. */
  kept?: bigint;
  /** No more than `kept` for this line. */
  fixed?: boolean;
}
export interface UsableLot {
  id: string;
  validTo: string | null;
  /** The most, of the goods it covers, that expense of any lots may pay once this one joins in. */
  maxRatioPpm: number;
  left: bigint;
}
export interface Share {
  lineId: string;
  lotId: string;
  amount: bigint;
}
export interface Deduction {
  total: bigint;
  shares: Share[];
}

const PPM = 1_000_000n;
const shareOf = (amount: bigint, ppm: number): bigint => (amount * BigInt(ppm)) / PPM;
const least = (...all: readonly bigint[]): bigint => all.reduce((a, b) => (a < b ? a : b));
const sum = (all: readonly bigint[]): bigint => all.reduce((a, b) => a + b, 0n);

/** What expires first is used first; what never expires comes last, then the older one. */
export const firstExpiring = (a: Pick<UsableLot, 'id' | 'validTo'>, b: Pick<UsableLot, 'id' | 'validTo'>): number => {
  if (a.validTo !== b.validTo) return a.validTo === null ? 1 : b.validTo === null ? -1 : a.validTo < b.validTo ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/**
 * Spreads at most `asked` 分 of the lots over the lines, first expiring first. A lot gives no more than it has left, than its goods' lines have room
 * for, and than its share of what they cost; all together no more than `ceilingPpm` of the goods. Parts of a lot are split by largest remainder.
 */
export function deduct(
  lines: readonly Deductible[],
  lots: readonly UsableLot[],
  { asked, ceilingPpm, covers }: { asked: bigint; ceilingPpm: number; covers: (lotId: string, lineId: string) => boolean },
): Deduction {
  const on = new Map(lines.map((line) => [line.id, line.kept ?? 0n]));
  const onOf = (of: readonly Deductible[]) => sum(of.map((line) => on.get(line.id) as bigint));
  let left = least(asked, shareOf(sum(lines.map((line) => line.amount)), ceilingPpm) - onOf(lines));
  const shares: Share[] = [];
  for (const lot of [...lots].sort(firstExpiring)) {
    const covered = lines.filter((line) => covers(lot.id, line.id));
    const rooms = covered.map((line) => (line.fixed ? 0n : line.amount - (on.get(line.id) as bigint)));
    const within = shareOf(sum(covered.map((line) => line.amount)), lot.maxRatioPpm) - onOf(covered);
    const take = least(lot.left, left, within, sum(rooms.map((room) => (room > 0n ? room : 0n))));
    if (take <= 0n) continue;
    for (const [index, amount] of splitByLargestRemainder(take, rooms).entries()) {
      if (amount === 0n) continue;
      const { id } = covered[index] as Deductible;
      shares.push({ lineId: id, lotId: lot.id, amount });
      on.set(id, (on.get(id) as bigint) + amount);
    }
    left -= take;
  }
  return { total: sum(shares.map((one) => one.amount)), shares };
}

/** Of each line. */
export function byLine(shares: readonly Share[]): Map<string, bigint> {
  const map = new Map<string, bigint>();
  for (const { lineId, amount } of shares) map.set(lineId, (map.get(lineId) ?? 0n) + amount);
  return map;
}
