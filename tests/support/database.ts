import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { type Opened, openDatabase, useDatabase } from '~/server/db.server';
import { forgetRecent } from '~/server/recent.server';
import { expectReadableLog } from './logWords';
import { oneAtATime } from './oneAtATime';
import { onFileEnd, onFileStart } from './perFile';

let opening: Promise<Opened> | undefined;
let filledTables: string | undefined;
let emptyAtFirst: string[] = [];
onFileEnd(async () => opening && expectReadableLog(await opening));
onFileStart(async () => opening && beginAnew(await opening));

/** The migrated in-memory database of this process, also answered by `database()`; every test file finds it as the migrations leave it. */
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

/** What the file before left: rows, and what modules remembered. Vacuumed, or deleted rows would be read over by all files to come. */
async function beginAnew(opened: Opened): Promise<void> {
  useDatabase(opened);
  const kept = globalThis as Record<string, unknown>;
  for (const name of ['portalSessions', 'portalNumberBlocks', 'portalDictionaries']) (kept[name] as Map<string, unknown> | undefined)?.clear();
  for (const name of ['portalConfig', 'portalFiles', 'portalKeys']) delete kept[name];
  (kept['portalApiLog'] as { waiting: unknown[] } | undefined)?.waiting.splice(0);
  await emptyDatabase();
  const { rows } = await opened.pool.query<{ names: string | null }>(
    'select string_agg(quote_ident(relname), $2) as names from pg_class where relname = any($1) and pg_relation_size(oid) > 0',
    [emptyAtFirst, ', '],
  );
  if (rows[0]?.names) await opened.pool.query(`vacuum ${rows[0].names}`);
}

async function open(): Promise<Opened> {
  oneAtATime();
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
  emptyAtFirst = empty.rows.map(({ name }) => name);
  return asking(emptyAtFirst);
}
