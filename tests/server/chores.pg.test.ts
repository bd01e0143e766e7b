import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { openDatabase, useDatabase } from '~/server/db.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { makeMember, makeTenant, TENANT_A } from '../support/app';
import { createDatabase, type PostgresServer, startPostgres } from '../support/postgres';

let server: PostgresServer;
let opened: Opened;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await createDatabase(server.url, 'chores');
  opened = await openDatabase({ dataDir: '.', url });
  useDatabase(opened);
  Object.assign(globalThis, { portalRunning: Promise.resolve({ opened, stopJobs: async () => {} }) });
  await makeTenant(TENANT_A, '甲厂');
  await makeMember(TENANT_A, '王会计', 'admin');
});
afterAll(async () => {
  await opened.close().catch(() => {});
  await server.stop();
});

/** Holds a row, as a long transaction of somebody else would. */
async function held(): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin');
  await other.query('select from member where tenant_id = $1 for update', [String(TENANT_A)]);
  return async () => {
    await other.query('rollback');
    await other.end();
  };
}

const lockIt = (tx: Tx, clock: Me) => tx.selectFrom('member').select('id').where('tenant_id', '=', clock.tenantId).forUpdate().execute();

it('does a batch again that met a row held for longer than a writer waits, and its work once', async () => {
  const letGo = await held();
  let tries = 0;
  let left = 1;
  const run = inEveryTenant(opened, 'test', async (tx, clock) => {
    tries += 1;
    if (left === 0) return 0;
    await lockIt(tx, clock);
    left -= 1;
    return 1;
  });
  await expect.poll(() => tries, { timeout: 10_000 }).toBe(2);
  await letGo();
  expect(await run).toBe(1);
});

it('gives up at once when it is told to stop', async () => {
  const letGo = await held();
  const stopping = new AbortController();
  const run = inEveryTenant(
    opened,
    'test',
    async (tx, clock) => {
      stopping.abort();
      await lockIt(tx, clock);
      return 1;
    },
    stopping.signal,
  );
  await expect(run).rejects.toThrow('请稍后再试');
  await letGo();
});
