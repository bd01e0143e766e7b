import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { DeliveryQuery } from '~/domains/delivery/delivery.schema';
import { cancelDelivery } from '~/domains/delivery/delivery.server';
import { pageDeliveries } from '~/domains/delivery/deliveryViews.server';
import { reverseDelivery, shipDelivery } from '~/domains/delivery/ship.server';
import { signDelivery } from '~/domains/delivery/sign.server';
import { closeLines } from '~/domains/order/change/close.server';
import { addQty, compareQty, subQty, sumQty } from '~/shared/money';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { type Depot, deliveryOf, differences, openDepot, orderLinesOf, orderOf, statusOf } from '../../support/delivery';
import { as, putStock } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;

beforeAll(async () => {
  depot = await openDepot(opened);
  await putStock(opened, depot.me, depot.warehouseId, { [depot.skus[0]]: '100000' });
});

type Command = { what: 'make' | 'ship' | 'cancel' | 'reverse' | 'sign' | 'close'; which: number; qty: number };
const command: fc.Arbitrary<Command> = fc.record({
  what: fc.constantFrom('make', 'make', 'ship', 'ship', 'cancel', 'reverse', 'sign', 'sign', 'close'),
  which: fc.nat(4),
  qty: fc.integer({ min: 1, max: 7 }),
});

test('trap 6: whatever is tried in whatever order, line counters hold, deliveries add up to them, refused commands change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 6, maxLength: 14 }), async (commands) => {
      const order = await orderOf(depot, [[0, '10']]);
      for (const one of commands) {
        const before = await figures(order.id);
        const refused = await run(order, one).then(
          () => false,
          (error) => {
            if (!(error instanceof Refusal)) throw error;
            return true;
          },
        );
        const after = await figures(order.id);
        if (refused) expect(after).toEqual(before);
        await holds(order.id);
      }
      expect(await differences(depot)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

async function run(order: { id: string; lineIds: string[] }, { what, which, qty }: Command): Promise<unknown> {
  if (what === 'make') return deliveryOf(depot, [[order.lineIds[0] as string, String(qty)]]);
  if (what === 'close') {
    const { rows } = await opened.pool.query('select row_version from sales_order where id = $1', [order.id]);
    const input = { id: order.id, rowVersion: rows[0].row_version, reason: '不要了', lineIds: [] };
    return as(opened, depot.me, (tx) => closeLines(tx, depot.me, input, NOON));
  }
  const { rows } = await opened.pool.query(
    'select d.id, d.version, l.id as line from delivery d join delivery_line l on l.delivery_id = d.id where l.order_id = $1 order by d.no',
    [order.id],
  );
  const chosen = rows[which % Math.max(rows.length, 1)];
  if (!chosen) return undefined;
  const ref = { id: chosen.id, version: chosen.version };
  const part = { lineId: chosen.line, signed: String(qty), refused: String(which % 2), damage: '0', note: '说明', photos: [] };
  return as(opened, depot.me, (tx) => {
    if (what === 'ship') return shipDelivery(tx, depot.me, ref, NOON);
    if (what === 'cancel') return cancelDelivery(tx, depot.me, { ...ref, reason: '' }, NOON);
    if (what === 'reverse') return reverseDelivery(tx, depot.me, { ...ref, reason: '错' }, NOON);
    return signDelivery(tx, depot.me, { ...ref, lines: [part] }, NOON);
  });
}

async function figures(orderId: string): Promise<unknown> {
  const lines = await orderLinesOf(depot, orderId);
  const { rows } = await opened.pool.query(
    'select d.no, d.status, d.version, l.signed, l.refused from delivery d join delivery_line l on l.delivery_id = d.id where l.order_id = $1 order by d.no',
    [orderId],
  );
  return { lines, rows, status: await statusOf(depot, orderId) };
}

async function holds(orderId: string): Promise<void> {
  const [line] = await orderLinesOf(depot, orderId);
  if (!line) throw new Error('the order has no line');
  expect(compareQty(addQty(line.shipped, line.closed), line.qty)).toBeLessThanOrEqual(0);
  expect(compareQty(addQty(line.signed, line.refused), line.shipped)).toBeLessThanOrEqual(0);
  const { rows } = await opened.pool.query(
    `select l.qty, l.signed, l.refused, l.amount from delivery d join delivery_line l on l.delivery_id = d.id where l.order_id = $1 and d.status in ('SHIPPED', 'PART_SIGNED', 'SIGNED')`,
    [orderId],
  );
  const sum = (key: string) => sumQty(rows.map((row) => row[key]));
  expect([sum('qty'), sum('signed'), sum('refused')]).toEqual([subQty(line.shipped, '0'), subQty(line.signed, '0'), subQty(line.refused, '0')]);
  expect(rows.reduce((total, row) => total + row.amount, 0n)).toBe(line.shipped_amount);
}

test('trap 31: a range of days holds their first and last millisecond, whatever the zone of the process', async () => {
  const at = async (instant: string) => {
    const { lineIds } = await orderOf(depot, [[1, '1']]);
    const made = await deliveryOf(depot, [[lineIds[0] as string, '1']], { remark: instant });
    await as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, made, new Date(instant)));
    return made.no;
  };
  const outside = [await at('2026-06-30T15:59:59.999Z'), await at('2026-07-02T16:00:00.000Z')];
  const inside = [await at('2026-06-30T16:00:00.000Z'), await at('2026-07-02T15:59:59.999Z')];
  const page = await as(opened, depot.me, (tx) =>
    pageDeliveries(tx, depot.me, DeliveryQuery.parse({ shippedStart: '2026-07-01', shippedEnd: '2026-07-02', ascs: 'shippedAt' })),
  );
  expect(page.pagedRecords.map((row) => row.no)).toEqual(inside);
  expect(outside).toHaveLength(2);
});
