import announced from 'chinese-days/dist/chinese-days.json' with { type: 'json' };
import { addDays, shanghaiDate, startOfDay } from './dates';

/** Working days and hours of the State Council's calendar with its make-up days; days are Shanghai's yyyy-MM-dd, whatever the zone of the machine. */

// The library's functions read days in the machine's own zone, its data are plain days.
const holidays: Readonly<Record<string, string>> = announced.holidays;
const makeUpDays: Readonly<Record<string, string>> = announced.workdays;
const years = new Set(Object.keys(holidays).map((day) => day.slice(0, 4)));

/** Whether the holidays of that year are announced. Days of other years count by weekday alone and are provisional (暂定). */
export const coversYear = (year: number): boolean => years.has(String(year));
export const isProvisional = (day: string): boolean => !years.has(day.slice(0, 4));
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return day in makeUpDays || (weekday > 0 && weekday < 6 && !(day in holidays));
}

const scan = (day: string, step: 1 | -1): string => {
  let at = day;
  while (!isWorkingDay(at)) at = addDays(at, step);
  return at;
};

/** Where a day goes that is no working day: the next one, the one before, or the next one unless that is of another month, then the one before. */
export type DayShift = 'NONE' | 'NEXT' | 'PREV' | 'MODIFIED_NEXT';
export const dayShifts: Record<DayShift, string> = { NONE: '不顺延', NEXT: '顺延至下一工作日', PREV: '提前至上一工作日', MODIFIED_NEXT: '顺延但不跨月' };

export interface ShiftedDay {
  day: string;
  /** A day it was reckoned with is of a year whose holidays are not announced. */
  provisional: boolean;
}
export function shiftDay(nominal: string, shift: DayShift): ShiftedDay {
  const next = shift === 'NEXT' || shift === 'MODIFIED_NEXT' ? scan(nominal, 1) : nominal;
  const back = shift === 'PREV' || (shift === 'MODIFIED_NEXT' && next.slice(0, 7) !== nominal.slice(0, 7));
  const day = back ? scan(nominal, -1) : next;
  return { day, provisional: shift !== 'NONE' && [nominal, next, day].some(isProvisional) };
}

/** Minutes after midnight between which people work. */
export interface WorkingHours {
  from: number;
  until: number;
}
export const OFFICE_HOURS: WorkingHours = { from: 9 * 60, until: 18 * 60 };

const MINUTE = 60_000;
/** The hours of a working day as instants, or null where nobody works. */
function hoursOf(day: string, { from, until }: WorkingHours): { opens: number; closes: number } | null {
  if (!isWorkingDay(day)) return null;
  const midnight = startOfDay(day).getTime();
  return { opens: midnight + from * MINUTE, closes: midnight + until * MINUTE };
}

/** The instant at which so many working minutes have gone by; with none, `from` itself or the next opening. */
export function addWorkingMinutes(from: Date, minutes: number, hours: WorkingHours = OFFICE_HOURS): Date {
  let left = minutes * MINUTE;
  for (let day = shanghaiDate(from); ; day = addDays(day, 1)) {
    const open = hoursOf(day, hours);
    if (!open || from.getTime() >= open.closes) continue;
    const start = Math.max(from.getTime(), open.opens);
    if (start + left <= open.closes) return new Date(start + left);
    left -= open.closes - start;
  }
}
