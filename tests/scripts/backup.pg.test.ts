import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '~/server/db.server';
import { backUp, restore } from '../../scripts/backups';
import { makeMember, makeTenant, TENANT_A, TENANT_B } from '../support/app';
import { createDatabase, type PostgresServer, startPostgres } from '../support/postgres';
import { postgresDatabase } from '../support/postgresDatabase';
import { rowsOfAllTables } from '../support/tables';

const KEY = Buffer.alloc(32, 7).toString('base64');
let folder: string;
let elsewhere: PostgresServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-backup-'));
  elsewhere = await startPostgres();
});
afterAll(async () => {
  await elsewhere.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a dump of a running database comes back on another server, with roles, row-level security and files', async () => {
  const running = await postgresDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  await makeMember(TENANT_A, '王会计', 'admin');
  await makeMember(TENANT_B, '李会计', 'admin');
  const place = { DATA_DIR: join(folder, 'one'), DATA_KEY: KEY, DATABASE_URL: running.url };
  mkdirSync(join(place.DATA_DIR, 'files', 't501'), { recursive: true });
  writeFileSync(join(place.DATA_DIR, 'files', 't501', 'voucher.pdf'), 'bytes of a voucher');
  const backup = await backUp(place, join(folder, 'backups'));

  // An owner who is no superuser, on a server that never saw the product's roles.
  const admin = await openPlain(elsewhere.url);
  await admin.query('create role keeper login createrole');
  await admin.end();
  const url = new URL(await createDatabase(elsewhere.url, 'restored'));
  const owner = await openPlain(url.toString());
  await owner.query('alter database restored owner to keeper');
  await owner.query('alter schema public owner to keeper');
  await owner.end();
  url.username = 'keeper';
  const target = { DATA_DIR: join(folder, 'two'), DATA_KEY: KEY, DATABASE_URL: url.toString() };
  await restore(target, backup);
  await expect(restore({ ...target, DATA_DIR: join(folder, 'three') }, backup)).rejects.toThrow('已有表');

  const restored = await openDatabase({ url: target.DATABASE_URL, dataDir: target.DATA_DIR });
  expect(await rowsOfAllTables(restored.pool)).toEqual(await rowsOfAllTables(running.pool));
  const seen = await restored.inTenant({ tenantId: TENANT_A }, (tx) => tx.selectFrom('member').select('name').execute());
  expect(seen).toEqual([{ name: '王会计' }]);
  await restored.close();
  expect(readFileSync(join(target.DATA_DIR, 'files', 't501', 'voucher.pdf'), 'utf8')).toBe('bytes of a voucher');
});

async function openPlain(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
