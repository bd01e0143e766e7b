import '~/domains/priceStrategy/api.server';
import { beforeEach, describe, expect, test } from 'vitest';
import * as orders from '~/domains/order/calls';
import { customerPriceSave, priceResolve } from '~/domains/price/calls';
import * as calls from '~/domains/priceStrategy/calls';
import { tellExpiringStrategies } from '~/domains/priceStrategy/expiry.server';
import { tierWords } from '~/domains/priceStrategy/priceStrategy';
import { newId } from '~/server/ids.server';
import type { InputOf } from '~/shared/endpoint';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { configure, type Market, openMarket, orderOf, place } from '../../support/order';

const opened = await testDatabase();
let market: Market;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
});

type Wire = InputOf<typeof calls.strategySave>;
const strategy = (change: Partial<Wire> = {}): Wire => ({
  name: '全场九五折',
  customerScope: 'ALL',
  goodsScope: 'ALL',
  method: 'RATE',
  tiers: [{ minQty: '0', value: '0.95' }],
  validFrom: '2026-01-01',
  ...change,
});
const save = (change: Partial<Wire> = {}) => ask(market.me, calls.strategySave, strategy(change));
const sku = (index = 0): string => market.skus[index] as string;
const priced = async (change: { customer?: number; qty?: string; on?: string; sku?: number; unitId?: string } = {}) => {
  const { customer = 0, qty = '1', on, unitId = market.units.piece } = change;
  const asked = { customerId: market.customers[customer] as string, lines: [{ skuId: sku(change.sku), unitId, qty }], ...(on ? { on } : {}) };
  return (await ask(market.me, priceResolve, asked)).lines[0];
};
const policy = async (change: object) => {
  const { policy: now, version } = await ask(market.me, calls.pricePolicyRead, {});
  await ask(market.me, calls.pricePolicySave, { policy: { ...now, ...change } as never, version });
};
const list = async () => (await ask(market.me, calls.strategyList, {})).pagedRecords;

describe('scopes', () => {
  test('each scope of goods and customers reaches exactly its own, the more particular first', async () => {
    const { rows } = await opened.pool.query('select product_id, category_id from sku join product on product.id = product_id where sku.id = $1', [sku()]);
    const [{ product_id: productId, category_id: categoryId }] = rows as [{ product_id: string; category_id: string }];
    const levelId = newId();
    await opened.pool.query("insert into dict_item (tenant_id, id, category, code, name) values (1, $1, 'customer_level', 'L1', '一级')", [levelId]);
    await opened.pool.query("update customer set level_id = $1, province = '浙江省', city = '杭州市' where id = $2", [levelId, market.customers[0]]);
    await opened.pool.query("update product set brand = '立邦' where id = $1", [productId]);
    const steps: [Partial<Wire>, string][] = [
      [{}, '9.90'],
      [{ customerScope: 'REGION', buyers: ['浙江省杭州市'] }, '9.80'],
      [{ customerScope: 'LEVEL', buyers: [levelId] }, '9.70'],
      [{ customerScope: 'CUSTOMER', buyers: [market.customers[0] as string] }, '9.60'],
      [{ goodsScope: 'BRAND', goods: ['立邦'] }, '9.50'],
      [{ goodsScope: 'CATEGORY', goods: [categoryId] }, '9.40'],
      [{ goodsScope: 'PRODUCT', goods: [productId] }, '9.30'],
      [{ goodsScope: 'SKU', goods: [sku()] }, '9.20'],
    ];
    for (const [change, price] of steps) {
      await save({ ...change, tiers: [{ value: `0.${price.replace('.', '')}` }] });
      expect(await priced()).toMatchObject({ price, source: 'STRATEGY' });
    }
    expect(await priced({ customer: 1 })).toMatchObject({ price: '9.20' });
    expect(await priced({ customer: 1, sku: 1 })).toMatchObject({ price: '9.40' });
  });

  test('a deeper category comes before the one it lies in', async () => {
    const { rows } = await opened.pool.query('select category_id, product.id from sku join product on product.id = product_id where sku.id = $1', [sku()]);
    const { category_id: top, id } = rows[0] as { category_id: string; id: string };
    const below = newId();
    await opened.pool.query("insert into category (tenant_id, id, parent_id, code, name, level, path) values (1, $1, $2, 'X2', '外墙', 2, $3)", [
      below,
      top,
      `/${top}/${below}/`,
    ]);
    await opened.pool.query('update product set category_id = $1 where id = $2', [below, id]);
    await save({ goodsScope: 'CATEGORY', goods: [below], tiers: [{ value: '0.9' }] });
    await save({ goodsScope: 'CATEGORY', goods: [top], tiers: [{ value: '0.5' }] });
    expect(await priced()).toMatchObject({ price: '9.00' });
  });

  test('what is chosen must exist and be chosen', async () => {
    expect((await refusalOf(save({ customerScope: 'CUSTOMER', buyers: [newId()] }))).data.fields).toEqual({
      buyers: '指定客户中有1项不存在或无该数据权限，请重新选择',
    });
    expect((await refusalOf(save({ goodsScope: 'SKU', goods: [] }))).data.fields).toEqual({ goods: '请选择指定SKU' });
  });
});

