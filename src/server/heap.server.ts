import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MOST_GROWTH = 40 * 1024 * 1024;

type Collect = (how?: { type: 'major'; flavor: 'last-resort' }) => void;
let collect: Collect | undefined;

/** The engine's own collection, which has to be asked for by a flag. */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}

/** Gives what a start needed and nobody holds any more back to the system, which the engine does only when memory runs short. */
export function giveBackMemory(): void {
  collect ??= collector();
  collect({ type: 'major', flavor: 'last-resort' });
}

/** Bytes of what has outlived the young generation. */
const oldSpace = (): number => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

/**
 * For long work that reads much and keeps nothing: call what this answers between its steps. Rows of a result outlive the young
 * generation, and with memory to spare the engine lets hundreds of megabytes of them gather before it looks. This looks once they are
 * 40 MB (less than a tenth of a second, once in about 20,000 rows) and so keeps the process at its size.
 */
export function heapGuard(): () => void {
  let settled = oldSpace();
  return () => {
    if (oldSpace() < settled + MOST_GROWTH) return;
    collect ??= collector();
    collect();
    settled = oldSpace();
  };
}
