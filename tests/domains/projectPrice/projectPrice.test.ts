import { beforeEach, expect, test } from 'vitest';
import * as orders from '~/domains/order/calls';
import { followReturns } from '~/domains/order/uses/uses.server';
import '~/domains/project/api.server';
import * as projects from '~/domains/project/calls';
import '~/domains/projectPrice/api.server';
import * as calls from '~/domains/projectPrice/calls';
import { tellExpiringSheets } from '~/domains/projectPrice/expiry.server';
import type { Me } from '~/portal/me';
import type { InputOf } from '~/shared/endpoint';
import { makeMember } from '../../support/app';
import { ask, NOON } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { approved, type Market, openMarket, place } from '../../support/order';
import { as } from '../../support/stock';

const opened = await testDatabase();
let market: Market;
let boss: Me;
let projectId: string;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  market.me = (await makeMember(1n, '价格员', 'admin')).me;
  boss = (await makeMember(1n, '主管', 'admin')).me;
  projectId = (await ask(market.me, projects.projectCreate, { name: '西溪云庐', customerId: market.customers[0], attachments: [] })).id;
});

type Input = InputOf<typeof calls.projectPriceSave>;
type Line = Input['lines'][number];
const line = (sku = 0, change: Partial<Line> = {}): Line => ({
  skuId: market.skus[sku] as string,
  unitId: market.units.piece,
  price: '7',
  capQty: '10',
  ...change,
});
const save = (change: Partial<Input> = {}) =>
  ask(market.me, calls.projectPriceSave, { projectId, validFrom: '2026-06-01', validTo: '2026-06-30', lines: [line()], submit: true, ...change });
const decide = (ref: { id: string; version: number }, pass = true) =>
  ask(boss, calls.projectPriceDecide, { id: ref.id, version: ref.version, pass, opinion: pass ? '' : '太低' });
const active = async (change: Partial<Input> = {}) => decide(await save(change));
const detail = (id: string) => ask(market.me, calls.projectPriceDetail, { id });
const linesOf = async (id: string) => (await ask(market.me, orders.orderDetail, { id })).lines.map((one) => [one.price, one.priceSource]);
const used = async () =>
  (await opened.pool.query('select trim_scale(used)::text as used from price_limit where tenant_id = 1 order by id')).rows.map((row) => row.used);

test('a sheet holds once it is approved, by somebody else, for orders of its project alone', async () => {
  const sheet = await save();
  expect((await linesOf((await place(market, [[0, '1']], { projectId })).id))[0]).toEqual(['10.00', 'LIST']);
  await expect(ask(market.me, calls.projectPriceDecide, { ...sheet, pass: true })).rejects.toMatchObject({ data: { reason: 'SAME_PERSON' } });
  await decide(sheet);
  expect(await detail(sheet.id)).toMatchObject({ state: 'ACTIVE', approver: '主管', lines: [{ capQty: '10', used: '0' }] });
  expect((await linesOf((await place(market, [[0, '1']], { projectId })).id))[0]).toEqual(['7.00', 'PROJECT']);
  expect((await linesOf((await place(market, [[0, '1']])).id))[0]).toEqual(['10.00', 'LIST']);
  expect(await used()).toEqual(['1']);
});

test('beyond its cap a line is refused with what is left; divided, the rest has the next price', async () => {
  await active();
  await place(market, [[0, '6']], { projectId });
  await expect(place(market, [[0, '5']], { projectId })).rejects.toMatchObject({
    message: expect.stringContaining('工程价剩余量为4'),
    data: { reason: 'PROJECT_CAP', splits: { 'lines.0.qty': '4' } },
  });
  const split = await place(
    market,
    [
      [0, '4'],
      [0, '1'],
    ],
    { projectId },
  );
  expect(await linesOf(split.id)).toEqual([
    ['7.00', 'PROJECT'],
    ['10.00', 'LIST'],
  ]);
  expect(await used()).toEqual(['10']);
});

test('closing a line and goods that come back free their part of the cap', async () => {
  await active();
  const done = await approved(
    market,
    [
      [0, '8'],
      [1, '1'],
    ],
    { projectId },
  );
  await opened.pool.query('update order_line set shipped = 3, signed = 3 where order_id = $1 and line_no = 1', [done.id]);
  await opened.pool.query("update sales_order set status = 'PARTIAL_DELIVERED' where id = $1", [done.id]);
  const [first] = (await ask(market.me, orders.orderDetail, { id: done.id })).lines;
  await ask(market.me, orders.orderClose, { id: done.id, rowVersion: done.rowVersion, reason: '不要了', lineIds: [first?.id as string] });
  expect(await used()).toEqual(['3']);
  await opened.pool.query('update order_line set returned = 2 where id = $1', [first?.id]);
  await as(opened, market.me, (tx) => followReturns(tx, market.me, [done.id], NOON));
  await as(opened, market.me, (tx) => followReturns(tx, market.me, [done.id], NOON));
  expect(await used()).toEqual(['1']);
});

