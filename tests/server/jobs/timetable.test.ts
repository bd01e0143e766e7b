import chineseDays from 'chinese-days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Calendar, dueDays, nextDue } from '~/server/jobs/timetable';
import { addDays, shanghaiDate } from '~/shared/dates';

const isWorkday = (day: string) => chineseDays.isWorkday(day);
const at = (text: string) => new Date(`${text}+08:00`);
const daily: Calendar = { at: '02:00', missed: 'EACH' };
const workdays: Calendar = { at: '09:00', on: 'WORKDAY', missed: 'EACH' };

describe('the days a calendar chore is due', () => {
  it('is due from its Shanghai time on, whatever the time zone of the machine', () => {
    expect(dueDays(daily, '2026-06-14', at('2026-06-15T01:59:59'), isWorkday)).toEqual([]);
    expect(dueDays(daily, '2026-06-14', at('2026-06-15T02:00:00'), isWorkday)).toEqual(['2026-06-15']);
    expect(dueDays(daily, '2026-06-15', at('2026-06-15T23:59:59'), isWorkday)).toEqual([]);
  });

  it('makes up for each missed day, or for the latest alone', () => {
    const back = at('2026-06-15T08:00:00');
    expect(dueDays(daily, '2026-06-11', back, isWorkday)).toEqual(['2026-06-12', '2026-06-13', '2026-06-14', '2026-06-15']);
    expect(dueDays({ ...daily, missed: 'LATEST' }, '2026-06-11', back, isWorkday)).toEqual(['2026-06-15']);
    expect(dueDays(daily, null, back, isWorkday), 'a chore that never ran starts with today').toEqual(['2026-06-15']);
    expect(dueDays(daily, null, at('2026-06-15T01:00:00'), isWorkday)).toEqual(['2026-06-14']);
  });

  it('follows the make-up days of the Chinese calendar', () => {
    // 2026-02-14 is a working Saturday, the Spring Festival lasts until 02-23, 02-28 is a working Saturday again.
    expect(dueDays(workdays, '2026-02-12', at('2026-02-25T10:00:00'), isWorkday)).toEqual(['2026-02-13', '2026-02-14', '2026-02-24', '2026-02-25']);
    expect(nextDue(workdays, at('2026-02-14T09:00:00'), isWorkday)).toEqual(at('2026-02-24T09:00:00'));
    expect(nextDue(workdays, at('2026-02-27T10:00:00'), isWorkday)).toEqual(at('2026-02-28T09:00:00'));
  });

  it('takes the last day of a month that is too short', () => {
    const monthly: Calendar = { at: '00:10', on: { dayOfMonth: 31 }, missed: 'EACH' };
    expect(dueDays(monthly, '2026-01-31', at('2026-04-30T12:00:00'), isWorkday)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
    expect(nextDue({ at: '00:10', on: { dayOfMonth: 30 }, missed: 'EACH' }, at('2028-02-01T00:00:00'), isWorkday)).toEqual(at('2028-02-29T00:10:00'));
  });

  it('gives every day once, however the clock is read in between', () => {
    const minutes = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(daily, workdays), (steps, calendar) => {
        const seen: string[] = [];
        let now = at('2026-09-20T12:00:00');
        const first = shanghaiDate(now);
        for (const step of steps) {
          now = new Date(now.getTime() + step * 60_000);
          seen.push(...dueDays(calendar, seen.at(-1) ?? first, now, isWorkday));
        }
        const all: string[] = [];
        for (let day = addDays(first, 1); new Date(`${day}T${calendar.at}:00+08:00`) <= now; day = addDays(day, 1))
          if (calendar.on !== 'WORKDAY' || isWorkday(day)) all.push(day);
        expect(seen).toEqual(all);
      }),
    );
  });
});
