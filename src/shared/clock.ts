import { shanghaiTime } from './dates';

/** Times of day as people write them, 'HH:mm', and as minutes after midnight. */
export const clockPattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/** NaN where it is no time at all. */
export function minutesOf(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number);
  return (hour ?? Number.NaN) * 60 + (minute ?? 0);
}
export const clockOfMinutes = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Where a Shanghai clock stands. */
export const minuteOfDay = (instant: Date): number => minutesOf(shanghaiTime(instant).slice(11, 16));
