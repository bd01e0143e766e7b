import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '~/server/db/embedded.server';
import { migrate } from '~/server/migrate.server';

/** The migrations in the order they landed in. */
const landed = readFileSync('migrations/checksums.txt', 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/)[1] as string);
const dir = mkdtempSync(join(tmpdir(), 'portal-landed-'));
let engine: Awaited<ReturnType<typeof openEmbedded>>;
let byName: string[];

beforeAll(async () => {
  engine = await openEmbedded({ dataDir: '.', memory: true });
  await fresh();
  await migrate(engine.pool);
  byName = await schemaOf(engine.pool);
}, 60_000);
afterAll(async () => {
  await engine.close();
  rmSync(dir, { recursive: true });
});

const fresh = () => engine.pool.query('drop schema public cascade; create schema public');

/** Columns, indexes, constraints, triggers, policies and functions, each a line; the order of columns does not count. */
async function schemaOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select format('column %s.%s %s %s %s', table_name, column_name, udt_name, is_nullable, coalesce(column_default, '')) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select format('policy %s %s %s %s %s %s', tablename, policyname, permissive, roles, qual, with_check) from pg_policies where schemaname = 'public'
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  return rows.map(({ line }) => line).sort();
}

/** What was newest when something else landed out of its number's order: databases were made at each of these moments. */
const moments = landed.flatMap((name, at) => (landed.slice(at + 1).some((later) => later < name) ? [at + 1] : []));

test('some landed out of order, or this proves nothing', () => expect(moments.length).toBeGreaterThan(3));

test.each([moments[0], moments[Math.floor(moments.length / 2)], moments.at(-1)])(
  'a database made when %i migrations had landed comes to the schema of a new one',
  async (count) => {
    const then = join(dir, String(count));
    mkdirSync(then);
    for (const name of landed.slice(0, count)) cpSync(join('migrations', name), join(then, name));
    await fresh();
    await migrate(engine.pool, then);
    await migrate(engine.pool);
    expect(await schemaOf(engine.pool)).toEqual(byName);
  },
  60_000,
);
