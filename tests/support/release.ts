import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Pool } from 'pg';

export const RELEASES = 'tests/releases';
/** Dumps of releases are sealed with it; it guards nothing but invented people. */
export const RELEASE_KEY = Buffer.alloc(32, 'release').toString('base64');

export const releases = (): string[] => readdirSync(RELEASES).filter((name) => name.endsWith('.sql.br'));

/** Fills an empty database with the dump, as the release left it. The roles belong to the server and are made where it has none. */
export async function loadRelease(pool: Pool, file: string): Promise<void> {
  const sql = brotliDecompressSync(readFileSync(`${RELEASES}/${file}`)).toString();
  const roles = new Set([...sql.matchAll(/^(?:GRANT|CREATE POLICY) .* TO (portal_\w+)/gm)].map(([, role]) => role as string));
  for (const role of roles) await pool.query(`do $$ begin create role ${role} nologin; exception when duplicate_object then null; end $$`);
  // What begins with a backslash is psql's own.
  await pool.query(sql.replace(/^\\.*$/gm, ''));
  await pool.query('reset all');
}
