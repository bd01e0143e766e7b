import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { subjectLink, subjectName } from '~/domains/platform/logSubjects';
import { subjects } from '~/domains/subjects';
import { screenOf } from '~/portal/screens';
import { testDatabase } from '../support/database';

const server = readdirSync('src/domains', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.server.ts'));
const found = (pattern: RegExp) =>
  server.flatMap((path) => [...readFileSync(`src/domains/${path}`, 'utf8').matchAll(pattern)].map(([, type]) => type as string));
const doubled = (values: readonly (string | undefined)[]) => values.filter((one, at) => one !== undefined && values.indexOf(one) !== at);

test('every kind of record is registered once, with its own number and code', () => {
  expect(doubled(subjects.map(({ type }) => type))).toEqual([]);
  expect(doubled(subjects.map(({ name }) => name))).toEqual([]);
  expect(doubled([...subjects.map(({ number }) => number?.prefix), ...subjects.map(({ codePrefix }) => codePrefix)])).toEqual([]);
  expect(subjects.length).toBeGreaterThan(30);
});

test('entries and files are found by the kind of record they belong to, not by its type in quotes', () => {
  const named = found(/'(?:\w+\.)?subject_type', '=', '(\w+)'/g);
  expect(named).toEqual([]);
});

test('a page is a screen of the portal, and its link leads to the record', () => {
  const id = '0190a0a0-0000-7000-8000-000000000001';
  for (const { type, name, page } of subjects) {
    if (page) expect(screenOf(page)?.path, type).toBe(page);
    const link = page?.endsWith('/{id}') ? page.replace('{id}', id) : page && `${page}?id=${id}`;
    expect([subjectName(type), subjectLink(`${type}:part`, id)]).toEqual([name, link ?? '']);
  }
  expect([subjectName('nothing'), subjectLink('nothing', id)]).toEqual(['其他', '']);
  expect(subjectLink('statement', '2026-10'), 'a month of statements').toBe('');
});

test('records whose entries are read with them, and those numbered through, are kept in a table of the tenant', async () => {
  const kept = subjects.filter(({ log, codePrefix }) => log === 'record' || codePrefix);
  const { rows } = await (await testDatabase()).pool.query(`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' where c.relkind = 'r' and c.relrowsecurity`);
  const guarded = new Set(rows.map((row) => row.name));
  expect(kept.filter(({ table = '' }) => !guarded.has(table)).map(({ type }) => type)).toEqual([]);
});

test('what is found by its whole number has a page and columns to be found by', async () => {
  const foundByNumber = subjects.filter((one) => one.found);
  expect(foundByNumber.map(({ type }) => type).sort()).toEqual(
    ['delivery', 'enter_account', 'receipt', 'receivable', 'stock_count', 'stock_doc', 'stock_out', 'stock_transfer'].sort(),
  );
  const { rows } = await (await testDatabase()).pool.query('select table_name, column_name from information_schema.columns');
  const columns = new Set(rows.map((row) => `${row.table_name}.${row.column_name}`));
  for (const { type, page, number, table, found: { customer, amount, where } = {} } of foundByNumber) {
    expect([page, number?.prefix], type).toEqual([expect.any(String), expect.any(String)]);
    const read = ['no', ...(customer ? ['customer_id'] : []), ...(amount ? [amount] : []), ...(where ? [where[0]] : [])];
    expect(
      read.filter((column) => !columns.has(`${table}.${column}`)),
      type,
    ).toEqual([]);
  }
});

/** Entries of these are met by their authors alone: what they are about has no scope that says who else may. */
test('whose entries only their authors read is decided, not forgotten', () => {
  const hidden = subjects.filter(({ log }) => log === 'author').map(({ type }) => type);
  expect(hidden.sort()).toEqual(['customer_address', 'customer_contact', 'export', 'import', 'outgoing']);
});
