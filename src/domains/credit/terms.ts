import { type DayShift, dayShifts } from '~/shared/workingTime';

/** What was agreed about paying a credit order back. Frozen with the order when it is made; later settings never touch it. */

export const repayWays = { AFTER_DELIVERY: '货到后按天数', MONTHLY: '月结', INSTALMENTS: '分期' } as const;
export type RepayWay = keyof typeof repayWays;

/**
 * What a day inside the grace period costs once it is over: only what is still unpaid then is charged from the due day (FORGIVE_PAID),
 * everything owed on each day since the due day (RETRO), or nothing of the grace period at all (NO_GRACE_INTEREST).
 * Whatever is paid until the last day of grace costs no penalty by any of them while everything is paid by then.
 */
export const graceModes = {
  FORGIVE_PAID: '宽限期内已还部分免违约金',
  RETRO: '逾宽限期后从应还日起全额补计',
  NO_GRACE_INTEREST: '宽限期内不计，从宽限期满次日起计',
} as const;
export type GraceMode = keyof typeof graceModes;

export const dayCounts = { ACT_365: '实际天数/365', ACT_360: '实际天数/360', D30_360: '30/360' } as const;
export type DayCount = keyof typeof dayCounts;

export const buckets = { FEE: '费用', PENALTY: '违约金', INTEREST: '利息', PRINCIPAL: '本金' } as const;
export type Bucket = keyof typeof buckets;
export const bucketKeys = Object.keys(buckets) as Bucket[];

/** One instalment after the other with all it costs, or first one bucket of all that are due, then the next. */
export const allocationWays = { VERTICAL: '逐期结清', HORIZONTAL: '逐项结清' } as const;
export type AllocationWay = keyof typeof allocationWays;

export interface Terms {
  way: RepayWay;
  /** AFTER_DELIVERY: days after delivery. MONTHLY: days after the bill day. INSTALMENTS: not used. */
  days: number;
  /** MONTHLY: day of the month on which the bill closes, that day included; 31 is the last of every month. */
  billDay: number;
  /** INSTALMENTS: how many, one every month on the day of delivery; the last takes what division leaves. */
  instalments: number;
  shift: DayShift;
  graceDays: number;
  graceMode: GraceMode;
  /** Millionths of the overdue principal a day: 500 is 万分之五. */
  penaltyPpm: number;
  /** Millionths of the principal a day, from the day of delivery until the day before it is paid. */
  interestPpm: number;
  dayCount: DayCount;
  /** Which bucket a payment settles first; every bucket once. */
  allocation: Bucket[];
  allocationWay: AllocationWay;
}

export const defaultTerms: Terms = {
  way: 'AFTER_DELIVERY',
  days: 30,
  billDay: 25,
  instalments: 3,
  shift: 'NEXT',
  graceDays: 3,
  graceMode: 'FORGIVE_PAID',
  penaltyPpm: 500,
  interestPpm: 0,
  dayCount: 'ACT_365',
  allocation: ['FEE', 'PENALTY', 'INTEREST', 'PRINCIPAL'],
  allocationWay: 'VERTICAL',
};

/** 500 → 0.05%. */
export const ratePercent = (ppm: number): string => `${ppm / 10_000}%`;

export function wayWords({ way, days, billDay, instalments }: Terms): string {
  if (way === 'AFTER_DELIVERY') return `货到${days}天`;
  if (way === 'INSTALMENTS') return `分${instalments}期，每月一期`;
  return `月结（账单日${billDay >= 31 ? '月末' : `${billDay}日`}）后${days}天`;
}

/** The agreement in one sentence, as contracts, bills and logs say it. */
export function termsWords(terms: Terms): string {
  const { shift, graceDays, graceMode, penaltyPpm, interestPpm, dayCount, allocation, allocationWay } = terms;
  return [
    wayWords(terms),
    `遇休息日${dayShifts[shift]}`,
    graceDays ? `宽限${graceDays}天（${graceModes[graceMode]}）` : '无宽限期',
    penaltyPpm ? `违约金日率${ratePercent(penaltyPpm)}` : '不计违约金',
    interestPpm ? `利息日率${ratePercent(interestPpm)}（${dayCounts[dayCount]}）` : '不计利息',
    `还款依次抵${allocation.map((one) => buckets[one]).join('、')}（${allocationWays[allocationWay]}）`,
  ].join('；');
}
