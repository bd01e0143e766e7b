import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import * as fundCalls from '~/domains/finance/calls';
import * as logs from '~/domains/platform/logCalls';
import { projectCreate } from '~/domains/project/calls';
import { subjectOf } from '~/domains/subjects';
import type { Me } from '~/portal/me';
import { inScope } from '~/portal/scope';
import { audit } from '~/server/audit.server';
import { type AnyExport, definedExport } from '~/server/export.server';
import { newId } from '~/server/ids.server';
import { scopeOf } from '~/server/serve.server';
import { NOT_FOUND } from '~/shared/refusal';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { type Chosen, chosen, openWorld, seenBy, type World } from '../../support/scopes';

let world: World;
/** Each entry with what decides over it; made by the administrator unless `by` says otherwise. */
interface Entry {
  id: string;
  source: string;
  customerId?: string | undefined;
  warehouseId?: string | undefined;
  /** Only for this account, of those who are limited. */
  by?: string;
}
let entries: Entry[];

const DOCUMENTS = [
  ...['sales_order:order', 'delivery:delivery', 'customer:customer', 'project:project', 'warehouse:warehouse', 'fund_account:fund_account'],
  ...['enter_account:enter_account', 'receipt:receipt', 'receivable:receivable', 'customer:customerPrice'],
];

beforeAll(async () => {
  world = await openWorld(await testDatabase());
  const { me } = world.depot;
  for (const [index, { id }] of world.customers.entries()) {
    await ask(me, projectCreate, { name: `工程${index}`, customerId: id });
    const voucher = ['0'.repeat(36)];
    await ask(me, fundCalls.depositSave, { customerId: id, amount: '9.00', payWay: 'BANK', bankFlowNo: `L${index}`, paidAt: NOON.toISOString(), voucher });
  }
  const { pool } = world.opened;
  await pool.query('delete from audit_log');
  entries = [];
  for (const [table, kind] of DOCUMENTS.map((one) => one.split(':') as [string, string])) {
    const { rows } = await pool.query(`select * from ${table}`);
    expect(rows.length, table).toBeGreaterThan(1);
    for (const row of rows) {
      const customerId = table === 'customer' ? row.id : row.customer_id;
      await note(me, kind, row.id, { customerId, warehouseId: table === 'warehouse' ? row.id : row.warehouse_id });
    }
  }
  await note(me, 'product', newId(), {});
  await note(me, 'role', newId(), {});
  for (const gone of ['customer', 'customerPrice', 'receipt']) await note(me, gone, newId(), { by: 'nobody' });
  await note(me, 'customer', '没有编号', { by: 'nobody' });
  const accounts = await pool.query<{ id: string; account_id: string }>('select id, account_id from member where id = any($1)', [world.members]);
  for (const { account_id: accountId } of accounts.rows)
    for (const kind of ['import:customer', 'export', 'customerPrice:batch', 'outgoing']) await note({ ...me, accountId }, kind, newId(), { by: accountId });
  for (const [source, of] of [
    ['order', 'sales_order'],
    ['delivery', 'delivery'],
  ] as const) {
    const events = await pool.query(`select e.id, d.customer_id, d.warehouse_id from ${source}_event e join ${of} d on d.id = e.${source}_id`);
    for (const row of events.rows) entries.push({ id: row.id, source, customerId: row.customer_id, warehouseId: row.warehouse_id });
  }
});

async function note(me: Me, type: string, id: string, about: Omit<Entry, 'id' | 'source'>): Promise<void> {
  const subject = subjectOf(type);
  if (!subject) throw new Error(`${type} is registered by no domain`);
  const [, part] = type.split(':');
  await world.opened.inTenant({ tenantId: 1n }, (tx) =>
    audit(tx, me, { action: '编辑', subject, ...(part ? { part } : {}), id, before: { name: '旧' }, after: { name: '新' } }),
  );
  const { rows } = await world.opened.pool.query('select id from audit_log where subject_type = $1 and subject_id = $2', [type, id]);
  entries.push({ id: rows[0].id, source: 'audit', ...about });
}

function reads(me: Me, entry: Entry): boolean {
  const scope = me.scope ?? null;
  if (!scope) return true;
  if (entry.by) return entry.by === me.accountId;
  const customer = world.customers.find((one) => one.id === entry.customerId);
  if (entry.customerId && !customer) return !scope.customers;
  if (customer) return inScope(scope, { ...customer, warehouseId: entry.warehouseId ?? undefined });
  return !entry.warehouseId || !scope.warehouses || scope.warehouses.includes(entry.warehouseId);
}

const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id).sort();

describe('the operation log of somebody who sees a part of the rows', () => {
  it('holds exactly the entries about records they see, what is everybody’s and what they did to many at once, in list, count, detail and export', {
    timeout: 120_000,
  }, async () => {
    const file = definedExport('operation-log') as AnyExport;
    await fc.assert(
      fc.asyncProperty(chosen, async (choice) => {
        const me = await seenBy(world, choice);
        const expected = entries.filter((entry) => reads(me, entry));
        const rows: { id: string }[] = [];
        for (let pageNo = 1; rows.length < expected.length || pageNo === 1; pageNo++) {
          const page = await ask(me, logs.operationList, { pageSize: '200', pageNo: String(pageNo) });
          expect(page.totalCount).toBe(expected.length);
          if (!page.pagedRecords.length) break;
          rows.push(...page.pagedRecords);
        }
        expect(idsOf(rows)).toEqual(idsOf(expected));
        const reading = { pageNo: 1, pageSize: 1000, reading: { after: null } };
        const exported = await world.opened.inTenant(scopeOf(me), (tx) => file.rows(tx, me, { ...(file.query.parse({}) as object), ...reading }, NOON));
        expect(idsOf(exported.pagedRecords as { id: string }[])).toEqual(idsOf(expected));
        for (const [at, entry] of entries.entries()) {
          if (at % 9) continue;
          const asked = ask(me, logs.operationGet, { source: entry.source as 'audit', id: entry.id });
          if (reads(me, entry)) expect((await asked).id).toBe(entry.id);
          else expect((await refusalOf(asked)).code).toBe(NOT_FOUND);
        }
      }),
      { numRuns: 8, examples: [[self], [stores]] },
    );
  });

  it('follows a customer to another salesperson', async () => {
    const me = await seenBy(world, { member: 3, roles: [{ dataScope: 'SELF', regions: [], warehouse: 0 }] });
    const mine = world.customers.find((one) => one.ownerId === me.memberId && one.helperIds.length === 0);
    const about = async () =>
      (await ask(me, logs.operationList, { subject: 'customer', pageSize: '200' })).pagedRecords.some((row) => row.subjectId === mine?.id);
    expect(await about()).toBe(true);
    await world.opened.pool.query('update customer set sales_member_id = null where id = $1', [mine?.id]);
    expect(await about()).toBe(false);
    await world.opened.pool.query('update customer set sales_member_id = $2 where id = $1', [mine?.id, me.memberId]);
  });
});

const self: Chosen = { member: 1, roles: [{ dataScope: 'SELF', regions: [], warehouse: 0 }] };
const stores: Chosen = { member: 2, roles: [{ dataScope: 'WAREHOUSE', regions: [], warehouse: 1 }] };
