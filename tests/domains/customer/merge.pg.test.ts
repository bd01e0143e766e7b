import '~/domains/customer/partApi.server';
import { expect, test } from 'vitest';
import { areaSave, customerMerge } from '~/domains/customer/partCalls';
import { Refusal } from '~/shared/refusal';
import { ask } from '../../support/catalogue';
import { type Depot, differences, openDepot, orderOf } from '../../support/delivery';
import { postgresDatabase } from '../../support/postgresDatabase';
import { putFunds } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 12 });
const depot: Depot = await openDepot(opened);

test('orders placed while their customer is merged away end with the remaining customer or are refused; the books prove', async () => {
  const [from, into] = depot.customers;
  await putFunds(opened, depot.me, from, 100_000n);
  const place = () => orderOf(depot, [[0, '1']], { customerId: from, payMethod: 'BALANCE' });
  const orders = Array.from({ length: 12 }, place);
  const merge = ask(depot.me, customerMerge, { fromId: from, fromVersion: 1, intoId: into, intoVersion: 1 });
  const late = Array.from({ length: 12 }, place);
  const outcomes = await Promise.allSettled([merge, ...orders, ...late]);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  for (const error of refused) expect(error).toBeInstanceOf(Refusal);
  expect(outcomes[0]?.status).toBe('fulfilled');
  const { rows } = await opened.pool.query<{ customer_id: string; n: number }>('select customer_id, count(*)::int as n from sales_order group by 1');
  expect(rows).toEqual(rows.length ? [{ customer_id: into, n: 24 - refused.length }] : []);
  expect(await differences(depot)).toEqual([]);
});

test('two areas put below each other at once never form a circle, and one name saved twice at once is told', async () => {
  const { me } = depot;
  const make = (name: string) => ask(me, areaSave, { id: '', parentId: '', name, sort: '0', version: 0 });
  const [east, west] = [await make('华东'), await make('华西')];
  const put = ({ id }: { id: string }, parentId: string, name: string) => ask(me, areaSave, { id, parentId, name, sort: '0', version: 1 });
  const outcomes = await Promise.allSettled([put(east, west.id, '华东'), put(west, east.id, '华西')]);
  expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  const south = await make('华南');
  const names = await Promise.allSettled(['华南一区', '华南二区', '华南三区'].map((name) => put(south, '', name)));
  expect(names.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
});
