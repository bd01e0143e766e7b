import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultTerms, type Terms } from '~/domains/credit/terms';
import { dayOfMonth, equalParts, scheduleOf, shrinkFromLast } from '~/domains/repayment/schedule';
import { addDays } from '~/shared/dates';
import { type DayShift, isProvisional, isWorkingDay } from '~/shared/workingTime';

const terms = (over: Partial<Terms>): Terms => ({ ...defaultTerms, ...over });
const day = fc.integer({ min: 0, max: 3600 }).map((days) => addDays('2020-01-01', days));
const amount = fc.bigInt({ min: 1n, max: 99_999_999_999n });

describe('schedules', () => {
  it('counts the days after delivery and goes on to a working day', () => {
    const rows = scheduleOf(terms({ days: 30 }), { start: '2026-09-01', amount: 100n });
    expect(rows).toEqual([{ seq: 1, nominal: '2026-10-01', due: '2026-10-08', provisional: false, principal: 100n }]);
  });

  it('takes the bill day of the delivery’s own month while it is not over, that day included', () => {
    const monthly = terms({ way: 'MONTHLY', billDay: 25, days: 10, shift: 'NONE' });
    const on = (start: string) => scheduleOf(monthly, { start, amount: 1n })[0]?.nominal;
    expect(on('2026-04-25')).toBe('2026-05-05');
    expect(on('2026-04-26')).toBe('2026-06-04');
    const last = terms({ way: 'MONTHLY', billDay: 31, days: 0, shift: 'NONE' });
    expect(scheduleOf(last, { start: '2028-02-29', amount: 1n })[0]?.nominal).toBe('2028-02-29');
    expect(scheduleOf(last, { start: '2026-12-31', amount: 1n })[0]?.nominal).toBe('2026-12-31');
  });

  it('trap 8: keeps the anchor over short months and marks years that are not announced', () => {
    const rows = scheduleOf(terms({ way: 'INSTALMENTS', instalments: 14, shift: 'NONE' }), { start: '2027-12-31', amount: 1400n });
    expect(rows.map((row) => row.nominal).slice(0, 4)).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
    expect(rows.at(-1)?.nominal).toBe('2029-02-28');
    const far = scheduleOf(terms({ days: 365 }), { start: '2089-05-01', amount: 1n })[0];
    expect(far?.provisional).toBe(true);
  });

  it('trap 7: splits without losing a cent, the last row takes what is left', () => {
    expect(equalParts(10_001n, 3)).toEqual([3333n, 3333n, 3335n]);
    expect(scheduleOf(terms({ way: 'INSTALMENTS', instalments: 3 }), { start: '2026-03-31', amount: 1n })).toMatchObject([{ seq: 1, principal: 1n }]);
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 60 }), day, (total, instalments, start) => {
        const rows = scheduleOf(terms({ way: 'INSTALMENTS', instalments }), { start, amount: total });
        expect(rows.reduce((sum, row) => sum + row.principal, 0n)).toBe(total);
        expect(rows.every((row, index) => row.principal > 0n && row.seq === index + 1)).toBe(true);
        const anchor = Number(start.slice(8));
        for (const { nominal } of rows) expect(nominal).toBe(dayOfMonth(Number(nominal.slice(0, 4)), Number(nominal.slice(5, 7)) - 1, anchor));
      }),
    );
  });

  it('trap 8: lands on working days, on the agreed side, never twice elsewhere, and says what is provisional', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), fc.constantFrom<DayShift>('NEXT', 'PREV', 'MODIFIED_NEXT'), (start, days, shift) => {
        const [row] = scheduleOf(terms({ days, shift }), { start, amount: 1n });
        if (!row) throw new Error('no row');
        expect(isWorkingDay(row.due)).toBe(true);
        if (shift === 'NEXT') expect(row.due >= row.nominal).toBe(true);
        if (shift === 'MODIFIED_NEXT') expect(row.due.slice(0, 7)).toBe(row.nominal.slice(0, 7));
        const again = scheduleOf(terms({ days: 0, shift }), { start: row.due, amount: 1n })[0];
        expect(again?.due).toBe(row.due);
        if (isProvisional(row.nominal) || isProvisional(row.due)) expect(row.provisional).toBe(true);
      }),
    );
  });

  it('shrinks from the last backwards, never below what is kept', () => {
    const parts = [300n, 300n, 300n].map((principal) => ({ principal, keep: 100n }));
    expect(shrinkFromLast(parts, 250n)).toEqual({ principals: [300n, 250n, 100n], rest: 0n });
    expect(shrinkFromLast(parts, 700n)).toEqual({ principals: [100n, 100n, 100n], rest: 100n });
  });
});
