import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PriceCandidate, PriceRequest } from '~/domains/price/candidate';
import { adjustedPrice } from '~/domains/price/customerPrice';
import { defaultPolicy, type PriceLayer, priceLayers } from '~/domains/price/pricePolicy';
import { resolvePrice } from '~/domains/price/resolve';
import { shanghaiDate, startOfDay } from '~/shared/dates';
import { comparePrice, scaled, unscaled } from '~/shared/money';

const layers = Object.keys(priceLayers) as PriceLayer[];
const request: PriceRequest = { on: '2026-06-15', unitId: 'box', baseUnitId: 'piece', num: 12, den: 1, qty: '5', listPrice: '120', minPrice: '50' };
const price = fc.bigInt({ min: 1n, max: 999_999_999n }).map((n) => unscaled(n, 6, 2));
const day = fc.constantFrom('2026-06-01', '2026-06-14', '2026-06-15', '2026-06-16', '2026-07-01');
const candidate: fc.Arbitrary<PriceCandidate> = fc.record({
  layer: fc.constantFrom(...layers),
  id: fc.uuid(),
  unitId: fc.constantFrom('box', 'piece', 'barrel'),
  price,
  minQty: fc.constantFrom('0', '1', '5', '5.0001', '60', '61'),
  validFrom: fc.option(day),
  validTo: fc.option(day),
  rank: fc.nat(3),
});
const candidates = fc.uniqueArray(candidate, { selector: (one) => one.id, maxLength: 12 });
const plain = (change: Partial<PriceCandidate>): PriceCandidate => ({
  layer: 'CUSTOMER',
  id: 'a',
  unitId: 'box',
  price: '100',
  minQty: '0',
  validFrom: null,
  validTo: null,
  ...change,
});

describe('price resolution', () => {
  test('is total and the same whatever the order of the rows', () => {
    fc.assert(
      fc.property(
        candidates.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const one = resolvePrice(all, request);
          expect(resolvePrice(shuffled, request)).toEqual(one);
          expect(one.trace).toHaveLength(all.length);
          expect(one.trace.filter((step) => step.hit)).toHaveLength(one.price === null ? 0 : 1);
          expect(one.belowFloor).toBe(one.price !== null && comparePrice(one.price, '50') < 0);
        },
      ),
    );
  });

  test('a candidate of a lower layer never changes the result in sequence', () => {
    fc.assert(
      fc.property(candidates, candidate, (all, extra) => {
        const before = resolvePrice(all, request);
        fc.pre(before.source !== null && layers.indexOf(extra.layer) > layers.indexOf(before.source));
        expect(resolvePrice([...all, extra], request)).toMatchObject({ price: before.price, sourceId: before.sourceId });
      }),
    );
  });

  test('taking LOWEST, an activity only lowers strategy and list prices', () => {
    fc.assert(
      fc.property(candidates, candidate, (all, extra) => {
        const policy = { ...defaultPolicy, activityMode: 'LOWEST' as const };
        const before = resolvePrice(all, request, policy);
        const after = resolvePrice([...all, { ...extra, id: 'new', layer: 'ACTIVITY' }], request, policy);
        fc.pre(before.price !== null && after.price !== null);
        if (after.sourceId === 'new') expect(['STRATEGY', 'ACTIVITY', 'LIST']).toContain(before.source);
        const difference = comparePrice(after.price as string, before.price as string);
        if (after.sourceId === 'new') expect(difference).toBeLessThan(before.source === 'ACTIVITY' ? 1 : 0);
        else expect(difference).toBe(0);
      }),
    );
  });

  test('without the winner the next of the trace wins', () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const before = resolvePrice(all, request);
        const usable = before.trace.filter((step) => step.hit || !/起才生效|失效|未达到|不能换算/.test(step.reason));
        const after = resolvePrice(
          all.filter((one) => one.id !== before.sourceId),
          request,
        );
        expect(after.sourceId).toBe(usable[1]?.id ?? null);
      }),
    );
  });

  test('says when an activity would have been cheaper', () => {
    const result = resolvePrice([plain({ layer: 'STRATEGY', id: 's', price: '90' }), plain({ layer: 'ACTIVITY', id: 'x', price: '80' })], request);
    expect(result.source).toBe('STRATEGY');
    expect(result.trace[1]).toMatchObject({ id: 'x', hit: false, reason: '活动价更低但未采用' });
  });

  test('prefers the exact unit, else converts the base unit at six decimals', () => {
    const base = plain({ id: 'base', unitId: 'piece', price: '8.333333' });
    expect(resolvePrice([base], request).price).toBe('99.999996');
    expect(resolvePrice([base, plain({ id: 'box', price: '110' })], request).sourceId).toBe('box');
    expect(resolvePrice([plain({ unitId: 'piece', price: '1' })], { ...request, num: 1, den: 3 }).price).toBe('0.333333');
  });

  test('no price is null, never zero', () => {
    expect(resolvePrice([], request)).toMatchObject({ price: null, source: null, belowFloor: false, trace: [] });
  });
});

