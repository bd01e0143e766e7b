import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/billing/calls';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { applyFor, countersOf, detailOf, enter, issued, passed, returnGoods, signedOrder } from '../../support/billing';
import { ask } from '../../support/catalogue';
import { type Depot, openDepot } from '../../support/delivery';
import { postgresDatabase } from '../../support/postgresDatabase';

const opened = await postgresDatabase({ poolSize: 16 });
let depot: Depot;
let other: Me;
beforeAll(async () => {
  depot = await openDepot(opened);
  other = { ...depot.me, accountId: newId(), name: '审核员' };
});

const reasonsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Refusal ? one.reason.data.reason : String(one.reason)] : []));
const lineOf = async (qty = '10') => (await signedOrder(depot, [[0, qty]])).lineIds[0] as string;

test('twelve applications for the same goods at once: together never more than was signed', async () => {
  const line = await lineOf();
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => applyFor(depot, [{ orderLineId: line, qty: '3' }])));
  expect(reasonsOf(outcomes)).toEqual(Array(9).fill('BILL_EXCEED'));
  expect(await countersOf(depot, line)).toMatchObject({ invoicing: '9', invoicing_amount: 9000n });
});

test('applications over the same orders in shuffled lines at once: no deadlock, numbers without gaps', async () => {
  const orders = [];
  for (let n = 0; n < 4; n++)
    orders.push(
      await signedOrder(depot, [
        [0, '10'],
        [1, '10'],
      ]),
    );
  const lines = orders.flatMap((order) => order.lineIds);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      applyFor(
        depot,
        (n % 2 ? [...lines].reverse() : lines).map((orderLineId) => ({ orderLineId, qty: '1' })),
      ),
    ),
  );
  expect(reasonsOf(outcomes)).toEqual([]);
  const { rows } = await opened.pool.query('select count(*)::int as n, max(right(no, 6))::int as last from billing');
  expect(rows[0].n).toBe(rows[0].last);
});

test('two clerks enter numbers for one application: one wins, counted once', async () => {
  const line = await lineOf();
  const { id } = await applyFor(depot, [{ orderLineId: line, qty: '10' }]);
  const doc = await passed(depot, other, id);
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => enter(depot.me, doc)));
  expect(reasonsOf(outcomes)).toEqual(Array(5).fill('VERSION'));
  expect(await countersOf(depot, line)).toMatchObject({ invoiced: '10', invoicing: '0' });
});

test('red letters at once over one invoice, and a new application meanwhile: never more than it is, every counter agrees', async () => {
  const line = await lineOf();
  const doc = await issued(depot, other, [{ orderLineId: line, qty: '10' }]);
  const red = () =>
    ask(depot.me, calls.billingRed, { id: doc.id, version: doc.version, redReason: '02', lines: [{ lineId: doc.lines[0]?.id as string, qty: '4' }] });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, red));
  expect(reasonsOf(outcomes)).toEqual(Array(3).fill('BILL_EXCEED'));
  const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  const ready = await Promise.all(made.map((id) => passed(depot, other, id)));
  const work = [...ready.map((one) => enter(depot.me, one)), ...Array.from({ length: 3 }, () => applyFor(depot, [{ orderLineId: line, qty: '1' }]))];
  expect(reasonsOf(await Promise.allSettled(work)).filter((reason) => reason !== 'BILL_EXCEED')).toEqual([]);
  expect(await detailOf(depot, doc.id)).toMatchObject({ status: 'PART_RED', redAmount: '80.00' });
  expect(await countersOf(depot, line)).toMatchObject({ invoiced: '2', invoiced_amount: 2000n });
});

test('issuing against a red letter, and against a return, of the same order: whatever comes first, nothing stands above what is kept', async () => {
  for (let n = 0; n < 4; n++) {
    const line = await lineOf();
    const first = await issued(depot, other, [{ orderLineId: line, qty: '5' }]);
    const { id } = await applyFor(depot, [{ orderLineId: line, qty: '5' }]);
    const doc = await passed(depot, other, id);
    const outcomes = await Promise.allSettled([
      enter(depot.me, doc),
      ask(depot.me, calls.billingRed, { id: first.id, version: first.version, redReason: '01' }),
      returnGoods(depot, line, '1'),
    ]);
    expect(reasonsOf(outcomes).filter((reason) => reason !== 'BILL_EXCEED')).toEqual([]);
    const now = await countersOf(depot, line);
    expect(now.red_due).toBe(Number(now.invoiced) > 9);
    expect(outcomes[0]?.status === 'fulfilled' ? now.invoiced : '5').toBe(now.invoiced);
  }
});
