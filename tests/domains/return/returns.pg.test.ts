import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '~/shared/refusal';
import { differences, openDepot, orderLinesOf } from '../../support/delivery';
import { postgresDatabase } from '../../support/postgresDatabase';
import { applied, delivered, openReturnDesk, passed, type ReturnDesk, received, refunded } from '../../support/returns';
import { putFunds } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let desk: ReturnDesk;

beforeAll(async () => {
  const depot = await openDepot(opened);
  const { accountId, memberId } = { accountId: crypto.randomUUID(), memberId: crypto.randomUUID() };
  desk = await openReturnDesk(depot, { ...depot.me, accountId, memberId, name: '审核员' });
  await putFunds(opened, depot.me, depot.customers[0], 10_000_000n);
});

const reasonsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Refusal ? one.reason.data.reason : String(one.reason)] : []));

test('ten people ask back the same goods at once: together never more than was signed for', async () => {
  const of = await delivered(desk, [[0, '10']]);
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => applied(desk, of, [[0, '4']])));
  expect(reasonsOf(outcomes)).toEqual(Array(8).fill('RETURN_EXCEED'));
});

test('one return received, and refunded, by several people at once: goods come in once and money goes back once', async () => {
  const of = await delivered(desk, [[1, '6']], { payMethod: 'BALANCE' });
  const agreed = await passed(desk, await applied(desk, of, [[0, '6']]));
  const before = (await opened.pool.query('select posted from fund_account where customer_id = $1', [desk.customers[0]])).rows[0].posted as bigint;
  const arrivals = await Promise.allSettled(Array.from({ length: 5 }, () => received(desk, agreed)));
  expect(reasonsOf(arrivals)).toEqual(Array(4).fill('VERSION'));
  const back = arrivals.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0];
  if (!back) throw new Error('nobody received it');
  const payments = await Promise.allSettled(Array.from({ length: 5 }, () => refunded(desk, back, {})));
  expect(reasonsOf(payments)).toEqual(Array(4).fill('VERSION'));
  const { rows } = await opened.pool.query("select coalesce(sum(d_on_hand), 0)::float8 as n from stock_ledger where biz_id = $1 and biz_type = 'RETURN'", [
    back.id,
  ]);
  expect(rows[0].n).toBe(6);
  const after = (await opened.pool.query('select posted from fund_account where customer_id = $1', [desk.customers[0]])).rows[0].posted as bigint;
  expect(after - before).toBe(6000n);
  expect((await orderLinesOf(desk, of.orderId))[0]).toMatchObject({ returned: '6.0000' });
  expect(await differences(desk)).toEqual([]);
});

test('two returns of one order refunded at once give back each its own, and nothing twice', async () => {
  const of = await delivered(desk, [[2, '9']], { payMethod: 'BALANCE' });
  const one = await received(desk, await passed(desk, await applied(desk, of, [[0, '4']])));
  const two = await received(desk, await passed(desk, await applied(desk, of, [[0, '5']])));
  await Promise.all([refunded(desk, one, {}), refunded(desk, two, {})]);
  const { rows } = await opened.pool.query('select returned, refunded, open from receivable where order_id = $1', [of.orderId]);
  expect(rows).toEqual([{ returned: 9000n, refunded: 9000n, open: 0n }]);
  expect(await differences(desk)).toEqual([]);
});
