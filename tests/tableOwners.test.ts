import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Any domain may read any table; each is written by one, which alone knows what must hold together in it. Not seen here: functions of the
 * database (a merged customer's documents move by one), and rows that go when they are old, which may be said anywhere (`keep`).
 */

const types = readFileSync('src/server/database.types.ts', 'utf8');
const tables = new Set([...types.slice(types.indexOf('export interface DB ')).matchAll(/^ {2}(\w+): /gm)].map(([, table]) => table as string));

const written = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(\w+)/g,
  /\bupdate\s+(\w+)\s+(?:(?:as\s+)?\w+\s+)?set\b/g,
  // The kit writes the table it is given.
  /\b(?:putSeen|putUnsigned|updateKnown|claimDue)\(\s*tx,\s*(?:(?:\{[^}]*\}|[\w.]+),\s*)?'(\w+)'/g,
  /\bdefine(?:Work|Document)\(\{[^{}]*?\btable: '(\w+)'/g,
];
const byName = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!\s*')|\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+\$\{/;

const writesIn = (text: string): string[] =>
  written.flatMap((way) => [...text.matchAll(way)].map(([, table]) => table as string)).filter((table) => tables.has(table));
const ownerOf = (path: string): string => /^src\/domains\/[^/]+|^src\/[^/]+/.exec(path)?.[0] ?? path;

/** What is written by somebody else too, and why. */
const guests: readonly { table: string; by: string; why: string }[] = [
  { table: 'account', by: 'src/server', why: 'opening a session notes when its person last logged in' },
  { table: 'sales_order', by: 'src/domains/customer', why: 'a customer handed to another salesperson takes its open orders along; orders are above customers' },
  { table: 'project', by: 'src/domains/customer', why: 'the same for its projects' },
];

/** Who writes a table they hold the name of: whose it is, a pattern cannot tell. */
const named: Readonly<Record<string, { writes: readonly string[]; why: string }>> = {
  'src/server/work.server.ts': { writes: [], why: 'the work a domain says is its own' },
  'src/server/versioned.server.ts': { writes: [], why: 'the row its caller names, counted for the caller' },
  'src/server/importedRows.server.ts': { writes: [], why: 'the rows of the kind of record its caller imports' },
  'src/server/jobs/claim.server.ts': { writes: [], why: 'the queue its caller names, counted for the caller' },
  'src/server/retention.server.ts': { writes: [], why: 'what its owner says is kept long enough' },
  'src/domains/customer/merge.server.ts': { writes: ['customer_address', 'customer_invoice_title'], why: 'which of two defaults stays' },
  'src/domains/customer/transfer.server.ts': { writes: ['sales_order', 'project'], why: 'what goes along with a customer' },
  'src/domains/finance/customerFunds.server.ts': { writes: ['fund_hold', 'enter_account', 'withdrawal'], why: 'documents that hang on an account' },
};

/** Demo data is made through the functions people use; what lies back in time is written past them. */
const sources = globSync('src/**/*.{ts,tsx}').filter((path) => !path.startsWith('src/demo/'));
const textOf = (path: string): string => readFileSync(path, 'utf8');

const writers = new Map<string, Set<string>>();
for (const path of sources)
  for (const table of [...writesIn(textOf(path)), ...(named[path]?.writes ?? [])]) writers.set(table, (writers.get(table) ?? new Set()).add(ownerOf(path)));

describe('every table has one writer', () => {
  it('and nobody else writes to it', () => {
    const several = [...writers].flatMap(([table, by]) => {
      const hosts = [...by].filter((one) => !guests.some((guest) => guest.table === table && guest.by === one));
      return hosts.length > 1 ? [`${table}: ${hosts.sort().join(', ')}`] : [];
    });
    expect(several).toEqual([]);
  });

  it('but those who are named, while they do', () => {
    expect(guests.filter(({ table, by }) => !writers.get(table)?.has(by) || writers.get(table)?.size === 1)).toEqual([]);
  });

  it('and who writes by a name it holds is known', () => {
    expect(sources.filter((path) => byName.test(textOf(path))).sort()).toEqual(Object.keys(named).sort());
    expect(Object.values(named).flatMap(({ writes }) => writes.filter((table) => !tables.has(table)))).toEqual([]);
  });
});

describe('a write is found', () => {
  it('in most of the tables there are', () => {
    expect(tables.size).toBeGreaterThan(200);
    expect(writers.size).toBeGreaterThan(180);
  });

  it.each([
    ["tx.insertInto('sku').values(x)", ['sku']],
    ["tx\n  .updateTable(\n    'sku as s')", ['sku']],
    ["tx.deleteFrom('sku')", ['sku']],
    ['sql`insert into open_usage as u (tenant_id)`', ['open_usage']],
    ['sql`update stock_balance b set on_hand = 1`', ['stock_balance']],
    ['sql`with gone as (delete from\n price_use where true)`', ['price_use']],
    ["putSeen(tx, { tenantId: row.tenant_id }, 'customer', from)", ['customer']],
    ["claimDue(tx, 'outgoing', {})", ['outgoing']],
    ["defineDocument({ noun: '订单', table: 'sales_order' })", ['sales_order']],
    ["tx.selectFrom('sku').forUpdate()", []],
    ['sql`insert into chore (name) values (1) on conflict (name) do update set name = 2`', ['chore']],
    ['sql`select 1 from sku for update of sku`', []],
  ])('%s', (text, found) => {
    expect(writesIn(text)).toEqual(found);
  });
});
