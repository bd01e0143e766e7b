import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/delivery/calls';
import '~/domains/delivery/api.server';
import { proveBatches } from '~/domains/warehouse/batchProof.server';
import { ask, refusalOf } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { type Depot, deliveryOf, openDepot, orderOf } from '../../support/delivery';
import { as, keptByBatch, putFunds } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
beforeAll(async () => {
  depot = await openDepot(opened);
  await putFunds(opened, depot.me, depot.customers[0], 10_000_000n);
  await keptByBatch(depot);
});
const picks = async (id: string) => (await ask(depot.me, calls.deliveryPicks, { id })).lines;
const taken = async (id: string) => (await picks(id))[0]?.batches.flatMap((one) => (Number(one.take) ? [`${one.batchNo || '-'} ${Number(one.take)}`] : []));
const moved = async (id: string) => {
  const { rows } = await opened.pool.query(
    'select t.batch_no, l.step, l.d_on_hand::float8 as n from stock_batch_ledger l join stock_batch t on t.id = l.batch_id where l.biz_id = $1 order by l.id',
    [id],
  );
  return rows.map((row) => `${row.step} ${row.batch_no || '-'} ${row.n}`);
};

test('the oldest are suggested and taken; somebody may say which, exactly as many as go out; a reversal brings the same back', async () => {
  const order = await orderOf(depot, [[0, '8']], { payMethod: 'BALANCE' });
  const delivery = await deliveryOf(depot, [[order.lineIds[0] as string, '8']]);
  const [line] = await picks(delivery.id);
  expect(line).toMatchObject({ chosen: false });
  const unmarked = await taken(delivery.id);
  expect(unmarked?.[0]).toMatch(/^- 8/);
  const batch = line?.batches.find((one) => one.batchNo.endsWith('B'))?.batchNo ?? '';
  const wish = (qty: string, batchNo = batch, version = delivery.version) =>
    ask(depot.me, calls.savePicks, { id: delivery.id, version, lineId: line?.id ?? '', batches: [{ batchNo, qty }] });
  expect((await refusalOf(wish('7'))).message).toMatch(/指定的批次合计7.*应等于本次的8/);
  expect((await refusalOf(wish('8', 'XX'))).message).toMatch(/批次XX在库0/);
  const { version } = await wish('8');
  expect(await taken(delivery.id)).toEqual([`${batch} 8`]);
  const shipped = await ask(depot.me, calls.shipDelivery, { id: delivery.id, version });
  expect(await moved(delivery.id)).toEqual([`SHIP ${batch} -8`]);
  await ask(depot.me, calls.reverseDelivery, { id: delivery.id, version: shipped.version, reason: '发错' });
  expect(await moved(delivery.id)).toEqual([`SHIP ${batch} -8`, `REVERSE ${batch} 8`]);
  expect(await as(opened, depot.me, (tx) => proveBatches(tx, depot.me))).toEqual([]);
});
