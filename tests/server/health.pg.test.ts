import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renameMe, userInfo } from '~/domains/account/calls';
import type { Opened } from '~/server/db.server';
import { openDatabase, useDatabase } from '~/server/db.server';
import { health } from '~/server/health.server';
import { forgetSessions } from '~/server/session.server';
import { makeMember, makeTenant, type Person, post, send, TENANT_A } from '../support/app';
import { createDatabase, type PostgresServer, startPostgres } from '../support/postgres';

let server: PostgresServer;
let opened: Opened;
let person: Person;
beforeAll(async () => {
  server = await startPostgres();
  opened = await openDatabase({ dataDir: '.', url: await createDatabase(server.url, 'away') });
  useDatabase(opened);
  Object.assign(globalThis, { portalRunning: Promise.resolve({ opened, stopJobs: async () => {} }) });
  await makeTenant(TENANT_A, '甲厂');
  person = await makeMember(TENANT_A, '王会计', 'admin');
});
afterAll(async () => {
  await opened.close().catch(() => {});
  await server.stop();
});

const ready = async () => {
  const answer = await health.request('/readyz');
  return [answer.status, (await answer.json()).message];
};

/** Ends every connection, so that the next ones take the setting. */
async function setReadOnly(on: boolean): Promise<void> {
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`alter database away set default_transaction_read_only = ${on ? 'on' : 'off'}`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'away'");
  await admin.end();
  await expect.poll(() => opened.pool.idleCount).toBe(0);
}

it('a read-only database is not ready and a change is answered 503, while reading calls answer', async () => {
  await setReadOnly(true);
  expect(await ready()).toEqual([503, '数据库只读，无法写入']);
  const change = await post(renameMe.path, { name: '王主管' }, person);
  expect([change.status, change.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await send('GET', userInfo.path, {}, person)).code).toBe('0');
  await setReadOnly(false);
  expect(await ready()).toEqual([200, undefined]);
  expect((await post(renameMe.path, { name: '王主管' }, person)).code).toBe('0');
}, 60_000);

it('with the database away, calls are answered 503 and told when to come again', async () => {
  await server.stop();
  expect(await ready()).toEqual([503, '数据库暂不可用']);
  forgetSessions();
  for (const answer of [await post(renameMe.path, { name: '王主任' }, person), await send('GET', userInfo.path, {}, person)]) {
    expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'E9999', '5']);
    expect(answer.message).toBe('系统暂时无法读写数据，请稍后重试');
  }
}, 60_000);
