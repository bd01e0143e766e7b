import '~/domains/customer/partApi.server';
import { expect, test } from 'vitest';
import { customerMerge } from '~/domains/customer/partCalls';
import { Refusal } from '~/shared/refusal';
import { ask } from '../../support/catalogue';
import { type Depot, differences, openDepot, orderOf } from '../../support/delivery';
import { postgresDatabase } from '../../support/postgresDatabase';
import { putFunds } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 12 });

test('orders placed while their customer is merged away end with the remaining customer or are refused; the books prove', async () => {
  const depot: Depot = await openDepot(opened);
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
