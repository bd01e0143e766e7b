import '~/domains/product/api.server';
import '~/domains/warehouse/api.server';
import '~/domains/stockTransfer/api.server';
import '~/domains/stockCount/api.server';
import '~/domains/order/allocation/cut.server';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { batchKeeping } from '~/domains/product/batchKeeping.server';
import * as counts from '~/domains/stockCount/calls';
import * as transfers from '~/domains/stockTransfer/calls';
import { oldestFirst, shareOut } from '~/domains/warehouse/batch';
import { proveBatches } from '~/domains/warehouse/batchProof.server';
import * as calls from '~/domains/warehouse/calls';
import { moveStock } from '~/domains/warehouse/movements.server';
import { proveStock } from '~/domains/warehouse/proof.server';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { addProduct, ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { addWarehouse, as, putStock } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let from: string;
let to: string;
let productId: string;
let skuId: string;
let plainId: string;
let other: Me;

const keep = async (on: boolean) => {
  await opened.pool.query('update product set by_batch = $1 where id = $2', [on, productId]);
  await as(opened, shop.me, (tx) => batchKeeping.get()(tx, shop.me, { productId, on }));
};
beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  from = await addWarehouse(opened, shop.me);
  to = await addWarehouse(opened, shop.me, 'CK02');
  const product = await addProduct(opened, shop, 'A1');
  productId = product.id;
  skuId = product.skuIds[0] as string;
  plainId = (await addProduct(opened, shop, 'B1')).skuIds[0] as string;
  other = { ...shop.me, accountId: newId(), name: '复核员' };
});

const line = (qty: string, batchNo = '', expiresOn = '', sku = skuId) => ({ skuId: sku, unitId: shop.units.piece, qty, batchNo, expiresOn });
const form = (kind: string, lines: object[], warehouseId = from) => ({ warehouseId, kind, bizDate: '2026-06-15', lines, submit: true });
const bringIn = async (...lines: object[]) => {
  const { id } = await ask(shop.me, calls.stockInSave, form('PURCHASE', lines) as never);
  const { results } = await ask(other, calls.stockInAudit, { items: [{ id, version: 1 }] });
  if (!results[0]?.ok) throw new Error(results[0]?.message);
  return id;
};
const takeOut = async (...lines: object[]) => {
  const { id } = await ask(shop.me, calls.stockOutSave, form('USE', lines) as never);
  const { results } = await ask(other, calls.stockOutAudit, { items: [{ id, version: 1 }] });
  return { id, ...(results[0] as { ok: boolean; message: string }) };
};
const batches = async (warehouseId = from) =>
  (await ask(shop.me, calls.stockBatches, { warehouseId })).pagedRecords.map(
    (row) => `${row.batchNo || '-'} ${Number(row.onHand)}${Number(row.inTransit) ? `+${Number(row.inTransit)}` : ''}`,
  );
const prove = async () => [...(await as(opened, shop.me, (tx) => proveBatches(tx, shop.me))), ...(await as(opened, shop.me, (tx) => proveStock(tx, shop.me)))];

describe('which goes first', () => {
  test('goods without a batch, then the first to expire, then as they came; expired goods last', () => {
    const of = (batchNo: string, expiresOn: string | null) => ({ batchNo, expiresOn });
    const all = [of('late', '2027-01-01'), of('never', null), of('', null), of('gone', '2026-06-14'), of('today', '2026-06-15'), of('also', '2027-01-01')];
    expect(oldestFirst(all, '2026-06-15').map((one) => one.batchNo)).toEqual(['', 'today', 'late', 'also', 'never', 'gone']);
  });
  test('what is shared out is what was wanted, never more than a batch has', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 50n), { maxLength: 8 }), fc.bigInt(0n, 300n), (quantities, wanted) => {
        const all = quantities.map((qty, index) => ({ batchNo: `B${index}`, qty }));
        const { parts, lacking } = shareOut(all, wanted);
        const sum = parts.reduce((total, part) => total + part.qty, 0n);
        expect(sum + lacking).toBe(wanted);
        for (const part of parts) expect(part.qty > 0n && part.qty <= (all.find((one) => one.batchNo === part.batchNo)?.qty ?? 0n)).toBe(true);
        if (lacking > 0n) expect(sum).toBe(quantities.reduce((total, qty) => total + qty, 0n));
      }),
    );
  });
});

