// The embedded PostgreSQL in its own thread: its statements are synchronous WebAssembly and would stop the server's loop.
import { parentPort, workerData } from 'node:worker_threads';
import { openPglite } from './pglite.mjs';

const CHUNK = 256 * 1024;
const lastWords = [];

const engine = await openPglite(workerData, lastWords).catch(fail);
parentPort.on('message', (message) => {
  queue = queue.then(() => answer(message)).catch(fail);
});
let queue = Promise.resolve();
parentPort.postMessage({ kind: 'ready' });

async function answer({ kind, id, bytes }) {
  // The end of an answer travels with the word that it is done: each message wakes the other thread, which costs more than a small statement.
  if (kind === 'exec') return post({ kind: 'done', id, bytes: await execute(id, bytes) });
  if (kind === 'reset') await engine.reset();
  else if (kind === 'close') await engine.close();
  parentPort.postMessage({ kind: 'done', id, value: kind === 'dump' ? await engine.dump() : engine.syncs() });
}

async function execute(id, bytes) {
  let parts = [];
  let size = 0;
  await engine.execute(bytes, (part) => {
    parts.push(part.slice());
    size += part.length;
    if (size < CHUNK) return;
    post({ kind: 'data', id, bytes: joined(parts, size) });
    parts = [];
    size = 0;
  });
  return joined(parts, size);
}

function joined(parts, size) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const post = (message) => parentPort.postMessage(message, [message.bytes.buffer]);

function fail(error) {
  const message = [error?.message ?? String(error), ...lastWords].join('\n');
  parentPort.postMessage({ kind: 'failed', message, code: error?.code });
  // The server ends this thread; by itself only if that fails, since leaving at once would lose the message.
  setTimeout(() => process.exit(1), 2_000);
  return new Promise(() => {});
}
