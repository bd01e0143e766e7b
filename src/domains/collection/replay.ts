import { addDays } from '~/shared/dates';
import { type Course, type Debt, done, follow, freshCourse, maySendOn, nextOf } from './rhythm';
import type { Rhythm } from './strategy';

/** What a strategy would have done to one customer, by what really happened. Pure: the same functions as the dispatcher, day by day. */

export interface PastDebt extends Pick<Debt, 'id' | 'due' | 'since'> {
  /** When it came to be, and what was paid of it on which days; taking back is below 0. */
  from: string;
  amount: bigint;
  paid: readonly { day: string; amount: bigint }[];
  disputed: readonly { from: string; until: string | null; amount: bigint }[];
}
export interface Past {
  debts: readonly PastDebt[];
  promises: readonly { from: string; until: string }[];
  /** Days somebody spoke to them. */
  contacts: readonly string[];
}
export interface WouldSend {
  day: string;
  step: number;
  repeat: number;
  cycle: number;
  open: bigint;
}

const standing = ({ id, due, since, from, amount, paid, disputed }: PastDebt, day: string): Debt | null => {
  if (from > day) return null;
  const open = paid.reduce((rest, one) => (one.day <= day ? rest - one.amount : rest), amount);
  const held = disputed.reduce((sum, one) => (one.from <= day && (one.until === null || one.until > day) ? sum + one.amount : sum), 0n);
  return { id, due, ...(since === undefined ? {} : { since }), open, disputed: held > open ? open : held };
};

/** Days on which anything changes by itself or by somebody. */
function turningDays({ debts, promises }: Past, rhythm: Rhythm, start: string, end: string): string[] {
  const ahead = Math.min(0, rhythm.steps[0]?.basis === 'DUE' ? rhythm.steps[0].offset : 0);
  const days = new Set([start]);
  for (const { due, from: came, paid, disputed } of debts) {
    for (const day of [came, addDays(due, ahead), addDays(due, 1)]) days.add(day);
    for (const one of paid) days.add(one.day);
    for (const { from, until } of disputed) for (const day of [from, until]) if (day) days.add(day);
  }
  for (const { from, until } of promises) for (const day of [from, addDays(until, 1)]) days.add(day);
  return [...days].filter((day) => day >= start && day <= end).sort();
}

/** `applies`: whether the strategy is for a customer who owes that on that day; where it is not, its run ends and begins anew when it is again. */
export function replayOne(
  past: Past,
  rhythm: Rhythm,
  start: string,
  end: string,
  applies: (debts: readonly Debt[], day: string) => boolean = () => true,
): WouldSend[] {
  const turns = turningDays(past, rhythm, start, end);
  const sent: WouldSend[] = [];
  let course: Course = freshCourse;
  let day: string | undefined = turns[0];
  while (day !== undefined && day <= end) {
    const today = day;
    const debts = past.debts.flatMap((one) => standing(one, today) ?? []);
    const promised = past.promises.find(({ from, until }) => from <= today && today <= until);
    const taken = applies(debts, today);
    course = follow({ ...course, promisedUntil: promised?.until ?? null }, rhythm, taken ? debts : [], today);
    const next = nextOf(course, rhythm);
    if (next && next.day <= today && next.step > rhythm.steps.length) course = done(course, rhythm, next, today);
    else if (next && next.day <= today && maySendOn(rhythm, today)) {
      sent.push({
        day: today,
        step: next.step,
        repeat: next.repeat,
        cycle: next.cycle,
        open: debts.reduce((sum, { open }) => (open > 0n ? sum + open : sum), 0n),
      });
      course = done(course, rhythm, next, today);
    }
    const after = nextOf(course, rhythm)?.day;
    const later = turns.find((one) => one > today);
    const soon = after === undefined ? undefined : after > today ? after : addDays(today, 1);
    day = soon !== undefined && (later === undefined || soon < later) ? soon : later;
  }
  return sent;
}
