import { beforeAll, expect, test } from 'vitest';
import { makeMember } from '../../support/app';
import { testDatabase } from '../../support/database';
import { differences, openDepot } from '../../support/delivery';
import { grantExpense } from '../../support/expense';
import { delivered, openReturnDesk, type ReturnDesk, returnedWhole } from '../../support/returns';
import { putFunds } from '../../support/stock';

const opened = await testDatabase();
let desk: ReturnDesk;

beforeAll(async () => {
  const depot = await openDepot(opened);
  desk = await openReturnDesk(depot, (await makeMember(1n, '审核员', [...depot.me.permissions])).me);
  await putFunds(opened, depot.me, depot.customers[0], 100_000n);
});

const lot = async () => (await opened.pool.query('select remaining::int, held::int from expense_lot')).rows[0];

test('trap 19: goods that come back in parts bring back their share of the expense, and all of it when all came back', async () => {
  await grantExpense(opened, desk.me, desk.customers[0], 5_000n);
  const of = await delivered(desk, [[0, '7']], { payMethod: 'BALANCE', expense: '10.01' });
  expect(await lot()).toEqual({ remaining: 3_999, held: 0 });
  let before = 3_999;
  for (const qty of ['2', '1', '4']) {
    await returnedWhole(desk, of, [[0, qty]]);
    const { remaining } = await lot();
    expect(remaining).toBeGreaterThan(before);
    before = remaining;
    expect(await differences(desk)).toEqual([]);
  }
  expect(before).toBe(5_000);
});
