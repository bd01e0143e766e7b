import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { databaseTypes } from '../../../scripts/database-types';
import { checksumFaults } from '../../../scripts/migration-checksums';
import { testDatabase } from '../../support/database';

test('database.types.ts is what the migrations make (else: npm run types:db)', async () => {
  const { pool } = await testDatabase();
  expect(readFileSync('src/server/database.types.ts', 'utf8')).toBe(await databaseTypes(pool));
});

test('no landed migration was changed or removed, and new ones are in migrations/checksums.txt', async () => {
  expect(await checksumFaults()).toEqual([]);
});

test('each kind of column gets its type', async () => {
  const { pool } = await testDatabase();
  await pool.query(`create table every_kind (
    id bigint primary key, qty numeric(18,4) not null default 0, day date, at timestamptz not null default now(), doc jsonb,
    tags text[] not null default '{}', days date[], n int generated always as identity, twice bigint generated always as (id * 2) stored)`);
  const text = await databaseTypes(pool);
  await pool.query('drop table every_kind');
  expect(
    text
      .match(/interface EveryKindTable \{\n([^}]*)\}/)?.[1]
      ?.split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    'id: bigint;',
    'qty: Generated<string>;',
    'day: string | null;',
    'at: ColumnType<Date, Date | string | undefined, Date | string>;',
    'doc: JsonValue | null;',
    'tags: Generated<string[]>;',
    'days: string[] | null;',
    'n: ColumnType<number, never, never>;',
    'twice: ColumnType<bigint | null, never, never>;',
    '',
  ]);
});
