import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { isDatabaseUnavailable } from '~/server/db/errors.server';
import { postgresPool } from '~/server/db/pool.server';
import { type Opened, openDatabase } from '~/server/db.server';
import { migrate } from '~/server/migrate.server';
import { postgresDatabase, postgresUrl } from '../../support/postgresDatabase';

let opened: Opened & { url: string };
beforeAll(async () => {
  opened = await postgresDatabase({ statementLimit: 800 });
  await opened.db
    .insertInto('tenant')
    .values([1n, 2n].map((id) => ({ id, code: `T${id}`, name: `厂${id}`, short_name: `厂${id}` })))
    .execute();
});

async function administrator<T>(fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

test('five migrators at once: each file runs once and all succeed', async () => {
  const url = await postgresUrl({ empty: true });
  const pools = Array.from({ length: 5 }, () => postgresPool(url, 1, () => {}));
  const applied = await Promise.all(pools.map((pool) => migrate(pool)));
  const total = (await pools[0]?.query('select count(*)::int as n from schema_migration'))?.rows[0].n;
  expect(applied.map((names) => names.length).sort()).toEqual([0, 0, 0, 0, total]);
  await Promise.all(pools.map((pool) => pool.end()));
});

test('row-level security holds for concurrent tenants on shared connections', async () => {
  const own = (tenantId: bigint, i: number) =>
    opened.inTenant({ tenantId }, async (tx) => {
      await tx
        .insertInto('tenant_setting')
        .values({ tenant_id: tenantId, key: `k${i}`, value: i })
        .execute();
      return tx.selectFrom('tenant_setting').select('tenant_id').distinct().execute();
    });
  const seen = await Promise.all(Array.from({ length: 60 }, (_, i) => own(BigInt(1 + (i % 2)), i)));
  for (const [i, rows] of seen.entries()) expect(rows).toEqual([{ tenant_id: BigInt(1 + (i % 2)) }]);
});

test('transactions that deadlock run again and both succeed', async () => {
  await opened.pool.query('create table pair (id int primary key, n int not null); insert into pair values (1, 0), (2, 0)');
  let runs = 0;
  const bump = (first: number, second: number) =>
    opened.inSystem(
      async (tx) => {
        runs += 1;
        await sql`update pair set n = n + 1 where id = ${first}`.execute(tx);
        await pause(150);
        await sql`update pair set n = n + 1 where id = ${second}`.execute(tx);
      },
      { statementTimeout: 10_000 },
    );
  await Promise.all([bump(1, 2), bump(2, 1)]);
  expect((await opened.pool.query('select n from pair order by id')).rows).toEqual([{ n: 2 }, { n: 2 }]);
  expect(runs).toBeGreaterThan(2);
});

test('a serialization failure that never ends surfaces after the retries', async () => {
  let runs = 0;
  const failing = opened.inSystem(async (tx) => {
    runs += 1;
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
  });
  await expect(failing).rejects.toMatchObject({ code: '40001' });
  expect(runs).toBe(4);
});

test('a statement over its limit is cancelled with a clear error and the connection serves on', async () => {
  await expect(opened.inSystem((tx) => sql`select pg_sleep(5)`.execute(tx))).rejects.toMatchObject({ code: 'DATABASE_STATEMENT_TIMEOUT' });
  await opened.ping();
  await opened.inSystem((tx) => sql`select pg_sleep(1)`.execute(tx), { statementTimeout: 0 });
});

test('a lost connection fails what ran on it with a clear error; the next call works', async () => {
  const open = opened.inSystem(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await administrator((client) => client.query('select pg_terminate_backend($1)', [rows[0]?.pid]));
    await pause(100);
    await sql`select 1`.execute(tx);
  });
  const error = await open.catch((caught: unknown) => caught);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await opened.ping();
});

test('idle connections that were lost are replaced without an error', async () => {
  await Promise.all(Array.from({ length: 5 }, () => opened.ping()));
  await administrator((client) =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'),
  );
  await pause(200);
  await Promise.all(Array.from({ length: 5 }, () => opened.ping()));
});

test('a server that is not there is named as such within the connection timeout', async () => {
  const url = new URL(inject('postgresUrl'));
  url.port = '1';
  const error = await openDatabase({ url: url.toString(), dataDir: '.' }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
});
