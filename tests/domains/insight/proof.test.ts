import '~/domains/statement/statementProof.server';
import { beforeAll, expect, test } from 'vitest';
import { lastProof, proofBoard, proveNext } from '~/domains/insight/proof.server';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineProof } from '~/server/proof.server';
import { testDatabase } from '../../support/database';
import { type Depot, openDepot, orderOf } from '../../support/delivery';
import { as } from '../../support/stock';

let depot: Depot;
beforeAll(async () => {
  depot = await openDepot(await testDatabase());
  await orderOf(depot, [[0, '2']]);
});
const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => as(depot.opened, depot.me, work);
async function prove(day: string): Promise<number> {
  let ran = 0;
  while (await within((tx) => proveNext(tx, depot.me, new Date(`${day}T02:00:00+08:00`)))) ran++;
  return ran;
}

test('a day of true books shows nothing, and a figure that was tampered with is shown the next day', async () => {
  expect(await prove('2026-06-15')).toBeGreaterThanOrEqual(4);
  const first = await within((tx) => lastProof(tx, depot.me));
  expect(first).toMatchObject({ differing: 0, failed: 0, differences: [] });
  expect(first.compared).toBeGreaterThan(0);
  await depot.opened.pool.query('update stock_balance set on_hand = on_hand + 7 where sku_id = $1', [depot.skus[0]]);
  expect(await prove('2026-06-15'), 'once a day').toBe(0);
  await prove('2026-06-16');
  const { differences, differing } = await within((tx) => lastProof(tx, depot.me));
  expect(differing).toBe(differences.length);
  expect(differences).toContainEqual(expect.objectContaining({ book: '库存' }));
});

test('a proof that breaks says so and keeps no other from running; whoever sees a part of the customers reads none of theirs', async () => {
  defineProof({
    key: 'a-broken-one',
    book: '坏账本',
    title: '不能核对',
    see: FUND_MANAGE,
    of: 'customers',
    run: () => Promise.reject(new Error('no such book')),
  });
  await prove('2026-06-17');
  const { proofs } = await within((tx) => proofBoard(tx, depot.me));
  expect(proofs.find((one) => one.key === 'a-broken-one')).toMatchObject({ failure: 'no such book', compared: 0 });
  expect(proofs.find((one) => one.key === 'stock')?.ranAt?.toISOString()).toBe('2026-06-16T18:00:00.000Z');
  const part = { ...depot.me, scope: { customers: { member: '', owners: [], regions: [] }, warehouses: null } };
  expect((await within((tx) => proofBoard(tx, part))).proofs.map((one) => one.key)).toEqual(['stock', 'stockBatch', 'stockCount', 'transfer']);
});
