import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { openEmbedded } from '~/server/db/embedded.server';
import { systemTransaction } from '~/server/db/transaction.server';
import { type Opened, useDatabase } from '~/server/db.server';
import { health } from '~/server/health.server';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-ready-'));
const mark = join(tmpdir(), `portal-disk-full-${process.pid}`);
afterAll(() => {
  rmSync(mark, { force: true });
  rmSync(dataDir, { recursive: true });
});

it('is not ready while the disk is full, and ready again when there is room', async () => {
  const engine = await openEmbedded({ dataDir, preload: pathToFileURL('tests/support/fullDisk.mjs').href });
  const opened = {
    ...engine,
    ping: async () => void (await engine.pool.query('select 1')),
    inSystem: (fn: never) => systemTransaction(engine.pool, fn),
  } as unknown as Opened;
  useDatabase(opened);
  Object.assign(globalThis, { portalRunning: Promise.resolve({ opened, stopJobs: async () => {} }) });
  const status = async () => (await health.request('/readyz')).status;
  writeFileSync(mark, '');
  expect(await status()).toBe(503);
  rmSync(mark);
  await expect.poll(status, { timeout: 15_000 }).toBe(200);
  await engine.close();
}, 60_000);
