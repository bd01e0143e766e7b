import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { order } from '~/domains/order/subjects';
import type { Tx } from '~/server/db.server';
import { readyNumber } from '~/server/numbers.server';
import { NOON } from '../../support/catalogue';
import { grantCredit } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { type Depot, openDepot, orderOf } from '../../support/delivery';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let depot: Depot;
let customers = 0;
beforeAll(async () => {
  depot = await openDepot(opened, 1n, { auditMode: 'MANUAL', reserveAt: 'SUBMIT', allowShort: true });
});

/** Others are on their way, so that numbers have been drawn ahead. */
beforeEach(async () => {
  const ask = () => as(opened, depot.me, async () => [readyNumber(depot.me, order, NOON), await pause(20)][0]);
  await expect.poll(async () => (await Promise.all([ask(), ask(), ask()])).every(Boolean)).toBe(true);
});

const buyer = async (limit: bigint) => (await grantCredit(opened, depot.me, await addCustomer(depot.me, `先写${++customers}`), limit)).customer_id;
const placed = (customerId: string, qty: string) => orderOf(depot, [[0, qty]], { customerId, payMethod: 'CREDIT' });
const rowsOf = async (customerId: string) =>
  (await opened.pool.query('select no, status, short, version from sales_order where customer_id = $1', [customerId])).rows;

/** An order that is written and waits for its customer's money, which somebody holds who then does `next` and ends. */
async function waiting(customerId: string, next: (tx: Tx) => Promise<unknown>): Promise<[ReturnType<typeof placed>, Promise<unknown>]> {
  const locked = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  const holding = as(opened, depot.me, async (tx) => {
    await lockCustomerMoney(tx, depot.me, [customerId]);
    locked.resolve();
    await seen.promise;
    await next(tx);
  });
  await locked.promise;
  const placing = placed(customerId, '2');
  const written = `select count(*)::int as n from pg_locks w join pg_locks l on l.pid = w.pid and l.locktype = 'relation' and l.mode = 'RowExclusiveLock'
    where w.locktype = 'transactionid' and not w.granted and l.relation = 'sales_order'::regclass`;
  await expect.poll(async () => (await opened.pool.query(written)).rows[0].n).toBe(1);
  seen.resolve();
  return [placing, holding];
}

test('an order that waits for its customer’s money is written already; once it is let through it is whole', async () => {
  const customerId = await buyer(100_000n);
  const [placing] = await waiting(customerId, async () => {});
  const { id, no } = await placing;
  expect(await rowsOf(customerId)).toEqual([{ no, status: 'PENDING_AUDIT', short: false, version: 1 }]);
  const counted = `select (select count(*)::int from order_line where order_id = $1 and reserved = qty) as lines, (select count(*)::int from order_version where order_id = $1) as versions,
    (select count(*)::int from order_event where order_id = $1) as events, (select count(*)::int from wf_task where subject_id = $1) as tasks,
    (select count(*)::int from outbox where kind = 'notice' and payload->>'kind' = 'order.submitted' and payload->>'link' like '%' || $1::text) as told,
    (select sum(held)::int from credit_order where order_id = $1) as held`;
  expect((await opened.pool.query(counted, [id])).rows).toEqual([{ lines: 1, versions: 1, events: 1, tasks: 1, told: 1, held: 2_000 }]);
});

test('whoever locks the customer behind its money, as merging does, and the order that names it both come through', async () => {
  const customerId = await buyer(100_000n);
  const [placing, holding] = await waiting(customerId, (tx) => tx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute());
  await Promise.all([holding, placing]);
  expect(await rowsOf(customerId)).toMatchObject([{ status: 'PENDING_AUDIT', version: 1 }]);
});

test('what is short of stock is said on the order that was written before anybody knew', async () => {
  const customerId = await buyer(100_000_000n);
  const { lineIds } = await placed(customerId, '5000');
  expect(await rowsOf(customerId)).toMatchObject([{ status: 'PENDING_AUDIT', short: true }]);
  const { rows } = await opened.pool.query('select qty > reserved as lacks, reserved > 0 as has from order_line where id = $1', lineIds);
  expect(rows).toEqual([{ lacks: true, has: true }]);
});

test('nothing is left of an order that was written and then refused', async () => {
  const customerId = await buyer(100n);
  await expect(placed(customerId, '2')).rejects.toMatchObject({ data: { reason: 'CREDIT_SHORT' } });
  expect(await rowsOf(customerId)).toEqual([]);
});

test('alone on its way, an order draws no number ahead, however many it places', async () => {
  const tomorrow = new Date(NOON.getTime() + 24 * 3600_000);
  await as(opened, depot.me, async () => {
    for (let n = 0; n < 5; n++) expect(readyNumber(depot.me, order, tomorrow)).toBeUndefined();
  });
  await pause(50);
  const drawn = 'select count(*)::int as n from doc_counter where biz_date > $1';
  expect((await opened.pool.query(drawn, [NOON])).rows).toEqual([{ n: 0 }]);
});
