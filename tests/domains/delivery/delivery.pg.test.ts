import { beforeAll, expect, test } from 'vitest';
import { reverseDelivery, shipDelivery } from '~/domains/delivery/ship.server';
import { signDelivery } from '~/domains/delivery/sign.server';
import { decideChange, requestChange } from '~/domains/order/change/change.server';
import { ChangeInput } from '~/domains/order/form/orderInput.schema';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { type Depot, deliveryOf, differences, openDepot, orderLinesOf, orderOf, statusOf } from '../../support/delivery';
import { calls } from '../../support/deliveryCalls';
import { killedEverywhere } from '../../support/dying';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as, putFunds } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let depot: Depot;

beforeAll(async () => {
  depot = await openDepot(opened);
  await putFunds(opened, depot.me, depot.customers[0], 10_000_000n);
});

const reasonsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Refusal ? one.reason.data.reason : String(one.reason)] : []));
const ship = (ref: { id: string; version: number }) => as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, ref, NOON));

test('twenty people make deliveries of one order line at once: together never more than ordered', async () => {
  const { lineIds } = await orderOf(depot, [[0, '10']]);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => deliveryOf(depot, [[lineIds[0] as string, '3']])));
  expect(reasonsOf(outcomes)).toEqual(Array(17).fill('QTY_EXCEED'));
});

test('two people confirm one delivery: one wins, the other is told, goods leave once', async () => {
  const order = await orderOf(depot, [[0, '10']], { payMethod: 'BALANCE' });
  const made = await deliveryOf(depot, [[order.lineIds[0] as string, '10']]);
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => ship(made)));
  expect(reasonsOf(outcomes)).toEqual(Array(5).fill('VERSION'));
  expect((await orderLinesOf(depot, order.id)).map((line) => line.shipped)).toEqual(['10.0000']);
  expect(await differences(depot)).toEqual([]);
});

test('deliveries of shared orders and SKUs, shipped, reversed and signed all at once: no deadlock, every book agrees', async () => {
  const orders = [];
  for (let n = 0; n < 6; n++)
    orders.push(
      await orderOf(
        depot,
        n % 2
          ? [
              [0, '12'],
              [1, '12'],
              [2, '12'],
            ]
          : [
              [2, '12'],
              [1, '12'],
              [0, '12'],
            ],
        { payMethod: n % 3 ? 'BALANCE' : 'OFFLINE' },
      ),
    );
  const made = [];
  for (const [n, order] of orders.entries()) {
    const next = orders[(n + 1) % orders.length] as (typeof orders)[number];
    made.push(await deliveryOf(depot, [...order.lineIds.map((id) => [id, '4'] as const), ...next.lineIds.map((id) => [id, '3'] as const)]));
  }
  const sent = await Promise.all(made.map(ship));
  const work = sent.map(async (ref, n) => {
    if (n % 2) return as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { ...ref, reason: '测试' }, NOON));
    const { rows } = await opened.pool.query('select id, qty::text from delivery_line where delivery_id = $1', [ref.id]);
    const lines = rows.map((row) => ({ lineId: row.id, signed: row.qty, refused: '0', damage: '0', note: '', photos: [] }));
    return as(opened, depot.me, (tx) => signDelivery(tx, depot.me, { ...ref, lines }, NOON));
  });
  expect(reasonsOf(await Promise.allSettled(work))).toEqual([]);
  expect(await differences(depot)).toEqual([]);
});

test('many people sign one package, and the other, at once: each package is signed once, whoever came late is told', async () => {
  const order = await orderOf(depot, [[0, '10']]);
  const line = order.lineIds[0] as string;
  const packages = ['6', '4'].map((qty) => ({ carrier: '', waybillNo: '', pieces: 1, lines: [{ orderLineId: line, qty }] }));
  const sent = await ship(await deliveryOf(depot, [[line, '10']], { packages }));
  const { rows } = await opened.pool.query(
    'select p.id, l.delivery_line_id as line, l.qty::text from package p join package_line l on l.package_id = p.id where p.delivery_id = $1 order by p.seq',
    [sent.id],
  );
  const sign = (index: number, version: number) => {
    const { id, line: lineId, qty } = rows[index];
    const input = { id: sent.id, version, packageId: id, lines: [{ lineId, signed: qty, refused: '0', damage: '0', note: '', photos: [] }] };
    return as(opened, depot.me, (tx) => signDelivery(tx, depot.me, input, NOON));
  };
  const first = await Promise.allSettled(Array.from({ length: 5 }, () => sign(0, sent.version)));
  expect(reasonsOf(first)).toEqual(Array(4).fill('VERSION'));
  const late = await Promise.allSettled([sign(0, sent.version + 1), sign(1, sent.version + 1)]);
  expect(reasonsOf(late)).toHaveLength(1);
  expect((await orderLinesOf(depot, order.id)).map((one) => one.signed)).toEqual(['10.0000']);
  expect(await statusOf(depot, order.id)).toBe('COMPLETED');
});

