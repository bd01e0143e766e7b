import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

/** Where bytes live. Keys are made by us: lower-case letters, digits, dots, hyphens and slashes. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such key. */
  get(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
}

/** A folder. A file appears whole (written beside, synced, renamed) or not at all. */
export function localFileStore(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string): string => {
    const path = join(root, safeKey(key));
    if (!path.startsWith(root + sep)) throw new Error(`file key leaves the store: ${key.slice(0, 60)}`);
    return path;
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const beside = `${path}.${randomUUID()}.tmp`;
      const file = await open(beside, 'wx', 0o640);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } catch (error) {
        await file.close();
        await rm(beside, { force: true });
        throw error;
      }
      await file.close();
      await rename(beside, path);
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    exists: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
  };
}

function safeKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/.test(key) || key.includes('..') || key.length > 200)
    throw new Error(`not a file key: ${key.slice(0, 60)}`);
  return key;
}
