import type { Terms } from '~/domains/credit/terms';
import { addDays } from '~/shared/dates';
import { shiftDay } from '~/shared/workingTime';

/** When and in which parts an amount delivered on account is to be paid back. Days are Shanghai's yyyy-MM-dd, amounts 分. */

export interface Instalment {
  seq: number;
  /** As agreed, before weekends and holidays. */
  nominal: string;
  due: string;
  /** 暂定: reckoned with a year whose holidays are not announced. */
  provisional: boolean;
  principal: bigint;
}

/** The day of that month, or its last one: 31 in February is the 28th or 29th, and in March the 31st again. `month` counts on from the year's first (12 is the next January). */
export function dayOfMonth(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate()))).toISOString().slice(0, 10);
}

function billOf(start: string, billDay: number): string {
  const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7)) - 1];
  const bill = dayOfMonth(year, month, billDay);
  return start <= bill ? bill : dayOfMonth(year, month + 1, billDay);
}

/** Every day is reckoned from the anchor itself, never from the day before it, so that none drifts. */
function nominalDays({ way, days, billDay, instalments }: Terms, start: string): string[] {
  if (way === 'AFTER_DELIVERY') return [addDays(start, days)];
  if (way === 'MONTHLY') return [addDays(billOf(start, billDay), days)];
  const [year, month, day] = start.split('-').map(Number) as [number, number, number];
  return Array.from({ length: instalments }, (_, index) => dayOfMonth(year, month + index, day));
}

/** Equal parts, the last takes what division leaves. */
export function equalParts(total: bigint, count: number): bigint[] {
  const part = total / BigInt(count);
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? total - part * BigInt(count - 1) : part));
}

/** The rows of one delivery; parts of nothing are left out. */
export function scheduleOf(terms: Terms, { start, amount }: { start: string; amount: bigint }): Instalment[] {
  const days = nominalDays(terms, start);
  const parts = equalParts(amount, days.length);
  return days
    .map((nominal, index) => ({ nominal, ...dueOf(terms, nominal), principal: parts[index] as bigint }))
    .filter((row) => row.principal > 0n)
    .map((row, index) => ({ seq: index + 1, ...row }));
}

export function dueOf({ shift }: Pick<Terms, 'shift'>, nominal: string): { due: string; provisional: boolean } {
  const { day, provisional } = shiftDay(nominal, shift);
  return { due: day, provisional };
}

/** Takes an amount off parts from the last backwards, down to what is kept of each; answers the parts and what found no room. */
export function shrinkFromLast(parts: readonly { principal: bigint; keep: bigint }[], amount: bigint): { principals: bigint[]; rest: bigint } {
  let rest = amount;
  const principals = parts.map((part) => part.principal);
  for (let index = parts.length - 1; index >= 0 && rest > 0n; index--) {
    const room = (principals[index] as bigint) - (parts[index] as { keep: bigint }).keep;
    const off = room < rest ? room : rest;
    if (off <= 0n) continue;
    principals[index] = (principals[index] as bigint) - off;
    rest -= off;
  }
  return { principals, rest };
}