test('trap 11: one key sent many times at once makes one delivery and one answer; another body is refused', async () => {
  const { lineIds } = await orderOf(depot, [[1, '9']]);
  const input = { warehouseId: depot.warehouseId, shipWay: 'SELF' as const, freight: '0', lines: [{ orderLineId: lineIds[0] as string, qty: '2' }] };
  const answers = await Promise.all(Array.from({ length: 5 }, () => calls.save(depot.me, input, 'form-session-1')));
  expect(new Set(answers.map((one) => one.id)).size).toBe(1);
  const other = await Promise.allSettled([calls.save(depot.me, { ...input, remark: '改了' }, 'form-session-1')]);
  expect(reasonsOf(other)).toEqual(['IDEMPOTENT_MISMATCH']);
  const { rows } = await opened.pool.query('select count(*)::int as n from delivery_line where order_line_id = $1', [lineIds[0]]);
  expect(rows).toEqual([{ n: 1 }]);
});

test('trap 35: the connection is killed after each statement of the out-confirmation: nothing is half done, and it completes after', async () => {
  const order = await orderOf(
    depot,
    [
      [0, '10'],
      [1, '5'],
    ],
    { payMethod: 'BALANCE' },
  );
  const made = await deliveryOf(depot, [
    [order.lineIds[0] as string, '4'],
    [order.lineIds[1] as string, '5'],
  ]);
  const untouched = await snapshot(order.id);
  const killed = await killedEverywhere(
    opened,
    (work) => as(opened, depot.me, work),
    (tx) => shipDelivery(tx, depot.me, made, NOON),
    async () => expect(await snapshot(order.id)).toEqual(untouched),
  );
  expect(killed).toBeGreaterThan(20);
  expect(await statusOf(depot, order.id)).toBe('PARTIAL_DELIVERED');
  expect(await differences(depot)).toEqual([]);
}, 120_000);

async function snapshot(orderId: string): Promise<unknown> {
  const { rows } = await opened.pool.query(
    `select (select jsonb_agg(to_jsonb(o)) from sales_order o where id = $1) as orders, (select jsonb_agg(to_jsonb(l) order by line_no) from order_line l where order_id = $1) as lines,
      (select jsonb_agg(to_jsonb(b) - 'updated_at' order by sku_id) from stock_balance b) as stock, (select jsonb_agg(to_jsonb(f) - 'changed_at' order by id) from fund_account f) as funds,
      (select count(*)::int from stock_ledger) as moves, (select count(*)::int from ledger_entry) as entries, (select count(*)::int from receivable) as receivables, (select count(*)::int from outbox) as told`,
    [orderId],
  );
  return rows[0];
}

test('a change to 3 is approved while somebody makes a delivery of 4: never both', async () => {
  let refused = 0;
  for (let round = 0; round < 8; round++) {
    const order = await orderOf(depot, [[0, '6']]);
    const lineId = order.lineIds[0] as string;
    const { rows } = await opened.pool.query('select row_version, sku_id, unit_id from sales_order o join order_line l on l.order_id = o.id where o.id = $1', [
      order.id,
    ]);
    const [{ row_version: rowVersion, sku_id: skuId, unit_id: unitId }] = rows;
    const lines = [{ id: lineId, skuId, unitId, qty: '3' }];
    const early = round % 2 ? await deliveryOf(depot, [[lineId, '4']]) : null;
    const asked = await as(opened, depot.me, (tx) => requestChange(tx, depot.me, ChangeInput.parse({ id: order.id, rowVersion, reason: '减少', lines }), NOON));
    const decide = () => as(opened, depot.me, (tx) => decideChange(tx, depot.me, { id: order.id, rowVersion: asked.rowVersion, pass: true, reason: '' }, NOON));
    const outcomes = await Promise.allSettled([decide(), early ? Promise.resolve(early) : deliveryOf(depot, [[lineId, '4']])]);
    refused += outcomes.filter((one) => one.status === 'rejected').length;
    const { rows: after } = await opened.pool.query(
      `select l.qty::numeric >= l.shipped + coalesce((select sum(d.qty) from delivery_line d where d.order_line_id = l.id), 0) as fits from order_line l where l.id = $1`,
      [lineId],
    );
    expect(after).toEqual([{ fits: true }]);
  }
  expect(refused).toBe(8);
});