describe('days, tiers and rounding', () => {
  test('both ends are inside, tiers count base units', async () => {
    await save({ validFrom: '2026-06-10', validTo: '2026-06-20', tiers: [{ minQty: '24', value: '0.9' }, { value: '0.95' }] });
    expect((await priced({ on: '2026-06-09' }))?.source).toBe('LIST');
    expect((await priced({ on: '2026-06-10' }))?.price).toBe('9.50');
    expect((await priced({ on: '2026-06-20' }))?.price).toBe('9.50');
    expect((await priced({ on: '2026-06-21' }))?.source).toBe('LIST');
    expect((await priced({ qty: '23' }))?.price).toBe('9.50');
    expect((await priced({ qty: '24' }))?.price).toBe('9.00');
    expect((await priced({ qty: '2', unitId: market.units.box }))?.price).toBe('108.00');
  });

  test('a rate keeps six decimals in the database and rounds only at the end', async () => {
    const { id } = await save({ tiers: [{ value: '0.123457' }], roundTo: '' });
    expect((await priced())?.price).toBe('1.23457');
    const detail = await ask(market.me, calls.strategyDetail, { id });
    await save({ ...strategy({ tiers: [{ value: '0.123457' }], roundTo: '0.1' }), id, version: detail.version });
    expect((await priced())?.price).toBe('1.20');
  });

  test('absurd figures and repeated tiers are refused beside their cell', async () => {
    const refusal = await refusalOf(save({ tiers: [{ value: '0' }, { minQty: '5', value: '11' }, { minQty: '5.0', value: '1' }], validTo: '2025-01-01' }));
    expect(refusal.data.fields).toMatchObject({
      validTo: '失效日期不能早于生效日期',
      'tiers.0.value': '折扣率必须大于0',
      'tiers.1.value': '折扣率不能超过1000%',
      'tiers.2.minQty': '与第2档的起始数量相同',
    });
  });
});

describe('priority', () => {
  test('new ones come last; a move makes room and stays a permutation', async () => {
    for (const name of ['甲', '乙', '丙', '丁']) await save({ name, tiers: [{ value: name === '甲' ? '0.9' : '0.8' }] });
    const order = async () => (await list()).map((row) => row.name).join('');
    const moved = async (name: string, to: InputOf<typeof calls.strategyMove>['to'], at = '') => {
      const rows = await list();
      const find = (wanted: string) => rows.find((row) => row.name === wanted);
      const row = find(name) as NonNullable<ReturnType<typeof find>>;
      await ask(market.me, calls.strategyMove, { id: row.id, version: row.version, to, placeOf: find(at)?.id ?? '' });
      return order();
    };
    expect(await order()).toBe('甲乙丙丁');
    expect((await priced())?.price).toBe('9.00');
    expect(await moved('丁', 'PLACE', '乙')).toBe('甲丁乙丙');
    expect(await moved('甲', 'PLACE', '乙')).toBe('丁乙甲丙');
    expect((await priced())?.price).toBe('8.00');
    expect(await moved('丁', 'UP')).toBe('丁乙甲丙');
    expect(await moved('丁', 'DOWN')).toBe('乙丁甲丙');
    expect(await moved('丙', 'FIRST')).toBe('丙乙丁甲');
    expect(await moved('丙', 'LAST')).toBe('乙丁甲丙');
    expect((await list()).map((row) => row.priority)).toEqual([1, 2, 3, 4]);
  });

  test('a version that moved on is refused, the log tells what changed in words', async () => {
    const { id } = await save();
    const edit = (change: Partial<Wire>, version = 1) => ask(market.me, calls.strategySave, { ...strategy(change), id, version });
    await edit({ name: '改名', tiers: [{ value: '0.9' }] });
    expect((await refusalOf(edit({ name: '晚了' }))).data.reason).toBe('VERSION');
    const { log } = await ask(market.me, calls.strategyDetail, { id });
    expect(log[0]?.action).toBe('编辑');
    expect(new Set(log[0]?.changes)).toEqual(new Set(['策略名称：全场九五折 → 改名', '阶梯：标准价的95% → 标准价的90%']));
  });
});

