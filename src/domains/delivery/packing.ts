import { addQty, compareQty, minQty, subQty, sumQty, trimQty } from '~/shared/money';

/** Where a package is while nobody signed for it. */
export const transitStates = { CREATED: '已打包', IN_TRANSIT: '运输中', ARRIVED: '已到达' } as const;
export type TransitState = keyof typeof transitStates;
export const packageStates = { ...transitStates, PART_SIGNED: '部分签收', SIGNED: '已签收', REFUSED: '拒收' } as const;
export type PackageState = keyof typeof packageStates;

export const inTransit = (state: PackageState): state is TransitState => state in transitStates;
/** Every piece was accepted or refused: nothing about the package changes any more. */
export const isDone = (state: PackageState): boolean => state === 'SIGNED' || state === 'REFUSED';

/** Quantities signed for, in the line's unit; `damage` is the damaged part of the two others. */
export interface Counted {
  signed: string;
  refused: string;
  damage: string;
}
/** Goods of a delivery line, all of them or those in one package. */
export interface Held extends Counted {
  lineId: string;
  qty: string;
}

export const openOf = (held: Omit<Held, 'lineId' | 'damage'>): string => subQty(held.qty, addQty(held.signed, held.refused));

/** What is inside each package: as said, else everything where it is the only one. */
export function contentsOf<P extends { id: string }>(
  packages: readonly P[],
  said: readonly (Held & { packageId: string })[],
  lines: readonly Held[],
): (P & { implied: boolean; lines: Held[] })[] {
  const implied = packages.length === 1 && said.length === 0;
  const pick = ({ lineId, qty, signed, refused, damage }: Held): Held => ({ lineId, qty, signed, refused, damage });
  return packages.map((one) => ({ ...one, implied, lines: (implied ? lines : said.filter((row) => row.packageId === one.id)).map(pick) }));
}

/** The delivery's goods no package holds, once somebody said what is inside one; each with that quantity. */
export function looseOf<L extends { id: string; qty: string }>(
  lines: readonly L[],
  packages: readonly { lines: readonly Pick<Held, 'lineId' | 'qty'>[] }[],
): L[] {
  const packed = packages.flatMap((one) => one.lines);
  if (packed.length === 0) return [];
  return lines.flatMap((line) => {
    const qty = subQty(line.qty, sumQty(packed.filter((one) => one.lineId === line.id).map((one) => one.qty)));
    return compareQty(qty, '0') > 0 ? [{ ...line, qty }] : [];
  });
}

/** The state signing brings a package to; `before` while nothing of it is signed. */
export function signedState(lines: readonly Held[], before: PackageState): PackageState {
  const sum = (of: (one: Held) => string) => sumQty(lines.map(of));
  if (
    compareQty(
      sum((one) => addQty(one.signed, one.refused)),
      '0',
    ) === 0
  )
    return before;
  if (compareQty(sum(openOf), '0') > 0) return 'PART_SIGNED';
  return compareQty(
    sum((one) => one.signed),
    '0',
  ) > 0
    ? 'SIGNED'
    : 'REFUSED';
}

/**
 * Spreads what was signed of a line over places with that much open, in their order: accepted fills first, refused what is left,
 * damage goes where goods were refused before it goes where they were accepted.
 */
export function shareOut(part: Counted, open: readonly string[]): Counted[] {
  let { signed, refused, damage } = part;
  const shares = open.map((room) => {
    const accepted = minQty(room, signed);
    const declined = minQty(subQty(room, accepted), refused);
    [signed, refused] = [subQty(signed, accepted), subQty(refused, declined)];
    return { signed: accepted, refused: declined, damage: '0' };
  });
  for (const of of ['refused', 'signed'] as const) {
    for (const share of shares) {
      const broken = minQty(share[of], damage);
      share.damage = addQty(share.damage, broken);
      damage = subQty(damage, broken);
    }
  }
  return shares;
}

/** Same goods in the same quantities, in any order. */
export function sameContents(a: readonly Pick<Held, 'lineId' | 'qty'>[], b: readonly Pick<Held, 'lineId' | 'qty'>[]): boolean {
  const text = (lines: typeof a) =>
    lines
      .map((one) => `${one.lineId} ${trimQty(one.qty)}`)
      .sort()
      .join();
  return text(a) === text(b);
}
