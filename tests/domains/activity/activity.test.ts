import { beforeEach, expect, test } from 'vitest';
import '~/domains/activity/api.server';
import * as calls from '~/domains/activity/calls';
import { tellStarted } from '~/domains/activity/started.server';
import * as orders from '~/domains/order/calls';
import { newId } from '~/server/ids.server';
import { answerAs } from '~/server/serve.server';
import type { InputOf } from '~/shared/endpoint';
import { ask, NOON } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { approved, type Market, openMarket, orderOf, place } from '../../support/order';

const opened = await testDatabase();
let market: Market;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
});

const HOUR = 3_600_000;
const at = (shift: number) => new Date(NOON.getTime() + shift).toISOString();
type Input = InputOf<typeof calls.activitySave>;
type Item = Input['items'][number];
const discount = (item: Partial<Item> = {}, rest: Partial<Input> = {}) =>
  ask(market.me, calls.activitySave, {
    name: '双十二特惠',
    startAt: at(-HOUR),
    endAt: at(HOUR),
    items: [{ skuId: market.skus[0] as string, mode: 'RATE', value: '80', ...item }],
    ...rest,
  });
const detail = async (id: string) => ask(market.me, calls.activityDetail, { id });
const used = async () => (await opened.pool.query('select trim_scale(used)::text as used from price_limit where tenant_id = 1')).rows.map((row) => row.used);
const lineOf = async (id: string) => (await ask(market.me, orders.orderDetail, { id })).lines;

test('an order gets the activity price and takes its quota; cancel, reject, withdraw and closing free exactly what they end', async () => {
  const { id } = await discount({ totalQuota: '10' });
  const done = await approved(market, [[0, '4']]);
  expect((await lineOf(done.id)).map((line) => [line.price, line.priceSource])).toEqual([['8.00', 'ACTIVITY']]);
  expect(await used()).toEqual(['4']);
  const waiting = await place(market, [[0, '3']]);
  expect(await used()).toEqual(['7']);
  await ask(market.me, orders.orderReject, { ...waiting, reason: '不要' });
  expect(await used()).toEqual(['4']);
  const again = await ask(market.me, orders.orderSubmit, { id: waiting.id, rowVersion: waiting.rowVersion + 1 });
  expect(await used()).toEqual(['7']);
  const back = await ask(market.me, orders.orderWithdraw, { id: again.id, rowVersion: again.rowVersion });
  expect(await used()).toEqual(['4']);
  await ask(market.me, orders.orderCancel, { id: back.id, rowVersion: back.rowVersion, reason: '不要' });
  await ask(market.me, orders.orderCancel, { id: done.id, rowVersion: done.rowVersion, reason: '不要' });
  await ask(market.me, orders.orderCancel, { id: done.id, rowVersion: done.rowVersion, reason: '不要' });
  expect(await used()).toEqual(['0']);
  expect((await opened.pool.query('select count(*)::int as n from price_use')).rows[0].n).toBe(0);
  expect((await detail(id)).orderCount).toBe(0);
});

test('beyond what is left the line is refused with it, and two lines share it: the rest has the list price', async () => {
  await discount({ totalQuota: '5' });
  await expect(place(market, [[0, '8']])).rejects.toMatchObject({
    message: expect.stringContaining('限时折扣剩余量为5'),
    data: { reason: 'ACT_QUOTA', splits: { 'lines.0.qty': '5' } },
  });
  const split = await place(market, [
    [0, '5'],
    [0, '3'],
  ]);
  expect((await lineOf(split.id)).map((line) => [line.price, line.priceSource])).toEqual([
    ['8.00', 'ACTIVITY'],
    ['10.00', 'LIST'],
  ]);
  expect(await used()).toEqual(['5']);
  const { lines } = await ask(market.me, orders.orderQuote, {
    customerId: market.customers[0],
    lines: [{ skuId: market.skus[0] as string, unitId: market.units.piece, qty: '1' }],
  });
  expect(lines[0]).toMatchObject({ source: 'LIST', price: '10.00', left: null, split: null });
});

