import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Me } from '~/portal/me';
import { allPermissions } from '~/portal/permissionTree';
import { definedExports } from '~/server/export.server';
import { localFileStore } from '~/server/files/fileStore.server';
import { useFileStore } from '~/server/files.server';
import { type Cell, plainText } from '~/server/sheet/exportCells';
import '~/server/web.server';
import { scopeOf } from '~/server/serve.server';
import { makeMember, type Person } from '../../support/app';
import { testDatabase } from '../../support/database';
import { exported } from '../../support/exports';
import { approved, configure, type Market, openMarket, orderOf, place } from '../../support/order';

const folder = mkdtempSync(join(tmpdir(), 'portal-lists-'));
let market: Market;
let admin: Person;

beforeAll(async () => {
  const opened = await testDatabase();
  useFileStore(localFileStore(folder));
  market = await openMarket(opened, { stock: '10' });
  await configure(market, { allowShort: true });
  for (const qty of ['3', '4', '5', '6']) await approved(market, [[0, qty]]);
  for (const qty of ['1', '2']) await place(market, [[0, qty]]);
  expect(orderOf(market, [[0, '1']])).toBeTruthy();
  admin = await makeMember(market.me.tenantId, '管理员乙', 'admin');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const all = () => definedExports().filter((one) => !one.type.startsWith('test'));
/** Of lists; what is inside one document is asked for by its id and tried where the document is. */
const own = () => all().filter((one) => one.query.safeParse({}).success);
/** Who may take it home: what no permission opens is for dealers alone. */
const readerOf = ({ permission }: { permission: string | readonly string[] }): Me =>
  [permission].flat().length ? admin.me : market.dealer(market.customers[0] as string);
const ofOneDocument = () => all().filter((one) => !own().includes(one));

describe('every export', () => {
  test('reads its list by key to the end, in any order it can be sorted by, as the list pages do', async () => {
    const opened = await testDatabase();
    const now = new Date();
    for (const definition of own()) {
      const reader = readerOf(definition);
      const inTenant = <T>(work: Parameters<typeof opened.inTenant<T>>[1]) => opened.inTenant(scopeOf(reader), work);
      const keys = [...new Set(definition.columns.map((column: { key: string }) => column.key))] as string[];
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...keys), fc.boolean(), fc.integer({ min: 1, max: 4 }), async (key, down, size) => {
          const query = definition.query.parse({ [down ? 'descs' : 'ascs']: key, pageSize: 200 });
          const list = (asked: object) => inTenant((tx) => definition.rows(tx, reader, { ...query, ...asked }, now));
          // An order the list does not offer is refused there; the file is read in the list's own.
          const listed = await list({}).catch(() => list({ ascs: '', descs: '' }));
          const read: unknown[] = [];
          for (let after: readonly (string | null)[] | null | undefined = null; after !== undefined; ) {
            const page = await inTenant((tx) => definition.rows(tx, reader, { ...query, pageSize: size, reading: { after } }, now));
            expect(page.next, `${definition.type} is not read by key`).not.toBe(undefined);
            read.push(...page.pagedRecords);
            after = page.next ?? undefined;
          }
          expect(read, definition.type).toEqual(listed.pagedRecords);
        }),
        { numRuns: 6, endOnFailure: true },
      );
    }
  });

  test('is of a list, or of the lines of a document that its own tests export', () => {
    expect(ofOneDocument().map(({ type }) => type)).toEqual(['statement-line', 'stock-count-sheet']);
  });

  test('has filters its list knows, columns that give cells, and a code roles can hold', async () => {
    const opened = await testDatabase();
    for (const definition of own()) {
      const known = Object.keys(definition.query.parse({}) as object);
      const shape = Object.keys((definition.query as unknown as { shape?: object }).shape ?? {});
      for (const key of Object.keys(definition.filters ?? {})) expect([...known, ...shape], `${definition.type} ${key}`).toContain(key);
      for (const code of [definition.permission].flat()) expect(allPermissions).toContain(code);
      expect([definition.permission].flat().length > 0 || definition.dealers, `${definition.type} is for nobody`).toBe(true);
      const { pagedRecords } = await opened.inTenant(scopeOf(readerOf(definition)), (tx) =>
        definition.rows(tx, readerOf(definition), definition.query.parse({}), new Date()),
      );
      for (const row of pagedRecords as Record<string, Cell>[])
        for (const { key, kind = 'text', value } of definition.columns) {
          const cell: unknown = value ? value(row) : row[key];
          expect(cell === undefined, `${definition.type} ${key}`).toBe(false);
          expect(plainText(kind, cell as Cell)).not.toMatch(/object|undefined|NaN/);
        }
    }
  });

  test('the file holds what the list shows under the same filters', async () => {
    const all = await exported('order', {}, admin);
    const pending = await exported('order', { status: 'PENDING_AUDIT' }, admin);
    expect([all.rows.length, pending.rows.length]).toEqual([6, 2]);
    expect(pending.rows.every((row) => row[pending.header.indexOf('状态')] === '待审核')).toBe(true);
    const stock = await exported('stock', { ascs: 'available' }, admin);
    const available = stock.rows.map((row) => Number(row[stock.header.indexOf('可用')]));
    expect(available).toEqual([...available].sort((a, b) => a - b));
    const ledger = await exported('stock-ledger', {}, admin);
    expect(ledger.rows.length).toBeGreaterThan(4);
    expect((await exported('product', {}, admin)).header).toContain('SKU编码');
  });
});
