import { expect, test } from 'vitest';
import { defaultGuard, lprOn, presentValue, rateWarnings } from '~/domains/credit/lpr';
import { LprGuardSchema } from '~/domains/credit/lpr.schema';

const told = (penaltyPpm: number, interestPpm: number, day = '2026-06-15') => rateWarnings({ penaltyPpm, interestPpm }, defaultGuard, day);

test('the loan prime rate is the last one published by the day', () => {
  expect(lprOn(defaultGuard.rates, '2025-05-19')).toEqual({ from: '2024-10-21', ppm: 31_000 });
  expect(lprOn(defaultGuard.rates, '2025-05-20')).toEqual({ from: '2025-05-20', ppm: 30_000 });
  expect(lprOn([...defaultGuard.rates].reverse(), '2024-12-31')?.ppm).toBe(31_000);
});

test('rates outside of one and four times the prime rate are told, with figures; nothing is told of others', () => {
  expect(told(500, 0)).toEqual(['违约金折合年化18.25%，高于一年期LPR 3.00%的4倍（12.00%）：发生争议时超过部分可能不受支持']);
  expect(told(0, 400)).toEqual(['利息折合年化14.60%，高于一年期LPR 3.00%的4倍（12.00%）：发生争议时超过部分可能不受支持']);
  expect(told(50, 0)).toEqual(['违约金折合年化1.83%，低于一年期LPR 3.00%：大型企业向中小企业付款时，约定的逾期利率不得低于它']);
  expect(told(200, 200)).toEqual(['违约金与利息合计折合年化14.60%，高于一年期LPR 3.00%的4倍（12.00%）：发生争议时超过部分可能不受支持']);
  for (const fine of [told(0, 0), told(300, 0), told(0, 50), told(320, 0)]) expect(fine).toEqual([]);
});

test('settings take what was never set from the published table, and refuse two rates of a day', () => {
  expect(LprGuardSchema.parse({})).toEqual(defaultGuard);
  expect(
    LprGuardSchema.safeParse({
      rates: [
        { from: '2026-01-20', ppm: 29_000 },
        { from: '2026-01-20', ppm: 28_000 },
      ],
    }).success,
  ).toBe(false);
});

test('what is due already is worth its sum, what is due in a year less', () => {
  expect(presentValue([{ days: -5, amount: 10_000n }], 30_000)).toBe(10_000n);
  expect(presentValue([{ days: 365, amount: 10_300n }], 30_000)).toBe(10_000n);
});
