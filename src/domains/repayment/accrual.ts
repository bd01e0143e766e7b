import type { DayCount, GraceMode, Terms } from '~/domains/credit/terms';
import { divideHalfUp } from '~/shared/money';

/** What an unpaid instalment costs. Days are counted from 1970-01-01; sums are 分 x ppm, rounded once, when they are demanded. */

const DAY_MS = 86_400_000;
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Months of thirty days (30E/360), so that parts of a time add up to the whole. */
function day360(day: number): number {
  const at = new Date(day * DAY_MS);
  return at.getUTCFullYear() * 360 + at.getUTCMonth() * 30 + Math.min(at.getUTCDate(), 30);
}
export const interestDays = (count: DayCount, from: number, to: number): number => (count === 'D30_360' ? day360(to) - day360(from) : to - from);

const MILLION = 1_000_000n;
export const demanded = (raw: bigint): bigint => divideHalfUp(raw, MILLION);

/** One stretch of days on which the same principal was overdue. `to` is the day of payment, or the day looked at; it is not counted. */
export interface Stretch {
  from: number;
  to: number;
  principal: bigint;
  ppm: number;
}

export interface Accrual {
  start: number;
  due: number;
  graceEnd: number;
  mode: GraceMode;
  penaltyPpm: number;
  interestPpm: number;
  dayCount: DayCount;
  /** Reckoned up to this day. */
  at: number;
  interestRaw: bigint;
  /** Of the present due day. Nothing of it is demanded until the grace period is over. */
  penaltyRaw: bigint;
  /** Of due days before a change of the plan. */
  carriedRaw: bigint;
  stretches: Stretch[];
  carried: Stretch[];
}

export function accrualOf(terms: Terms, { start, due }: { start: string; due: string }): Accrual {
  const { graceMode: mode, graceDays, penaltyPpm, interestPpm, dayCount } = terms;
  const [from, until] = [dayNumber(start), dayNumber(due)];
  const sums = { at: Math.min(from, until), interestRaw: 0n, penaltyRaw: 0n, carriedRaw: 0n, stretches: [], carried: [] };
  return { start: from, due: until, graceEnd: until + graceDays, mode, penaltyPpm, interestPpm, dayCount, ...sums };
}

/** Brings the sums to a day, with what was owed of the principal until then. */
export function accrue(one: Accrual, open: bigint, day: number): void {
  if (day <= one.at) return;
  const from = Math.max(one.at, one.start);
  if (open > 0n && one.interestPpm && day > from) one.interestRaw += open * BigInt(one.interestPpm) * BigInt(interestDays(one.dayCount, from, day));
  if (one.mode === 'RETRO') charge(one, open, Math.max(one.at, one.due), Math.min(day, one.graceEnd));
  if (one.at <= one.graceEnd && day > one.graceEnd) endGrace(one, open);
  charge(one, open, Math.max(one.at, one.graceEnd), day);
  one.at = day;
}

/** What lay in the grace period counts only when something is unpaid as it ends. */
function endGrace(one: Accrual, open: bigint): void {
  if (open <= 0n) {
    one.penaltyRaw = 0n;
    one.stretches = [];
  } else if (one.mode === 'FORGIVE_PAID') charge(one, open, one.due, one.graceEnd);
}

function charge(one: Accrual, open: bigint, from: number, to: number): void {
  if (to <= from || open <= 0n || !one.penaltyPpm) return;
  one.penaltyRaw += open * BigInt(one.penaltyPpm) * BigInt(to - from);
  const last = one.stretches.at(-1);
  if (last && last.to === from && last.principal === open) last.to = to;
  else one.stretches.push({ from, to, principal: open, ppm: one.penaltyPpm });
}

/** The due day moves: what was demanded until now stays demanded, what lay in a grace period that is not over does not. */
export function moveDue(one: Accrual, due: string, graceDays: number): void {
  if (one.due === dayNumber(due)) return;
  if (one.at > one.graceEnd) {
    one.carriedRaw += one.penaltyRaw;
    one.carried.push(...one.stretches);
  }
  one.penaltyRaw = 0n;
  one.stretches = [];
  one.due = dayNumber(due);
  one.graceEnd = one.due + graceDays;
}

export const penaltyDue = (one: Accrual): bigint => demanded(one.carriedRaw + (one.at > one.graceEnd ? one.penaltyRaw : 0n));
export const interestDue = (one: Accrual): bigint => demanded(one.interestRaw);

/** A row of the table that shows how a penalty came about; the amounts add up to the penalty, which is rounded once. */
export interface Segment {
  from: string;
  to: string;
  days: number;
  principal: bigint;
  ppm: number;
  amount: bigint;
}

export function segmentsOf(one: Accrual): Segment[] {
  let raw = 0n;
  return [...one.carried, ...(one.at > one.graceEnd ? one.stretches : [])].map(({ from, to, principal, ppm }) => {
    const before = demanded(raw);
    raw += principal * BigInt(ppm) * BigInt(to - from);
    return { from: dayText(from), to: dayText(to), days: to - from, principal, ppm, amount: demanded(raw) - before };
  });
}
