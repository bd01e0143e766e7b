import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openEmbedded } from '~/server/db/embedded.server';
import { migrate } from '~/server/migrate.server';

let engine: Awaited<ReturnType<typeof openEmbedded>>;
let dir: string;
beforeAll(async () => {
  engine = await openEmbedded({ dataDir: '.', memory: true });
});
afterAll(() => engine.close());
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'portal-migrations-'));
  await engine.pool.query('drop schema public cascade; create schema public');
  return () => rmSync(dir, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(dir, name), text);
const run = () => migrate(engine.pool, dir);

test('files run once, in the order of their names', async () => {
  write('0002-b.sql', 'insert into t values (2)');
  write('0001-a.sql', 'create table t (i int); insert into t values (1)');
  write('README.md', 'not a migration');
  expect(await run()).toEqual(['0001-a.sql', '0002-b.sql']);
  expect(await run()).toEqual([]);
  write('0003-c.sql', 'insert into t values (3)');
  expect(await run()).toEqual(['0003-c.sql']);
  expect((await engine.pool.query('select i from t order by i')).rows).toEqual([{ i: 1 }, { i: 2 }, { i: 3 }]);
});

test('a file changed after it was applied stops the start; line ends do not count', async () => {
  write('0001-a.sql', 'create table t (i int);\n');
  await run();
  write('0001-a.sql', 'create table t (i int);\r\n');
  expect(await run()).toEqual([]);
  write('0001-a.sql', 'create table t (i bigint);\n');
  await expect(run()).rejects.toThrow('迁移文件 0001-a.sql 在执行之后被修改过');
});

test('a failing file leaves nothing of itself, names its line, and can be corrected', async () => {
  write('0001-a.sql', 'create table t (i int);');
  write('0002-b.sql', 'insert into t values (1);\ninsert into nowhere values (1);');
  await expect(run()).rejects.toThrow('迁移 0002-b.sql 执行失败，第 2 行');
  expect((await engine.pool.query('select i from t')).rows).toEqual([]);
  write('0002-b.sql', 'insert into t values (1)');
  expect(await run()).toEqual(['0002-b.sql']);
});

test('a file that landed later than its number still runs; a database newer than the program is refused', async () => {
  write('0001-a.sql', 'select 1');
  write('0003-c.sql', 'select 1');
  await run();
  write('0002-b.sql', 'select 1');
  expect(await run()).toEqual(['0002-b.sql']);
  rmSync(join(dir, '0003-c.sql'));
  await expect(run()).rejects.toThrow('数据库已执行过迁移 0003-c.sql');
});
