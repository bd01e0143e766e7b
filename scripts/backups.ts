import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Config } from '~/server/config.server';
import { takeLock } from '~/server/db/lock.server';
import { projectRoot } from '~/server/db/root.server';

/*
 * A backup is a folder: the database (`database.dump` of pg_dump, or `db.tar.gz`, the stopped embedded folder), `files.tar.gz` unless
 * files are in a bucket, and `manifest.json` with a checksum of each. It never holds the key of the personal data, only its print.
 */

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATA_KEY' | 'S3_BUCKET'>;

export interface Manifest {
  format: 1;
  madeAt: string;
  engine: 'embedded' | 'postgres';
  /** The newest migration of the program that made it: an older program refuses the database. */
  migration: string;
  /** Of the data key, to tell at once whether the one at hand opens this backup; null when there was no key yet. */
  keyPrint: string | null;
  /** `bucket`: S3 keeps them, and its own versions or copies are their backup. */
  files: 'folder' | 'bucket';
  parts: Record<string, { size: number; sha256: string }>;
}

const NAME = /^portal-\d{8}T\d{6}Z$/;
const DUMP = 'database.dump';
const FOLDER = 'db.tar.gz';
const FILES = 'files.tar.gz';

/** Writes a backup below `into` and answers its folder. The embedded engine must be stopped: its folder is locked meanwhile. */
export async function backUp(place: Place, into: string, now = new Date()): Promise<string> {
  const target = join(resolve(into), `portal-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`);
  const draft = `${target}.unfinished`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    // The database first: a file is stored before the row that names it, so the files copied later hold all it names.
    if (place.DATABASE_URL) await run('pg_dump', ['--format=custom', '--no-owner', '--file', join(draft, DUMP), place.DATABASE_URL]);
    else await packStopped(place.DATA_DIR, join(draft, FOLDER));
    if (!place.S3_BUCKET) await packFiles(place.DATA_DIR, join(draft, FILES));
    const manifest: Manifest = {
      format: 1,
      madeAt: now.toISOString(),
      engine: place.DATABASE_URL ? 'postgres' : 'embedded',
      migration: migrations().at(-1) ?? '',
      keyPrint: keyPrint(place),
      files: place.S3_BUCKET ? 'bucket' : 'folder',
      parts: await sumsOf(draft),
    };
    writeFileSync(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    renameSync(draft, target);
    return target;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Deletes the oldest backups beyond `keep`; answers their names. */
export function forgetOld(into: string, keep: number): string[] {
  const old = readdirSync(into)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of old) rmSync(join(into, name), { recursive: true });
  return old;
}

/** Reads the whole backup and compares it with its checksums. */
export async function checked(backup: string): Promise<Manifest> {
  const path = join(backup, 'manifest.json');
  if (!existsSync(path)) throw new Error(`${backup} 不是备份目录：缺少 manifest.json`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  if (manifest.format !== 1) throw new Error(`不认识的备份格式 ${manifest.format}，请使用制作它的程序版本`);
  const sums = await sumsOf(backup);
  for (const [name, { sha256 }] of Object.entries(manifest.parts)) {
    if (!sums[name]) throw new Error(`备份不完整：缺少 ${name}`);
    if (sums[name].sha256 !== sha256) throw new Error(`备份已损坏：${name} 的校验和不一致`);
  }
  return manifest;
}

/** Puts a backup into an empty place: never over anything. */
export async function restore(place: Place, backup: string): Promise<Manifest> {
  const manifest = await checked(backup);
  assertFits(manifest, place);
  const release = place.DATABASE_URL ? () => {} : lockFolder(place.DATA_DIR);
  try {
    for (const name of manifest.engine === 'embedded' ? ['db', 'files'] : ['files']) assertEmpty(join(place.DATA_DIR, name));
    mkdirSync(place.DATA_DIR, { recursive: true });
    if (place.DATABASE_URL) await restoreDump(place.DATABASE_URL, join(backup, DUMP));
    else await unpack(join(backup, FOLDER), place.DATA_DIR);
    if (manifest.files === 'folder') await unpack(join(backup, FILES), place.DATA_DIR);
    return manifest;
  } finally {
    release();
  }
}

function assertFits(manifest: Manifest, place: Place): void {
  const engine = place.DATABASE_URL ? 'postgres' : 'embedded';
  if (manifest.engine !== engine)
    throw new Error(manifest.engine === 'postgres' ? '这是 PostgreSQL 的备份：请设置 DATABASE_URL' : '这是内置数据库的备份：请不要设置 DATABASE_URL');
  if (manifest.files === 'folder' && place.S3_BUCKET) throw new Error('备份里的文件来自本地目录，当前设置了 S3_BUCKET：请先不设它恢复，再把文件上传到存储桶');
  if (manifest.migration && !migrations().includes(manifest.migration))
    throw new Error(`备份由更新的程序制作（迁移 ${manifest.migration}），请使用不低于它的程序版本`);
  const print = keyPrint(place);
  if (manifest.keyPrint && print !== manifest.keyPrint)
    throw new Error(
      `${print ? '当前的数据密钥不是' : '还没有'}备份时的数据密钥，恢复后敏感数据无法读取：请设置 DATA_KEY，或先把原来的 data.key 放到 ${place.DATA_DIR}`,
    );
}

function assertEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} 已有数据，恢复不会覆盖它：请先移走，或用 DATA_DIR 指定空目录`);
}

/** The roles rights are granted to belong to the server, not to the dump. */
async function restoreDump(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1");
    if (rows.length > 0) throw new Error('DATABASE_URL 的数据库里已有表，恢复不会覆盖它：请新建一个空数据库');
    for (const role of rolesOfMigrations()) {
      const known = await client.query('select from pg_roles where rolname = $1', [role]);
      if (known.rowCount === 0) await client.query(`create role "${role}" nologin`);
      await client.query(`grant "${role}" to current_user`);
    }
  } finally {
    await client.end();
  }
  await run('pg_restore', ['--no-owner', '--no-comments', '--exit-on-error', '--single-transaction', '--dbname', url, dump]);
}

const migrationsFolder = () => join(projectRoot(), 'migrations');
const migrations = (): string[] =>
  readdirSync(migrationsFolder())
    .filter((name) => name.endsWith('.sql'))
    .sort();
const rolesOfMigrations = (): string[] =>
  migrations().flatMap((name) => [...readFileSync(join(migrationsFolder(), name), 'utf8').matchAll(/create role (\w+)/g)].map(([, role]) => role as string));

async function packStopped(dataDir: string, archive: string): Promise<void> {
  if (!existsSync(join(dataDir, 'db', 'PG_VERSION'))) throw new Error(`${dataDir} 里没有内置数据库：请检查 DATA_DIR，或设置 DATABASE_URL`);
  const release = lockFolder(dataDir);
  try {
    await run('tar', ['--create', '--gzip', '--file', archive, '--directory', dataDir, 'db']);
  } finally {
    release();
  }
}

/** Nobody starts the product on the folder while it is copied. */
function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  return takeLock(join(dataDir, 'db.lock'), dataDir);
}

async function packFiles(dataDir: string, archive: string): Promise<void> {
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  // Files appear whole under their names; those being written have another, and those taken away meanwhile are nobody's loss.
  await run(
    'tar',
    ['--create', '--gzip', '--exclude=*.tmp', '--warning=no-file-changed', '--warning=no-file-removed', '--file', archive, '--directory', dataDir, 'files'],
    [0, 1],
  );
}

const unpack = (archive: string, into: string) => run('tar', ['--extract', '--gzip', '--file', archive, '--directory', into]);

function keyPrint({ DATA_KEY, DATA_DIR }: Place): string | null {
  const file = join(DATA_DIR, 'data.key');
  const key = DATA_KEY ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
  return key && createHash('sha256').update('portal backup').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
}

async function sumsOf(folder: string): Promise<Manifest['parts']> {
  const names = readdirSync(folder).filter((name) => name !== 'manifest.json');
  const sums = names.map(async (name) => {
    const hash = createHash('sha256');
    for await (const part of createReadStream(join(folder, name))) hash.update(part as Buffer);
    return [name, { size: statSync(join(folder, name)).size, sha256: hash.digest('hex') }] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}

/** Rejects with what the program said; a password in the address is not repeated. */
function run(command: string, args: readonly string[], fine: readonly number[] = [0]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text).slice(-4000);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new Error(`找不到 ${command}：请安装 PostgreSQL 客户端（不低于服务器的版本）或 tar`) : error),
    );
    child.on('close', (code) => (fine.includes(code ?? -1) ? resolve() : reject(new Error(`${command} 失败（${code}）：${said.trim()}`))));
  });
}