test('a change waits in a version of its own with what differs; passed it holds, and the cap never falls below what was used', async () => {
  const sheet = await active();
  await place(market, [[0, '6']], { projectId });
  const asked = await save({ id: sheet.id, version: sheet.version, lines: [line(0, { price: '6', capQty: '20' }), line(1)] });
  const waiting = await detail(sheet.id);
  expect(waiting).toMatchObject({ state: 'ACTIVE', changing: true, lineCount: 1 });
  expect(waiting.versions[0]?.changes.map((one) => [one.before, one.after])).toEqual([
    ['7.00元/个，上限10个', '6.00元/个，上限20个'],
    ['', '7.00元/个，上限10个'],
  ]);
  const now = await decide(asked);
  expect((await detail(sheet.id)).lines.map((one) => [one.price, one.capQty, one.used])).toEqual([
    ['6.00', '20', '6'],
    ['7.00', '10', '0'],
  ]);
  const lower = await save({ id: sheet.id, version: now.version, lines: [line(0, { capQty: '5' })] });
  await expect(decide(lower)).rejects.toMatchObject({ data: { reason: 'PROJECT_CAP' } });
  const back = await ask(market.me, calls.projectPriceWithdraw, { id: lower.id, version: lower.version, reason: '填错' });
  const gone = await decide(await save({ id: sheet.id, version: back.version, lines: [line(1)] }));
  expect((await detail(gone.id)).lines.map((one) => [one.status, one.used])).toEqual([
    ['ACTIVE', '0'],
    ['DISABLED', '6'],
  ]);
});

test('rejected and withdrawn sheets never hold; a draft may be edited, submitted again and deleted', async () => {
  const rejected = await decide(await save(), false);
  expect(await detail(rejected.id)).toMatchObject({ state: 'REJECTED', stateReason: '太低' });
  const again = await ask(market.me, calls.projectPriceSubmit, { id: rejected.id, version: rejected.version });
  const draft = await ask(market.me, calls.projectPriceWithdraw, { id: again.id, version: again.version, reason: '再想想' });
  expect((await detail(draft.id)).state).toBe('DRAFT');
  await ask(market.me, calls.projectPriceDelete, { id: draft.id, version: draft.version });
  expect(await used()).toEqual([]);
});

test('days of the same goods in one project never overlap; other days may follow', async () => {
  await active();
  await expect(save({ validFrom: '2026-06-30', validTo: '2026-07-31' })).rejects.toMatchObject({ data: { reason: 'PRICE_OVERLAP' } });
  const next = await save({ validFrom: '2026-07-01', validTo: '2026-07-31' });
  const rival = await save({ validFrom: '2026-07-15', validTo: '2026-08-31' });
  await decide(next);
  await expect(decide(rival)).rejects.toMatchObject({ data: { reason: 'PRICE_OVERLAP' } });
});

test('trap 14: the first and the last Shanghai day are in, the instants beside them out', async () => {
  await active({ validFrom: '2026-06-15', validTo: '2026-06-15' });
  const price = async (now: string) => {
    const { answerAs } = await import('~/server/serve.server');
    const answer = (await answerAs(
      market.me,
      orders.orderQuote,
      { customerId: market.customers[0], projectId, lines: [{ skuId: market.skus[0] as string, unitId: market.units.piece, qty: '1' }] },
      { now: new Date(now), address: '', agent: '', sessionHash: null, idempotencyKey: null },
    )) as { lines: { source: string }[] };
    return answer.lines[0]?.source;
  };
  expect(await price('2026-06-14T15:59:59.999Z')).toBe('LIST');
  expect(await price('2026-06-14T16:00:00.000Z')).toBe('PROJECT');
  expect(await price('2026-06-15T15:59:59.999Z')).toBe('PROJECT');
  expect(await price('2026-06-15T16:00:00.000Z')).toBe('LIST');
});

test('disabled it is gone, extended it goes on after approval; whoever keeps prices hears once before the end', async () => {
  const sheet = await active({ validTo: '2026-06-20' });
  expect(await tellExpiringSheets(opened, NOON)).toBe(1);
  expect(await tellExpiringSheets(opened, NOON)).toBe(0);
  const asked = await ask(market.me, calls.projectPriceExtend, {
    items: [{ id: sheet.id, version: sheet.version }],
    validTo: '2026-06-22',
    reason: '工期延长',
  });
  expect(asked.results).toMatchObject([{ ok: true }]);
  const waiting = await detail(sheet.id);
  const now = await decide(waiting);
  expect((await detail(sheet.id)).validTo).toBe('2026-06-22');
  expect(await tellExpiringSheets(opened, NOON)).toBe(1);
  await ask(market.me, calls.projectPriceDisable, { items: [{ id: sheet.id, version: now.version }], reason: '终止' });
  expect((await linesOf((await place(market, [[0, '1']], { projectId })).id))[0]).toEqual(['10.00', 'LIST']);
});
