import { addDays, daysBetween } from '~/shared/dates';
import { isWorkingDay } from '~/shared/workingTime';
import type { Rhythm, Step } from './strategy';

/**
 * When the next step of a case is due. Pure: the dispatcher, the replay and the model test stand on the same functions.
 * Dates follow from the carrying item, the oldest debt that is not disputed, never from the moment the machine looks.
 */

export interface Debt {
  id: string;
  /** The last day it is not late: steps are counted from here. */
  due: string;
  /** The day it was to be paid, where days of grace follow: days overdue are counted from here. */
  since?: string;
  /** 分 still owed, disputed part and all. */
  open: bigint;
  disputed: bigint;
}

/** Where a case stands between two looks. */
export interface Course {
  /** Counts the carrying items; each has its own run through the steps. */
  cycle: number;
  carrying: string | null;
  /** The day that DUE steps count from. */
  anchor: string | null;
  /** The last step done in this cycle; 0: none. Beyond the last step: the end action is done. */
  step: number;
  /** How often that step was done again. */
  repeat: number;
  lastStepOn: string | null;
  /** Of any channel, by hand or not, of any cycle. */
  lastContactOn: string | null;
  /** Until when an open promise holds reminders back, its days of grace included. */
  promisedUntil: string | null;
  paused: boolean;
  legal: boolean;
}
export const freshCourse: Course = {
  cycle: 0,
  carrying: null,
  anchor: null,
  step: 0,
  repeat: 0,
  lastStepOn: null,
  lastContactOn: null,
  promisedUntil: null,
  paused: false,
  legal: false,
};

/** 分 that may be asked for of a debt. Without that stop condition a dispute holds nothing back. */
export const collectible = ({ open, disputed }: Debt, { stopOn }: Pick<Rhythm, 'stopOn'>): bigint => {
  const rest = stopOn.includes('DISPUTE') ? open - disputed : open;
  return rest > 0n ? rest : 0n;
};

const earlier = (a: Debt, b: Debt): number => (a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due < b.due ? -1 : 1);
const firstOffset = ({ steps }: Rhythm): number => (steps[0] && steps[0].basis === 'DUE' ? steps[0].offset : 0);

/** The debts a reminder may speak of today: past due, or within the days the strategy reminds of beforehand. */
export const inReach = (debts: readonly Debt[], rhythm: Rhythm, today: string): Debt[] =>
  debts.filter((one) => collectible(one, rhythm) > 0n && addDays(one.due, Math.min(0, firstOffset(rhythm))) <= today).sort(earlier);

/**
 * Follows the debts: as long as the carrying item is owed the cycle goes on; when it is gone the oldest of the rest begins a cycle of its own.
 * STANDARD begins at the first step, late if need be; CONTEXTUAL at the last step whose day has come.
 */
export function follow(course: Course, rhythm: Rhythm, debts: readonly Debt[], today: string): Course {
  const reach = inReach(debts, rhythm, today);
  // What the factory owes the customer (an adjustment below 0) is taken off before anybody is asked for money.
  const credit = debts.reduce((total, { open }) => (open < 0n ? total + open : total), 0n);
  const sum = reach.reduce((total, one) => total + collectible(one, rhythm), credit);
  const [oldest] = reach;
  if (!oldest || sum <= 0n || sum < rhythm.minAmount) return course.carrying === null ? course : { ...course, carrying: null, anchor: null };
  const carrying = reach.find(({ id }) => id === course.carrying);
  // A new day for the debt moves its steps; an older debt that turned up waits for its turn, so that nothing is asked twice.
  if (carrying && course.anchor !== null) return { ...course, anchor: anchorOf(course, rhythm, carrying) };
  return { ...course, ...entering(rhythm, oldest, today), carrying: oldest.id, cycle: course.cycle + 1, repeat: 0, lastStepOn: null };
}

/** Nothing of the cycle was done: the day of the debt counts. Else the shift that was given at the entry stays. */
function anchorOf(course: Course, rhythm: Rhythm, carrying: Debt): string {
  const anchor = course.anchor as string;
  if (rhythm.entry === 'CONTEXTUAL') return carrying.due;
  return carrying.due > anchor ? carrying.due : anchor;
}

