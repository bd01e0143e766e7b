import type { Opened } from './db.server';
import { log } from './log.server';

/** A chore that repeats. Each is idempotent and claims its work in the database, so several processes may run it. */
export interface Chore {
  name: string;
  everySeconds: number;
  run(opened: Opened, now: Date): Promise<unknown>;
}

const shared = globalThis as { portalChores?: Map<string, Chore> };
shared.portalChores ??= new Map();
export const addChore = (chore: Chore): void => void shared.portalChores?.set(chore.name, chore);

/** Runs every chore at its pace, never two runs of the same one at once. Returns a stop that waits for those under way. */
export function startJobs(opened: Opened): () => Promise<void> {
  const under = new Set<Promise<void>>();
  const timers = [...(shared.portalChores?.values() ?? [])].map((chore) => {
    let busy = false;
    const tick = async () => {
      if (busy) return;
      busy = true;
      try {
        await chore.run(opened, new Date());
      } catch (error) {
        log.error({ err: error, chore: chore.name }, 'chore failed');
      } finally {
        busy = false;
      }
    };
    return setInterval(() => {
      const run = tick().finally(() => under.delete(run));
      under.add(run);
    }, chore.everySeconds * 1000).unref();
  });
  return async () => {
    timers.forEach(clearInterval);
    await Promise.allSettled(under);
  };
}
