import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { decideChange, requestChange } from '~/domains/order/change/change.server';
import { cancelOrder, closeLines } from '~/domains/order/change/close.server';
import { LineInput } from '~/domains/order/form/orderInput.schema';
import { formatYuan } from '~/shared/money';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { type Depot, differences, openDepot, orderLinesOf, orderOf, shipped } from '../../support/delivery';
import { grantExpense } from '../../support/expense';
import { as, putFunds } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;

beforeAll(async () => {
  depot = await openDepot(opened);
  const [customerId] = depot.customers;
  await putFunds(opened, depot.me, customerId, 200_000n);
  await grantExpense(opened, depot.me, customerId, 30_000n, { validTo: '2026-07-31', maxRatio: 40 });
  await grantExpense(opened, depot.me, customerId, 20_000n, { validTo: '2026-06-30', scope: 'CATEGORY', scopeIds: [depot.categoryId] });
  await grantExpense(opened, depot.me, customerId, 50_000n, { maxRatio: 70 });
});

const qty = fc.integer({ min: 1, max: 9 });
const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      a: qty,
      b: qty,
      fen: fc.integer({ min: 0, max: 9_000 }),
      pay: fc.constantFrom('BALANCE', 'MIXED', 'OFFLINE'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ship' as const), order: fc.nat(5), line: fc.nat(1), qty }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), order: fc.nat(5), line: fc.nat(1), qty, drop: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), delivery: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), order: fc.nat(5), all: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: fc.nat(5) }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

interface World {
  orders: string[];
  deliveries: { id: string; version: number }[];
}
const at = <T>(all: readonly T[], index: number): T | undefined => all[all.length ? index % all.length : 0];
const versionOf = async (id: string): Promise<number> =>
  (await opened.pool.query('select row_version as "rowVersion" from sales_order where id = $1', [id])).rows[0].rowVersion;

async function run(world: World, one: Command): Promise<void> {
  if (one.kind === 'place') {
    const lines = [
      [0, String(one.a)],
      [1, String(one.b)],
    ] as const;
    world.orders.push((await orderOf(depot, lines, { expense: formatYuan(BigInt(one.fen)), payMethod: one.pay as 'MIXED' })).id);
    return;
  }
  if (one.kind === 'reverse') {
    const out = at(world.deliveries, one.delivery);
    if (out) await as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { ...out, reason: '发错' }, NOON));
    return;
  }
  const id = at(world.orders, one.order);
  if (!id) return;
  const lines = await orderLinesOf(depot, id);
  const ref = { id, rowVersion: await versionOf(id) };
  if (one.kind === 'ship') {
    world.deliveries.push(await shipped(depot, [[at(lines, one.line)?.id as string, String(one.qty)]]));
  } else if (one.kind === 'close') {
    const lineIds = one.all ? [] : lines.slice(0, 1).map((line) => line.id);
    await as(opened, depot.me, (tx) => closeLines(tx, depot.me, { ...ref, lineIds, reason: '缺货' }, NOON));
  } else if (one.kind === 'cancel') {
    await as(opened, depot.me, (tx) => cancelOrder(tx, depot.me, { ...ref, reason: '不要了' }, NOON));
  } else {
    const chosen = at(lines, one.line);
    const kept = one.drop ? lines.filter((line) => line === chosen) : lines;
    const wanted = kept.map((line) => {
      const { sku_id: skuId, unit_id: unitId } = line as unknown as { sku_id: string; unit_id: string };
      return LineInput.parse({ id: line.id, skuId, unitId, qty: line === chosen ? String(one.qty) : String(Number(line.qty)) });
    });
    const asked = await as(opened, depot.me, (tx) => requestChange(tx, depot.me, { ...ref, reason: '改', lines: wanted }, NOON));
    await as(opened, depot.me, (tx) => decideChange(tx, depot.me, { id, rowVersion: asked.rowVersion, pass: true, reason: '' }, NOON));
  }
}

/** Figures no sequence may break; what stands in more than one place is the proof's. */
async function refuseImpossible(): Promise<void> {
  const { rows } = await opened.pool.query(`
    select 'line' as what from order_line where expense_alloc < 0 or expense_alloc > amount
    union all select 'order' from sales_order where payable < 0 or payable <> goods_amount + freight - expense_used - closed_amount
    union all select 'billed beyond' from sales_order o where o.no is not null and o.status in ('DELIVERED', 'CLOSED', 'COMPLETED')
      and o.payable <> coalesce((select sum(amount) from receivable r where r.order_id = o.id and r.status <> 'REVERSED'), 0)
    union all select 'done holds' from sales_order o join expense_use u on u.order_id = o.id
      where o.status in ('CANCELLED', 'DELIVERED', 'CLOSED', 'COMPLETED') and u.open > 0
    union all select 'closed' from sales_order o where o.closed_amount <> (select sum(closed_amount) from order_line l where l.order_id = o.id)
    union all select 'beyond the line' from order_line where amount - expense_alloc - closed_amount < shipped_amount
    union all select 'price of what left' from order_line l where shipped > 0 and shipped = qty - closed
      and abs(shipped_amount + coalesce((select sum(taken) from expense_use u where u.order_line_id = l.id), 0) - price * shipped * 100) > 5`);
  expect(rows).toEqual([]);
  expect(await differences(depot)).toEqual([]);
}

test('traps 8, 17, 22 to 24: whatever is placed, changed, shipped, reversed, closed and cancelled, lots, holds, orders and books agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      const world: World = { orders: [], deliveries: [] };
      for (const one of commands) {
        try {
          await run(world, one);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }
      await refuseImpossible();
    }),
    { numRuns: 8 },
  );
}, 60_000);
