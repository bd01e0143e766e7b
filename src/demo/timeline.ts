import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';
import { isWorkingDay } from '~/shared/workingTime';
import type { Random } from './random';
import type { Fate } from './trade.server';

const DAY = 86_400_000;
const recent: Fate[] = ['DRAFT', 'PENDING', 'PENDING', 'PENDING', 'REJECTED', 'APPROVED', 'APPROVED', 'APPROVED', 'PARTIAL', 'PARTIAL', 'SHIPPED', 'SHIPPED'];

/**
 * Fates over time, the oldest first: old orders are finished, the last days show every state. A business that grows: a few orders a month at
 * first, several a day by now, and nowhere a hole but holidays, so that months and thirty days compare with those before.
 */
export function timeline(count: number, start: Date, now: Date, random: Random): { fate: Fate; at: Date }[] {
  const lates = Math.min(count, Math.max(12, Math.floor(count / 10)));
  const olds = count - lates;
  const from = start.getTime() + DAY;
  const until = now.getTime() - daysBack(lates) * DAY;
  return Array.from({ length: count }, (_, index) => {
    const late = index >= olds;
    const draw = random.next();
    const old: Fate = draw < 0.05 ? 'CANCELLED' : draw < 0.1 ? 'CLOSED' : draw < 0.14 ? 'DAMAGED' : 'SIGNED';
    const at = late ? now.getTime() - daysBack(count - index) * DAY : from + (until - from) * Math.cbrt((index + 1) / (olds + 1));
    return { fate: late ? (recent[index % recent.length] as Fate) : old, at: officeHour(at, random.whole(0, 9 * 3600), now) };
  }).sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The nth order from the end: four a day, then fewer, as many as the old ones were before. */
const daysBack = (fromEnd: number): number => 1 / 8 + fromEnd / 4 + fromEnd ** 2 / 108;

/** The first working day from that Shanghai day on, `seconds` after nine in the morning; never in the future. */
function officeHour(at: number, seconds: number, now: Date): Date {
  let day = shanghaiDate(new Date(at));
  while (!isWorkingDay(day)) day = addDays(day, 1);
  const asked = startOfDay(day).getTime() + (9 * 3600 + seconds) * 1000;
  return new Date(asked < now.getTime() ? asked : at);
}
