import type { Opened } from '../db.server';
import { log } from '../log.server';
import { type Outcome, recordTurns, type Turn } from './runs.server';

/** The runs of this process: one of each name at a time, timed, and noted for administrators. */
export function makeRunner(opened: Opened) {
  const under = new Set<Promise<unknown>>();
  const busy = new Set<string>();
  const turns = new Map<string, Turn>();

  const follow = (work: Promise<unknown>): void => {
    const run = work.catch((error: unknown) => log.error({ err: error }, 'a run was not written down')).finally(() => under.delete(run));
    under.add(run);
  };
  return {
    /** Does nothing and answers false when a run of that name is under way. */
    alone(name: string, work: () => Promise<unknown>): boolean {
      if (busy.has(name)) return false;
      busy.add(name);
      follow(work().finally(() => busy.delete(name)));
      return true;
    },
    follow,
    /** Never throws: what went wrong stands in the turn. */
    async timed(name: string, run: () => Promise<unknown>): Promise<Turn> {
      const startedAt = new Date();
      const outcome = await outcomeOf(name, run);
      const turn = { name, startedAt, endedAt: new Date(), ...outcome };
      turns.set(name, turn);
      return turn;
    },
    async note(): Promise<void> {
      const noted = [...turns.values()];
      turns.clear();
      await recordTurns(opened, noted);
    },
    settled: () => Promise.allSettled(under),
  };
}
export type Runner = ReturnType<typeof makeRunner>;

async function outcomeOf(name: string, run: () => Promise<unknown>): Promise<Outcome> {
  try {
    const did = await run();
    return { did: typeof did === 'number' ? did : 0, error: '' };
  } catch (error) {
    log.error({ err: error, chore: name }, 'chore failed');
    return { did: 0, error: (error instanceof Error ? error.message : String(error)).slice(0, 500) };
  }
}
