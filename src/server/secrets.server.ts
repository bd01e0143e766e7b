import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { config } from './config.server';
import type { Opened } from './db.server';

/*
 * Personal and bank data at rest. `use` names what a value is and whose, e.g. `customer.id_card/1001`: it is authenticated with the
 * value, so a sealed text moved to another column or tenant does not open, and equal values of two tenants have different fingerprints.
 */

const VERSION = 'v1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Keys {
  sealing: Buffer;
  matching: Buffer;
}
const shared = globalThis as { portalKeys?: Keys };

/** The text under AES-256-GCM: `v1.` and base64url of nonce, tag and ciphertext. The same text never seals the same way twice. */
export function seal(use: string, plain: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys().sealing, iv).setAAD(Buffer.from(use));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text that was sealed for this use; throws when it was altered, sealed for another use or under another key. */
export function unseal(use: string, sealed: string): string {
  if (!isSealed(sealed)) throw new Error(`the stored value of ${use} is not sealed`);
  const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keys().sealing, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(use));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

export const isSealed = (stored: string): boolean => stored.startsWith(VERSION);

/** A keyed hash, equal for equal texts of one use: what sealed columns are searched and kept unique by. */
export const fingerprint = (use: string, plain: string): string => createHmac('sha256', keys().matching).update(`${use}\n${plain}`).digest('base64url');

/** JSON for a jsonb column, sealed as a whole. */
export const sealJson = (use: string, value: unknown): string => seal(use, JSON.stringify(value));
/** What `sealJson` stored; a value from before it was sealed comes back as it is. */
export const unsealJson = <T>(use: string, stored: unknown): T => (typeof stored === 'string' ? (JSON.parse(unseal(use, stored)) as T) : (stored as T));

/** What people hand back to us (`sealJson`): null when it was altered, or never ours. */
export function opened<T>(use: string, sealed: string): T | null {
  try {
    return unsealJson<T>(use, sealed);
  } catch {
    return null;
  }
}

/** DATA_KEY, or the key file of the data folder, made at first need. */
function keys(): Keys {
  shared.portalKeys ??= derived(config().DATA_KEY ? Buffer.from(config().DATA_KEY as string, 'base64') : keyOfFile(config().DATA_DIR));
  return shared.portalKeys;
}

function derived(master: Buffer): Keys {
  const part = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  return { sealing: part('portal sealing'), matching: part('portal matching') };
}

/** Readable by its owner alone, and on the disk before anything is sealed with it; of two processes that start at once one wins. */
function keyOfFile(folder: string): Buffer {
  const path = join(folder, 'data.key');
  const found = readKey(path);
  if (found) return found;
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, `${randomBytes(32).toString('base64')}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const parent = openSync(folder, 'r');
  fsyncSync(parent);
  closeSync(parent);
  return readKey(path) as Buffer;
}

function readKey(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) throw new Error(`数据密钥文件 ${path} 已损坏：应为32字节的base64，请从备份恢复`);
  return key;
}

const CHECKED = 'data key check';

/** A database remembers its key: starting on it with another one would leave everything sealed unreadable, so it stops the start. */
export async function proveDataKey(opened: Opened): Promise<void> {
  await opened.inSystem(async (tx) => {
    await tx
      .insertInto('data_key_check')
      .values({ sealed: seal(CHECKED, CHECKED) })
      .onConflict((on) => on.doNothing())
      .execute();
    const { sealed } = await tx.selectFrom('data_key_check').select('sealed').executeTakeFirstOrThrow();
    try {
      unseal(CHECKED, sealed);
    } catch {
      throw new Error(
        `数据库中的敏感数据由另一把密钥加密：请把环境变量 DATA_KEY 设为原来的密钥，或把原来的密钥文件放回 ${join(config().DATA_DIR, 'data.key')}（多个进程共用一个数据库时必须使用同一把密钥）`,
      );
    }
  });
}

/** Tests start over with another key. */
export const forgetDataKey = (): void => {
  delete shared.portalKeys;
};
