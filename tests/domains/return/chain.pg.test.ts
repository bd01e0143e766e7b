import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Command, command, walk } from '../../support/chain';

import { openDepot } from '../../support/delivery';
import { colleagueOf, grantExpense } from '../../support/expense';
import { postgresDatabase } from '../../support/postgresDatabase';
import { openReturnDesk, type ReturnDesk } from '../../support/returns';
import { keptByBatch, putFunds } from '../../support/stock';

const opened = await postgresDatabase();
let desk: ReturnDesk;
beforeAll(async () => {
  const depot = await openDepot(opened);
  desk = await openReturnDesk(depot, colleagueOf(depot.me));
  const [customerId] = depot.customers;
  await putFunds(opened, depot.me, customerId, 100_000n);
  await grantExpense(opened, depot.me, customerId, 30_000n, { validTo: '2026-07-31', maxRatio: 40 });
  await grantExpense(opened, depot.me, customerId, 50_000n, { maxRatio: 70 });
});

test('traps 6, 8, 17 to 25 and 27: order, change, ship, sign, return, invoice, red letter, pay and statement in any sequence on PostgreSQL; every book agrees after every step', async () => {
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 12, maxLength: 30 }), (commands) => walk(desk, commands as Command[], done)),
    { numRuns: 8, endOnFailure: true },
  );
  expect(done.get('place')).toBeGreaterThan(0);
}, 120_000);

test('the same with goods kept by batch on PostgreSQL: their batches add up to the stock after every step', async () => {
  await keptByBatch(desk);
  const done = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 12, maxLength: 30 }), (commands) => walk(desk, commands as Command[], done)),
    { numRuns: 4, endOnFailure: true },
  );
  const { rows } = await opened.pool.query('select count(*)::int as n from stock_batch_ledger');
  expect(rows[0].n).toBeGreaterThan(3);
}, 120_000);