test('whoever may not see prices sees none of a strategy’s', async () => {
  const { id } = await save({ method: 'FIXED', tiers: [{ minQty: '0', value: '12.5' }] });
  await save({ name: '满百九折', tiers: [{ minQty: '100', value: '0.9' }] });
  const veiled = { ...market.me, hidden: ['amount'] };
  const rows = (await ask(veiled, calls.strategyList, {})).pagedRecords;
  expect([...rows, await ask(veiled, calls.strategyDetail, { id })].flatMap((row) => row.tiers.map(({ value }) => value))).toEqual(['***', '***', '***']);
  expect(rows.map((row) => tierWords(row.method, row.tiers)).sort()).toEqual(['***元', '满100：标准价的***%']);
  expect((await list()).flatMap((row) => row.tiers.map(({ value }) => value)).sort()).toEqual(['0.90', '12.50']);
});

describe('layers', () => {
  test('customer prices come before strategies, strategies before the list, and the configured order changes that', async () => {
    await save();
    await ask(market.me, customerPriceSave, {
      customerId: market.customers[0] as string,
      validFrom: '2026-01-01',
      lines: [{ skuId: sku(), unitId: market.units.piece, price: '9.9' }],
    });
    expect(await priced()).toMatchObject({ price: '9.90', source: 'CUSTOMER' });
    await policy({ order: ['STRATEGY', 'CUSTOMER', 'LIST'] });
    expect(await priced()).toMatchObject({ price: '9.50', source: 'STRATEGY' });
    await policy({ order: ['LIST'] });
    expect(await priced()).toMatchObject({ price: '10.00', source: 'LIST' });
    expect((await refusalOf(policy({ order: ['LIST', 'STRATEGY'] }))).message).toContain('标准价只能排在最后');
  });

  test('disabled, it no longer prices; orders placed keep their price', async () => {
    const { id } = await save();
    const placed = await place(market, [[0, '2']]);
    await ask(market.me, calls.strategySwitch, { rows: [{ id, version: 1 }], on: false });
    expect((await priced())?.source).toBe('LIST');
    const order = await ask(market.me, orders.orderDetail, { id: placed.id });
    expect(order.lines[0]).toMatchObject({ price: '9.50', priceSource: 'STRATEGY', amount: '19.00' });
    expect((await list())[0]).toMatchObject({ hits: 1, state: 'DISABLED' });
  });
});