test('a quote tells what is left and where to divide, lines ahead counted', async () => {
  await discount({ totalQuota: '5' });
  const line = { skuId: market.skus[0] as string, unitId: market.units.piece };
  const quote = async (qty: string, ahead: string[] = []) =>
    (
      await ask(market.dealer(market.customers[0]), orders.myOrderQuote, {
        lines: [{ ...line, qty, ahead: ahead.map((one) => ({ unitId: market.units.piece, qty: one })) }],
      })
    ).lines[0];
  expect(await quote('3')).toMatchObject({ source: 'ACTIVITY', left: '5', split: null });
  expect(await quote('8')).toMatchObject({ source: 'LIST', split: '5' });
  expect(await quote('3', ['5'])).toMatchObject({ source: 'LIST', split: null });
  expect(await quote('3', ['4'])).toMatchObject({ split: '1' });
});

test('each customer has its own limit besides that of all', async () => {
  await discount({ totalQuota: '100', perCustomer: '6' });
  await place(market, [[0, '5']]);
  await expect(place(market, [[0, '2']])).rejects.toMatchObject({ data: { reason: 'ACT_QUOTA', splits: { 'lines.0.qty': '1' } } });
  await place(market, [[0, '6']], { customerId: market.customers[1], payMethod: 'OFFLINE' });
  expect(await used()).toEqual(['11']);
});

test('a change takes or gives back the difference; an order being changed keeps its own', async () => {
  await discount({ totalQuota: '10' });
  const done = await approved(market, [[0, '8']]);
  const [line] = await lineOf(done.id);
  const changed = async (qty: string, rowVersion: number) => {
    const asked = await ask(market.me, orders.orderChange, {
      id: done.id,
      rowVersion,
      reason: '改数量',
      lines: [{ id: line?.id as string, skuId: line?.skuId as string, unitId: line?.unitId as string, qty }],
    });
    return ask(market.me, orders.orderDecideChange, { id: done.id, rowVersion: asked.rowVersion, pass: true });
  };
  const more = await changed('10', done.rowVersion);
  expect(await used()).toEqual(['10']);
  await expect(changed('11', more.rowVersion)).rejects.toMatchObject({ data: { reason: 'ACT_QUOTA' } });
  await changed('2', more.rowVersion);
  expect(await used()).toEqual(['2']);
});

test('trap 34: one clock decides price, quota and order: the end is over to the millisecond', async () => {
  await discount({ totalQuota: '10' }, { endAt: at(0) }).catch((error: unknown) => expect(error).toMatchObject({ data: { reason: 'BAD_STATE' } }));
  await discount({ totalQuota: '10' }, { startAt: at(-HOUR), endAt: at(HOUR) });
  const placeAt = (shift: number) =>
    answerAs(market.me, orders.orderPlace, orderOf(market, [[0, '1']]), {
      now: new Date(NOON.getTime() + shift),
      address: '',
      agent: '',
      sessionHash: null,
      idempotencyKey: `clock${shift}`,
    }) as Promise<{ id: string }>;
  const sources: unknown[] = [];
  for (const shift of [-HOUR - 1, -HOUR, HOUR - 1, HOUR]) sources.push((await lineOf((await placeAt(shift)).id))[0]?.priceSource);
  expect(sources).toEqual(['LIST', 'ACTIVITY', 'ACTIVITY', 'LIST']);
  expect(await used()).toEqual(['2']);
});

