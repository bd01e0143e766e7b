import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/order/calls';
import * as dialogs from '~/domains/order/dialogCalls';
import { customerPriceSave } from '~/domains/price/calls';
import type { Me } from '~/portal/me';
import { ORDER_MANAGE, PRICE_CUSTOMER } from '~/portal/permissions';
import { NO_PERMISSION, NOT_FOUND, WARNING } from '~/shared/refusal';
import { ask, NOON, openShop, refusalOf } from '../../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../../support/database';
import { type Market, openMarket, orderOf } from '../../../support/order';

const opened = await testDatabase();
let market: Market;
/** Passes what `market.me` placed: prices by hand need a second person. */
let auditor: Me;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  const { rows } = await opened.pool.query<{ id: string }>(
    "insert into account (id, login_account, mobile, name, user_type, password_hash) values (gen_random_uuid(), 'auditor', '13811112222', '审核员', 1, 'x') returning id",
  );
  auditor = { ...market.me, accountId: rows[0]?.id ?? '' };
});

type Line = readonly [sku: number, qty: string, manualPrice: string];
async function agreed(lines: readonly Line[], change = {}) {
  const wire = orderOf(
    market,
    lines.map(([sku, qty]) => [sku, qty] as const),
    change,
  );
  wire.lines = wire.lines.map((line, index) => ({ ...line, manualPrice: lines[index]?.[2] ?? '', manualReason: lines[index]?.[2] ? '老客户议价' : '' }));
  const { id, rowVersion } = await ask(market.me, calls.orderPlace, wire);
  return ask(auditor, calls.orderAudit, { id, rowVersion });
}
const preview = (id: string, me = market.me, now = NOON) => ask(me, dialogs.orderPriceBack, { id }, now);
async function write(id: string, { skus = null as string[] | null, me = market.me, now = NOON, confirm = false } = {}) {
  const { rowVersion, lines } = await preview(id, market.me, now);
  const lineIds = lines.filter((line) => (skus ? skus.includes(line.skuCode) : true)).map((line) => line.id);
  return ask(me, dialogs.orderWritePrices, { id, rowVersion, lineIds, confirm }, now);
}
const priceNow = async (sku: number, qty = '1', now = NOON) => {
  const line = { skuId: market.skus[sku] as string, unitId: market.units.piece, qty };
  const [quote] = (await ask(market.me, calls.orderQuote, { customerId: market.customers[0], lines: [line] }, now)).lines;
  return [quote?.price, quote?.source];
};
const save = (lines: { sku: number; price: string; minQty?: string }[], validFrom: string, validTo = '') =>
  ask(market.me, customerPriceSave, {
    customerId: market.customers[0],
    validFrom,
    validTo,
    lines: lines.map(({ sku, ...line }) => ({ ...line, skuId: market.skus[sku] as string, unitId: market.units.piece })),
  });
const stored = async () =>
  (
    await opened.pool.query<{ row: string }>(
      "select s.code || ' ' || trim_scale(p.min_qty) || ' ' || trim_scale(p.price) || ' ' || p.valid_from || '~' || coalesce(p.valid_to::text, '') as row from customer_price p join sku s on s.id = p.sku_id where p.status = 'ACTIVE' order by s.code, p.min_qty, p.valid_from",
    )
  ).rows.map(({ row }) => row);

test('a price set by hand becomes the customer’s from today on; what held before keeps its days, tiers and later prices stay', async () => {
  await save([{ sku: 0, price: '9.5' }], '2026-01-01', '2026-12-31');
  await save(
    [
      { sku: 1, price: '9.8' },
      { sku: 1, price: '9', minQty: '100' },
    ],
    '2026-06-15',
  );
  await save([{ sku: 2, price: '9.9' }], '2026-08-01');
  const order = await agreed([
    [0, '5', '8.8'],
    [1, '120', '8.5'],
    [2, '3', '9.25'],
    [3, '1', ''],
  ]);
  const { lines } = await preview(order.id);
  expect(lines.map((line) => [line.skuCode, line.current?.price ?? null, line.price, line.minQty, line.validTo, line.same])).toEqual([
    ['A001', '9.50', '8.80', '0', '2026-12-31', false],
    ['B001', '9.00', '8.50', '100', null, false],
    ['C001', null, '9.25', '0', '2026-07-31', false],
  ]);
  expect(await write(order.id)).toEqual({ written: 3, change: null });
  expect(await stored()).toEqual([
    'A001 0 9.5 2026-01-01~2026-06-14',
    'A001 0 8.8 2026-06-15~2026-12-31',
    'B001 0 9.8 2026-06-15~',
    'B001 100 8.5 2026-06-15~',
    'C001 0 9.25 2026-06-15~2026-07-31',
    'C001 0 9.9 2026-08-01~',
  ]);
  expect([await priceNow(0), await priceNow(1, '120'), await priceNow(1, '5'), await priceNow(2), await priceNow(3)]).toEqual([
    ['8.80', 'CUSTOMER'],
    ['8.50', 'CUSTOMER'],
    ['9.80', 'CUSTOMER'],
    ['9.25', 'CUSTOMER'],
    ['10.00', 'LIST'],
  ]);
});

