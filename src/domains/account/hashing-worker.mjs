import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** Hashes passwords on a thread that gives way to those who serve requests. Linux sets priorities by thread; elsewhere it runs as any other. */
const GIVES_WAY = 10;
try {
  if (process.platform === 'linux') setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), GIVES_WAY);
} catch {
  // Some containers forbid it.
}

parentPort.on('message', ({ id, against, password }) => {
  parentPort.postMessage({ id, answer: against === undefined ? hashSync(password, workerData) : isRight(against, password) });
});

function isRight(against, password) {
  try {
    return verifySync(against, password);
  } catch {
    return false;
  }
}
