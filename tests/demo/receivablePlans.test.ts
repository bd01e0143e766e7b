import { expect, test } from 'vitest';
import { planReceivables } from '~/demo/receivablePlans.server';
import '~/domains/receivablePlan/api.server';
import { proveOwing } from '~/domains/receivablePlan/planProof.server';
import { newId } from '~/server/ids.server';
import { NOON } from '../support/catalogue';
import { testDatabase } from '../support/database';
import { differences, openDepot } from '../support/delivery';
import { as } from '../support/stock';

const opened = await testDatabase();

test('the demonstration has plans, adjustments and disputes in every state, and its books agree', async () => {
  const depot = await openDepot(opened);
  const admin = { ...depot.me, accountId: newId(), name: '复核员' };
  await as(opened, depot.me, (tx) =>
    planReceivables(
      tx,
      { finance: depot.me, admin },
      depot.customers.map((customerId) => ({ customerId })),
      NOON,
    ),
  );
  const states = async (table: string) => (await opened.pool.query(`select distinct status from ${table} order by 1`)).rows.map((row) => row.status);
  expect(await states('ar_plan')).toEqual(['DONE', 'DRAFT', 'RUNNING', 'STOPPED']);
  expect(await states('ar_adjust')).toEqual(['DONE', 'PENDING']);
  expect(await states('ar_dispute')).toEqual(['DENIED', 'OPEN', 'UPHELD']);
  expect([...(await differences(depot)), ...(await as(opened, depot.me, (tx) => proveOwing(tx, depot.me)))]).toEqual([]);
});
