import { minutesOf } from '~/shared/clock';
import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';

/** When a chore is due, in Shanghai. */
export interface Calendar {
  /** 'HH:mm'. */
  at: string;
  /** Every day unless said; a day of the month that a month lacks is its last. */
  on?: 'WORKDAY' | { dayOfMonth: number };
  /** Days that passed while nothing ran: each is made up for by itself, or the latest alone stands for all. */
  missed: 'EACH' | 'LATEST';
}

/** Longest stop that is made up for day by day. */
const MOST_DAYS = 400;
const MINUTE_MS = 60_000;

const dueAt = (calendar: Calendar, day: string): Date => new Date(startOfDay(day).getTime() + minutesOf(calendar.at) * MINUTE_MS);

function isOn({ on }: Calendar, day: string, isWorkday: (day: string) => boolean): boolean {
  if (on === undefined) return true;
  if (on === 'WORKDAY') return isWorkday(day);
  const last = addDays(`${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
  return Number(day.slice(8)) === Math.min(on.dayOfMonth, Number(last.slice(8)));
}

/** Business days after `after` (null: never run) whose time has come, oldest first. */
export function dueDays(calendar: Calendar, after: string | null, now: Date, isWorkday: (day: string) => boolean): string[] {
  const today = shanghaiDate(now);
  let day = dueAt(calendar, today) <= now ? today : addDays(today, -1);
  const days: string[] = [];
  for (let back = 0; back < MOST_DAYS && (after === null || day > after); back++, day = addDays(day, -1)) {
    if (!isOn(calendar, day, isWorkday)) continue;
    days.unshift(day);
    if (after === null || calendar.missed === 'LATEST') break;
  }
  return days;
}

/** The next instant it becomes due after `now`. */
export function nextDue(calendar: Calendar, now: Date, isWorkday: (day: string) => boolean): Date {
  let day = shanghaiDate(now);
  while (dueAt(calendar, day) <= now || !isOn(calendar, day, isWorkday)) day = addDays(day, 1);
  return dueAt(calendar, day);
}
