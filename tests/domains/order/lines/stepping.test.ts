import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atLeast, stepDown, steppingOf, stepUp } from '~/domains/order/lines/stepping';
import { orderRuleProblem, type SkuForSale, toBaseQty } from '~/domains/product/product';
import { unscaled } from '~/shared/money';

const skuOf = (rules: { moq: string; multiple: string; num: number; den: number; decimals?: number }): SkuForSale =>
  ({
    name: '涂料',
    skuCode: 'S1',
    moq: rules.moq,
    multiple: rules.multiple,
    units: [
      { unitId: 'b', name: '桶', decimals: rules.decimals ?? 0, num: 1, den: 1, listPrice: null },
      { unitId: 'u', name: '托', decimals: 0, num: rules.num, den: rules.den, listPrice: null },
    ],
  }) as unknown as SkuForSale;

describe('a stepper', () => {
  test('begins at the minimum and follows the multiple, in the unit it counts in', () => {
    const sku = skuOf({ moq: '12', multiple: '12', num: 24, den: 1 });
    const pieces = steppingOf(sku, 'b');
    expect(stepUp('', pieces)).toBe('12');
    expect(stepUp('12', pieces)).toBe('24');
    expect(stepUp('13', pieces)).toBe('24');
    expect(stepDown('24', pieces)).toBe('12');
    expect(stepDown('13', pieces)).toBe('12');
    expect(stepDown('12', pieces), 'below the minimum the goods leave').toBe('');
    expect(stepUp('', steppingOf(sku, 'u'))).toBe('1');
    expect(stepUp('', steppingOf(skuOf({ moq: '50', multiple: '10', num: 24, den: 1 }), 'u')), 'five pallets are the first whole lots').toBe('5');
  });

  test('keeps a typed fraction where it may stand, and raises what is too little', () => {
    const pieces = steppingOf(skuOf({ moq: '3', multiple: '0', num: 4, den: 1 }), 'b');
    expect(atLeast('3.5', pieces)).toBe('3.5');
    expect(atLeast('2', pieces)).toBe('3');
    expect(atLeast('', pieces)).toBe('3');
    expect(stepUp('3.5', pieces)).toBe('4');
    expect(stepDown('3.5', pieces)).toBe('3');
    expect(stepUp('两', pieces)).toBe('3');
  });

  test('gives only quantities the server takes, and the very next of them', () => {
    const whole = fc.integer({ min: 1, max: 60 });
    const decimals = fc.integer({ min: 0, max: 2 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 60 }),
        whole,
        whole,
        decimals,
        fc.integer({ min: 0, max: 200 }),
        (moq, lot, num, den, base, from) => {
          const sku = skuOf({ moq: unscaled(BigInt(moq), base), multiple: unscaled(BigInt(lot), base), num, den, decimals: base });
          const stepping = steppingOf(sku, 'u');
          const allowed = (qty: number): boolean => {
            try {
              return orderRuleProblem(sku, toBaseQty(sku, 'u', String(qty))) === null;
            } catch {
              return false;
            }
          };
          const up = Number(stepUp(String(from), stepping));
          expect(allowed(up)).toBe(true);
          if (up < 400) for (let between = from + 1; between < up; between++) expect(allowed(between), `${between} between ${from} and ${up}`).toBe(false);
          const down = stepDown(String(up), stepping);
          if (down !== '') expect(allowed(Number(down))).toBe(true);
          else for (let less = 1; less < up && less < 400; less++) expect(allowed(less)).toBe(false);
        },
      ),
      { numRuns: 100 },
    );
  });
});