test('goods are in one activity at a time, every problem of every item is named at once', async () => {
  await discount();
  await expect(
    discount(
      {},
      {
        items: [
          { skuId: market.skus[0] as string, mode: 'RATE', value: '90' },
          { skuId: market.skus[1] as string, mode: 'MINUS', value: '10' },
        ],
      },
    ),
  ).rejects.toMatchObject({ data: { fields: { 'items.0.skuId': expect.stringContaining('时间重叠'), 'items.1.value': expect.stringContaining('大于0') } } });
  await discount({}, { startAt: at(HOUR), endAt: at(2 * HOUR) });
});

test('close is the end: its price is gone, orders keep theirs; quota may only grow while it runs', async () => {
  const { id } = await discount({ totalQuota: '5' });
  const placed = await place(market, [[0, '5']]);
  const item = (await detail(id)).items[0];
  await ask(market.me, calls.activityAddQuota, { id, version: 1, itemId: item?.id as string, more: '2' });
  await place(market, [[0, '2']]);
  await ask(market.me, calls.activityClose, { id, version: 2, reason: '提前结束' });
  expect(await detail(id)).toMatchObject({ state: 'CLOSED', closeReason: '提前结束', usedPercent: 100 });
  expect((await lineOf((await place(market, [[0, '1']])).id))[0]?.priceSource).toBe('LIST');
  expect((await lineOf(placed.id))[0]?.priceSource).toBe('ACTIVITY');
  await expect(ask(market.me, calls.activityClose, { id, version: 3, reason: '再关' })).rejects.toMatchObject({ data: { reason: 'BAD_STATE' } });
});

test('only the customers it is for have it; before it starts it may be edited and deleted', async () => {
  await discount({}, { customerScope: 'CUSTOMER', customerIds: [market.customers[1]] });
  expect((await lineOf((await place(market, [[0, '1']])).id))[0]?.priceSource).toBe('LIST');
  const theirs = await place(market, [[0, '1']], { customerId: market.customers[1], payMethod: 'OFFLINE' });
  expect((await lineOf(theirs.id))[0]?.priceSource).toBe('ACTIVITY');
  const later = await discount({}, { startAt: at(2 * HOUR), endAt: at(3 * HOUR) });
  const edited = await discount({ value: '70' }, { id: later.id, version: 1, startAt: at(2 * HOUR), endAt: at(3 * HOUR) });
  expect((await detail(edited.id)).items[0]?.value).toBe('70.00');
  await ask(market.me, calls.activityDelete, { id: later.id, version: 2 });
  await expect(detail(later.id)).rejects.toMatchObject({ data: { reason: 'NOT_FOUND' } });
});

test('dealers the activity is for are told once that it began, and see its price with what is left of it for them', async () => {
  const [mine, others] = market.customers;
  for (const customerId of [mine, others]) {
    const accountId = newId();
    await opened.pool.query("insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, '经销商', 2, 'x')", [
      accountId,
      accountId.slice(-11),
    ]);
    await opened.pool.query('insert into customer_member (tenant_id, id, customer_id, account_id) values (1, $1, $2, $3)', [newId(), customerId, accountId]);
  }
  await discount({ totalQuota: '10', perCustomer: '6' }, { customerScope: 'CUSTOMER', customerIds: [mine as string] });
  expect(await tellStarted(opened, new Date(NOON.getTime() - 2 * HOUR)), 'not yet').toBe(0);
  expect(await tellStarted(opened, NOON)).toBe(1);
  expect(await tellStarted(opened, NOON), 'once').toBe(0);
  const { rows } = await opened.pool.query("select payload->'to'->>'customerId' as \"customerId\" from outbox where payload->>'kind' = 'activity.started'");
  expect(rows).toEqual([{ customerId: mine }]);

  await approved(market, [[0, '4']]);
  const prices = async (customerId: string) => (await ask(market.dealer(customerId), calls.myPrices, {})).pagedRecords;
  expect(await prices(mine as string)).toMatchObject([{ kind: 'ACTIVITY', name: '双十二特惠', listPrice: '10.00', price: '8.00', quota: '6', left: '2' }]);
  expect(await prices(others as string)).toEqual([]);
});
