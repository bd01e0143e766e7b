import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { beforeCommit } from '~/server/db/transaction.server';
import { database, type Opened } from '~/server/db.server';
import { emptyDatabase, testDatabase } from '../../support/database';

let opened: Opened;
beforeEach(async () => {
  opened = await testDatabase();
  await emptyDatabase();
  await opened.db
    .insertInto('tenant')
    .values([1n, 2n].map((id) => ({ id, code: `T${id}`, name: `厂${id}`, short_name: `厂${id}` })))
    .execute();
});

const setting = (tenant_id: bigint, key = 'k') => ({ tenant_id, key, value: 1 });

test('a tenant sees and writes its own rows alone; without a context nothing is seen', async () => {
  await opened.inTenant({ tenantId: 1n }, (tx) => tx.insertInto('tenant_setting').values(setting(1n)).execute());
  await opened.inTenant({ tenantId: 2n }, (tx) => tx.insertInto('tenant_setting').values(setting(2n)).execute());
  const seen = await opened.inTenant({ tenantId: 2n }, (tx) => tx.selectFrom('tenant_setting').select('tenant_id').execute());
  expect(seen).toEqual([{ tenant_id: 2n }]);
  await expect(opened.inTenant({ tenantId: 1n }, (tx) => tx.insertInto('tenant_setting').values(setting(2n, 'other')).execute())).rejects.toMatchObject({
    code: '42501',
  });
  const none = await opened.inSystem(async (tx) => {
    await sql`set local role portal_app`.execute(tx);
    return tx.selectFrom('tenant_setting').selectAll().execute();
  });
  expect(none).toEqual([]);
});

test('role and context end with the transaction', async () => {
  await opened.inTenant({ tenantId: 1n, customerId: '0199f3c4-7a10-7000-8000-000000000001' }, async () => {});
  const { rows } = await opened.pool.query(
    "select current_user::text as role, coalesce(current_setting('app.tenant_id', true), '') as tenant, coalesce(current_setting('app.customer_id', true), '') as customer",
  );
  expect(rows).toEqual([{ role: 'postgres', tenant: '', customer: '' }]);
});

test('a value in the scope cannot leave its literal', async () => {
  const customerId = "x'; set local role postgres; select '";
  const role = await opened.inTenant({ tenantId: 1n, customerId }, (tx) =>
    sql<{ role: string; customer: string }>`select current_user::text as role, current_setting('app.customer_id') as customer`.execute(tx),
  );
  expect(role.rows).toEqual([{ role: 'portal_dealer', customer: customerId }]);
});

test('an error rolls everything back and the connection serves on', async () => {
  await expect(
    opened.inTenant({ tenantId: 1n }, async (tx) => {
      await tx.insertInto('tenant_setting').values(setting(1n)).execute();
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await opened.db.selectFrom('tenant_setting').select('key').execute()).toEqual([]);
});

test('a swallowed statement error does not count as a commit', async () => {
  await expect(
    opened.inTenant({ tenantId: 1n }, async (tx) => {
      await tx.insertInto('tenant_setting').values(setting(1n)).execute();
      await sql`select 1/0`.execute(tx).catch(() => undefined);
    }),
  ).rejects.toThrow('rolled back');
});

test('read-only transactions refuse writes', async () => {
  await expect(
    opened.inTenant({ tenantId: 1n }, (tx) => tx.insertInto('tenant_setting').values(setting(1n)).execute(), { readOnly: true }),
  ).rejects.toMatchObject({ code: '25006' });
});

test('the outer database inside a transaction is refused instead of waiting for itself', async () => {
  await opened.inTenant({ tenantId: 1n }, async () => {
    await expect(database().db.selectFrom('tenant').select('id').execute()).rejects.toThrow('transaction is open');
    await expect(database().inSystem(async () => 1)).rejects.toThrow('transaction is open');
  });
});

test('statements started together run in turn, and a transaction kept for later is refused', async () => {
  let kept: Parameters<Parameters<Opened['inSystem']>[0]>[0] | undefined;
  const answers = await opened.inSystem(async (tx) => {
    kept = tx;
    return Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(tx)));
  });
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
  await expect(kept?.selectFrom('tenant').select('id').execute()).rejects.toThrow('already ended');
});

test('concurrent increments are all kept', async () => {
  await opened.inTenant({ tenantId: 1n }, (tx) => tx.insertInto('tenant_setting').values(setting(1n)).execute());
  await Promise.all(
    Array.from({ length: 40 }, () =>
      opened.inTenant({ tenantId: 1n }, async (tx) => {
        const { version } = await tx.selectFrom('tenant_setting').select('version').executeTakeFirstOrThrow();
        await tx
          .updateTable('tenant_setting')
          .set({ version: version + 1 })
          .execute();
      }),
    ),
  );
  expect(await opened.db.selectFrom('tenant_setting').select('version').execute()).toEqual([{ version: 41 }]);
});

test('values arrive as the types the code works with', async () => {
  const { rows } = await opened.pool.query(
    `select 9007199254740993::int8 as big, 1.50::numeric(18,4) as qty, date '2026-02-28' as day, '{"a":[1]}'::jsonb as doc,
       '{1,null}'::int8[] as bigs, '{2026-01-02}'::date[] as days, timestamptz '2026-01-01 08:00+08' as at`,
  );
  expect(rows).toEqual([
    { big: 9007199254740993n, qty: '1.5000', day: '2026-02-28', doc: { a: [1] }, bigs: [1n, null], days: ['2026-01-02'], at: new Date('2026-01-01T00:00:00Z') },
  ]);
});

test('what travels with the commit is kept with it, and its failure is the transaction’s', async () => {
  await opened.inTenant({ tenantId: 1n }, async (tx) => {
    await tx.insertInto('tenant_setting').values(setting(1n, 'first')).execute();
    beforeCommit(tx.insertInto('tenant_setting').values(setting(1n, 'last')));
  });
  const failing = opened.inTenant({ tenantId: 1n }, async (tx) => {
    await tx.insertInto('tenant_setting').values(setting(1n, 'lost')).execute();
    beforeCommit(tx.insertInto('tenant_setting').values(setting(1n, 'last')));
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  const kept = await opened.db.selectFrom('tenant_setting').select('key').orderBy('key').execute();
  expect(kept).toEqual([{ key: 'first' }, { key: 'last' }]);
});
