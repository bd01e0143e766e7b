import { isWorkingDay } from '~/shared/workingTime';
import type { Opened } from '../db.server';
import { type Calendar, dueDays, nextDue } from './timetable';

interface Named {
  name: string;
  /** Chinese, for administrators. */
  title: string;
}
/** Repeats at a pace. Idempotent and claims its work in the database, so several processes may run it. */
export interface PacedChore extends Named {
  everySeconds: number;
  /** `stop` is set when the process ends: work of many steps ends after the one it is at, and hands back what it claimed. */
  run(opened: Opened, now: Date, stop: AbortSignal): Promise<unknown>;
}
/**
 * Runs once for each business day its calendar names, in one process, tried again when it fails. Idempotent all the same: a process that
 * dies after its work and before saying so runs the day again.
 */
export interface CalendarChore extends Named {
  calendar: Calendar;
  run(opened: Opened, now: Date, stop: AbortSignal, day: string): Promise<unknown>;
}
export type Chore = PacedChore | CalendarChore;

const shared = globalThis as { portalChores?: Map<string, Chore> };
shared.portalChores ??= new Map();
const registered = shared.portalChores;

export function addChore(chore: PacedChore): void;
export function addChore(chore: CalendarChore): void;
export function addChore(chore: Chore): void {
  registered.set(chore.name, chore);
}
export const allChores = (): Chore[] => [...registered.values()];
export const isCalendar = (chore: Chore): chore is CalendarChore => 'calendar' in chore;

export const daysDue = (chore: CalendarChore, after: string | null, now: Date): string[] => dueDays(chore.calendar, after, now, isWorkingDay);
export const nextRunOf = (chore: CalendarChore, now: Date): Date => nextDue(chore.calendar, now, isWorkingDay);
