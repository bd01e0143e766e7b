import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DATABASE_UNAVAILABLE, databaseError, STATEMENT_TIMEOUT, translated } from './errors.server';
import { projectRoot } from './root.server';
import type { Session } from './stream.server';

export interface EngineOptions {
  /** The data folder; null keeps everything in memory. */
  folder: string | null;
  template?: Uint8Array | undefined;
  /** A batch running longer (ms) ends the worker. */
  statementLimit: number;
  onRestart: (error: Error) => void;
  /** A module the worker loads first: fault tests break its disk there. */
  preload?: string | undefined;
}

export interface SyncCount {
  files: number;
  folders: number;
}

export interface Engine {
  openSession(): Promise<Session>;
  unlimited<T>(fn: () => Promise<T>): Promise<T>;
  restartCount(): number;
  syncCount(): Promise<SyncCount>;
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Call {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  onData: (bytes: Uint8Array) => void;
  timer: NodeJS.Timeout | undefined;
}
interface Running {
  worker: Worker;
  calls: Map<number, Call>;
  /** Why it is being ended. */
  reason: Error | undefined;
  death: Error | undefined;
}
type Answer =
  | { kind: 'ready' }
  | { kind: 'data'; id: number; bytes: Uint8Array }
  | { kind: 'done'; id: number; value?: unknown; bytes?: Uint8Array }
  | { kind: 'failed'; message: string; code?: string };

const CLOSE_PATIENCE = 20_000;

/** The embedded engine's worker and its life: started, watched, ended when a statement runs away, reopened. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  let restarts = 0;
  let closing = false;
  let unlimitedDepth = 0;
  let current: Promise<Running> | undefined = launch(options, onDeath);

  function onDeath(error: Error): void {
    current = undefined;
    if (closing || options.folder === null) return;
    restarts += 1;
    options.onRestart(error);
    current = launch(options, onDeath);
    // Reported to whoever connects next, who then tries again: a full disk may have been cleared by then.
    current.catch(() => {
      current = undefined;
    });
  }

  async function running(): Promise<Running> {
    if (closing) throw databaseError(DATABASE_UNAVAILABLE, 'the embedded database is closing');
    if (!current && options.folder === null) throw databaseError(DATABASE_UNAVAILABLE, 'the in-memory database has ended');
    const attempt = current ?? launch(options, onDeath);
    current = attempt;
    attempt.catch(() => {
      if (current === attempt) current = undefined;
    });
    return attempt;
  }

  await current;
  return {
    async openSession() {
      const target = await running();
      await call(target, { kind: 'reset' }, undefined, options.statementLimit);
      return {
        async send(bytes, onData) {
          const limit = unlimitedDepth > 0 ? 0 : options.statementLimit;
          await call(target, { kind: 'exec', bytes }, onData, limit);
        },
      };
    },
    async unlimited(fn) {
      unlimitedDepth += 1;
      try {
        return await fn();
      } finally {
        unlimitedDepth -= 1;
      }
    },
    restartCount: () => restarts,
    syncCount: async () => (await call(await running(), { kind: 'syncs' })) as SyncCount,
    dump: async () => (await call(await running(), { kind: 'dump' })) as Uint8Array,
    async close() {
      closing = true;
      const target = await current?.catch(() => undefined);
      if (!target || target.death) return;
      await call(target, { kind: 'close' }, undefined, CLOSE_PATIENCE).catch(() => undefined);
      await target.worker.terminate();
    },
  };
}

let nextId = 0;

function call(target: Running, message: object, onData: Call['onData'] = () => {}, limit = 0): Promise<unknown> {
  if (target.death) return Promise.reject(target.death);
  const id = nextId++;
  return new Promise((resolve, reject) => {
    const timer = limit > 0 ? setTimeout(() => end(target, tooLong(limit)), limit) : undefined;
    target.calls.set(id, { resolve, reject, onData, timer });
    target.worker.postMessage({ ...message, id });
  });
}

function launch(options: EngineOptions, onDeath: (error: Error) => void): Promise<Running> {
  const worker = new Worker(join(projectRoot(), 'src/server/db/pglite-worker.mjs'), {
    workerData: { folder: options.folder, template: options.template },
    execArgv: options.preload ? ['--import', options.preload] : [],
    env: { PATH: process.env['PATH'] ?? '' },
    // Its rows live in the engine's own memory; what JavaScript holds of them is gone with the answer.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  const target: Running = { worker, calls: new Map(), reason: undefined, death: undefined };
  return new Promise((resolve, reject) => {
    let up = false;
    worker.on('message', (answer: Answer) => {
      if (answer.kind === 'ready') {
        up = true;
        resolve(target);
      } else if (answer.kind === 'failed') end(target, failure(answer));
      else receive(target, answer);
    });
    worker.on('error', (error) => end(target, failure(error)));
    // Only once the thread is gone: two engines on one folder would corrupt it.
    worker.on('exit', (code) => {
      const death = target.reason ?? databaseError(DATABASE_UNAVAILABLE, `the embedded database ended (exit code ${code})`);
      bury(target, death);
      if (up) onDeath(death);
      else reject(death);
    });
  });
}

/** Ends the worker: what was committed is on disk, what was running is rolled back when it reopens. */
function end(target: Running, reason: Error): void {
  target.reason ??= reason;
  void target.worker.terminate();
}

function bury(target: Running, error: Error): void {
  target.death = error;
  for (const { reject, timer } of target.calls.values()) {
    clearTimeout(timer);
    reject(error);
  }
  target.calls.clear();
}

function receive(target: Running, answer: Extract<Answer, { id: number }>): void {
  const call = target.calls.get(answer.id);
  if (!call) return;
  if (answer.kind === 'data') {
    call.onData(answer.bytes);
    return;
  }
  clearTimeout(call.timer);
  target.calls.delete(answer.id);
  if (answer.bytes?.length) call.onData(answer.bytes);
  call.resolve(answer.value);
}

function failure({ message, code }: { message: string; code?: string | undefined }): Error {
  const known = translated(Object.assign(new Error(message), { code })) as Error & { code?: string };
  return known.code?.startsWith('DATABASE_') ? known : databaseError(DATABASE_UNAVAILABLE, `the embedded database failed: ${message}`);
}

function tooLong(limit: number): Error {
  return databaseError(STATEMENT_TIMEOUT, `a statement ran longer than ${limit} ms and was ended`);
}
