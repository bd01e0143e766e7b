import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileVerdict } from '~/shared/signatureVerdict';
import { projectRoot } from '../db/root.server';
import type { Sizes } from './sizes.server';

export interface Limits {
  ms: number;
  /** Of the thread's heap, and of what the process may grow by for each thread: what is unpacked lies outside that heap. */
  mb: number;
}
const LIMITS: Limits = { ms: 15_000, mb: 384 };
const LOOK_MS = 100;
const MB = 1024 * 1024;
let running = 0;

/** The trust as it is sent to a thread: of our certificates, when each was revoked. */
export interface SentTrust {
  roots: readonly Uint8Array[];
  stampRoots: readonly Uint8Array[];
  revoked: readonly (readonly [serial: string, at: Date])[];
}

/** Its file took too long or too much memory. */
export class TooHeavy extends Error {}

/** Judges a file on a thread of its own; rejects with TooHeavy where the file is made to stall whoever reads it. */
export const verifyApart = (bytes: Uint8Array, trust: SentTrust, limits = LIMITS): Promise<FileVerdict> =>
  read('verify', bytes, limits, trust) as Promise<FileVerdict>;

export const sizesApart = (bytes: Uint8Array): Promise<Sizes> => read('sizes', bytes, LIMITS) as Promise<Sizes>;

function read(job: string, bytes: Uint8Array, limits: Limits, trust?: SentTrust): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(projectRoot(), 'src/server/pdf/reader.worker.mjs'), {
      workerData: { job, bytes, trust },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: limits.mb, maxYoungGenerationSizeMb: 32 },
      stderr: true,
    });
    const before = process.memoryUsage.rss();
    running += 1;
    let ended = false;
    const end = (done: () => void) => {
      if (ended) return;
      ended = true;
      running -= 1;
      clearTimeout(over);
      clearInterval(watch);
      void worker.terminate();
      done();
    };
    const over = setTimeout(() => end(() => reject(new TooHeavy('timeout'))), limits.ms);
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > limits.mb * MB * running) end(() => reject(new TooHeavy('memory')));
    }, LOOK_MS);
    worker.once('message', (answer) => end(() => resolve(answer)));
    worker.once('error', (error: Error & { code?: string }) => end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooHeavy('memory') : error)));
    worker.once('exit', () => end(() => reject(new Error('the reading thread ended without an answer'))));
  });
}
