import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { CUSTOMER_MANAGE } from '~/portal/permissions';
import { jsonb } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { makeMember, makeTenant, type Person, post, TENANT_A } from '../support/app';
import { addCustomer } from '../support/customers';
import { emptyDatabase, testDatabase } from '../support/database';
import { as } from '../support/stock';

let admin: Person;
beforeAll(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
});

test.each([
  ['NUL', '卷\u0000材', '卷材'],
  ['a sign that turns the order around', '岩\u202e棉\u2066', '岩棉'],
  ['half a pair', '卷材\ud83d', '卷材\ufffd'],
])('a text with %s is kept without it, and found by it', async (_, typed, kept) => {
  const id = await addCustomer(admin.me, kept);
  const found = await post('/saas-boss/customer/list', { keyword: typed }, admin);
  expect(found.data.pagedRecords.map((row: { id: string }) => row.id)).toContain(id);
  const made = await post('/saas-boss/role/save', { name: typed, dataScope: 'ALL', permissions: [CUSTOMER_MANAGE], remark: typed }, admin);
  expect([made.code, made.message]).toEqual(['0', '']);
  const role = await post('/saas-boss/role/get', { id: made.data.id }, admin);
  expect([role.data.name, role.data.remark]).toEqual([kept, kept]);
});

test('a text that was cut within a character goes into jsonb and into what people are told', async () => {
  const cut = '赵𠮷'.slice(0, 2);
  const opened = await testDatabase();
  const back = await as(opened, admin.me, async (tx) => {
    await tell(tx, admin.me, { kind: 'export.waiting', title: cut, body: cut, link: '/portal', to: { side: 'account', accountId: admin.me.accountId } });
    return sql<{ kept: { no: string; literal: string } }>`select ${jsonb({ no: cut, literal: '\\ud842' })} as kept`.execute(tx);
  });
  expect(back.rows[0]?.kept).toEqual({ no: '赵\ufffd', literal: '\\ud842' });
});
