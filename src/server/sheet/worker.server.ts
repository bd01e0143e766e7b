import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const MOST_AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Worker files are plain .mjs kept in the source folder, so they are the same file in development, in tests and beside the built server. */
export function sheetWorker(file: string, options: WorkerOptions): Worker {
  return new Worker(join(sourceFolder(), file), options);
}

/** At most two at a time: each may take a whole core and its own memory. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
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
