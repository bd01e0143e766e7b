import { sealOldIdCards } from '~/domains/customer/idCard.server';
import { writeApiLog } from './apiLog.server';
import { config } from './config.server';
import { isMade } from './db/embedded.server';
import { type DatabaseConfig, makeDatabase, type Opened, openDatabase, useDatabase } from './db.server';
import { startJobs } from './jobs.server';
import { log } from './log.server';
import { proveDataKey } from './secrets.server';

interface Running {
  opened: Opened;
  stopJobs: () => Promise<void>;
}
const shared = globalThis as { portalRunning?: Promise<Running> | undefined };

/** Opens the database, migrates it, fills an empty one with the demo tenants and starts the jobs; once per process. `say` hears of long steps. */
export function boot(say?: (line: string) => void): Promise<Running> {
  shared.portalRunning ??= start(say).catch((error: unknown) => {
    shared.portalRunning = undefined;
    throw error;
  });
  return shared.portalRunning;
}

async function start(say?: (line: string) => void): Promise<Running> {
  const opened = await openDatabase(databaseConfig(say));
  try {
    useDatabase(opened);
    await proveDataKey(opened);
    await sealOldIdCards(opened);
    log.info({ database: opened.kind }, 'database ready');
    return { opened, stopJobs: startJobs(opened) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function databaseConfig(say?: (line: string) => void): DatabaseConfig {
  const settings = config();
  return {
    url: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    poolSize: settings.DATABASE_POOL,
    statementLimit: settings.STATEMENT_LIMIT_MS,
    fill: settings.DEMO ? (empty) => fillWithDemo(empty, say) : undefined,
    onEvent: (event) => log.error(event, 'database event'),
  };
}

/** Whether the start has to make the embedded database first. */
export const isFirstStart = (): boolean => !config().DATABASE_URL && !isMade(config().DATA_DIR);

/** Makes the embedded database and leaves it closed, from the image of an empty one where there is one. */
export const makeFirst = (say: (line: string) => void, template?: Uint8Array): Promise<void> => makeDatabase({ ...databaseConfig(say), template });

/** An empty database with all migrations, as a tar: what a new one starts from. */
export async function emptyDatabaseImage(): Promise<Uint8Array> {
  const opened = await openDatabase({ dataDir: '.', memory: true });
  try {
    return await opened.dump();
  } finally {
    await opened.close();
  }
}

async function fillWithDemo(opened: Opened, say?: (line: string) => void): Promise<void> {
  useDatabase(opened);
  const { fillDemo } = await import('~/demo/demo.server');
  await fillDemo(opened, say);
}

export async function shutdown(): Promise<void> {
  const running = await shared.portalRunning?.catch(() => undefined);
  shared.portalRunning = undefined;
  if (!running) return;
  await running.stopJobs();
  await writeApiLog(running.opened).catch((error: unknown) => log.warn({ err: error }, 'notes of calls not written'));
  await running.opened.close();
}