test('it is written down for the factory alone, and writes nothing a second time', async () => {
  const order = await agreed([[0, '5', '8.8']]);
  await write(order.id);
  expect((await preview(order.id)).lines[0]?.same).toBe(true);
  expect(await write(order.id)).toEqual({ written: 0, change: null });
  const events = (await ask(market.me, calls.orderDetail, { id: order.id })).events.map((event) => [event.action, event.note]);
  expect(events.filter(([action]) => action === '写入客户价')).toEqual([['写入客户价', 'A001 8.80元']]);
  const own = await ask(market.dealer(market.customers[0]), calls.myOrderDetail, { id: order.id });
  expect(own.events.map((event) => event.action)).not.toContain('写入客户价');
  const { rows } = await opened.pool.query("select action from audit_log where subject_type = 'customerPrice'");
  expect(rows).toEqual([{ action: '按订单改价' }]);
  const history = await opened.pool.query('select action, trim_scale(new_price)::text as price from customer_price_history');
  expect(history.rows).toEqual([{ action: '按订单改价', price: '8.8' }]);
});

test('below the floor it asks first; of two lines of one tier one must be chosen; nothing is half-written', async () => {
  await opened.pool.query('update sku set min_price = 9 where id = $1', [market.skus[0]]);
  const order = await agreed([
    [0, '5', '8.8'],
    [0, '6', '8.7'],
    [1, '1', '9.3'],
  ]);
  const both = await refusalOf(write(order.id, { confirm: true }));
  expect(both.message).toBe('SKU A001选了两行，同一起始数量（0）只能有一个客户价，请只选一行');
  const low = await agreed([[0, '5', '8.8']]);
  const asked = await refusalOf(write(low.id));
  expect([asked.code, asked.message]).toEqual([WARNING, 'SKU A001的成交价低于最低限价。确定仍要写入客户价吗？']);
  expect(await stored()).toEqual([]);
  await write(low.id, { confirm: true });
  await write(order.id, { skus: ['B001'] });
  expect(await stored()).toEqual(['A001 0 8.8 2026-06-15~', 'B001 0 9.3 2026-06-15~']);
});

test('only approved orders, only who may set prices and see orders; another factory’s order is unknown', async () => {
  const wire = orderOf(market, [[0, '2']]);
  wire.lines = wire.lines.map((line) => ({ ...line, manualPrice: '9', manualReason: '议价' }));
  const waiting = await ask(market.me, calls.orderPlace, wire);
  expect((await refusalOf(preview(waiting.id))).message).toContain('当前状态为“待审核”，审核通过后才能写入客户价');
  const sample = await agreed([[0, '2', '9']], { type: 'SAMPLE' });
  expect((await refusalOf(preview(sample.id))).message).toContain('样品订单');
  const plain = await agreed([[0, '2', '']]);
  expect((await refusalOf(preview(plain.id))).message).toContain('没有手工改价的商品');
  const order = await agreed([[0, '2', '9']]);
  const holding = (...codes: string[]): Me => ({ ...market.me, isAdmin: false, permissions: new Set(codes) });
  expect((await refusalOf(preview(order.id, holding(PRICE_CUSTOMER)))).code).toBe(NO_PERMISSION);
  expect((await refusalOf(preview(order.id, holding(ORDER_MANAGE)))).code).toBe(NO_PERMISSION);
  expect((await refusalOf(preview(order.id, market.dealer(market.customers[0])))).code).toBe(NO_PERMISSION);
  const { me: other } = await openShop(opened, 2n);
  expect((await refusalOf(preview(order.id, other))).code).toBe(NOT_FOUND);
  const late = await refusalOf(
    ask(market.me, dialogs.orderWritePrices, { id: order.id, rowVersion: 1, lineIds: [(await preview(order.id)).lines[0]?.id ?? ''] }),
  );
  expect(late.message).toMatch(/已被他人修改|已在您的另一个页面修改/);
  expect(await stored()).toEqual([]);
});