describe('tiers', () => {
  test('the largest tier not above the quantity is taken, at each edge', () => {
    const tier = fc.uniqueArray(fc.bigInt({ min: 2n, max: 10_000_000n }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(tier, (edges) => {
        const all = [0n, ...edges].map((edge) => plain({ id: `t${edge}`, minQty: unscaled(edge, 4), price: '100' }));
        for (const edge of edges) {
          for (const qty of [edge - 1n, edge, edge + 1n]) {
            const expected = [0n, ...edges]
              .sort((a, b) => Number(a - b))
              .filter((one) => one <= qty)
              .at(-1);
            expect(resolvePrice(all, { ...request, qty: unscaled(qty, 4) }).sourceId).toBe(`t${expected}`);
          }
        }
      }),
    );
  });

  test('a base-unit tier counts base units', () => {
    const tier = plain({ unitId: 'piece', minQty: '60', price: '9' });
    expect(resolvePrice([tier], { ...request, qty: '5' }).price).toBe('108.00');
    expect(resolvePrice([tier], { ...request, qty: '4.9999' }).price).toBeNull();
  });
});

describe('days', () => {
  afterEach(() => vi.unstubAllEnvs());
  const agreed = plain({ validFrom: '2026-03-01', validTo: '2026-03-31' });
  const first = startOfDay('2026-03-01').getTime();
  const after = startOfDay('2026-04-01').getTime();

  test.each([
    ['UTC', 0],
    ['Asia/Shanghai', -480],
    ['America/New_York', 300],
  ])('both ends are Shanghai days when the process runs in %s', (zone, offset) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(2026, 0, 15).getTimezoneOffset()).toBe(offset);
    const priceAt = (instant: number) => resolvePrice([agreed], { ...request, on: shanghaiDate(new Date(instant)) }).price;
    expect([first - 1, first, after - 1, after].map(priceAt)).toEqual([null, '100.00', '100.00', null]);
  });

  test('an instant is inside exactly while Shanghai reads a day of the range', () => {
    fc.assert(
      fc.property(fc.integer({ min: first - 5 * 86_400_000, max: after + 5 * 86_400_000 }), (instant) => {
        const { price: found } = resolvePrice([agreed], { ...request, on: shanghaiDate(new Date(instant)) });
        expect(found !== null).toBe(instant >= first && instant < after);
      }),
    );
  });
});

test('an adjustment rounds half up at the decimals asked for, exactly', () => {
  expect(adjustedPrice('10.05', { mode: 'PERCENT', by: '-5', digits: 2 })).toBe('9.55');
  expect(adjustedPrice('285', { mode: 'PERCENT', by: '+3.5', digits: 0 })).toBe('295');
  expect(adjustedPrice('0.3', { mode: 'AMOUNT', by: '-0.1', digits: 6 })).toBe('0.20');
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 7n }), fc.integer({ min: 0, max: 6 }), (old, by, digits) => {
      const result = scaled(adjustedPrice(unscaled(old, 6), { mode: 'PERCENT', by: unscaled(by, 4), digits }), 6);
      const exact = old * (1_000_000n + by);
      const off = result * 1_000_000n - exact;
      const half = 10n ** BigInt(6 - digits) * 500_000n;
      expect(off > -half && off <= half).toBe(true);
    }),
  );
});
