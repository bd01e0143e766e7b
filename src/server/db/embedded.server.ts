import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { unpackTar } from 'modern-tar';
import { type Engine, type EngineOptions, type SyncCount, startEngine } from './engine.server';
import { startEngineHere } from './engineHere.server';
import { translated } from './errors.server';
import { takeLock } from './lock.server';
import type { DatabaseConfig, Opened } from './opened.server';
import { openPool } from './pool.server';
import { engineStream } from './stream.server';

const STATEMENT_LIMIT = 20_000;
const CHECKPOINT_EVERY = 5 * 60_000;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY = 15_000;

export type Embedded = Pick<Opened, 'kind' | 'pool' | 'checkpoint' | 'unlimited' | 'restartCount' | 'dump' | 'close'> & {
  syncCount(): Promise<SyncCount>;
};
type EmbeddedConfig = DatabaseConfig & Pick<EngineOptions, 'preload'>;

/**
 * PGlite in a worker behind a `pg` pool of one connection, in the data folder or in memory. A new database is first given to `make`,
 * beside its place and in this thread, and put there when that is done: a start cut short leaves nothing half-made.
 */
export async function openEmbedded(config: EmbeddedConfig, make: (draft: Embedded) => Promise<void> = async () => {}): Promise<Embedded> {
  const folder = config.memory ? null : join(resolve(config.dataDir), 'db');
  const release = folder ? lockFolder(resolve(config.dataDir)) : () => {};
  try {
    if (folder) await prepareFolder(folder, config, make);
    const options: EngineOptions = {
      folder,
      template: folder ? undefined : config.template,
      statementLimit: config.statementLimit ?? STATEMENT_LIMIT,
      preload: config.preload,
      onRestart: (error) => config.onEvent?.({ kind: 'restart', error }),
    };
    const opened = overEngine(await startEngine(options), config);
    const stopCheckpoints = folder ? checkpointRegularly(opened.pool, opened.checkpoint, config) : () => {};
    return {
      ...opened,
      async close() {
        stopCheckpoints();
        await opened.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw translated(error);
  }
}

/** Whether the data folder holds a database already. */
export const isMade = (dataDir: string): boolean => existsSync(join(resolve(dataDir), 'db', 'PG_VERSION'));

/** Only makes the database of the data folder, as `openEmbedded` would where there is none. */
export async function makeEmbedded(config: EmbeddedConfig, make: (draft: Embedded) => Promise<void>): Promise<void> {
  const release = lockFolder(resolve(config.dataDir));
  try {
    await prepareFolder(join(resolve(config.dataDir), 'db'), config, make);
  } catch (error) {
    throw translated(error);
  } finally {
    release();
  }
}

function overEngine(engine: Engine, config: EmbeddedConfig): Embedded {
  const pool = openPool(
    {
      max: 1,
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 0,
      stream: () => engineStream(engine.openSession) as never,
    },
    (error) => config.onEvent?.({ kind: 'lost', error }),
  );
  return {
    kind: 'embedded',
    pool,
    checkpoint: () => engine.unlimited(async () => void (await pool.query('checkpoint'))),
    unlimited: engine.unlimited,
    restartCount: engine.restartCount,
    syncCount: engine.syncCount,
    dump: engine.dump,
    async close() {
      await pool.end();
      await engine.close();
    },
  };
}

function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  return takeLock(join(dataDir, 'db.lock'), dataDir);
}

async function prepareFolder(folder: string, config: EmbeddedConfig, make: (draft: Embedded) => Promise<void>): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} 不是空目录，也不是数据库目录：缺少 PG_VERSION 文件。请检查 DATA_DIR。`);
  const draft = `${folder}.initializing`;
  rmSync(draft, { recursive: true, force: true });
  if (config.template) await unpack(config.template, draft);
  const made = overEngine(await startEngineHere({ folder: draft }), config);
  try {
    // Planning a statement anew for its first five values costs more than the plan could win on tables that are just being filled.
    await made.pool.query('set plan_cache_mode = force_generic_plan');
    await make(made);
  } finally {
    await made.close();
  }
  syncBelow(draft);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  sync(join(folder, '..'));
}

/** Puts the files of a tar below a folder. The engine can do so itself, in ten times the time. */
async function unpack(tar: Uint8Array, folder: string): Promise<void> {
  for (const { header, data } of await unpackTar(tar)) {
    const path = join(folder, header.name);
    mkdirSync(header.type === 'directory' ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (header.type === 'file') writeFileSync(path, data ?? '', { mode: 0o600 });
  }
}

/** Puts a folder and all it holds on disk. */
function syncBelow(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncBelow(path);
    else if (entry.isFile()) sync(path);
  }
  sync(folder);
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The engine has no checkpointer: without this its log grows for ever and the start after a crash takes ever longer. */
function checkpointRegularly(pool: Opened['pool'], checkpoint: () => Promise<void>, config: DatabaseConfig): () => void {
  let last = Date.now();
  let busy = false;
  const look = async () => {
    if (busy || pool.waitingCount > 20) return;
    busy = true;
    try {
      const { rows } = await pool.query<{ bytes: string }>('select (pg_current_wal_lsn() - redo_lsn)::text as bytes from pg_control_checkpoint()');
      const bytes = Number(rows[0]?.bytes ?? 0);
      if (bytes > CHECKPOINT_BYTES || (bytes > 0 && Date.now() - last > CHECKPOINT_EVERY)) {
        await checkpoint();
        last = Date.now();
      }
    } catch (error) {
      config.onEvent?.({ kind: 'checkpoint-failed', error });
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(look, LOOK_EVERY).unref();
  return () => clearInterval(timer);
}
