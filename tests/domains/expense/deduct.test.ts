import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byLine, type Deductible, deduct, firstExpiring, type UsableLot } from '~/domains/expense/deduct';

const fen = (most: number) => fc.bigInt(0n, BigInt(most));
const lines = fc.array(
  fc.record({ amount: fen(2_000_000), kind: fc.constantFrom('A', 'B', 'C') }).map(({ amount, kind }) => ({ amount, kind })),
  { minLength: 1, maxLength: 8 },
);
const lots = fc.array(
  fc.record({
    validTo: fc.constantFrom(null, '2026-06-30', '2026-07-31', '2026-08-31'),
    maxRatioPpm: fc.constantFrom(1_000_000, 500_000, 333_333, 100_000, 1),
    left: fen(1_500_000),
    goods: fc.constantFrom('ABC', 'A', 'BC', 'C'),
  }),
  { maxLength: 6 },
);
const order = fc.record({ lines, lots, asked: fen(5_000_000), ceilingPpm: fc.constantFrom(1_000_000, 300_000, 0, 123_457) });
type Case = typeof order extends fc.Arbitrary<infer T> ? T : never;

function run({ lines: all, lots: own, asked, ceilingPpm }: Case, kept: readonly bigint[] = []) {
  const priced: Deductible[] = all.map((line, index) => ({ id: `L${index}`, amount: line.amount, ...(kept[index] ? { kept: kept[index], fixed: true } : {}) }));
  const usable: UsableLot[] = own.map((lot, index) => ({ ...lot, id: `P${index}` }));
  const covers = (lotId: string, lineId: string) => (own[Number(lotId.slice(1))]?.goods ?? '').includes(all[Number(lineId.slice(1))]?.kind ?? '?');
  return { priced, usable, covers, result: deduct(priced, usable, { asked, ceilingPpm, covers }) };
}
const sum = (parts: readonly bigint[]) => parts.reduce((a, b) => a + b, 0n);
const shareOf = (amount: bigint, ppm: number) => (amount * BigInt(ppm)) / 1_000_000n;

test('trap 17: Σ shares is what is used; each line carries at least nothing and at most what it costs; no lot gives more than it has', () => {
  fc.assert(
    fc.property(order, (one) => {
      const { priced, usable, covers, result } = run(one);
      expect(sum(result.shares.map((share) => share.amount))).toBe(result.total);
      expect(result.total).toBeLessThanOrEqual(one.asked);
      const carried = byLine(result.shares);
      for (const line of priced) expect(carried.get(line.id) ?? 0n).toBeLessThanOrEqual(line.amount);
      for (const lot of usable) expect(sum(result.shares.filter((share) => share.lotId === lot.id).map((share) => share.amount))).toBeLessThanOrEqual(lot.left);
      for (const share of result.shares) {
        expect(share.amount).toBeGreaterThan(0n);
        expect(covers(share.lotId, share.lineId)).toBe(true);
      }
    }),
  );
});

test('trap 24: nobody draws on a lot while one that expires before, covers the same line and may still pay of it, has anything left', () => {
  fc.assert(
    fc.property(order, (one) => {
      const { priced, usable, covers, result } = run(one);
      const given = (lotId: string) => sum(result.shares.filter((share) => share.lotId === lotId).map((share) => share.amount));
      const sorted = [...usable].sort(firstExpiring);
      for (const [index, later] of sorted.entries()) {
        if (given(later.id) === 0n) continue;
        for (const earlier of sorted.slice(0, index)) {
          if (given(earlier.id) >= earlier.left) continue;
          const covered = priced.filter((line) => covers(earlier.id, line.id));
          // By the time the later one was asked, the earlier one had reached its share of its goods, or their lines were full.
          const before = new Set(sorted.slice(0, index).map((lot) => lot.id));
          const on = (line: Deductible) =>
            sum(result.shares.filter((share) => before.has(share.lotId) && share.lineId === line.id).map((share) => share.amount));
          const full = covered.every((line) => on(line) === line.amount);
          const atShare = sum(covered.map(on)) >= shareOf(sum(covered.map((line) => line.amount)), earlier.maxRatioPpm);
          expect(full || atShare).toBe(true);
        }
      }
    }),
  );
});

test('trap 24: the ceiling of the order and the share of each lot hold to the 分, and are reached when there is enough', () => {
  fc.assert(
    fc.property(order, (one) => {
      const { priced, usable, covers, result } = run(one);
      expect(result.total).toBeLessThanOrEqual(shareOf(sum(priced.map((line) => line.amount)), one.ceilingPpm));
      for (const lot of usable) {
        if (!result.shares.some((share) => share.lotId === lot.id)) continue;
        const until = new Set(usable.filter((other) => other.id === lot.id || firstExpiring(other, lot) < 0).map((other) => other.id));
        const covered = new Set(priced.filter((line) => covers(lot.id, line.id)).map((line) => line.id));
        const on = sum(result.shares.filter((share) => until.has(share.lotId) && covered.has(share.lineId)).map((share) => share.amount));
        const goods = sum(priced.filter((line) => covered.has(line.id)).map((line) => line.amount));
        expect(on).toBeLessThanOrEqual(shareOf(goods, lot.maxRatioPpm));
      }
    }),
  );
  const plenty = deduct([{ id: 'a', amount: 10_001n }], [{ id: 'p', validTo: null, maxRatioPpm: 1_000_000, left: 10n ** 9n }], {
    asked: 10n ** 9n,
    ceilingPpm: 300_000,
    covers: () => true,
  });
  expect(plenty.total).toBe(3_000n);
});

test('the order of the lines moves no share of one lot by more than 1 分', () => {
  fc.assert(
    fc.property(fc.array(fen(2_000_000), { minLength: 2, maxLength: 8 }), fen(3_000_000), (amounts, asked) => {
      const lot = { id: 'p', validTo: null, maxRatioPpm: 1_000_000, left: 10n ** 12n };
      const of = (all: readonly (readonly [string, bigint])[]) =>
        byLine(
          deduct(
            all.map(([id, amount]) => ({ id, amount })),
            [lot],
            { asked, ceilingPpm: 1_000_000, covers: () => true },
          ).shares,
        );
      const named = amounts.map((amount, index) => [`L${index}`, amount] as const);
      const [there, back] = [of(named), of([...named].reverse())];
      for (const [id] of named) {
        const moved = (there.get(id) ?? 0n) - (back.get(id) ?? 0n);
        expect(moved >= -1n && moved <= 1n).toBe(true);
      }
    }),
  );
});

test('what lines keep counts towards the ceiling and the share of a lot, and they get no more', () => {
  fc.assert(
    fc.property(order, fc.array(fen(500_000), { maxLength: 8 }), (one, kept) => {
      const bounded = one.lines.map((line, index) => ((kept[index] ?? 0n) < line.amount ? (kept[index] ?? 0n) : line.amount));
      const { priced, result } = run(one, bounded);
      for (const line of priced.filter((own) => own.fixed)) expect(byLine(result.shares).get(line.id) ?? 0n).toBe(0n);
      const already = sum(priced.map((line) => line.kept ?? 0n));
      const most = shareOf(sum(priced.map((line) => line.amount)), one.ceilingPpm);
      if (result.total > 0n) expect(result.total + already).toBeLessThanOrEqual(most);
    }),
  );
});
