import { beforeAll, expect, test } from 'vitest';
import { commitCredit } from '~/domains/credit/commit.server';
import { lockCreditOrder } from '~/domains/credit/creditOrder.server';
import { freezeAccount, thawAccount } from '~/domains/credit/freeze.server';
import { joinGroup } from '~/domains/credit/group.server';
import { holdCredit, releaseCredit } from '~/domains/credit/hold.server';
import { setLine } from '~/domains/credit/line.server';
import { expireSome, turnSome } from '~/domains/credit/nightly.server';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { creditDifferences, grantCredit } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { type Depot, differences, openDepot, orderOf, shipped } from '../../support/delivery';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 32 });
let depot: Depot;
let customers = 0;
beforeAll(async () => {
  depot = await openDepot(opened);
});

const account = async (limit: bigint | null, change: Parameters<typeof grantCredit>[4] = {}) =>
  grantCredit(opened, depot.me, await addCustomer(depot.me, `并发${++customers}`), limit, change);
const hold = (one: { id: string; customer_id: string }, amount: bigint, now = NOON) =>
  as(opened, depot.me, async (tx) => {
    await lockCustomerMoney(tx, depot.me, [one.customer_id]);
    return holdCredit(tx, depot.me, { accountId: one.id, source: 'FORM', orderId: null, orderNo: '外部', amount }, now);
  });
const reasons = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Refusal ? one.reason.data.reason : one.reason] : []));
const exact = async () => expect([...(await creditDifferences(opened, depot.me)), ...(await differences(depot))]).toEqual([]);

/** `times` runs of `work`, so many at once. */
async function crowd(times: number, atOnce: number, work: (index: number) => Promise<unknown>): Promise<PromiseSettledResult<unknown>[]> {
  const outcomes: PromiseSettledResult<unknown>[] = [];
  let next = 0;
  const one = async () => {
    for (let index = next++; index < times; index = next++) outcomes.push(...(await Promise.allSettled([work(index)])));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return outcomes;
}

test('trap 1: 100 holds of 3 元 at once on 100 元: exactly 33, and held is their sum', async () => {
  const one = await account(10_000n);
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => hold(one, 300n)));
  expect(reasons(outcomes)).toEqual(Array(67).fill('CREDIT_SHORT'));
  const { rows } = await opened.pool.query(
    'select held::int, (select sum(held)::int from credit_order where account_id = $1) as sum from credit_account where id = $1',
    [one.id],
  );
  expect(rows).toEqual([{ held: 9_900, sum: 9_900 }]);
  await exact();
});

test('trap 1: 10,000 holds race decreases, increases, freezes and the turn of the day: no journal row ever stands above its limit after a hold', async () => {
  const one = await account(50_000n, { validTo: '2026-06-20' });
  const others = [await account(40_000n), await account(40_000n)];
  const groupId = newId();
  await opened.pool.query("insert into credit_group (tenant_id, id, code, name, limit_amount) values ($1, $2, 'RG', '并发集团', 60000)", [
    depot.me.tenantId,
    groupId,
  ]);
  for (const { id } of others) await as(opened, depot.me, (tx) => joinGroup(tx, depot.me, id, groupId, NOON));
  const accounts = [one, ...others];
  const night = new Date('2026-06-20T16:00:00Z');
  const disturb = async (index: number) => {
    const target = accounts[index % 3] as (typeof accounts)[number];
    const line = { kind: 'BASE' as const, validFrom: '2026-06-15', validTo: null, reason: '调整' };
    if (index % 4 === 0)
      return as(opened, depot.me, (tx) => setLine(tx, depot.me, target.id, { ...line, amount: BigInt(10_000 + ((index * 7_919) % 50_000)) }, NOON));
    if (index % 4 === 1)
      return as(opened, depot.me, (tx) =>
        freezeAccount(tx, depot.me, { accountId: target.id, amount: index % 8 === 1 ? null : 5_000n, source: 'MANUAL', reason: '检查' }, NOON),
      );
    if (index % 4 === 2) return as(opened, depot.me, (tx) => thawAccount(tx, depot.me, { accountId: target.id, reason: '恢复' }, NOON));
    return as(opened, depot.me, (tx) => turnSome(tx, depot.me, index > 9_000 ? night : NOON));
  };
  const outcomes = await crowd(10_000, 32, async (index): Promise<unknown> => {
    if (index % 50 === 49) return disturb((index - 49) / 50 + (index > 9_000 ? 9_000 : 0));
    const target = accounts[index % 3] as (typeof accounts)[number];
    const now = index > 9_000 ? night : NOON;
    const order = await hold(target, BigInt(500 + (index % 13) * 100), now);
    // Most is given back, so that every attempt is a close call.
    if (index % 5 === 0) return order;
    return as(opened, depot.me, async (tx) => {
      await lockCustomerMoney(tx, depot.me, [target.customer_id]);
      return releaseCredit(tx, depot.me, await lockCreditOrder(tx, depot.me, order.id), {}, now);
    });
  });
  const other = reasons(outcomes).filter((reason) => reason !== 'CREDIT_SHORT' && reason !== 'CREDIT_STATE');
  expect(other).toEqual([]);
  expect(outcomes.filter((done) => done.status === 'fulfilled').length).toBeGreaterThan(500);
  const { rows } = await opened.pool.query(
    `select count(*) filter (where after_status <> 'ACTIVE')::int as idle, count(*) filter (where after_held + after_used + after_frozen > after_limit)::int as over,
       count(*) filter (where account_id = $2 and created_at >= $3)::int as late from credit_journal where event = 'HOLD' and account_id = any($1)`,
    [accounts.map(({ id }) => id), one.id, night],
  );
  expect(rows).toEqual([{ idle: 0, over: 0, late: 0 }]);
  const { rows: groups } = await opened.pool.query('select held + used <= limit_amount as within from credit_group where id = $1', [groupId]);
  expect(groups).toEqual([{ within: true }]);
  await exact();
}, 300_000);

