import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';
import { addWorkingMinutes, coversYear, type DayShift, isProvisional, isWorkingDay, OFFICE_HOURS, shiftDay } from '~/shared/workingTime';

const at = (text: string) => new Date(`${text}+08:00`);
const day = fc.integer({ min: 0, max: 3600 }).map((days) => addDays('2020-01-01', days));
const instant = fc.integer({ min: 0, max: 2 * 365 * 1440 }).map((minutes) => new Date(at('2025-01-01T00:00').getTime() + minutes * 60_000));

describe('working days', () => {
  it.each([
    ['2026-10-01', '2026-10-08', '2026-09-30', '2026-10-08'],
    ['2026-02-14', '2026-02-14', '2026-02-14', '2026-02-14'],
    ['2026-02-28', '2026-02-28', '2026-02-28', '2026-02-28'],
    ['2026-02-17', '2026-02-24', '2026-02-14', '2026-02-24'],
    ['2026-01-31', '2026-02-02', '2026-01-30', '2026-01-30'],
    ['2026-11-15', '2026-11-16', '2026-11-13', '2026-11-16'],
  ])('shifts %s', (nominal, next, prev, modified) => {
    expect(shiftDay(nominal, 'NEXT')).toEqual({ day: next, provisional: false });
    expect(shiftDay(nominal, 'PREV')).toEqual({ day: prev, provisional: false });
    expect(shiftDay(nominal, 'MODIFIED_NEXT')).toEqual({ day: modified, provisional: false });
    expect(shiftDay(nominal, 'NONE').day).toBe(nominal);
  });

  it('says which years it does not know', () => {
    expect(coversYear(2026)).toBe(true);
    expect(coversYear(2003)).toBe(false);
    expect(coversYear(2090)).toBe(false);
    expect(isProvisional('2090-05-01')).toBe(true);
    expect(shiftDay('2090-01-07', 'NEXT')).toEqual({ day: '2090-01-09', provisional: true });
  });

  it('lands on a working day, on its own side, and stays there', () => {
    fc.assert(
      fc.property(day, fc.constantFrom<DayShift>('NEXT', 'PREV', 'MODIFIED_NEXT'), (nominal, shift) => {
        const shifted = shiftDay(nominal, shift).day;
        expect(isWorkingDay(shifted)).toBe(true);
        if (shift === 'NEXT') expect(shifted >= nominal).toBe(true);
        if (shift === 'PREV') expect(shifted <= nominal).toBe(true);
        if (shift === 'MODIFIED_NEXT') expect(shifted.slice(0, 7)).toBe(nominal.slice(0, 7));
        expect(shiftDay(shifted, shift).day).toBe(shifted);
      }),
    );
  });

  it('is the same in every time zone', () => {
    const script = `import { isWorkingDay, shiftDay } from './src/shared/workingTime';
      console.log(['2026-11-15', '2026-11-16', '2026-10-01', '2026-10-10', '2026-02-14'].map(isWorkingDay).join(), shiftDay('2026-01-31', 'NEXT').day);`;
    const inZone = (zone: string) =>
      execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { env: { ...process.env, TZ: zone }, encoding: 'utf8' }).trim();
    for (const zone of ['UTC', 'Asia/Shanghai', 'America/New_York', 'Pacific/Auckland'])
      expect(inZone(zone), zone).toBe('false,true,false,true,true 2026-02-02');
  }, 30_000);
});

/** Reckoned from the other end: what of each day between lies within office hours. */
function minutesWorked(from: Date, until: Date): number {
  let minutes = 0;
  for (let on = shanghaiDate(from); on <= shanghaiDate(until); on = addDays(on, 1)) {
    const opens = startOfDay(on).getTime() + OFFICE_HOURS.from * 60_000;
    const closes = startOfDay(on).getTime() + OFFICE_HOURS.until * 60_000;
    if (isWorkingDay(on)) minutes += Math.max(0, Math.min(until.getTime(), closes) - Math.max(from.getTime(), opens)) / 60_000;
  }
  return minutes;
}

describe('working hours', () => {
  it('runs from nine to six on working days', () => {
    expect(addWorkingMinutes(at('2026-11-20T17:30'), 60)).toEqual(at('2026-11-23T09:30'));
    expect(addWorkingMinutes(at('2026-11-21T12:00'), 0)).toEqual(at('2026-11-23T09:00'));
    expect(addWorkingMinutes(at('2026-11-23T08:00'), 9 * 60)).toEqual(at('2026-11-23T18:00'));
    expect(addWorkingMinutes(at('2026-09-30T17:59'), 2)).toEqual(at('2026-10-08T09:01'));
    expect(addWorkingMinutes(at('2026-10-10T10:00'), 60), 'a Saturday on which people work').toEqual(at('2026-10-10T11:00'));
  });

  it('measures back what it added, and never goes by more than the clock does', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 6000 }), (from, minutes) => {
        const due = addWorkingMinutes(from, minutes);
        expect(due >= from).toBe(true);
        expect(minutesWorked(from, due)).toBe(minutes);
        expect((due.getTime() - from.getTime()) / 60_000).toBeGreaterThanOrEqual(minutes);
      }),
      { numRuns: 60 },
    );
  });
});
