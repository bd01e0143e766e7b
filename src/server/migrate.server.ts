import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { projectRoot } from './db/root.server';
import { log } from './log.server';

/** Any fixed number of our own: everyone who migrates this database waits for the same lock. */
const LOCK = 728_104_551;

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/**
 * Applies the pending files of `dir` (default migrations/) in name order, each once and in its own transaction, under an
 * advisory lock; also files whose number lies before the last applied: work done side by side lands in another order than it is numbered.
 * A file changed after it was applied, or one the database knows and the folder does not, stops the start.
 * Answers the names applied now.
 */
export async function migrate(pool: Pool, dir = join(projectRoot(), 'migrations')): Promise<string[]> {
  const files = await readMigrations(dir);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const pending = await findPending(client, files);
    for (const file of pending) await apply(client, file);
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
    return pending.map(({ name }) => name);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // Ending the connection gives the lock back whatever state the failure left it in.
    client.release(broken);
  }
}

/** The files of a folder in the order they run in. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function findPending(client: PoolClient, files: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name');
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of rows) {
    const file = byName.get(name);
    if (!file) throw new Error(`数据库已执行过迁移 ${name}，但当前程序没有这个文件：数据库比程序新，请使用更新的程序版本。`);
    if (file.checksum !== checksum) throw new Error(`迁移文件 ${name} 在执行之后被修改过：请恢复原文件，改动写入新的迁移文件。`);
  }
  const applied = new Set(rows.map(({ name }) => name));
  const pending = files.filter(({ name }) => !applied.has(name));
  const last = rows.at(-1)?.name ?? '';
  for (const { name } of pending) if (name < last) log.info({ migration: name, after: last }, 'a migration that landed later than its number');
  return pending;
}

async function apply(client: PoolClient, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const { message, position } = error as Error & { position?: string };
    const line = position ? `，第 ${text.slice(0, Number(position)).split('\n').length} 行` : '';
    throw new Error(`迁移 ${name} 执行失败${line}：${message}`, { cause: error });
  }
}
