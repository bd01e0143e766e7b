import { sealOldIdCards } from '~/domains/customer/idCard.server';
import { config } from './config.server';
import { type Opened, openDatabase, useDatabase } from './db.server';
import { startJobs } from './jobs.server';
import { log } from './log.server';
import { proveDataKey } from './secrets.server';

interface Running {
  opened: Opened;
  stopJobs: () => Promise<void>;
}
const shared = globalThis as { portalRunning?: Promise<Running> | undefined };

/** Opens the database, migrates it, fills an empty one with the demo tenants and starts the jobs; once per process. */
export function boot(): Promise<Running> {
  shared.portalRunning ??= start().catch((error: unknown) => {
    shared.portalRunning = undefined;
    throw error;
  });
  return shared.portalRunning;
}

async function start(): Promise<Running> {
  const settings = config();
  const opened = await openDatabase({
    url: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    poolSize: settings.DATABASE_POOL,
    statementLimit: settings.STATEMENT_LIMIT_MS,
    onEvent: (event) => log.error(event, 'database event'),
  });
  try {
    useDatabase(opened);
    await proveDataKey(opened);
    await sealOldIdCards(opened);
    if (settings.DEMO) {
      const { fillDemo } = await import('~/demo/demo.server');
      await fillDemo(opened);
    }
    log.info({ database: opened.kind }, 'database ready');
    return { opened, stopJobs: startJobs(opened) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

export async function shutdown(): Promise<void> {
  const running = await shared.portalRunning?.catch(() => undefined);
  shared.portalRunning = undefined;
  if (!running) return;
  await running.stopJobs();
  await running.opened.close();
}
