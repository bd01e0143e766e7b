import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Opened, openDatabase, useDatabase } from '~/server/db.server';
import { backUp, checked, forgetOld, restore } from '../../scripts/backups';
import { makeTenant, TENANT_A } from '../support/app';
import { rowsOfAllTables } from '../support/tables';

const KEY = Buffer.alloc(32, 7).toString('base64');
let folder: string;
const place = (name: string, key: string | undefined = KEY) => ({ DATA_DIR: join(folder, name), DATA_KEY: key });
const file = (name: string) => join(folder, name, 'files', 't501', 'ab', 'voucher.pdf');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function open(name: string): Promise<Opened> {
  const opened = await openDatabase({ dataDir: join(folder, name) });
  useDatabase(opened);
  return opened;
}

/** A stopped data folder with a tenant and a file. */
async function makeData(): Promise<Record<string, string>> {
  const opened = await open('one');
  await makeTenant(TENANT_A, '甲厂');
  const rows = await rowsOfAllTables(opened.pool);
  mkdirSync(join(file('one'), '..'), { recursive: true });
  writeFileSync(file('one'), 'bytes of a voucher');
  writeFileSync(`${file('one')}.1234.tmp`, 'half');
  await opened.close();
  return rows;
}

test('a stopped data folder comes back with every row and file, and goes on working', { timeout: 90_000 }, async () => {
  const rows = await makeData();
  const backup = await backUp(place('one'), join(folder, 'backups'));
  expect(readdirSync(backup).sort()).toEqual(['db.tar.gz', 'files.tar.gz', 'manifest.json']);
  expect(readFileSync(join(backup, 'manifest.json'), 'utf8')).not.toContain(KEY);
  expect(await restore(place('two'), backup)).toMatchObject({ engine: 'embedded', files: 'folder' });
  expect(readFileSync(file('two'), 'utf8')).toBe('bytes of a voucher');
  expect(existsSync(`${file('two')}.1234.tmp`)).toBe(false);
  const opened = await open('two');
  expect(await rowsOfAllTables(opened.pool)).toEqual(rows);
  await makeTenant(TENANT_A + 1n, '乙厂');
  await opened.close();
});

test('a running product, a folder with data, another key and a damaged backup are refused and nothing is touched', { timeout: 90_000 }, async () => {
  await makeData();
  const running = await open('one');
  await expect(backUp(place('one'), join(folder, 'backups'))).rejects.toThrow('正被');
  await running.close();
  expect(readdirSync(join(folder, 'backups'))).toEqual([]);

  const backup = await backUp(place('one'), join(folder, 'backups'));
  await expect(restore(place('one'), backup)).rejects.toThrow('恢复不会覆盖它');
  await expect(restore(place('two', Buffer.alloc(32, 8).toString('base64')), backup)).rejects.toThrow('当前的数据密钥不是');
  await expect(restore({ DATA_DIR: join(folder, 'two'), DATA_KEY: undefined }, backup)).rejects.toThrow('还没有备份时的数据密钥');
  await expect(restore({ ...place('two'), DATABASE_URL: 'postgres://nowhere/x' }, backup)).rejects.toThrow('不要设置 DATABASE_URL');
  appendFileSync(join(backup, 'files.tar.gz'), 'x');
  await expect(checked(backup)).rejects.toThrow('files.tar.gz 的校验和不一致');
  await expect(restore(place('two'), backup)).rejects.toThrow('校验和不一致');
  expect(existsSync(join(folder, 'two', 'db'))).toBe(false);
});

test('only the oldest backups beyond those to keep are deleted, and nothing else in the folder', () => {
  for (const name of ['portal-20260101T000000Z', 'portal-20260102T000000Z', 'portal-20260103T000000Z', 'portal-20260104T000000Z.unfinished', 'other'])
    mkdirSync(join(folder, name));
  expect(forgetOld(folder, 2)).toEqual(['portal-20260101T000000Z']);
  expect(readdirSync(folder).sort()).toEqual(['other', 'portal-20260102T000000Z', 'portal-20260103T000000Z', 'portal-20260104T000000Z.unfinished']);
});
