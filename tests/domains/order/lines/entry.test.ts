import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/order/calls';
import { blankRow } from '~/domains/order/form/orderForm';
import type { FormRow } from '~/domains/order/form/orderForm.schema';
import { changeRows, rowNumbers, scanInto, splitRow } from '~/domains/order/lines/bulk';
import { newId } from '~/server/ids.server';
import { ask, refusalOf } from '../../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../../support/database';
import { type Market, openMarket, orderOf, place } from '../../../support/order';

const opened = await testDatabase();
let market: Market;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
});

const row = (skuId: string, qty: string, change: Partial<FormRow> = {}): FormRow => ({ ...blankRow(), skuId, skuCode: skuId, qty, ...change });

test('many rows change at once: quantities, prices off the list price, gifts; blank rows and rows not chosen stay', () => {
  const rows = [row('a', '2'), row('b', '0.5'), blankRow(), row('c', '7', { gift: true })];
  const list = () => '12.34';
  const change = (kind: Parameters<typeof changeRows>[1]['kind'], value: string, which = '') =>
    changeRows(rows, { rows: which, kind, value, reason: '议价' }, list).map(({ qty, manualPrice, gift }) => [qty, manualPrice, gift]);
  expect(change('SET', '5')).toEqual([
    ['5', '', false],
    ['5', '', false],
    ['', '', false],
    ['5', '', true],
  ]);
  expect(change('TIMES', '3', '1-2')).toEqual([
    ['6', '', false],
    ['1.5', '', false],
    ['', '', false],
    ['7', '', true],
  ]);
  expect(change('DISCOUNT', '87.5')).toEqual([
    ['2', '10.7975', false],
    ['0.5', '10.7975', false],
    ['', '', false],
    ['7', '', true],
  ]);
  expect(change('GIFT', '', '1')).toEqual([
    ['2', '', true],
    ['0.5', '', false],
    ['', '', false],
    ['7', '', true],
  ]);
  expect([...(rowNumbers('1-3，5、8', 9) ?? [])]).toEqual([0, 1, 2, 4, 7]);
  expect([rowNumbers('3-1', 9), rowNumbers('x', 9), rowNumbers('0', 9), rowNumbers('', 2)?.size]).toEqual([null, null, null, 2]);
});

test('a split keeps the sum; scanning the same goods counts up', () => {
  const parts = splitRow(row('a', '2.5', { id: 'x' }), '0.7');
  expect(parts?.map(({ id, qty }) => [id, qty])).toEqual([
    ['x', '1.8'],
    ['', '0.7'],
  ]);
  expect([splitRow(row('a', '2'), '2'), splitRow(row('a', '2'), '0'), splitRow(row('a', ''), '1')]).toEqual([null, null, null]);
  const once = scanInto([blankRow()], row('a', '1'));
  const twice = scanInto(once.rows, row('a', '1'));
  expect([once.rows.length, twice.qty, twice.rows.length]).toEqual([1, '2', 1]);
  expect(scanInto([row('a', '3', { gift: true })], row('a', '1')).rows.map((one) => one.qty)).toEqual(['3', '1']);
});

async function addProject(customerId: string, status = 'ACTIVE'): Promise<string> {
  const id = newId();
  await opened.pool.query("insert into project (tenant_id, id, code, name, customer_id, status) values (1, $1, $2, '滨江一期', $3, $4)", [
    id,
    id.slice(-8),
    customerId,
    status,
  ]);
  return id;
}

test('an order names a running project of its customer; another customer’s is as if it did not exist', async () => {
  const [own, other] = [await addProject(market.customers[0]), await addProject(market.customers[1])];
  const paused = await addProject(market.customers[0], 'PAUSED');
  const placed = await place(market, [[0, '1']], { projectId: own });
  expect(await ask(market.me, calls.orderDetail, { id: placed.id })).toMatchObject({ projectId: own, projectName: '滨江一期' });
  expect((await ask(market.me, calls.orderPage, { projectId: own })).pagedRecords.map((one) => one.projectName)).toEqual(['滨江一期']);
  expect((await refusalOf(place(market, [[0, '1']], { projectId: other }))).data.fields).toHaveProperty('projectId');
  expect((await refusalOf(place(market, [[0, '1']], { projectId: paused }))).message).toContain('已暂停');
  await opened.pool.query("update project set status = 'DONE' where id = $1", [own]);
  const again = await ask(market.me, calls.orderCopy, { id: placed.id });
  expect((await ask(market.me, calls.orderDetail, { id: again.id })).projectId).toBeNull();
});