test('goods without batches leave no trace in the batches', async () => {
  await keep(true);
  await bringIn(line('5', '', '', plainId));
  await takeOut(line('2', '', '', plainId));
  expect(await batches()).toEqual([]);
  expect((await opened.pool.query('select count(*)::int as n from stock_batch_ledger')).rows[0].n).toBe(0);
});

test('what there was becomes goods without a batch, and leaves first; a batch is asked for from then on and expires on one day', async () => {
  await putStock(opened, shop.me, from, { [skuId]: '3' });
  await keep(true);
  expect((await refusalOf(bringIn(line('5')))).message).toContain('第1行：商品A1按批次管理，请填写批次号');
  await bringIn(line('5', 'N2', '2027-02-01'), line('5', 'N1', '2026-12-01'));
  expect(await batches()).toEqual(['N1 5', 'N2 5', '- 3']);
  await expect(bringIn(line('1', 'N1', '2027-01-01'))).rejects.toThrow(/批次N1的到期日已登记为2026-12-01，与填写的2027-01-01不同/);
  const out = await takeOut(line('7'));
  expect(await batches()).toEqual(['N1 1', 'N2 5']);
  expect((await refusalOf(takeOut(line('2', 'N1')))).message).toContain('批次N1在库1，需2');
  expect((await refusalOf(takeOut(line('1', 'XX')))).message).toContain('批次XX在库0，需1');
  await ask(other, calls.stockOutReverse, { id: out.id, version: 2, reason: '领错' });
  expect(await batches()).toEqual(['N1 5', 'N2 5', '- 3']);
  expect(await prove()).toEqual([]);
  await keep(false);
  expect(await batches()).toEqual([]);
  await bringIn(line('5'));
  expect(await prove()).toEqual([]);
});

test('reversing a stock-in takes its own batch out again, and says so when it is gone', async () => {
  await keep(true);
  const id = await bringIn(line('5', 'N1'));
  await bringIn(line('5', 'N2'));
  await takeOut(line('3', 'N1'));
  expect((await refusalOf(ask(other, calls.stockInReverse, { id, version: 2, reason: '错' }))).message).toContain('批次N1在库2，需5');
  expect(await batches()).toEqual(['N1 2', 'N2 5']);
});

test('batches travel with a transfer, arrive in parts, and what is lost of them comes back to the way when it is found', async () => {
  await keep(true);
  await bringIn(line('4', 'N1', '2026-12-01'), line('6', 'N2', '2027-02-01'));
  const { id } = await ask(shop.me, transfers.transferSave, {
    fromWarehouseId: from,
    toWarehouseId: to,
    bizDate: '2026-06-15',
    lines: [{ skuId, unitId: shop.units.piece, qty: '7' }],
    submit: true,
  });
  await ask(other, transfers.transferAudit, { items: [{ id, version: 1 }] });
  expect(await batches()).toEqual(['N2 3']);
  expect(await batches(to)).toEqual(['N1 0+4', 'N2 0+3']);
  const doc = await ask(shop.me, transfers.transferDetail, { id });
  await ask(shop.me, transfers.transferReceive, { id, version: doc.version, lines: [{ id: doc.lines[0]?.id ?? '', qty: '5' }], remark: '' });
  expect(await batches(to)).toEqual(['N1 4', 'N2 1+2']);
  await ask(shop.me, transfers.transferClose, { id, version: doc.version + 1, reason: '短少' });
  const { pagedRecords } = await ask(shop.me, calls.stockOutList, {});
  const loss = pagedRecords[0] as { id: string; version: number };
  await ask(other, calls.stockOutAudit, { items: [{ id: loss.id, version: loss.version }] });
  expect(await batches(to)).toEqual(['N1 4', 'N2 1']);
  expect(await prove()).toEqual([]);
  await ask(other, calls.stockOutReverse, { id: loss.id, version: loss.version + 1, reason: '找到了' });
  expect(await batches(to)).toEqual(['N1 4', 'N2 1+2']);
  expect(await prove()).toEqual([]);
});

