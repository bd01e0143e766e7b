import { beforeAll, expect, test } from 'vitest';
import { lastProof, proveOnce } from '~/domains/insight/proof.server';
import { testDatabase } from '../../support/database';
import { type Depot, openDepot, orderOf } from '../../support/delivery';
import { as } from '../../support/stock';

let depot: Depot;
beforeAll(async () => {
  depot = await openDepot(await testDatabase());
  await orderOf(depot, [[0, '2']]);
});

test('a day of true books shows nothing, and a figure that was tampered with is shown the next day', async () => {
  await as(depot.opened, depot.me, (tx) => proveOnce(tx, depot.me, '2026-06-15'));
  expect((await as(depot.opened, depot.me, (tx) => lastProof(tx, depot.me))).differences).toEqual([]);
  await depot.opened.pool.query('update stock_balance set on_hand = on_hand + 7 where sku_id = $1', [depot.skus[0]]);
  expect(await as(depot.opened, depot.me, (tx) => proveOnce(tx, depot.me, '2026-06-15')), 'once a day').toBe(0);
  await as(depot.opened, depot.me, (tx) => proveOnce(tx, depot.me, '2026-06-16'));
  const { differences } = await as(depot.opened, depot.me, (tx) => lastProof(tx, depot.me));
  expect(differences).toContainEqual(expect.objectContaining({ book: '库存' }));
});
