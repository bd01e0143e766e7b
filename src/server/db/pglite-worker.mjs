// The embedded PostgreSQL, in its own thread: its statements are synchronous WebAssembly and would stop the server's loop.
// Plain JavaScript loaded from the project folder at run time, so that the production bundle needs no entry of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { durableFs } from './durable-fs.mjs';

const CHUNK = 256 * 1024;
const TERMINATE = 0x58;
const syncs = { files: 0, folders: 0 };
const lastWords = [];

const pg = await open(workerData).catch(fail);
let used = false;
parentPort.on('message', (message) => {
  queue = queue.then(() => answer(message)).catch(fail);
});
let queue = Promise.resolve();
parentPort.postMessage({ kind: 'ready' });

function open({ folder, template }) {
  const durable = folder ? ['-c', 'shared_buffers=64MB', '-c', 'wal_sync_method=fsync'] : ['-F'];
  return PGlite.create({
    ...(folder ? { fs: durableFs(folder, syncs) } : {}),
    ...(template ? { loadDataDir: new Blob([template]) } : {}),
    extensions: { pg_trgm, btree_gist, btree_gin, pgcrypto },
    startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...durable],
    debug: 0,
    onStderr: (line) => {
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
      return true;
    },
  });
}

async function answer({ kind, id, bytes }) {
  if (kind === 'exec') await execute(id, bytes);
  else if (kind === 'reset') await reset();
  else if (kind === 'close') await pg.close();
  const value = kind === 'dump' ? new Uint8Array(await (await pg.dumpDataDir('none')).arrayBuffer()) : { ...syncs };
  parentPort.postMessage({ kind: 'done', id, value });
}

async function execute(id, bytes) {
  used = true;
  if (bytes[0] === TERMINATE && bytes.length === 5) return;
  let parts = [];
  let size = 0;
  const send = () => {
    const joined = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    parts = [];
    size = 0;
    parentPort.postMessage({ kind: 'data', id, bytes: joined }, [joined.buffer]);
  };
  await pg.execProtocolRawStream(bytes, {
    onRawData: (part) => {
      parts.push(part.slice());
      size += part.length;
      if (size >= CHUNK) send();
    },
  });
  if (size > 0) send();
}

/** A new client must not find the transaction, the settings or the prepared statements of the one before it. */
async function reset() {
  if (!used) return;
  await pg.exec('rollback');
  await pg.exec('discard all');
}

function fail(error) {
  const message = [error?.message ?? String(error), ...lastWords].join('\n');
  parentPort.postMessage({ kind: 'failed', message, code: error?.code });
  // The server ends this thread; by itself only if that fails, since leaving at once would lose the message.
  setTimeout(() => process.exit(1), 2_000);
  return new Promise(() => {});
}
