import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';

export interface OpenedFile {
  size: number;
  stream: ReadableStream<Uint8Array>;
}
export interface StoredKey {
  key: string;
  size: number;
  changedAt: Date;
}
/** What a browser posts to, as multipart form: `fields` first, then `file`. */
export interface PostTarget {
  url: string;
  fields: Record<string, string>;
}

/** Where bytes live. Keys are made by us: lower-case letters, digits, dots, hyphens and slashes. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Takes a file of this machine, which stays where it is, without holding it in memory. */
  putFile(key: string, path: string): Promise<void>;
  /** Null when there is no such key. */
  get(key: string): Promise<Uint8Array | null>;
  /** Like `get`, read as it is sent. */
  open(key: string): Promise<OpenedFile | null>;
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** Every key below the prefix. */
  list(prefix: string): AsyncIterable<StoredKey>;
  /** Where a browser may post one file of at most `maxBytes` under exactly this key; null when the store has no address of its own. */
  postTarget(key: string, maxBytes: number, seconds: number): Promise<PostTarget | null>;
}

/** A folder. A file appears whole (written beside, synced, renamed) or not at all. */
export function localFileStore(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string): string => {
    const path = join(root, safeKey(key));
    if (!path.startsWith(root + sep)) throw new Error(`file key leaves the store: ${key.slice(0, 60)}`);
    return path;
  };
  const appear = async (key: string, write: (beside: string) => Promise<void>): Promise<void> => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    const beside = `${path}.${randomUUID()}.tmp`;
    try {
      await write(beside);
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  };
  return {
    put: (key, bytes) => appear(key, (beside) => writeSynced(beside, bytes)),
    putFile: (key, from) =>
      appear(key, async (beside) => {
        await copyFile(from, beside);
        await synced(beside);
      }),
    get: (key) => readFile(pathOf(key)).catch(nullWhenMissing),
    async open(key) {
      const path = pathOf(key);
      const facts = await stat(path).catch(nullWhenMissing);
      return facts && { size: facts.size, stream: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> };
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    exists: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    async *list(prefix) {
      const entries = await readdir(join(root, safeKey(prefix)), { recursive: true, withFileTypes: true }).catch(nullWhenMissing);
      for (const entry of entries ?? []) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const facts = await stat(path).catch(nullWhenMissing);
        if (facts) yield { key: path.slice(root.length + 1).replaceAll(sep, '/'), size: facts.size, changedAt: facts.mtime };
      }
    },
    postTarget: async () => null,
  };
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function nullWhenMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** The key itself when it is one of ours. */
export function safeKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/.test(key) || key.includes('..') || key.length > 200)
    throw new Error(`not a file key: ${key.slice(0, 60)}`);
  return key;
}
