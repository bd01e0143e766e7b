import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type EngineOptions, type SyncCount, startEngine } from './engine.server';
import { translated } from './errors.server';
import { takeLock } from './lock.server';
import type { DatabaseConfig, Opened } from './opened.server';
import { openPool } from './pool.server';
import { engineStream } from './stream.server';

const STATEMENT_LIMIT = 20_000;
const CHECKPOINT_EVERY = 5 * 60_000;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY = 15_000;

type Embedded = Pick<Opened, 'kind' | 'pool' | 'checkpoint' | 'unlimited' | 'restartCount' | 'dump' | 'close'> & {
  syncCount(): Promise<SyncCount>;
};

/** PGlite in a worker behind a `pg` pool of one connection, in the data folder or in memory. */
export async function openEmbedded(config: DatabaseConfig & Pick<EngineOptions, 'preload'>): Promise<Embedded> {
  const folder = config.memory ? null : join(resolve(config.dataDir), 'db');
  const release = folder ? lockFolder(resolve(config.dataDir)) : () => {};
  try {
    return await start(config, folder, release);
  } catch (error) {
    release();
    throw translated(error);
  }
}

async function start(config: Parameters<typeof openEmbedded>[0], folder: string | null, release: () => void): Promise<Embedded> {
  const options: EngineOptions = {
    folder,
    template: config.template,
    statementLimit: config.statementLimit ?? STATEMENT_LIMIT,
    preload: config.preload,
    onRestart: (error) => config.onEvent?.({ kind: 'restart', error }),
  };
  if (folder) await prepareFolder(folder, options);
  const engine = await startEngine(options);
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
  const checkpoint = () => engine.unlimited(async () => void (await pool.query('checkpoint')));
  const stopCheckpoints = folder ? checkpointRegularly(pool, checkpoint, config) : () => {};
  return {
    kind: 'embedded',
    pool,
    checkpoint,
    unlimited: engine.unlimited,
    restartCount: engine.restartCount,
    syncCount: engine.syncCount,
    dump: engine.dump,
    async close() {
      stopCheckpoints();
      await pool.end();
      await engine.close();
      release();
    },
  };
}

function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  return takeLock(join(dataDir, 'db.lock'), dataDir);
}

/** A new database is made beside its place and renamed when whole: a start cut short leaves no half-made folder behind. */
async function prepareFolder(folder: string, options: EngineOptions): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} 不是空目录，也不是数据库目录：缺少 PG_VERSION 文件。请检查 DATA_DIR。`);
  const draft = `${folder}.initializing`;
  rmSync(draft, { recursive: true, force: true });
  await (await startEngine({ ...options, folder: draft })).close();
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  const parent = openSync(join(folder, '..'), 'r');
  fsyncSync(parent);
  closeSync(parent);
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
