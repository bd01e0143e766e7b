import { readFileSync } from 'node:fs';
import { afterAll, inject } from 'vitest';
import { type Opened, openDatabase, useDatabase } from '~/server/db.server';
import { forgetRecent } from '~/server/recent.server';
import { expectReadableLog } from './logWords';

let opening: Promise<Opened> | undefined;
let filledTables: string | undefined;
afterAll(async () => opening && expectReadableLog(await opening));

/** The migrated in-memory database of this test file, also answered by `database()`; gone with the file's process. */
export function testDatabase(): Promise<Opened> {
  opening ??= open();
  return opening;
}

/**
 * Empties every table but those the migrations filled: looks for rows first, since truncating all tables takes 300 ms.
 * Whatever the test before wrote into the operation log must be readable.
 */
export async function emptyDatabase(): Promise<void> {
  const opened = await testDatabase();
  const { pool } = opened;
  forgetRecent();
  if (!filledTables) return;
  await expectReadableLog(opened);
  const { rows } = await pool.query<{ name: string }>({ name: 'filled_tables', text: filledTables });
  const deletes = rows.map(({ name }) => `delete from "${name}"`);
  // Without triggers: foreign keys and append-only guards are in the way of emptying, not of the test.
  if (deletes.length > 0) await pool.query(['begin', 'set local session_replication_role = replica', ...deletes, 'commit'].join('; '));
}

async function open(): Promise<Opened> {
  const opened = await openDatabase({ dataDir: '.', memory: true, template: readFileSync(inject('embeddedTemplate')) });
  useDatabase(opened);
  filledTables = await queryForFilled(opened);
  return opened;
}

/** A query naming the tables that hold rows, among those that are empty right after the migrations. */
async function queryForFilled({ pool }: Opened): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition",
  );
  const asking = (names: string[], not = '') => names.map((name) => `select '${name}' as name where ${not} exists (select from "${name}")`).join(' union all ');
  const empty = await pool.query<{ name: string }>(
    asking(
      rows.map(({ name }) => name),
      'not',
    ),
  );
  return asking(empty.rows.map(({ name }) => name));
}
