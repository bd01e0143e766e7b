import type { Opened } from './db.server';
import { log } from './log.server';

/** A chore that repeats. Each is idempotent and claims its work in the database, so several processes may run it. */
export interface Chore {
  name: string;
  everySeconds: number;
  /** `stop` is set when the process ends: work of many steps ends after the one it is at, and hands back what it claimed. */
  run(opened: Opened, now: Date, stop: AbortSignal): Promise<unknown>;
}

const shared = globalThis as { portalChores?: Map<string, Chore>; portalTicks?: Map<string, () => void> };
shared.portalChores ??= new Map();
shared.portalTicks ??= new Map();
const ticks = shared.portalTicks;
export const addChore = (chore: Chore): void => void shared.portalChores?.set(chore.name, chore);

/** Runs a chore of this process now instead of at its next turn; once more when it is under way. Does nothing where no jobs run. */
export const wake = (name: string): void => ticks.get(name)?.();

/** Runs every chore at its pace, never two runs of the same one at once. Returns a stop that waits for those under way. */
export function startJobs(opened: Opened): () => Promise<void> {
  const under = new Set<Promise<void>>();
  const stopping = new AbortController();
  const timers = [...(shared.portalChores?.values() ?? [])].map((chore) => {
    let busy = false;
    let again = false;
    const turn = async () => {
      busy = true;
      try {
        do {
          again = false;
          await chore.run(opened, new Date(), stopping.signal);
        } while (again && !stopping.signal.aborted);
      } catch (error) {
        log.error({ err: error, chore: chore.name }, 'chore failed');
      } finally {
        busy = false;
      }
    };
    const start = () => {
      if (busy) return;
      const run = turn().finally(() => under.delete(run));
      under.add(run);
    };
    ticks.set(chore.name, () => {
      again = true;
      start();
    });
    return setInterval(start, chore.everySeconds * 1000).unref();
  });
  return async () => {
    timers.forEach(clearInterval);
    ticks.clear();
    stopping.abort();
    await Promise.allSettled(under);
  };
}
