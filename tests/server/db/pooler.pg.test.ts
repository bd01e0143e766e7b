import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { type Opened, openDatabase } from '~/server/db.server';
import { postgresUrl } from '../../support/postgresDatabase';

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync);
if (!PGBOUNCER) console.warn('PgBouncer is not installed (Debian: apt-get install pgbouncer): what deploy/README.md says of it was NOT tested');

const folder = mkdtempSync(join(tmpdir(), 'portal-pooler-'));
let pooler: ChildProcess | undefined;
let opened: Opened | undefined;
afterAll(async () => {
  await opened?.close();
  pooler?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts PgBouncer with nothing but its defaults, and answers the address of the same database through it. */
async function through(url: string, mode: string): Promise<string> {
  const { hostname, port, pathname } = new URL(inject('postgresUrl'));
  const mine = await freePort();
  chmodSync(folder, 0o755);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=${hostname} port=${port} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${mine}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\n`,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  pooler = spawn(PGBOUNCER as string, [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const pooled = new URL(url);
  pooled.port = String(mine);
  expect(pathname).toBe('/postgres');
  return pooled.toString();
}

test.skipIf(!PGBOUNCER)('PgBouncer per session: migrations, named statements, tenants and changes work', async () => {
  const url = await through(await postgresUrl({ empty: true }), 'session');
  const open = async (): Promise<string> => {
    try {
      opened ??= await openDatabase({ url, dataDir: '.', poolSize: 4 });
      return 'open';
    } catch (error) {
      return (error as Error).message;
    }
  };
  await expect.poll(open, { timeout: 60_000, interval: 500 }).toBe('open');
  const { inSystem, inTenant } = opened as unknown as Opened;
  await inSystem((tx) =>
    tx
      .insertInto('tenant')
      .values({ id: 7n, code: 'T7', name: '甲厂', short_name: '甲厂', apps: ['order'] })
      .execute(),
  );
  const names = await Promise.all(
    Array.from({ length: 20 }, () => inTenant({ tenantId: 7n }, (tx) => tx.selectFrom('unit').select('name').where('tenant_id', '=', 7n).execute())),
  );
  expect(names).toHaveLength(20);
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
