import { beforeAll, expect, test } from 'vitest';
import { proveBatches } from '~/domains/warehouse/batchProof.server';
import { testDatabase } from '../../support/database';
import { openDepot } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { applied, delivered, openReturnDesk, passed, type ReturnDesk, received } from '../../support/returns';
import { as, keptByBatch, putFunds } from '../../support/stock';

const opened = await testDatabase();
let desk: ReturnDesk;
beforeAll(async () => {
  const depot = await openDepot(opened);
  desk = await openReturnDesk(depot, colleagueOf(depot.me));
  await putFunds(opened, depot.me, depot.customers[0], 10_000_000n);
  await opened.pool.query('update stock_balance set on_hand = 0, reserved = 0');
  await opened.pool.query('delete from stock_ledger');
  await keptByBatch(desk);
});
const moved = async (step: string) => {
  const { rows } = await opened.pool.query(
    `select t.batch_no, sum(l.d_on_hand)::float8 as n from stock_batch_ledger l join stock_batch t on t.id = l.batch_id where l.step = $1 group by 1 order by 1`,
    [step],
  );
  return rows.map((row) => `${row.batch_no || '-'} ${row.n}`);
};

test('what comes back is of the batches that were shipped, never more of one than left', async () => {
  const of = await delivered(desk, [[0, '12']]);
  const shipped = await moved('SHIP');
  expect(shipped).toHaveLength(2);
  await received(desk, await passed(desk, await applied(desk, of, [[0, '10']])), () => ({ good: '7', bad: '3' }));
  const back = [...(await moved('GOOD')), ...(await moved('BAD'))].map((one) => one.split(' ')) as [string, string][];
  const gone = new Map(shipped.map((one) => one.split(' ') as [string, string]));
  for (const [batch] of back) expect(Number(gone.get(batch) ?? 0)).toBeLessThan(0);
  for (const [batch, qty] of gone) expect(back.filter(([one]) => one === batch).reduce((sum, [, n]) => sum + Number(n), 0)).toBeLessThanOrEqual(-Number(qty));
  expect(back.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(10);
  expect(await as(opened, desk.me, (tx) => proveBatches(tx, desk.me))).toEqual([]);
});
