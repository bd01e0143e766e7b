import '~/server/web.server';
import { expect, test } from 'vitest';
import { makeContracts } from '~/demo/contracts.server';
import { makeMember } from '../support/app';
import { testDatabase } from '../support/database';
import { openMarket } from '../support/order';

const opened = await testDatabase();

test('the demonstration has a contract in every state, and seals that are lent', async () => {
  const market = await openMarket(opened);
  const submitter = (await makeMember(1n, '财务', 'admin')).me;
  const checker = (await makeMember(1n, '管理员', 'admin')).me;
  const traders = Array.from({ length: 5 }, (_, at) => ({
    customerId: market.customers[at % market.customers.length] as string,
    dealer: { contact: '陈先生' },
  }));
  await opened.inTenant({ tenantId: 1n }, (tx) => makeContracts(tx, { submitter, checker }, traders as never, new Date()));
  const { rows } = await opened.pool.query<{ status: string }>('select distinct status from ct_contract');
  expect(rows.map(({ status }) => status).sort()).toEqual(['DONE', 'DRAFT', 'EXPIRED', 'REFUSED', 'REVIEWING', 'REVOKED', 'SIGNING']);
  expect((await opened.pool.query("select from ct_contract where rescission = 'ONGOING'")).rowCount).toBe(1);
  expect((await opened.pool.query('select from ct_seal_auth')).rowCount).toBe(3);
});
