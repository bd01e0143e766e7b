import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { orderPage, orderPlace } from '~/domains/order/calls';
import { newId } from '~/server/ids.server';
import { type Envelope, makeMember, type Person, post } from '../support/app';
import { type Market, openMarket, orderOf } from '../support/order';
import { postgresDatabase } from '../support/postgresDatabase';

let hot: Market;
let other: Market;
let url: string;
beforeAll(async () => {
  const opened = await postgresDatabase({ poolSize: 10 });
  url = opened.url;
  hot = await openMarket(opened, { tenantId: 1n, funds: 10_000_000n });
  other = await openMarket(opened, { tenantId: 2n, funds: 10_000_000n });
});

async function timed(call: Promise<Envelope>): Promise<Envelope & { ms: number }> {
  const started = performance.now();
  return { ...(await call), ms: performance.now() - started };
}

it('a customer’s locked funds hold up its own orders alone, which say so and go through with the same key later', async () => {
  const [clerk, stranger] = [await makeMember(1n, '王专员', 'admin'), await makeMember(2n, '李专员', 'admin')];
  const place = (market: Market, person: Person, key: string) => timed(post(orderPlace.path, orderOf(market, [[0, '1']]), person, { 'Idempotency-Key': key }));
  const list = (person: Person) => timed(post(orderPage.path, {}, person));
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from fund_account where tenant_id = 1 for update');

  const keys = Array.from({ length: 40 }, () => newId());
  const waiting = Promise.all(keys.map((key) => place(hot, clerk, key)));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const meanwhile = await Promise.all([list(clerk), list(stranger), ...Array.from({ length: 5 }, () => place(other, stranger, newId()))]);
  expect(meanwhile.map(({ status, code }) => [status, code])).toEqual(meanwhile.map(() => [200, '0']));
  for (const { ms } of meanwhile) expect(ms).toBeLessThan(2_500);

  const refused = await waiting;
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(refused.map(({ data }) => data?.reason))).toEqual(new Set(['ROW_BUSY']));
  expect(refused.map(({ message }) => message)).toContain('正在处理该客户的另一笔业务，请稍后再试');
  for (const { message } of refused) expect(message).toMatch(/请稍后再试$/);

  await holder.query('commit');
  await holder.end();
  const again = await Promise.all(keys.slice(0, 10).map((key) => place(hot, clerk, key)));
  expect(again.map(({ code }) => code)).toEqual(again.map(() => '0'));
  const { rows } = await hot.opened.pool.query('select count(*)::int as n from sales_order where tenant_id = 1');
  expect(rows[0].n).toBe(10);
}, 60_000);