test('often bought: favourites first, then by how often; a dealer’s own, and only what is on sale', async () => {
  const dealer = market.dealer(market.customers[0]);
  for (const [sku, qty] of [
    [0, '2'],
    [1, '3'],
    [1, '4'],
  ] as const)
    await place(market, [[sku, qty]]);
  await place(market, [[2, '1']], { customerId: market.customers[1], payMethod: 'OFFLINE' });
  const skus = async () =>
    (await ask(dealer, calls.myFrequentItems, {})).goods.map((one) => [one.skuId, one.times, one.lastQty && Number(one.lastQty), one.favourite]);
  const [a, b, , d] = market.skus as [string, string, string, string];
  expect(await skus()).toEqual([
    [b, 2, 4, false],
    [a, 1, 2, false],
  ]);
  await ask(dealer, calls.myFavourite, { skuId: d, on: true });
  await ask(dealer, calls.myFavourite, { skuId: d, on: true });
  expect(await skus()).toEqual([
    [d, 0, null, true],
    [b, 2, 4, false],
    [a, 1, 2, false],
  ]);
  expect((await ask(market.me, calls.orderFrequentItems, { customerId: market.customers[1] })).goods.map((one) => one.skuId)).toEqual([market.skus[2]]);
  await ask(dealer, calls.myFavourite, { skuId: d, on: false });
  await opened.pool.query("update product set status = 'OFF' where id = (select product_id from sku where id = $1)", [b]);
  expect((await skus()).map(([id]) => id)).toEqual([a]);
  expect((await refusalOf(ask(dealer, calls.myFavourite, { skuId: newId(), on: true }))).code).toBe('100000007');
});

test('files stay with a draft through saves that do not name them', async () => {
  const key = `${newId()}.pdf`;
  await opened.pool.query(
    "insert into stored_file (tenant_id, id, key, name, mime, size, sha256, owner_user, biz) values (1, $1, $2, '合同.pdf', 'application/pdf', 9, 'x', $3, 'ATTACHMENT')",
    [newId(), key, market.me.accountId],
  );
  const draft = await ask(market.me, calls.orderSave, { ...orderOf(market, [[0, '1']]), attachments: [{ key }] });
  const saved = await ask(market.me, calls.orderSave, { ...orderOf(market, [[0, '2']]), id: draft.id, rowVersion: draft.rowVersion });
  const count = async () =>
    (await opened.pool.query("select count(*)::int n from attachment where subject_type = 'order' and subject_id = $1", [draft.id])).rows[0].n;
  expect(await count()).toBe(1);
  await ask(market.me, calls.orderSave, { ...orderOf(market, [[0, '2']]), id: draft.id, rowVersion: saved.rowVersion, attachments: [] });
  expect(await count()).toBe(0);
});

test('printing is written down, per document and kind; a document of nobody is not', async () => {
  const { id } = await place(market, [[0, '1']]);
  const record = (docType: 'ORDER' | 'LABEL', ids: string[]) => ask(market.me, calls.printRecord, { docType, ids, paper: 'A4' });
  await record('ORDER', [id, id]);
  await record('ORDER', [id]);
  expect(await ask(market.me, calls.printCounts, { docType: 'ORDER', ids: [id] })).toEqual({ counts: { [id]: 2 } });
  expect(await ask(market.me, calls.printCounts, { docType: 'DELIVERY', ids: [id] })).toEqual({ counts: {} });
  expect((await refusalOf(record('ORDER', [newId()]))).code).toBe('100000007');
  expect((await refusalOf(record('LABEL', [id]))).code).toBe('100000007');
});
