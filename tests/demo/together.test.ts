import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Filled, together } from '~/demo/together.server';
import { type Opened, openDatabase } from '~/server/db.server';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-fill-'));
const migrationsDir = join(dataDir, 'migrations');
const events: string[] = [];
const config = { dataDir, migrationsDir, onEvent: ({ kind }: { kind: string }) => void events.push(kind) };

beforeAll(() => {
  mkdirSync(migrationsDir);
  writeFileSync(
    join(migrationsDir, '0001-note.sql'),
    `create role portal_app;
     create table note (tenant_id bigint, body text);
     alter table note enable row level security;
     create policy tenant on note using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint)
       with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
     grant select, insert on note to portal_app;`,
  );
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const notes = async (opened: Opened) => (await opened.pool.query<{ n: number }>('select count(*)::int as n from note')).rows[0]?.n;
const write = (within: Filled, tenantId: bigint, into = tenantId) =>
  within.inTenant({ tenantId }, (tx) => sql`insert into note values (${into}, 'x')`.execute(tx));

test('a fill cut short leaves no database; the next start makes a whole one, in its place only when it is done', async () => {
  const cutShort = openDatabase({
    ...config,
    fill: (opened) =>
      together(opened, async (within) => {
        await write(within, 1n);
        throw new Error('the power went');
      }),
  });
  await expect(cutShort).rejects.toThrow('the power went');
  expect(existsSync(join(dataDir, 'db'))).toBe(false);

  const seen: boolean[] = [];
  const opened = await openDatabase({
    ...config,
    async fill(empty) {
      seen.push(existsSync(join(dataDir, 'db')));
      if (!(await notes(empty))) await together(empty, async (within) => void (await write(within, 1n)));
    },
  });
  expect(seen).toEqual([false, true]);
  expect(events).toEqual([]);
  expect(await notes(opened)).toBe(1);
  await opened.close();
}, 90_000);

test('each tenant writes under its own context, and a failure takes everything back', async () => {
  const opened = await openDatabase(config);
  await together(opened, async (within) => {
    await write(within, 2n);
    await write(within, 3n);
    expect((await within.inSystem((tx) => sql`select 1 from note`.execute(tx))).rows).toHaveLength(3);
  });
  expect(await notes(opened)).toBe(3);
  const foreign = together(opened, async (within) => {
    await write(within, 2n);
    await write(within, 2n, 3n);
  });
  await expect(foreign).rejects.toThrow(/row-level security/);
  expect(await notes(opened)).toBe(3);
  await opened.close();
});
