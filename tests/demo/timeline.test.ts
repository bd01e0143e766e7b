import { expect, it } from 'vitest';
import { randomFrom } from '~/demo/random';
import { timeline } from '~/demo/timeline';

const DAY = 86_400_000;
const HISTORY = 540;
/** Every ninth day of three years, at different hours: holidays of every kind come by. */
const moments = Array.from({ length: 120 }, (_, index) => new Date(Date.UTC(2025, 6, 1, index % 24) + index * 9 * DAY));
const made = (now: Date, count: number) =>
  timeline(count, new Date(now.getTime() - HISTORY * DAY), now, randomFrom(7)).map(({ at, fate }) => ({ days: (now.getTime() - at.getTime()) / DAY, fate }));

it('leaves no hole in half a year but the longest holidays, and nothing to come', () => {
  for (const now of moments)
    for (const count of [170, 270]) {
      const days = made(now, count).map((one) => one.days);
      expect(Math.min(...days), now.toISOString()).toBeGreaterThanOrEqual(0);
      const late = days.filter((one) => one < 180);
      const gaps = late.map((one, index) => one - (late[index + 1] ?? 0));
      expect(Math.max(...gaps), now.toISOString()).toBeLessThan(12);
    }
});

it('compares thirty days with those before as a business does that grows', () => {
  for (const now of moments) {
    const days = made(now, 270).map((one) => one.days);
    const between = (from: number, to: number) => days.filter((one) => one >= from && one < to).length;
    expect(between(30, 60), now.toISOString()).toBeGreaterThan(20);
    expect(between(0, 30) / between(30, 60), now.toISOString()).toBeGreaterThan(0.8);
    expect(between(0, 30) / between(30, 60), now.toISOString()).toBeLessThan(2.5);
  }
});

it('shows every state in the last days, finished orders before', () => {
  for (const count of [40, 270]) {
    const all = made(new Date('2026-11-22T01:00:00Z'), count);
    expect(new Set(all.filter(({ days }) => days < 15).map(({ fate }) => fate)).size).toBeGreaterThanOrEqual(7);
    expect(all.filter(({ days, fate }) => days > 20 && !['SIGNED', 'DAMAGED', 'CLOSED', 'CANCELLED'].includes(fate))).toEqual([]);
  }
});
