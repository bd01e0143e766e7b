import '~/domains/all.server';
import { expect, test } from 'vitest';
import { collectDebts } from '~/demo/collection.server';
import { proveCases } from '~/domains/collection/caseProof.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { addCustomer } from '../support/customers';
import { testDatabase } from '../support/database';
import { openDepot } from '../support/delivery';
import { as } from '../support/stock';

const opened = await testDatabase();
const NOW = new Date('2026-06-18T04:00:00Z');

test('the demonstration has strategies and cases in every state, and they agree with the book', async () => {
  const depot = await openDepot(opened);
  const member = async (accountId: string, name: string) => {
    const memberId = newId();
    await opened.pool.query('insert into member (tenant_id, id, account_id, name) values (1, $1, $2, $3)', [memberId, accountId, name]);
    return { ...depot.me, accountId, memberId, name };
  };
  const finance = await member(depot.me.accountId, '财务');
  const { rows: accounts } = await opened.pool.query(
    `insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, 'fh', '13912345678', '复核员', 1, 'x') returning id`,
    [newId()],
  );
  const admin = await member(accounts[0].id, '复核员');
  const today = shanghaiDate(NOW);
  for (let index = 0; index < 11; index++) {
    const customerId = await addCustomer(depot.me, `欠款客户${index}`);
    const due = addDays(today, index === 10 ? 20 : -30 - index * 6);
    await opened.pool.query(
      `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount) values (1, $1, $2, $3, '客户', 'OPENING', $4, $5, $6)`,
      [newId(), `YSD${index}`, customerId, addDays(due, -30), due, 1_000_000 + index * 900_000],
    );
  }
  await as(opened, depot.me, (tx) => collectDebts(tx, { finance, admin }, NOW));
  const states = async (table: string) => (await opened.pool.query(`select distinct status from ${table} order by 1`)).rows.map((row) => row.status);
  expect(await states('urge_case')).toEqual(expect.arrayContaining(['BAD', 'CLEARED', 'DISPUTED', 'ESCALATED', 'PROMISED', 'WORKING']));
  expect(await states('urge_promise')).toEqual(['BROKEN', 'KEPT', 'OPEN']);
  expect(await states('urge_strategy')).toEqual(['DRAFT', 'ENABLED']);
  expect(await states('urge_stage_return')).toEqual(['PASSED', 'REVIEWING']);
  expect((await opened.pool.query('select kind from urge_letter order by 1')).rows.map((row) => row.kind)).toEqual(['LAWYER', 'LETTER']);
  expect([...(await as(opened, depot.me, (tx) => proveCases(tx, depot.me)))]).toEqual([]);
});
