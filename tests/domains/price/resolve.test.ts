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
  priority: fc.nat(3),
  method: fc.option(fc.constantFrom('FIXED', 'RATE', 'MINUS', 'PLUS')),
  roundTo: fc.option(fc.constantFrom('0.01', '0.1', '1')),
  capLeft: fc.option(fc.constantFrom('0', '4', '60', '1000')),
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
        const usable = before.trace.filter((step) => step.hit || !/起才生效|失效|未达到|不能换算|用量|不大于0|不能计算|换算后/.test(step.reason));
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

describe('computed prices', () => {
  const strategy = (method: NonNullable<PriceCandidate['method']>, figure: string, change: Partial<PriceCandidate> = {}) =>
    plain({ layer: 'STRATEGY', id: 's', unitId: 'piece', method, price: figure, ...change });
  const priceOf = (one: PriceCandidate, change: Partial<PriceRequest> = {}) => resolvePrice([one], { ...request, ...change }).price;

  test('a rate keeps six decimals, of the rate and of the price', () => {
    expect(priceOf(strategy('RATE', '0.875'))).toBe('105.00');
    expect(priceOf(strategy('RATE', '0.123457'), { listPrice: '10' })).toBe('1.23457');
    expect(priceOf(strategy('RATE', '0.333333'), { listPrice: '0.333333' })).toBe('0.111111');
  });

  test('fixed prices and changes are for one base unit, rounding is of the unit asked for', () => {
    expect(priceOf(strategy('FIXED', '9.5'))).toBe('114.00');
    expect(priceOf(strategy('MINUS', '1'))).toBe('108.00');
    expect(priceOf(strategy('PLUS', '0.05'))).toBe('120.60');
    expect(priceOf(strategy('RATE', '0.8788', { roundTo: '0.1' }))).toBe('105.50');
    expect(priceOf(strategy('RATE', '0.8788', { roundTo: '1' }))).toBe('105.00');
  });

  test('what comes to nothing or less is no price, unless zero is allowed', () => {
    expect(priceOf(strategy('MINUS', '10'))).toBeNull();
    expect(priceOf(strategy('MINUS', '11'))).toBeNull();
    expect(priceOf(strategy('RATE', '0.9'), { listPrice: null })).toBeNull();
    const free = (figure: string) => resolvePrice([strategy('MINUS', figure)], request, { ...defaultPolicy, allowZero: true }).price;
    expect([free('10'), free('11')]).toEqual(['0.00', null]);
  });

  test('scope comes before the tier, the tier before the priority, whatever the unit', () => {
    const one = strategy('FIXED', '9', { id: 'sku', rank: 0, priority: 9 });
    const other = strategy('RATE', '0.5', { id: 'all', rank: 70, priority: 1 });
    expect(resolvePrice([other, one], request).sourceId).toBe('sku');
    const low = strategy('RATE', '0.9', { id: 'low', minQty: '0', priority: 1 });
    const high = strategy('RATE', '0.95', { id: 'high', minQty: '60', priority: 2 });
    expect(resolvePrice([low, high], request).sourceId).toBe('high');
    expect(resolvePrice([low, high], { ...request, qty: '4.9999' }).sourceId).toBe('low');
    const first = strategy('RATE', '0.99', { id: 'first', priority: 1 });
    const second = strategy('RATE', '0.5', { id: 'second', priority: 2 });
    expect(resolvePrice([second, first], request).sourceId).toBe('first');
  });

  test('strategy and activity never stack: both start from the list price', () => {
    const policy = { ...defaultPolicy, activityMode: 'LOWEST' as const };
    const found = resolvePrice([strategy('RATE', '0.9'), strategy('RATE', '0.8', { layer: 'ACTIVITY', id: 'x' })], request, policy);
    expect(found.price).toBe('96.00');
  });
});

describe('layers, caps and hours', () => {
  test('a layer that is off never wins, and the trace says so', () => {
    fc.assert(
      fc.property(candidates, fc.subarray(layers, { minLength: 1 }), (all, order) => {
        const found = resolvePrice(all, request, { ...defaultPolicy, order });
        if (found.source) expect(order).toContain(found.source);
        for (const step of found.trace) if (!order.includes(step.layer)) expect(step.reason).toBe(`价格配置未启用${priceLayers[step.layer]}`);
      }),
    );
  });

  test('what fails by its cap alone is told with what is left, and the next layer is priced', () => {
    const capped = plain({ layer: 'PROJECT', id: 'p', price: '90', capLeft: '4' });
    const found = resolvePrice([capped, plain({})], request);
    expect(found).toMatchObject({ source: 'CUSTOMER', overCap: { layer: 'PROJECT', id: 'p', left: '4' } });
    expect(resolvePrice([capped], { ...request, qty: '4' })).toMatchObject({ source: 'PROJECT' });
    expect(resolvePrice([{ ...capped, capLeft: '0' }, plain({})], request).overCap).toBeUndefined();
    expect(resolvePrice([{ ...capped, layer: 'LIST' }, plain({})], request).overCap).toBeUndefined();
    expect(resolvePrice([{ ...capped, unitId: 'piece', capLeft: '59' }], request).overCap?.left).toBe('4.9166');
  });

  test('an activity counts from its first instant to just before its last', () => {
    const startAt = new Date('2026-06-15T02:00:00Z');
    const endAt = new Date('2026-06-15T10:00:00Z');
    const activity = plain({ layer: 'ACTIVITY', id: 'a', startAt, endAt });
    const at = (ms: number) => resolvePrice([activity], { ...request, at: new Date(ms) }).price !== null;
    expect([startAt.getTime() - 1, startAt.getTime(), endAt.getTime() - 1, endAt.getTime()].map(at)).toEqual([false, true, true, false]);
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
