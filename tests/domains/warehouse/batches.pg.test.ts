import '~/domains/product/api.server';
import '~/domains/warehouse/api.server';
import { beforeAll, expect, test } from 'vitest';
import { shipDelivery } from '~/domains/delivery/ship.server';
import * as calls from '~/domains/warehouse/calls';
import { ask, NOON } from '../../support/catalogue';
import { type Depot, deliveryOf, differences, openDepot, orderOf } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as, keptByBatch } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let depot: Depot;

beforeAll(async () => {
  depot = await openDepot(opened);
  await keptByBatch(depot);
});

interface Batch {
  batch_no: string;
  on_hand: number;
}
const batchesOf = async (skuId: string): Promise<Batch[]> =>
  (
    await opened.pool.query(
      `select s.batch_no, b.on_hand::float8 as on_hand from stock_batch_balance b join stock_batch s on s.tenant_id = b.tenant_id and s.id = b.batch_id
       where b.sku_id = $1 order by s.batch_no`,
      [skuId],
    )
  ).rows;
const sum = (rows: readonly Batch[]): number => rows.reduce((total, row) => total + row.on_hand, 0);

test('deliveries that take the same batches at once leave no batch below nothing, and what left is what was shipped', async () => {
  const skuId = depot.skus[0];
  const before = await batchesOf(skuId);
  const made = [];
  for (let n = 0; n < 8; n++) {
    const order = await orderOf(depot, [[0, '3']]);
    made.push(await deliveryOf(depot, [[order.lineIds[0] as string, '3']]));
  }
  await Promise.all(made.map((ref) => as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, ref, NOON))));
  const after = await batchesOf(skuId);
  expect(sum(before) - sum(after)).toBe(24);
  for (const row of after) expect(row.on_hand).toBeGreaterThanOrEqual(0);
  const { rows } = await opened.pool.query("select -sum(d_on_hand)::float8 as n from stock_batch_ledger where sku_id = $1 and biz_type = 'DELIVERY'", [skuId]);
  expect(rows[0].n, 'each shipment is written beside the batches it took').toBe(24);
  expect(await differences(depot)).toEqual([]);
});

test('one batch of seven, asked for by name in fours by six people at once: one gets it, the others read what is left', async () => {
  const skuId = depot.skus[1];
  const batchNo = (await batchesOf(skuId)).find((row) => row.on_hand === 7)?.batch_no ?? '';
  const other = colleagueOf(depot.me);
  const line = { skuId, unitId: depot.units.piece, qty: '4', batchNo };
  const docs = [];
  for (let n = 0; n < 6; n++)
    docs.push(
      await ask(depot.me, calls.stockOutSave, {
        warehouseId: depot.warehouseId,
        kind: 'USE',
        bizDate: '2026-06-15',
        lines: [line],
        submit: true,
      } as never),
    );
  const outcomes = await Promise.allSettled(docs.map(({ id }) => ask(other, calls.stockOutAudit, { items: [{ id, version: 1 }] })));
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []));
  expect(refusals).toHaveLength(5);
  for (const message of refusals) expect(message).toContain(`批次${batchNo}在库3，需4`);
  expect((await batchesOf(skuId)).find((row) => row.batch_no === batchNo)?.on_hand).toBe(3);
  expect(await differences(depot)).toEqual([]);
});
