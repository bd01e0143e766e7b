import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, instantRange, shanghaiDate } from '~/shared/dates';
import { Refusal } from '~/shared/refusal';

const instants = fc.date({ min: new Date('2019-12-31T00:00:00Z'), max: new Date('2031-01-02T00:00:00Z'), noInvalidDate: true });
const days = fc.integer({ min: 0, max: 4000 }).map((n) => addDays('2020-01-01', n));

test('trap 31: an instant lies in a range of days exactly while Shanghai reads one of them', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 40 }), instants, (first, length, at) => {
      const last = addDays(first, length);
      const { from, before } = instantRange(first, last);
      const day = shanghaiDate(at);
      expect(at >= (from as Date) && at < (before as Date)).toBe(day >= first && day <= last);
    }),
  );
  const { from, before } = instantRange('2026-06-10', '2026-06-10');
  expect([from?.toISOString(), before?.toISOString()]).toEqual(['2026-06-09T16:00:00.000Z', '2026-06-10T16:00:00.000Z']);
});

test('trap 31: what the pickers send for whole days means the same days; a named second is inside whole', () => {
  expect(instantRange('2026-06-10 00:00:00', '2026-06-11 23:59:59')).toEqual(instantRange('2026-06-10', '2026-06-11'));
  const { before } = instantRange(null, '2026-06-10 08:30:00');
  expect(before?.toISOString()).toBe('2026-06-10T00:30:01.000Z');
});

test.each(['2026-02-30', '2026-06-10 25:00:00', '昨天', '2026-6-1', '2026-06-10T00:00:00Z+'])('%s is refused with a sentence', (text) => {
  expect(() => instantRange(text, null)).toThrow(Refusal);
});
