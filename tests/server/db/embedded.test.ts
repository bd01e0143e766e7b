import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isMade, openEmbedded } from '~/server/db/embedded.server';
import { isDatabaseUnavailable } from '~/server/db/errors.server';
import { makeDatabase, type Opened, openDatabase } from '~/server/db.server';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-embedded-'));
const migrationsDir = join(dataDir, 'migrations');
const config = { dataDir, migrationsDir, statementLimit: 1_500 };
const events: string[] = [];
let opened: Opened;

beforeAll(async () => {
  mkdirSync(migrationsDir);
  writeFileSync(join(migrationsDir, '0001-note.sql'), 'create table note (id int primary key, body text)');
  opened = await openDatabase({ ...config, onEvent: ({ kind }) => events.push(kind) });
});
afterAll(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true });
});

const insert = (id: number) => opened.inSystem((tx) => sql`insert into note values (${id}, 'x')`.execute(tx));
const count = async () => (await opened.pool.query('select count(*)::int as n from note')).rows[0].n as number;

test('a second process on the folder is refused and names the first', () => {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(process.cwd(), 'src/server/db.server.ts'))});
    await openDatabase({ dataDir: process.argv[1] }).catch((error) => { console.log(error.message); });`;
  const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, dataDir], { encoding: 'utf8', timeout: 15_000 });
  expect(said).toContain(`数据目录 ${dataDir} 正被进程 ${process.pid}使用`);
});

test('a statement that runs away is ended; what was committed stays and the database serves on', async () => {
  await insert(1);
  const waiting = insert(2);
  await waiting;
  const runaway = opened.inSystem(async (tx) => {
    await sql`insert into note values (3, 'uncommitted')`.execute(tx);
    await sql`select count(*) from generate_series(1, 1e12::bigint)`.execute(tx);
  });
  await expect(runaway).rejects.toMatchObject({ code: 'DATABASE_STATEMENT_TIMEOUT' });
  await insert(4);
  expect(await count()).toBe(3);
  expect(opened.restartCount()).toBe(1);
  expect(events).toContain('restart');
});

test('whoever waits behind the runaway is served after the restart or told the database is unavailable', async () => {
  const runaway = opened.pool.query('select count(*) from generate_series(1, 1e12::bigint)').catch((error: unknown) => error);
  const behind = await Promise.allSettled([10, 11, 12].map(insert));
  expect(isDatabaseUnavailable(await runaway)).toBe(true);
  for (const result of behind) if (result.status === 'rejected') expect(isDatabaseUnavailable(result.reason)).toBe(true);
  const acknowledged = behind.filter(({ status }) => status === 'fulfilled').length;
  expect(await count()).toBe(3 + acknowledged);
});

test('long work is allowed where it is announced', async () => {
  await opened.unlimited(() => opened.pool.query('select count(*) from generate_series(1, 12000000)'));
  expect(opened.restartCount()).toBe(2);
});

test('checkpoint and vacuum run', async () => {
  const behind = async () =>
    Number((await opened.pool.query('select (pg_current_wal_lsn() - redo_lsn)::text as bytes from pg_control_checkpoint()')).rows[0].bytes);
  await opened.pool.query("insert into note select i, repeat('x', 500) from generate_series(1000, 5000) i");
  expect(await behind()).toBeGreaterThan(1_000_000);
  await opened.checkpoint();
  expect(await behind()).toBeLessThan(100_000);
  await opened.pool.query('delete from note where id >= 1000');
  const table = async () =>
    (await opened.pool.query("select pg_relation_size('note')::int as size, reltuples::int as rows from pg_class where relname = 'note'")).rows[0];
  expect((await table()).size).toBeGreaterThan(2_000_000);
  await opened.vacuumAnalyze();
  expect((await table()).size).toBeLessThan(50_000);
  expect((await table()).rows).toBe(await count());
});

test('closing and opening keeps the rows, and the lock is given back', async () => {
  const before = await count();
  await opened.close();
  expect(existsSync(join(dataDir, 'db.lock'))).toBe(false);
  opened = await openDatabase(config);
  expect(await count()).toBe(before);
});

test('every commit is synced to disk', async () => {
  const other = mkdtempSync(join(tmpdir(), 'portal-sync-'));
  const engine = await openEmbedded({ dataDir: other });
  await engine.pool.query('create table t (i int)');
  const before = await engine.syncCount();
  for (let i = 0; i < 200; i++) await engine.pool.query('insert into t values ($1)', [i]);
  const after = await engine.syncCount();
  expect(after.files - before.files).toBeGreaterThanOrEqual(200);
  await engine.pool.query("create table wide as select i, repeat('x', 200) as pad from generate_series(1, 200000) i");
  await engine.pool.query('checkpoint');
  // New log segments and table files: their folders must be on disk too.
  expect((await engine.syncCount()).folders).toBeGreaterThan(after.folders);
  await engine.close();
  rmSync(other, { recursive: true });
}, 60_000);

test('a database made beforehand, from the image of an empty one, is opened with its rows; one cut short is not there at all', async () => {
  const other = mkdtempSync(join(tmpdir(), 'portal-made-'));
  const empty = await openDatabase({ dataDir: other, memory: true, migrationsDir });
  const template = await empty.dump();
  await empty.close();
  writeFileSync(join(migrationsDir, '0002-tag.sql'), 'create table tag (id int primary key)');
  const into = (end: (made: Opened) => Promise<void>) =>
    makeDatabase({
      dataDir: other,
      migrationsDir,
      template,
      fill: async (made) => {
        await made.inSystem((tx) => sql`insert into tag select * from generate_series(1, 20000)`.execute(tx));
        await end(made);
      },
    });
  await expect(into(() => Promise.reject(new Error('cut short')))).rejects.toThrow('cut short');
  expect(isMade(other)).toBe(false);
  expect(existsSync(join(other, 'db.lock'))).toBe(false);
  await into(async () => {});
  expect(isMade(other)).toBe(true);
  expect(existsSync(join(other, 'db.lock'))).toBe(false);
  const found = await openDatabase({ dataDir: other, migrationsDir });
  expect((await found.pool.query('select count(*)::int as n from tag')).rows[0].n).toBe(20_000);
  // What is only right while a database is being made must not stay with it.
  const settings = await found.pool.query("select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages");
  expect(settings.rows[0]).toEqual({ fsync: 'on', pages: 'on' });
  expect((await found.pool.query("select current_setting('plan_cache_mode') as mode")).rows[0].mode).toBe('auto');
  await found.close();
  rmSync(join(migrationsDir, '0002-tag.sql'));
  rmSync(other, { recursive: true });
}, 60_000);

test('a folder that holds something else is refused', async () => {
  const other = mkdtempSync(join(tmpdir(), 'portal-other-'));
  mkdirSync(join(other, 'db'));
  writeFileSync(join(other, 'db', 'holiday.jpg'), '');
  await expect(openDatabase({ dataDir: other })).rejects.toThrow('PG_VERSION');
  expect(existsSync(join(other, 'db.lock'))).toBe(false);
  rmSync(other, { recursive: true });
});
