import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const MOST_AT_ONCE = 2;
interface Waiting {
  lane: unknown;
  go: () => void;
}
const running: unknown[] = [];
const waiting: Waiting[] = [];

/** Worker files are plain .mjs kept in the source folder, so they are the same file in development, in tests and beside the built server. */
export function sheetWorker(file: string, options: WorkerOptions): Worker {
  return new Worker(join(sourceFolder(), file), options);
}

/** At most two at a time, each may take a whole core and its own memory; of one lane one, so that nobody's files keep out everybody else's. */
export async function inTurn<T>(lane: unknown, work: () => Promise<T>): Promise<T> {
  await new Promise<void>((go) => {
    waiting.push({ lane, go });
    startNext();
  });
  try {
    return await work();
  } finally {
    running.splice(running.indexOf(lane), 1);
    startNext();
  }
}

function startNext(): void {
  while (running.length < MOST_AT_ONCE) {
    const at = waiting.findIndex(({ lane }) => !running.includes(lane));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (!next) return;
    running.push(next.lane);
    next.go();
  }
}

let folder: string | undefined;
function sourceFolder(): string {
  folder ??= found(dirname(fileURLToPath(import.meta.url)));
  return folder;
}

function found(from: string): string {
  const here = join(from, 'src', 'server', 'sheet');
  if (existsSync(join(from, 'package.json')) && existsSync(join(here, 'reader.worker.mjs'))) return here;
  const above = dirname(from);
  if (above === from) throw new Error('src/server/sheet is missing beside package.json: the spreadsheet workers run from there');
  return found(above);
}
