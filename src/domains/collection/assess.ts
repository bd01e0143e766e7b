import { addDays, daysBetween } from '~/shared/dates';
import type { CaseState } from './case';
import { type Course, collectible, type Debt, follow, inReach, nextOf, type PromiseState, promiseOutcome } from './rhythm';
import { type Figures, matches, type Rhythm, type Strategy } from './strategy';

/** What becomes of a customer's case when what is owed, promised or disputed changed, or a day went by. Pure. */

export interface Versioned {
  strategyId: string;
  versionId: string;
  name: string;
  strategy: Strategy;
}
export interface Looked {
  status: CaseState | null;
  manual: boolean;
  locked: boolean;
  strategyId: string | null;
  versionId: string | null;
  course: Course;
  debts: readonly Debt[];
  promise: { amount: bigint; due: string; until: string; received: bigint } | null;
  customer: Pick<Figures, 'levelId' | 'region' | 'tags'>;
}
export interface Sums {
  open: bigint;
  overdue: bigint;
  disputed: bigint;
  items: number;
  oldest: string | null;
}
export interface Assessed {
  status: CaseState;
  chosen: Versioned | null;
  course: Course;
  nextStep: number | null;
  nextOn: string | null;
  checkOn: string | null;
  sums: Sums;
  promise: PromiseState | null;
}

/** Without a strategy nothing is sent, and a debt is somebody's work from the day after it was due. */
export const noRhythm: Rhythm = {
  entry: 'STANDARD',
  gapDays: 0,
  dailyCap: 0,
  windowFrom: 0,
  windowUntil: 0,
  workdaysOnly: false,
  minAmount: 0n,
  stopOn: ['PTP', 'DISPUTE', 'LEGAL'],
  promiseGrace: 1,
  endAction: 'NONE',
  endAfter: 0,
  steps: [],
};

export function sumsOf(debts: readonly Debt[], today: string): Sums {
  const owed = debts.filter(({ open }) => open > 0n);
  const late = owed.filter(({ due }) => due < today);
  const add = (of: readonly Debt[], one: (debt: Debt) => bigint) => of.reduce((total, debt) => total + one(debt), 0n);
  return {
    open: add(owed, ({ open }) => open),
    overdue: add(late, ({ open }) => open),
    disputed: add(owed, ({ disputed }) => disputed),
    items: late.length,
    oldest: late.reduce<string | null>((first, { due, since = due }) => (first === null || since < first ? since : first), null),
  };
}

/** The strategy a customer is under: the one chosen by hand, else the first that is for such customers. A running cycle keeps the version it began with. */
function choose(
  { locked, strategyId, versionId, customer, course }: Looked,
  sums: Sums,
  all: readonly Versioned[],
  kept: ReadonlyMap<string, Versioned>,
  today: string,
) {
  const figures = { ...customer, overdue: sums.overdue, days: sums.oldest ? daysBetween(sums.oldest, today) : 0 };
  const first = locked && strategyId ? all.find((one) => one.strategyId === strategyId) : all.find(({ strategy }) => matches(strategy.match, figures));
  const running = versionId ? kept.get(versionId) : undefined;
  return running && course.carrying !== null && (first === undefined ? locked : first.strategyId === strategyId) ? running : (first ?? null);
}

/** Null: there is nothing to open a case for. */
export function assess(look: Looked, all: readonly Versioned[], kept: ReadonlyMap<string, Versioned>, today: string): Assessed | null {
  const sums = sumsOf(look.debts, today);
  const promise =
    look.promise &&
    (sums.open === 0n && look.promise.received < look.promise.amount ? 'CANCELLED' : promiseOutcome(look.promise, look.promise.received, today));
  const promisedUntil = promise === 'OPEN' ? (look.promise?.until ?? null) : null;
  const before = { ...look.course, promisedUntil, legal: look.status === 'ESCALATED' };
  let chosen = choose(look, sums, all, kept, today);
  const entered = chosen && chosen.strategyId !== look.strategyId ? { ...before, carrying: null, anchor: null } : before;
  let course = follow(entered, chosen?.strategy ?? noRhythm, look.debts, today);
  // A new cycle begins with the version that is in force now.
  if (chosen && course.cycle !== entered.cycle) {
    const { strategyId } = chosen;
    const newest = all.find((one) => one.strategyId === strategyId);
    if (newest && newest.versionId !== chosen.versionId) {
      chosen = newest;
      course = follow(entered, newest.strategy, look.debts, today);
    }
  }
  const rhythm = chosen?.strategy ?? noRhythm;
  const status = statusOf(look, { sums, course, rhythm, promise }, today);
  if (status === null) return null;
  const next = status === 'CLEARED' ? null : nextOf(course, rhythm);
  return {
    status,
    chosen,
    course,
    nextStep: next?.step ?? null,
    nextOn: next?.day ?? null,
    checkOn: status === 'CLEARED' ? null : checkOf(look, rhythm, promisedUntil, today),
    sums,
    promise,
  };
}

function statusOf(
  { status, manual, debts }: Looked,
  { sums, course, rhythm, promise }: { sums: Sums; course: Course; rhythm: Rhythm; promise: PromiseState | null },
  today: string,
): CaseState | null {
  const everything: Rhythm = { ...rhythm, stopOn: [] };
  const reach = inReach(debts, everything, today);
  // A case opened by hand lives as long as anything is owed.
  const nothing = manual ? sums.open === 0n : sums.overdue === 0n && reach.length === 0;
  if (status === null && (nothing || (sums.overdue === 0n && course.carrying === null))) return null;
  if (nothing) return 'CLEARED';
  if (status === 'ESCALATED') return 'ESCALATED';
  if (promise === 'OPEN') return 'PROMISED';
  const disputes: Rhythm = { ...rhythm, stopOn: ['DISPUTE'] };
  if (reach.length > 0 && reach.every((one) => collectible(one, disputes) === 0n)) return 'DISPUTED';
  return course.lastStepOn !== null || course.lastContactOn !== null ? 'WORKING' : 'NEW';
}

/** The next day on which something changes without anybody doing anything. */
function checkOf({ debts }: Looked, rhythm: Rhythm, promisedUntil: string | null, today: string): string | null {
  const ahead = Math.min(0, rhythm.steps[0]?.basis === 'DUE' ? rhythm.steps[0].offset : 0);
  const days = debts
    .filter(({ open }) => open > 0n)
    .flatMap(({ due }) => [addDays(due, ahead), addDays(due, 1)])
    .concat(promisedUntil === null ? [] : [addDays(promisedUntil, 1)])
    .filter((day) => day > today)
    .sort();
  return days[0] ?? null;
}
