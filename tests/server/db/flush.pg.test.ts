import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Opened, openDatabase } from '~/server/db.server';
import { createDatabase, type PostgresServer, startPostgres } from '../../support/postgres';

const WRITES = 40;
let server: PostgresServer;
let url: string;
let opened: Opened;

/** Nothing but a commit that waits for the disk writes the log there: the writer in the background sleeps through the test. */
beforeAll(async () => {
  server = await startPostgres({ durable: true, settings: { wal_writer_delay: '10s', synchronous_commit: 'on' } });
  url = await createDatabase(server.url, `flush_${process.pid}`);
  opened = await openDatabase({ url, dataDir: '.' });
  await opened.db.insertInto('tenant').values({ id: 1n, code: 'T1', name: '厂1', short_name: '厂1' }).execute();
}, 60_000);
afterAll(async () => {
  await opened?.close().catch(() => {});
  await server?.stop();
});

async function asked<T extends pg.QueryResultRow>(text: string): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows[0] as T;
  } finally {
    await client.end().catch(() => {});
  }
}

const write = (key: string): Promise<unknown> =>
  opened.inTenant({ tenantId: 1n }, (tx) => tx.insertInto('tenant_setting').values({ tenant_id: 1n, key, value: 1 }).execute());

// A server that is not ours is not killed.
describe.skipIf(process.env['TEST_DATABASE_URL'])('a tenant’s write', () => {
  test('is on disk when its call is answered, though its locks were given back before', async () => {
    for (let i = 0; i < 5; i++) {
      const at = await opened.inTenant({ tenantId: 1n }, async (tx) => {
        await tx
          .insertInto('tenant_setting')
          .values({ tenant_id: 1n, key: `one${i}`, value: 1 })
          .execute();
        return (await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(tx)).rows[0]?.at;
      });
      expect(await asked(`select pg_current_wal_flush_lsn() > '${at}'::pg_lsn as kept`)).toEqual({ kept: true });
    }
  });

  test('outlives a server that dies the moment it was answered', async () => {
    await Promise.all(Array.from({ length: WRITES }, (_, i) => write(`kept${i}`)));
    const { pid } = await asked<{ pid: number }>(`select pid from pg_stat_activity where backend_type = 'checkpointer'`);
    process.kill(pid, 'SIGKILL');
    // The server ends all sessions, forgets what only its memory had, and recovers from the log.
    await expect
      .poll(() => asked<{ n: number }>(`select count(*)::int as n from tenant_setting where key like 'kept%'`).catch(() => null), { timeout: 20_000 })
      .toEqual({ n: WRITES });
  });
});
