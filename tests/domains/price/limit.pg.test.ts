import { expect, test } from 'vitest';
import '~/domains/activity/api.server';
import { activitySave } from '~/domains/activity/calls';
import * as orders from '~/domains/order/calls';
import { adjustUses } from '~/domains/order/uses/uses.server';
import type { UsingLine } from '~/domains/price/limit';
import { putLimits } from '~/domains/price/limit.server';
import { proveLimits } from '~/domains/price/limitProof.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { ask, NOON } from '../../support/catalogue';
import { type Market, openMarket, place } from '../../support/order';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const BUYERS = 32;
const opened = await postgresDatabase({ poolSize: BUYERS });
let tenant = 1n;
async function fresh(): Promise<Market> {
  const market = await openMarket(opened, { tenantId: tenant, stock: '1000000' });
  tenant += 1n;
  return market;
}

/** Jobs by 32 clients at once, each with a connection of its own. */
async function atOnce<T>(jobs: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const outcomes: PromiseSettledResult<T>[] = [];
  let next = 0;
  const client = async () => {
    for (let job = jobs[next++]; job; job = jobs[next++]) outcomes.push(...(await Promise.allSettled([job()])));
  };
  await Promise.all(Array.from({ length: BUYERS }, client));
  return outcomes;
}
const reasons = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Refusal ? String(one.reason.data.reason) : String(one.reason)] : []));

interface Bought {
  market: Market;
  customerId: string;
  limitIds: readonly string[];
  qty: string;
}
/** What a submit does of limits, and nothing else: thousands of tries in seconds. */
function buy({ market, customerId, limitIds, qty }: Bought, orderId = newId(), lineIds = limitIds.map(() => newId())) {
  const lines = limitIds.map((limitId, index): UsingLine => {
    const figures = { qty, base_qty: qty, closed: '0', returned: '0' };
    return { id: lineIds[index] as string, line_no: index + 1, price_source: 'ACTIVITY', price_source_id: limitId, unit_id: market.units.piece, ...figures };
  });
  return as(opened, market.me, (tx) => adjustUses(tx, market.me, { id: orderId, customer_id: customerId }, lines, NOON)).then(() => orderId);
}
const giveBack = (market: Market, orderId: string) => as(opened, market.me, (tx) => adjustUses(tx, market.me, { id: orderId, customer_id: newId() }, [], NOON));
async function limitOf(market: Market, quota: string | null, perCustomer: string | null = null): Promise<string> {
  const id = newId();
  await as(opened, market.me, (tx) =>
    putLimits(tx, market.me, [{ id, layer: 'ACTIVITY', skuId: market.skus[0] as string, unitId: market.units.piece, quota, perCustomer }]),
  );
  return id;
}
const stateOf = async (id: string) =>
  (
    await opened.pool.query(
      `select trim_scale(used)::text as used, (select trim_scale(coalesce(sum(qty), 0))::text from price_use where limit_id = $1) as uses,
        (select max(n)::int from (select count(*) as n from price_use where limit_id = $1 group by customer_id) c) as most from price_limit where id = $1`,
      [id],
    )
  ).rows[0] as { used: string; uses: string; most: number };

test('trap 20: 32 buyers on one item, 10,000 tries on a quota of 4,000: exactly 4,000 get it, the others hear why', async () => {
  const market = await fresh();
  const limit = await limitOf(market, '4000');
  const outcomes = await atOnce(Array.from({ length: 10_000 }, () => () => buy({ market, customerId: newId(), limitIds: [limit], qty: '1' })));
  const refused = reasons(outcomes);
  expect(new Set(refused)).toEqual(new Set(['ACT_QUOTA']));
  expect(refused).toHaveLength(6_000);
  expect(await stateOf(limit)).toMatchObject({ used: '4000', uses: '4000' });
}, 240_000);

test('trap 20: each customer keeps its own limit while its orders run in parallel', async () => {
  const market = await fresh();
  const limit = await limitOf(market, '1000', '7');
  const customers = Array.from({ length: 8 }, () => newId());
  const outcomes = await atOnce(
    Array.from({ length: 320 }, (_, n) => () => buy({ market, customerId: customers[n % customers.length] as string, limitIds: [limit], qty: '1' })),
  );
  expect(new Set(reasons(outcomes))).toEqual(new Set(['ACT_QUOTA']));
  expect(await stateOf(limit)).toEqual({ used: '56', uses: '56', most: 7 });
}, 120_000);

test('trap 21: takes and releases of several limits in any order end exact, without a deadlock', async () => {
  const market = await fresh();
  const limits = [await limitOf(market, '60'), await limitOf(market, '60', '20'), await limitOf(market, null)];
  const held: string[] = [];
  const outcomes = await atOnce(
    Array.from({ length: 1_500 }, (_, n) => async () => {
      const mine = n % 3 === 2 ? held.pop() : undefined;
      if (mine) return giveBack(market, mine);
      const chosen = [0, 1, 2].map((at) => limits[(at * (n % 2 ? 1 : 2) + n) % 3] as string).slice(0, 1 + (n % 3));
      held.push(await buy({ market, customerId: market.customers[n % 2] as string, limitIds: chosen, qty: String(1 + (n % 4)) }));
    }),
  );
  expect(new Set(reasons(outcomes))).toEqual(new Set(['ACT_QUOTA']));
  for (const limit of limits) {
    const { used, uses } = await stateOf(limit);
    expect(used).toBe(uses);
  }
  await atOnce(held.map((id) => () => giveBack(market, id)));
  await atOnce(held.map((id) => () => giveBack(market, id)));
  for (const limit of limits) expect(await stateOf(limit)).toMatchObject({ used: '0', uses: '0' });
}, 120_000);

test('whole orders of 32 clients on one activity item: never oversold, and the books prove it', async () => {
  const market = await fresh();
  await ask(market.me, activitySave, {
    name: '抢购',
    startAt: new Date(NOON.getTime() - 3_600_000).toISOString(),
    endAt: new Date(NOON.getTime() + 3_600_000).toISOString(),
    items: [{ skuId: market.skus[0] as string, mode: 'RATE', value: '80', totalQuota: '40' }],
  });
  const offline = { payMethod: 'OFFLINE' } as const;
  const outcomes = await atOnce(
    Array.from({ length: 64 }, (_, n) => () => place(market, [[0, '1']], { ...offline, customerId: market.customers[n % 2] as string })),
  );
  // Whoever priced the line before the last one went is refused; later ones have the list price.
  for (const reason of reasons(outcomes)) expect(reason).toBe('ACT_QUOTA');
  const placed = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const { rows } = await opened.pool.query("select count(*)::int as n from order_line where tenant_id = $1 and price_source = 'ACTIVITY'", [
    market.me.tenantId,
  ]);
  expect(rows[0].n).toBe(40);
  expect(await as(opened, market.me, (tx) => proveLimits(tx, market.me))).toEqual([]);
  await atOnce(
    placed.map(
      ({ id, rowVersion }) =>
        () =>
          ask(market.me, orders.orderCancel, { id, rowVersion, reason: '并发' }),
    ),
  );
  expect(await as(opened, market.me, (tx) => proveLimits(tx, market.me))).toEqual([]);
  expect((await opened.pool.query('select sum(used)::int as n from price_limit where tenant_id = $1', [market.me.tenantId])).rows[0].n).toBe(0);
}, 120_000);
