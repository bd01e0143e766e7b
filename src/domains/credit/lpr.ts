import { divideHalfUp } from '~/shared/money';
import type { Terms } from './terms';

/** What is agreed about penalties and interest beside the loan prime rate of one year (LPR). Rates of a year are in millionths: 3% is 30,000. */

export interface LprRate {
  /** The day it was published. */
  from: string;
  ppm: number;
}
/** As the National Interbank Funding Centre published them; a factory adds what came since. */
export const publishedLpr: readonly LprRate[] = [
  { from: '2022-08-22', ppm: 36_500 },
  { from: '2023-06-20', ppm: 35_500 },
  { from: '2023-08-21', ppm: 34_500 },
  { from: '2024-07-22', ppm: 33_500 },
  { from: '2024-10-21', ppm: 31_000 },
  { from: '2025-05-20', ppm: 30_000 },
];

export interface LprGuard {
  rates: readonly LprRate[];
  /** How many times the LPR is the ceiling. */
  times: number;
  /** What is said beyond the ceiling, and below the LPR. */
  above: string;
  below: string;
}
export const defaultGuard: LprGuard = {
  rates: publishedLpr,
  times: 4,
  above: '发生争议时超过部分可能不受支持',
  below: '大型企业向中小企业付款时，约定的逾期利率不得低于它',
};

/** In force on a day: the last that was published by then. */
export const lprOn = (rates: readonly LprRate[], day: string): LprRate | null =>
  [...rates].sort((a, b) => (a.from < b.from ? -1 : 1)).findLast(({ from }) => from <= day) ?? rates[0] ?? null;

/** 182,500 → 18.25%. */
export const yearlyPercent = (ppm: number): string => `${(Math.round(ppm / 100) / 100).toFixed(2)}%`;
const yearly = (dailyPpm: number): number => dailyPpm * 365;

/** What people are told of rates outside of [LPR, times x LPR]; nothing is refused for it. A rate of 0 is a choice nobody has to be told of. */
export function rateWarnings({ penaltyPpm, interestPpm }: Pick<Terms, 'penaltyPpm' | 'interestPpm'>, guard: LprGuard, day: string): string[] {
  const lpr = lprOn(guard.rates, day);
  if (!lpr) return [];
  const ceiling = Math.round(lpr.ppm * guard.times);
  const told = (name: string, ppm: number) => {
    if (ppm > ceiling)
      return [`${name}折合年化${yearlyPercent(ppm)}，高于一年期LPR ${yearlyPercent(lpr.ppm)}的${guard.times}倍（${yearlyPercent(ceiling)}）：${guard.above}`];
    return ppm > 0 && ppm < lpr.ppm && name !== '利息' ? [`${name}折合年化${yearlyPercent(ppm)}，低于一年期LPR ${yearlyPercent(lpr.ppm)}：${guard.below}`] : [];
  };
  const penalty = told('违约金', yearly(penaltyPpm));
  const interest = told('利息', yearly(interestPpm));
  const both = penaltyPpm > 0 && interestPpm > 0 && !penalty.length && !interest.length ? told('违约金与利息合计', yearly(penaltyPpm + interestPpm)) : [];
  return [...penalty, ...interest, ...both];
}

const YEAR = 365n * 1_000_000n;
/** What sums of later days are worth today, discounted by simple interest of a year; what is due already counts in full. Each rounded once. */
export const presentValue = (rows: readonly { days: number; amount: bigint }[], yearPpm: number): bigint =>
  rows.reduce((sum, { days, amount }) => sum + divideHalfUp(amount * YEAR, YEAR + BigInt(yearPpm) * BigInt(Math.max(days, 0))), 0n);