function entering(rhythm: Rhythm, { due }: Debt, today: string): { anchor: string; step: number } {
  if (rhythm.entry === 'STANDARD') {
    const late = daysBetween(addDays(due, firstOffset(rhythm)), today);
    return { anchor: late > 0 ? addDays(due, late) : due, step: 0 };
  }
  let reached = 0;
  for (const [index, step] of rhythm.steps.entries()) {
    // What counts from the step before has no day of its own to enter at.
    if (step.basis === 'PREV') continue;
    if (dayOf(step, due, null) <= today) reached = index;
  }
  return { anchor: due, step: reached };
}

function monthEnd(day: string): string {
  const last = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));
  return last.toISOString().slice(0, 10);
}
function dayOf({ basis, offset }: Step, anchor: string, lastStepOn: string | null): string {
  if (basis === 'MONTH_END') return addDays(monthEnd(anchor), offset);
  return addDays(basis === 'PREV' ? (lastStepOn ?? anchor) : anchor, offset);
}

const worksOn = ({ works = isWorkingDay }: Rhythm, day: string): boolean => works(day);
/** Whether the system may send on this day. */
export const maySendOn = (rhythm: Rhythm, day: string): boolean => !rhythm.workdaysOnly || worksOn(rhythm, day);

export interface Next {
  /** From 1; one beyond the last is the end action. */
  step: number;
  repeat: number;
  cycle: number;
  day: string;
}

/** The next thing to do and its day, as far as is known today; null while nothing may be done. */
export function nextOf(course: Course, rhythm: Rhythm): Next | null {
  const { anchor, cycle } = course;
  if (course.carrying === null || anchor === null || course.paused) return null;
  if (course.legal && rhythm.stopOn.includes('LEGAL')) return null;
  const held = course.promisedUntil !== null && rhythm.stopOn.includes('PTP') ? addDays(course.promisedUntil, 1) : null;
  const planned = plannedOf(course, rhythm, anchor);
  if (planned === null) return null;
  const isEnd = planned.step > rhythm.steps.length;
  const gap = course.lastContactOn === null || isEnd ? null : addDays(course.lastContactOn, rhythm.gapDays);
  let day = [planned.day, held, gap].reduce((latest: string, one) => (one !== null && one > latest ? one : latest), planned.day);
  if (rhythm.workdaysOnly) while (!worksOn(rhythm, day)) day = addDays(day, 1);
  return { ...planned, cycle, day };
}

/** A repetition comes before the next step unless that one is due first. */
function plannedOf({ step, repeat, lastStepOn }: Course, { steps, endAction, endAfter }: Rhythm, anchor: string): Omit<Next, 'cycle'> | null {
  const done = step > 0 ? steps[step - 1] : undefined;
  const following = steps[step];
  const again =
    done && lastStepOn !== null && repeat < done.repeatMax ? { step, repeat: repeat + 1, day: addDays(lastStepOn, Math.max(1, done.repeatEvery)) } : null;
  if (following) {
    const next = { step: step + 1, repeat: 0, day: dayOf(following, anchor, lastStepOn) };
    return again && again.day < next.day ? again : next;
  }
  if (again) return again;
  if (step > steps.length || endAction === 'NONE') return null;
  return { step: steps.length + 1, repeat: 0, day: addDays(lastStepOn ?? anchor, endAfter) };
}

/** Whether the system may send at this minute. */
export const inWindow = (rhythm: Rhythm, today: string, minute: number): boolean =>
  minute >= rhythm.windowFrom && minute < rhythm.windowUntil && maySendOn(rhythm, today);

/** What is due at this minute of the day; null when nothing is. */
export function dueNow(course: Course, rhythm: Rhythm, today: string, minute: number): Next | null {
  if (!inWindow(rhythm, today, minute)) return null;
  const next = nextOf(course, rhythm);
  return next && next.day <= today ? next : null;
}

/** The step was done. The end action speaks to nobody, so it is no contact. */
export function done(course: Course, rhythm: Rhythm, { step, repeat }: Pick<Next, 'step' | 'repeat'>, today: string): Course {
  const contacted = step <= rhythm.steps.length;
  return { ...course, step, repeat, lastStepOn: today, lastContactOn: contacted ? today : course.lastContactOn };
}

export type PromiseState = 'OPEN' | 'KEPT' | 'PARTIAL' | 'BROKEN' | 'CANCELLED';
/** What became of a promise: kept as soon as the money is there, broken or kept in part when the days of grace are over. */
export function promiseOutcome(promised: { amount: bigint; until: string }, received: bigint, today: string): PromiseState {
  if (received >= promised.amount) return 'KEPT';
  if (today <= promised.until) return 'OPEN';
  return received > 0n ? 'PARTIAL' : 'BROKEN';
}