test('trap 2: commit, expiry and cancellation of one hold at once: each cent ends in one place, whoever comes first', async () => {
  await opened.pool.query("update credit_type set hold_hours = 1 where tenant_id = $1 and code = 'FIXED'", [depot.me.tenantId]);
  const one = await account(1_000_000n);
  const late = new Date(NOON.getTime() + 2 * 3_600_000);
  for (let round = 0; round < 40; round++) {
    const order = await hold(one, 1_000n);
    const locked = <T>(work: (tx: Parameters<typeof lockCreditOrder>[0], row: Awaited<ReturnType<typeof lockCreditOrder>>) => Promise<T>) =>
      as(opened, depot.me, async (tx) => {
        await lockCustomerMoney(tx, depot.me, [one.customer_id]);
        return work(tx, await lockCreditOrder(tx, depot.me, order.id));
      });
    const delivery = newId();
    const biz = { bizType: 'DELIVERY', bizId: delivery, bizNo: 'FH', bizDate: '2026-06-15', deliveryId: delivery };
    const commit = () => locked(async (tx, row) => (row.held > 0n ? commitCredit(tx, depot.me, row, { ...biz, amount: row.held }, NOON) : null));
    await Promise.all([
      commit(),
      as(opened, depot.me, (tx) => expireSome(tx, depot.me, late)),
      locked((tx, row) => releaseCredit(tx, depot.me, row, {}, NOON)),
      commit(),
    ]);
    const { rows } = await opened.pool.query(
      'select held::int, (committed + released)::int as done, committed > 0 as used, released > 0 as freed from credit_order where id = $1',
      [order.id],
    );
    expect(rows[0]).toMatchObject({ held: 0, done: 1_000 });
    expect(rows[0].used).not.toBe(rows[0].freed);
  }
  await opened.pool.query("update credit_type set hold_hours = null where tenant_id = $1 and code = 'FIXED'", [depot.me.tenantId]);
  await exact();
});

test('20 orders of 10 元 on a limit of 120 元 placed at once, then shipped at once: twelve, and books, limit and receivables agree', async () => {
  const one = await account(12_000n);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => orderOf(depot, [[2, '1']], { customerId: one.customer_id, payMethod: 'CREDIT' })));
  expect(reasons(outcomes)).toEqual(Array(8).fill('CREDIT_SHORT'));
  const placed = outcomes.flatMap((done) => (done.status === 'fulfilled' ? [done.value] : []));
  await Promise.all(placed.map((order) => shipped(depot, [[order.lineIds[0] as string, '1']])));
  const { rows } = await opened.pool.query('select held::int, used::int from credit_account where id = $1', [one.id]);
  expect(rows).toEqual([{ held: 0, used: 12_000 }]);
  await exact();
});
