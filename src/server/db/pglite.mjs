// The embedded PostgreSQL itself. Plain JavaScript loaded from the project folder at run time, so that neither the worker nor the
// production bundle needs an entry of its own.
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { durableFs } from './durable-fs.mjs';

const TERMINATE = 0x58;

/** Every change is on disk before its commit is answered. */
const DURABLE = ['-c', 'shared_buffers=64MB', '-c', 'wal_sync_method=fsync'];
/** Thrown away unless it is finished and synced as a whole: nothing is synced on the way, and what it holds stays in memory. */
const DRAFT = ['-F', '-c', 'shared_buffers=256MB', '-c', 'full_page_writes=off', '-c', 'max_files_per_process=3000'];

/**
 * Opens the data folder (null: in memory). `execute` runs one batch of protocol messages and hands the answer's parts to `onData`;
 * a part is the engine's own memory and only valid inside that call. `lastWords` holds what the engine last wrote to stderr.
 */
export async function openPglite({ folder, template, draft }, lastWords = []) {
  const syncs = { files: 0, folders: 0 };
  const syncing = draft ? DRAFT : folder ? DURABLE : ['-F'];
  const pg = await PGlite.create({
    ...(folder ? { fs: durableFs(folder, syncs) } : {}),
    ...(template ? { loadDataDir: new Blob([template]) } : {}),
    extensions: { pg_trgm, btree_gist, btree_gin, pgcrypto },
    startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...syncing],
    debug: 0,
    onStderr: (line) => {
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
      return true;
    },
  });
  let used = false;
  return {
    syncs: () => ({ ...syncs }),
    async execute(bytes, onData) {
      used = true;
      if (bytes[0] === TERMINATE && bytes.length === 5) return;
      await pg.execProtocolRawStream(bytes, { onRawData: onData });
    },
    /** A new client must not find the transaction, the settings or the prepared statements of the one before it. */
    async reset() {
      if (!used) return;
      await pg.exec('rollback');
      await pg.exec('discard all');
    },
    dump: async () => new Uint8Array(await (await pg.dumpDataDir('none')).arrayBuffer()),
    close: () => pg.close(),
  };
}
