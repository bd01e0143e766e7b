import { addDays, isDate } from '~/shared/dates';
import { dayOfMonth } from './schedule';

export type CalendarView = 'month' | 'week';
export interface Span {
  view: CalendarView;
  /** The day looked at. */
  day: string;
  from: string;
  to: string;
  before: string;
  after: string;
}

/** 0 is Monday. */
const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The whole weeks that show a month, or one week; what the address says wrongly is today. */
export function spanOf(query: Record<string, string | undefined>, today: string): Span {
  const day = query['day'] && isDate(query['day']) ? query['day'] : today;
  if (query['view'] === 'week') {
    const from = addDays(day, -weekday(day));
    return { view: 'week', day, from, to: addDays(from, 6), before: addDays(day, -7), after: addDays(day, 7) };
  }
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
  const [first, last] = [dayOfMonth(year, month, 1), dayOfMonth(year, month, 31)];
  return {
    view: 'month',
    day,
    from: addDays(first, -weekday(first)),
    to: addDays(last, 6 - weekday(last)),
    before: dayOfMonth(year, month - 1, 1),
    after: dayOfMonth(year, month + 1, 1),
  };
}
