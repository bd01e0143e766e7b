import type { Opened } from './db.server';
import { allChores, type CalendarChore, isCalendar, type PacedChore } from './jobs/chores.server';
import { makeRunner, type Runner } from './jobs/runner.server';
import { claimDay, endDay, giveBack, PROLONG_MS, prolong, recordAsked } from './jobs/runs.server';
import { log } from './log.server';

export { addChore } from './jobs/chores.server';

/** How often calendars are looked at, and how often the state of chores is written down. */
const CALENDAR_MS = 20_000;
const NOTE_MS = 60_000;
const FIRST_LOOK_MS = 1000;

interface Desk {
  wake(name: string): void;
  runNow(name: string, askedBy: string, day: string): boolean;
}
const shared = globalThis as { portalJobs?: Desk | undefined };

/** Runs a paced chore of this process now instead of at its next turn; once more when it is under way. Does nothing where no jobs run. */
export const wake = (name: string): void => shared.portalJobs?.wake(name);
/** Starts a chore because somebody asked, and writes the run down with their name. False: under way or unknown; null: no jobs run here. */
export const runNow = (name: string, askedBy: string, day: string): boolean | null => shared.portalJobs?.runNow(name, askedBy, day) ?? null;

/** Runs every chore at its pace or on its days, never two runs of the same one at once. Returns a stop that waits for those under way. */
export function startJobs(opened: Opened): () => Promise<void> {
  const stopping = new AbortController();
  const runner = makeRunner(opened);
  const wakers = new Map<string, () => void>();
  const timers = allChores().map((chore) => {
    if (isCalendar(chore)) return lookAtCalendar(opened, chore, runner, stopping.signal);
    const pace = paced(opened, chore, runner, stopping.signal);
    wakers.set(chore.name, pace.wake);
    return pace.timer;
  });
  timers.push(setInterval(() => runner.follow(runner.note()), NOTE_MS).unref());
  shared.portalJobs = { wake: (name) => wakers.get(name)?.(), runNow: (...asked) => askFor(opened, runner, stopping.signal, ...asked) };
  return async () => {
    timers.forEach(clearInterval);
    shared.portalJobs = undefined;
    stopping.abort();
    await runner.settled();
    await runner.note().catch((error: unknown) => log.warn({ err: error }, 'state of chores not written'));
  };
}

function paced(opened: Opened, chore: PacedChore, runner: Runner, stop: AbortSignal) {
  let again = false;
  const turns = async () => {
    do {
      again = false;
      await runner.timed(chore.name, () => chore.run(opened, new Date(), stop));
    } while (again && !stop.aborted);
  };
  const start = () => void runner.alone(chore.name, turns);
  const wakeUp = () => {
    again = true;
    start();
  };
  return { timer: setInterval(start, chore.everySeconds * 1000).unref(), wake: wakeUp };
}

function lookAtCalendar(opened: Opened, chore: CalendarChore, runner: Runner, stop: AbortSignal) {
  const look = () => void runner.alone(chore.name, () => doDays(opened, chore, runner, stop));
  setTimeout(() => !stop.aborted && look(), FIRST_LOOK_MS).unref();
  return setInterval(look, CALENDAR_MS).unref();
}

/** Does the days of a calendar chore that are due, one after the other; a failed one waits for its next attempt. */
async function doDays(opened: Opened, chore: CalendarChore, runner: Runner, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const claimed = await claimDay(opened, chore, new Date());
    if (!claimed) return;
    const beat = setInterval(() => void prolong(opened, claimed.id).catch(() => undefined), PROLONG_MS).unref();
    const turn = await runner.timed(chore.name, () => chore.run(opened, new Date(), stop, claimed.day));
    clearInterval(beat);
    if (stop.aborted) await giveBack(opened, claimed, new Date());
    else await endDay(opened, claimed, { did: turn.did, error: turn.error }, new Date());
    if (turn.error) return;
  }
}

function askFor(opened: Opened, runner: Runner, stop: AbortSignal, name: string, askedBy: string, day: string): boolean {
  const chore = allChores().find((one) => one.name === name);
  if (!chore) return false;
  return runner.alone(name, async () => {
    const { startedAt, endedAt, did, error } = await runner.timed(name, () => chore.run(opened, new Date(), stop, day));
    await recordAsked(opened, { chore: name, askedBy, startedAt, endedAt, did, error });
    await runner.note();
  });
}