describe('counting by batch', () => {
  const begin = async () => (await ask(shop.me, counts.countSave, { warehouseId: from, scope: 'ALL', mode: 'OPEN', start: true })).id;
  const enter = (id: string, of: Record<string, string>) =>
    ask(shop.me, counts.countEnter, { id, lines: [{ skuId, counted: '0', batches: Object.entries(of).map(([batchNo, counted]) => ({ batchNo, counted })) }] });
  const finish = async (id: string) => {
    const versionOf = async () => (await ask(shop.me, counts.countDetail, { id })).version;
    await ask(shop.me, counts.countSubmit, { id, version: await versionOf() });
    const { results } = await ask(other, counts.countPass, { items: [{ id, version: await versionOf() }] });
    return results[0];
  };
  beforeEach(async () => {
    await keep(true);
    await bringIn(line('5', 'N1', '2026-12-01'), line('5', 'N2', '2027-02-01'));
  });

  test('each batch is compared with its own book, also where they make up for each other; what moves later stays moved', async () => {
    const id = await begin();
    expect((await refusalOf(ask(shop.me, counts.countEnter, { id, lines: [{ skuId, counted: '10' }] }))).message).toMatch(/按批次管理，请逐批录入/);
    expect((await refusalOf(ask(shop.me, counts.countEnter, { id, lines: [{ skuId, counted: '1', add: true }] }))).message).toMatch(/不能逐件累加/);
    expect((await refusalOf(enter(id, { N1: '5' }))).message).toMatch(/还有批次N2没有录入，没有货请填0/);
    const { lines } = await enter(id, { N1: '3', N2: '6', N3: '1' });
    expect(lines[0]).toMatchObject({ counted: '10', book: '10', diff: '0' });
    expect(lines[0]?.batches?.map((one) => `${one.batchNo} ${one.counted} ${one.book}`)).toEqual(['N1 3 5', 'N2 6 5', 'N3 1 0']);
    await takeOut(line('1', 'N2'));
    expect(await finish(id)).toMatchObject({ ok: true });
    expect(await batches()).toEqual(['N1 3', 'N2 5', 'N3 1']);
    expect(await prove()).toEqual([]);
  });

  test('a batch gone since it was counted is named, and nothing is booked', async () => {
    const id = await begin();
    await enter(id, { N1: '1', N2: '5' });
    await takeOut(line('4', 'N1'));
    expect((await refusalOf(finish(id))).message).toContain('批次N1在库1，需4');
    expect(await batches()).toEqual(['N1 1', 'N2 5']);
    expect(await prove()).toEqual([]);
  });
});

test('any movements in any order: the batches of every place add up to its balance after each', async () => {
  await keep(true);
  const places = [from, to];
  const step = fc.record({ place: fc.nat(1), qty: fc.integer({ min: -6, max: 6 }), batch: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (all) => {
      for (const { place, qty, batch } of all) {
        const onHand = String(qty);
        const named = batch > 0 && qty !== 0 ? { batches: { parts: [{ batchNo: `B${batch}`, qty: onHand }] } } : {};
        const movement = {
          warehouseId: places[place] as string,
          skuId,
          onHand,
          bizType: 'STOCK_IN',
          bizId: newId(),
          bizLineId: newId(),
          bizNo: 'RK',
          step: 'IN',
          ...named,
        };
        await as(opened, shop.me, (tx) => moveStock(tx, shop.me, [movement])).catch((error) => {
          if (!/库存不足|批次/.test(String(error))) throw error;
        });
        expect(await prove()).toEqual([]);
      }
    }),
    { numRuns: 6 },
  );
});
