import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitRefund, splitReturn, type Tendered } from '~/domains/finance/refund';

const tendersOf = fc
  .record({ BALANCE: fc.bigInt(0n, 5_000_000n), EXPENSE: fc.bigInt(0n, 5_000_000n), OFFLINE: fc.bigInt(0n, 5_000_000n) })
  .map((paid) => Object.entries(paid).flatMap(([tender, amount]) => (amount > 0n ? [{ tender, amount }] : [])));
const sumOf = (parts: readonly Tendered[]) => parts.reduce((sum, part) => sum + part.amount, 0n);

/** Cuts `total` into the parts that random numbers between its ends make. */
const cut = (total: bigint, at: readonly number[]): bigint[] => {
  const marks = [0n, ...at.map((share) => (total * BigInt(share)) / 1_000_000n).sort((a, b) => (a < b ? -1 : 1)), total];
  return marks.slice(1).map((mark, index) => mark - (marks[index] as bigint));
};
const less = (left: readonly Tendered[], parts: readonly Tendered[]) =>
  left.map((one) => ({ ...one, amount: one.amount - sumOf(parts.filter((part) => part.tender === one.tender)) }));

test('whatever the returns it is split into, each way of payment gets back exactly what it paid, and never more on the way', () => {
  fc.assert(
    fc.property(tendersOf, fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 12 }), (paid, at) => {
      let left = paid.map((one) => ({ ...one }));
      for (const amount of cut(sumOf(paid), at)) {
        const parts = splitRefund(amount, left);
        expect(sumOf(parts)).toBe(amount);
        left = less(left, parts);
        for (const one of left) expect(one.amount).toBeGreaterThanOrEqual(0n);
      }
      expect(sumOf(left)).toBe(0n);
    }),
  );
});

test('what is still owed falls before anything is given back, also when it is paid between two returns', () => {
  const steps = fc.array(fc.record({ share: fc.integer({ min: 0, max: 1_000_000 }), pays: fc.integer({ min: 0, max: 1_000_000 }) }), { maxLength: 10 });
  fc.assert(
    fc.property(tendersOf, fc.bigInt(0n, 5_000_000n), steps, (paid, owed, all) => {
      const billed = sumOf(paid) + owed;
      let [open, left, returned] = [owed, paid.map((one) => ({ ...one })), 0n];
      const parts = [
        ...cut(
          billed,
          all.map((one) => one.share),
        ).entries(),
      ];
      for (const [index, amount] of parts) {
        const { owedOff, paidBack } = splitReturn(amount, { open, paid: left });
        expect(owedOff + sumOf(paidBack)).toBe(amount);
        if (sumOf(paidBack) > 0n) expect(owedOff).toBe(open);
        open -= owedOff;
        left = less(left, paidBack);
        returned += amount;
        expect(open + sumOf(left)).toBe(billed - returned);
        const pays = (open * BigInt(all[index]?.pays ?? 0)) / 1_000_000n;
        open -= pays;
        left = [...left, { tender: `PAID#${index}`, amount: pays }].filter((one) => one.amount > 0n);
      }
      expect(open).toBe(0n);
      expect(sumOf(left)).toBe(0n);
    }),
  );
});

test('a tail that was written off is nobody’s to get back', () => {
  expect(splitReturn(10_000n, { open: 0n, paid: [{ tender: 'OFFLINE', amount: 9_950n }] })).toEqual({
    owedOff: 0n,
    paidBack: [{ tender: 'OFFLINE', amount: 9_950n }],
  });
  expect(() => splitRefund(2n, [{ tender: 'BALANCE', amount: 1n }])).toThrow();
});

test('the odd 分 goes by largest remainder', () => {
  expect(
    splitRefund(100n, [
      { tender: 'BALANCE', amount: 200n },
      { tender: 'OFFLINE', amount: 100n },
    ]),
  ).toEqual([
    { tender: 'BALANCE', amount: 67n },
    { tender: 'OFFLINE', amount: 33n },
  ]);
});
