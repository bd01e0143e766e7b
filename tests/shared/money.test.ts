import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitByLargestRemainder } from '~/shared/money';

test('a sum split over weights is whole again, and nobody is a 分 or more away from the exact share', () => {
  const weights = fc.array(fc.bigInt({ min: -5n, max: 1_000_000n }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), weights, (total, given) => {
      const parts = splitByLargestRemainder(total, given);
      expect(parts.reduce((a, b) => a + b, 0n)).toBe(total);
      const usable = given.map((weight) => (weight > 0n ? weight : 0n));
      const sum = usable.reduce((a, b) => a + b, 0n);
      if (sum === 0n) return;
      for (const [index, part] of parts.entries()) {
        const over = part * sum - total * (usable[index] as bigint);
        expect(over < sum && over > -sum).toBe(true);
        if (usable[index] === 0n) expect(part).toBe(0n);
      }
    }),
  );
  expect(splitByLargestRemainder(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
  expect(splitByLargestRemainder(5n, [0n, 0n])).toEqual([5n, 0n]);
});
