import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { databaseError, FOLDER_IN_USE } from './errors.server';

/** Two processes on one embedded folder corrupt it without an error, so its owner is written down. */
interface Owner {
  pid: number;
  /** Process start time in clock ticks after boot: a recycled pid has another. */
  started: string;
  /** Boot and pid namespace within which `pid` means anything. */
  space: string;
}

const HEARTBEAT = 5_000;
/** A lock from another container is believed dead when it has not been touched for this long. */
const SILENCE = 30_000;

/** Takes `path` or throws; returns the function that gives it back. */
export function takeLock(path: string, folder: string): () => void {
  const me: Owner = { pid: process.pid, started: startOf(process.pid) ?? '', space: ownSpace() };
  const content = JSON.stringify(me);
  for (let attempt = 0; !created(path, content); attempt++) {
    const held = read(path);
    if (held === undefined) continue;
    if (attempt > 20 || isAlive(path, held, me)) throw inUse(folder, parsed(held));
    removeStale(path, held);
  }
  const heartbeat = setInterval(() => touch(path), HEARTBEAT).unref();
  const release = () => {
    clearInterval(heartbeat);
    process.off('exit', release);
    if (read(path) === content) unlinkSync(path);
  };
  process.on('exit', release);
  return release;
}

function created(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
  try {
    // A link appears with its content, so nobody reads a half-written lock.
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Moves the file aside first: of two processes that saw the same dead owner, only one gets it. */
function removeStale(path: string, expected: string): void {
  const aside = `${path}.stale.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  try {
    if (read(aside) !== expected) linkSync(aside, path);
  } finally {
    unlinkSync(aside);
  }
}

function isAlive(path: string, held: string, me: Owner): boolean {
  const owner = parsed(held);
  if (!owner) return false;
  if (owner.space === me.space) return startOf(owner.pid) === owner.started;
  try {
    return Date.now() - statSync(path).mtimeMs < SILENCE;
  } catch {
    return false;
  }
}

function inUse(folder: string, owner: Owner | undefined): Error {
  const who = owner ? `进程 ${owner.pid}` : '另一个进程';
  return databaseError(FOLDER_IN_USE, `数据目录 ${folder} 正被${who}使用，不能同时由两个进程打开。请先停止${who}，或用 DATA_DIR 指定另一个目录。`);
}

function parsed(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Owner;
    return Number.isInteger(owner.pid) ? owner : undefined;
  } catch {
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The folder is gone; closing reports it.
  }
}

/** Undefined when no such process runs. Without /proc only the pid's existence is known. */
function startOf(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  try {
    process.kill(pid, 0);
    return read('/proc/self/stat') ? undefined : '';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' && !read('/proc/self/stat') ? '' : undefined;
  }
}

function ownSpace(): string {
  const boot = read('/proc/sys/kernel/random/boot_id')?.trim();
  try {
    return boot ? `${boot} ${readlinkSync('/proc/self/ns/pid')}` : hostname();
  } catch {
    return hostname();
  }
}
