import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '~/server/db/root.server';

/** OWASP's argon2id floor: 19 MiB, 2 passes. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface Asked {
  resolve: (answer: string | boolean) => void;
  reject: (error: Error) => void;
}
interface Hashing {
  worker: Worker;
  asked: Map<number, Asked>;
}
let open: Hashing | undefined;
let last = 0;

export const hashed = (password: string): Promise<string> => ask({ password }) as Promise<string>;

/** Whether the hash is the password's; a text that is no hash is nobody's. */
export const fits = (against: string, password: string): Promise<boolean> => ask({ against, password }) as Promise<boolean>;

/** One thread, kept while the process lives but not keeping it alive; a broken one is replaced at the next password. */
function ask(message: { password: string; against?: string }): Promise<string | boolean> {
  open ??= start();
  const { worker, asked } = open;
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ id, ...message });
  });
}

function start(): Hashing {
  const worker = new Worker(join(projectRoot(), 'src/domains/account/hashing-worker.mjs'), { workerData: ARGON });
  const hashing: Hashing = { worker, asked: new Map() };
  const give = (id: number): Asked | undefined => {
    const one = hashing.asked.get(id);
    hashing.asked.delete(id);
    if (hashing.asked.size === 0) worker.unref();
    return one;
  };
  worker.on('message', ({ id, answer }: { id: number; answer: string | boolean }) => give(id)?.resolve(answer));
  const end = (error: Error) => {
    if (open === hashing) open = undefined;
    for (const id of [...hashing.asked.keys()]) give(id)?.reject(error);
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the hashing thread ended')));
  return hashing;
}
