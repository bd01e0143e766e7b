import { BAD_INPUT, Refusal } from './refusal';

/** Business days are 'yyyy-MM-dd' strings in Asia/Shanghai (UTC+8, no daylight saving since 1992); instants are Date. */

const SHANGHAI_OFFSET_MS = 8 * 3600_000;
const DAY_MS = 86_400_000;

export function shanghaiDate(instant: Date): string {
  return new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10);
}

/** 'yyyy-MM-dd HH:mm:ss' as a person in Shanghai reads it. */
export function shanghaiTime(instant: Date): string {
  return new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** 'yyyy-MM-dd' or 'yyyy-MM-dd HH:mm:ss' of a day and a time that exist. */
export const isTime = (text: string): boolean =>
  isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}${text.length === 10 ? '' : '+08:00'}`));

/** What people enter lies between these; the portal knows no business older or later. */
export const EARLIEST_DAY = '2000-01-01';
export const LATEST_DAY = '2099-12-31';
export const isSensibleDay = (day: string): boolean => day >= EARLIEST_DAY && day <= LATEST_DAY;

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** First instant of a Shanghai day. */
export const startOfDay = (date: string): Date => new Date(`${date}T00:00:00+08:00`);
/** First instant after a Shanghai day: ranges are half-open, so the last day is never lost. */
export const endOfDay = (date: string): Date => new Date(Date.parse(`${date}T00:00:00+08:00`) + DAY_MS);

/** What came to something before an instant was made before this one, written down at most `late` days after; the day besides is for clocks that differ. */
export const madeBefore = (came: Date, late = 0): Date => new Date(came.getTime() + (1 + late) * DAY_MS);

/**
 * A person's 'yyyy-MM-dd' or 'yyyy-MM-dd HH:mm:ss' (Shanghai) as the half-open instant range it means;
 * either side may be missing. Seconds ending in :59 include that whole second. Throws BAD_INPUT for what is no time.
 */
export function instantRange(start?: string | null, end?: string | null): { from?: Date; before?: Date } {
  const range: { from?: Date; before?: Date } = {};
  for (const side of [start, end])
    if (side && !isTime(side))
      throw new Refusal(BAD_INPUT, `时间“${side.slice(0, 30)}”不正确，格式应如2026-12-31或2026-12-31 18:00:00`, { reason: 'BAD_INPUT' });
  if (start) range.from = start.length === 10 ? startOfDay(start) : new Date(`${start.replace(' ', 'T')}+08:00`);
  if (end) range.before = end.length === 10 ? endOfDay(end) : new Date(Date.parse(`${end.replace(' ', 'T')}+08:00`) + 1000);
  return range;
}
