import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealOldIdCards } from '~/domains/customer/idCard.server';
import { readConfig } from '~/server/config.server';
import { newId } from '~/server/ids.server';
import { fingerprint, forgetDataKey, isSealed, proveDataKey, seal, sealJson, unseal, unsealJson } from '~/server/secrets.server';
import { makeTenant, TENANT_A } from '../support/app';
import { emptyDatabase, testDatabase } from '../support/database';

const shared = globalThis as { portalConfig?: unknown };
let folder: string;
const startWith = (env: Record<string, string> = {}) => {
  forgetDataKey();
  shared.portalConfig = readConfig({ DATA_DIR: folder, ...env });
};
beforeEach(async () => {
  await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'portal-key-'));
  startWith();
});
afterEach(() => {
  forgetDataKey();
  delete shared.portalConfig;
  rmSync(folder, { recursive: true });
});

const KEY = Buffer.alloc(32, 7).toString('base64');

test('a sealed text opens for its own use only, and never after a change', () => {
  const sealed = seal('customer.id_card/1', '330106199001011234');
  expect(sealed).not.toContain('330106');
  expect(unseal('customer.id_card/1', sealed)).toBe('330106199001011234');
  expect(seal('customer.id_card/1', '330106199001011234')).not.toBe(sealed);
  expect(() => unseal('customer.id_card/2', sealed)).toThrow();
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    expect(() => unseal('customer.id_card/1', `v1.${changed.toString('base64url')}`)).toThrow();
  }
  expect(() => unseal('customer.id_card/1', '330106199001011234')).toThrow('not sealed');
});

test('fingerprints are equal for equal texts of one use and differ between uses and keys', () => {
  const one = fingerprint('a/1', 'x');
  expect(fingerprint('a/1', 'x')).toBe(one);
  expect(fingerprint('a/2', 'x')).not.toBe(one);
  startWith({ DATA_KEY: KEY });
  expect(fingerprint('a/1', 'x')).not.toBe(one);
});

test('without a configured key one is made once, readable by its owner alone, and found again', () => {
  const sealed = seal('a', 'kept');
  expect(statSync(join(folder, 'data.key')).mode & 0o777).toBe(0o600);
  startWith();
  expect(unseal('a', sealed)).toBe('kept');
  writeFileSync(join(folder, 'data.key'), 'short');
  startWith();
  expect(() => seal('a', 'b')).toThrow('已损坏');
});

test('a bad DATA_KEY stops the start with a sentence that does not show it', () => {
  expect(() => readConfig({ DATA_KEY: 'c2hvcnQ=' })).toThrow(/DATA_KEY 不正确：应为32字节/);
  expect(() => readConfig({ DATA_KEY: 'c2hvcnQ=' })).not.toThrow(/c2hvcnQ/);
});

test('a database refuses another key than its own', async () => {
  const opened = await testDatabase();
  await proveDataKey(opened);
  await proveDataKey(opened);
  startWith({ DATA_KEY: KEY });
  await expect(proveDataKey(opened)).rejects.toThrow('DATA_KEY');
  await opened.pool.query('delete from data_key_check');
});

test('json is sealed as a whole, and what was stored before comes back', () => {
  expect(unsealJson('rows', sealJson('rows', { a: [1] }))).toEqual({ a: [1] });
  expect(unsealJson('rows', { a: [1] })).toEqual({ a: [1] });
});

test('identity card numbers from before are sealed at start, and only once', async () => {
  const opened = await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  const add = (code: string, idCard: string) =>
    opened.pool.query('insert into customer (tenant_id, id, code, name, customer_type, id_card) values ($1, $2, $3, $3, 1, $4)', [
      TENANT_A,
      newId(),
      code,
      idCard,
    ]);
  await add('A', '330106199001011234');
  await add('B', '330106199001011234');
  await sealOldIdCards(opened);
  const read = async () =>
    (await opened.pool.query('select id_card, id_card_hash from customer order by code')).rows as { id_card: string; id_card_hash: string | null }[];
  const [first, second] = await read();
  for (const row of [first, second])
    expect(isSealed(row?.id_card ?? '') && unseal(`customer.id_card/${TENANT_A}`, row?.id_card ?? '')).toBe('330106199001011234');
  expect(first?.id_card_hash).not.toBeNull();
  expect(second?.id_card_hash).toBeNull();
  await sealOldIdCards(opened);
  expect(await read()).toEqual([first, second]);
  expect(readFileSync(join(folder, 'data.key'), 'utf8').trim()).toHaveLength(44);
});