describe('the simulator', () => {
  test('gives the price an order gets, with every candidate and why not', async () => {
    await save({ name: '给别人', customerScope: 'CUSTOMER', buyers: [market.customers[1] as string], tiers: [{ value: '0.5' }] });
    await save({ name: '还没到', validFrom: '2026-12-01', tiers: [{ value: '0.6' }] });
    await save({ name: '阶梯', tiers: [{ value: '0.95' }, { minQty: '100', value: '0.9' }] });
    const asked = { customerId: market.customers[0] as string, skuId: sku(), qty: '10' };
    const found = await ask(market.me, calls.priceSimulate, asked);
    expect(found).toMatchObject({ price: '9.50', source: 'STRATEGY', unitName: '个', listPrice: '10.00' });
    expect(found.rows.map((row) => [row.name.split(' ')[1] ?? row.layer, row.hit, row.reason])).toEqual([
      ['阶梯', true, '采用价格策略'],
      ['LIST', false, '优先级低于价格策略'],
      ['给别人', false, '不适用该客户'],
      ['阶梯', false, '未达到起始数量100'],
      ['还没到', false, '2026-12-01起才生效'],
    ]);
    expect((await priced({ qty: '10' }))?.price).toBe(found.price);
    expect((await ask(market.me, calls.priceSimulate, { ...asked, at: '2026-12-01 00:00' })).price).toBe('6.00');
    expect((await ask(market.me, calls.priceSimulate, { ...asked, at: '2026-11-30 23:59' })).price).toBe('9.50');
    expect((await refusalOf(ask(market.me, calls.priceSimulate, { ...asked, at: '2026-13-01' }))).message).toContain('没有“2026-13-01”这个时间');
  });

  test('dealers may not ask it, and learn nothing of strategies but their price', async () => {
    await save({ name: '内部代号', tiers: [{ value: '0.9' }] });
    await opened.pool.query('update sku set min_price = 9.5 where tenant_id = 1');
    const dealer = market.dealer(market.customers[0] as string);
    await refusalOf(ask(dealer, calls.priceSimulate, { customerId: market.customers[0] as string, skuId: sku() }));
    const lines = [{ skuId: sku(), unitId: market.units.piece, qty: '1' }];
    const shown = await ask(dealer, priceResolve, { lines });
    expect(shown.lines[0]).toMatchObject({ price: '9.00', source: 'STRATEGY', sourceId: null, minPrice: null, belowFloor: false });
    expect(JSON.stringify(shown)).not.toMatch(/内部代号|CL2026|9\.50/);
    const placed = await ask(dealer, orders.myOrderPlace, orderOf(market, [[0, '1']]));
    const own = JSON.stringify(await ask(dealer, orders.myOrderDetail, { id: placed.id }));
    expect(own).toContain('9.00');
    expect(own).not.toMatch(/内部代号|CL2026/);
    const quoted = JSON.stringify(await ask(dealer, orders.myOrderQuote, { lines }));
    expect(quoted).not.toMatch(/内部代号|CL2026|minPrice/);
  });
});

describe('what may pass', () => {
  const byHand = (manualPrice: string) =>
    ask(
      market.me,
      orders.orderPlace,
      orderOf(market, [], { lines: [{ skuId: sku(), unitId: market.units.piece, qty: '1', manualPrice, manualReason: '样板' }] }),
    );

  test('prices by hand: forbidden, with a reason, or only past a person', async () => {
    await configure(market, { auditMode: 'AUTO' });
    expect((await byHand('9')).status).toBe('PENDING_DELIVERY');
    await policy({ manualPrice: 'NEED_AUDIT' });
    expect((await byHand('9')).status).toBe('PENDING_AUDIT');
    expect((await place(market, [[0, '1']])).status).toBe('PENDING_DELIVERY');
    await policy({ manualPrice: 'OFF' });
    expect((await refusalOf(byHand('9'))).message).toContain('不允许手工改价');
  });

  test('zero is a price only where the policy says so', async () => {
    await save({ method: 'MINUS', tiers: [{ value: '10' }] });
    expect((await priced())?.source).toBe('LIST');
    expect((await refusalOf(byHand('0'))).message).toContain('不能为0');
    await policy({ allowZero: true });
    expect(await priced()).toMatchObject({ price: '0.00', source: 'STRATEGY' });
  });

  test('below the floor a strategy passes, is asked about or is stopped', async () => {
    await save({ tiers: [{ value: '0.5' }] });
    await opened.pool.query('update sku set min_price = 8 where tenant_id = 1');
    await configure(market, { auditMode: 'AUTO' });
    expect((await place(market, [[0, '1']])).status).toBe('PENDING_DELIVERY');
    await policy({ floorMode: 'BLOCK' });
    expect((await place(market, [[0, '1']])).status).toBe('PENDING_AUDIT');
    await policy({ floorMode: 'OFF' });
    expect((await place(market, [[0, '1']])).status).toBe('PENDING_DELIVERY');
  });
});

test('whoever keeps strategies hears once of those that end within a week', async () => {
  await save({ name: '快到期', validTo: '2026-06-20' });
  await save({ name: '还早', validTo: '2026-07-20' });
  const run = (day: string) => tellExpiringStrategies(opened, new Date(`${day}T00:00:00Z`));
  expect([await run('2026-06-15'), await run('2026-06-16')]).toEqual([1, 0]);
});

test('a tenant sees and moves its own strategies alone', async () => {
  const { id } = await save();
  await opened.pool.query("insert into tenant (id, code, name, short_name, apps) values (2, 'T2', '厂家2', '厂家2', '{order}')");
  const other = { ...market.me, tenantId: 2n };
  expect((await ask(other, calls.strategyList, {})).totalCount).toBe(0);
  expect((await refusalOf(ask(other, calls.strategyMove, { id, version: 1, to: 'UP' }))).data.reason).toBe('NOT_FOUND');
});
