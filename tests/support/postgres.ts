import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { clockAhead } from '../clock/clock.mjs';

export interface PostgresServer {
  /** A superuser's URL of its `postgres` database. */
  url: string;
  /** Undefined when the server is not ours (TEST_DATABASE_URL). */
  dataDir: string | undefined;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for tests: TEST_DATABASE_URL, else one of our own from the machine's binaries, in a temporary folder, as an
 * unprivileged user, gone with this process however that ends. `durable` syncs to disk as a real one does.
 */
export async function startPostgres({ durable = false, settings = {} as Record<string, string> } = {}): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, dataDir: undefined, stop: async () => {} };
  const bin = binaries();
  const user = unprivileged();
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-pg-'));
  if (user) chownSync(dataDir, user.uid, user.gid);
  execFileSync(join(bin, 'initdb'), ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: dataDir,
    ...user,
  });
  const port = await freePort();
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: dataDir,
    max_connections: '120',
    shared_buffers: '128MB',
    // Found before the engine's own now().
    ...(clockAhead() === 0 ? {} : { search_path: 'public, pg_catalog' }),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  const child = supervise(join(bin, 'postgres'), dataDir, all, user);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReady(url, child, dataDir);
  await followClock(url);
  return { url, dataDir, stop: () => stop(child) };
}

/** Every database of this server tells the time of the run: defaults and statements that say now() find this one. */
async function followClock(server: string): Promise<void> {
  const ahead = clockAhead();
  if (ahead === 0) return;
  await administer(
    databaseUrl(server, 'template1'),
    `create function public.now() returns timestamptz language sql stable as $$ select pg_catalog.now() + interval '${ahead} milliseconds' $$`,
  );
}

/** Creates a database, from `template` when given, and answers its URL. */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  await administer(server, `create database "${name}"${template ? ` template "${template}"` : ''}`);
  return databaseUrl(server, name);
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(server, `drop database if exists "${name}" with (force)`);
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

async function administer(server: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function binaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')];
  const found = folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
  if (!found)
    throw new Error(
      'These tests need PostgreSQL 15 or newer. Install it (Debian and Ubuntu: apt-get install postgresql), put its bin folder on PATH, or name a running server in TEST_DATABASE_URL.',
    );
  return found;
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody') ?? [];
  if (!uid || !gid) throw new Error('running as root needs an unprivileged account named postgres or nobody to start PostgreSQL as');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The shell waits for its input to end, which happens when this process stops or dies, and then ends the server. */
function supervise(binary: string, dataDir: string, settings: Record<string, string>, user: { uid: number; gid: number } | undefined): ChildProcess {
  const script = 'dir=$1; shift; "$@" </dev/null >"$dir/server.log" 2>&1 & pid=$!; cat >/dev/null; kill -QUIT $pid; wait $pid; rm -rf "$dir"';
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn('sh', ['-c', script, 'sh', dataDir, binary, '-D', dataDir, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: dataDir,
    ...user,
  });
}

async function untilReady(url: string, child: ChildProcess, dataDir: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await pause(100);
    }
  }
  const log = existsSync(join(dataDir, 'server.log')) ? readFileSync(join(dataDir, 'server.log'), 'utf8') : '';
  await stop(child);
  throw new Error(`PostgreSQL did not start within 20 s:\n${log}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
