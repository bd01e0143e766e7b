import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/delivery/api.server';
import '~/domains/insight/api.server';
import '~/domains/order/api.server';
import '~/domains/warehouse/api.server';
import * as delivery from '~/domains/delivery/calls';
import * as calls from '~/domains/insight/calls';
import * as orders from '~/domains/order/calls';
import { stockList } from '~/domains/warehouse/calls';
import type { Me } from '~/portal/me';
import { DELIVER_MANAGE, FUND_MANAGE, ORDER_AUDIT, ORDER_MANAGE, STOCK_MANAGE } from '~/portal/permissions';
import { ask, NOON, openShop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, deliveryOf, openDepot, orderOf, shipped } from '../../support/delivery';

let depot: Depot;
beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(await testDatabase(), 1n, { allowShort: true });
});

const withCodes = (...codes: string[]): Me => ({ ...depot.me, isAdmin: false, permissions: new Set(codes) });
const todos = async (me: Me) => Object.fromEntries((await ask(me, calls.workbench, {})).todos.map((one) => [one.key, one.count]));
const queryOf = (href: string) => Object.fromEntries(new URL(href, 'http://portal').searchParams);

describe('what waits', () => {
  it('counts what the lists behind it show', async () => {
    await orderOf(depot, [[0, '10']]);
    const partly = await orderOf(depot, [
      [1, '10'],
      [2, '2000'],
    ]);
    await shipped(depot, [[partly.lineIds[0] as string, '4']]);
    const waiting = await orderOf(depot, [[0, '5']]);
    await deliveryOf(depot, [[waiting.lineIds[0] as string, '5']]);
    await depot.opened.pool.query('update sku set safety_low = 990 where id = any($1)', [depot.skus.slice(0, 2)]);
    await depot.opened.pool.query("update sales_order set status = 'PENDING_AUDIT' where id = $1", [(await orderOf(depot, [[0, '1']])).id]);
    const { todos: shown } = await ask(depot.me, calls.workbench, {});
    const lists: Record<string, (query: Record<string, string>) => Promise<{ totalCount: number }>> = {
      audit: (query) => ask(depot.me, orders.orderPage, query),
      short: (query) => ask(depot.me, orders.orderPage, query),
      deliver: (query) => ask(depot.me, delivery.toDeliverList, query),
      stock: (query) => ask(depot.me, stockList, query),
    };
    for (const [key, list] of Object.entries(lists)) {
      const todo = shown.find((one) => one.key === key);
      expect(todo?.count, key).toBeGreaterThan(0);
      expect(todo?.count, key).toBe((await list(queryOf(todo?.href ?? ''))).totalCount);
    }
  });

  it('shows each person only what they may see', async () => {
    expect(Object.keys(await todos(withCodes(ORDER_MANAGE)))).toEqual(['mine', 'short']);
    expect(Object.keys(await todos(withCodes(ORDER_MANAGE, ORDER_AUDIT)))).toEqual(['audit', 'mine', 'short']);
    expect(Object.keys(await todos(withCodes(DELIVER_MANAGE, STOCK_MANAGE)))).toEqual(['deliver', 'stock']);
    expect(Object.keys(await todos(withCodes(FUND_MANAGE)))).toEqual(['enter']);
    const { turnover } = await ask(withCodes(ORDER_MANAGE), calls.workbench, {});
    expect([turnover.ordered === null, turnover.shipped, turnover.received]).toEqual([false, null, null]);
  });

  it('counts a dealer’s own orders only', async () => {
    const own = await orderOf(depot, [[0, '10']]);
    await orderOf(depot, [[0, '10']], { customerId: depot.customers[1] });
    await shipped(depot, [[own.lineIds[0] as string, '10']]);
    const home = await ask(depot.dealer(depot.customers[0]), calls.home, {});
    expect(home.todos.find((one) => one.key === 'receive')).toMatchObject({ title: '待收货', count: 1 });
    const other = await ask(depot.dealer(depot.customers[1]), calls.home, {});
    expect(other.todos.find((one) => one.key === 'receive')?.count).toBe(0);
    expect(home.shortcuts.every((link) => link.href.includes('/dealer/'))).toBe(true);
  });

  it('is empty where the tenant has the module switched off', async () => {
    await orderOf(depot, [[0, '10']]);
    const off = { ...depot.me, apps: [] };
    expect((await ask(off, calls.home, {})).todos).toEqual([]);
    expect((await ask(off, calls.workbench, {})).turnover).toEqual({ ordered: null, shipped: null, received: null });
  });
});

describe('turnover', () => {
  it('counts by Shanghai day and month', async () => {
    const yesterday = new Date('2026-06-14T15:59:59.999Z');
    const today = new Date('2026-06-14T16:00:00Z');
    const lastMonth = new Date('2026-05-31T15:59:59Z');
    for (const at of [lastMonth, yesterday, today]) await orderOf(depot, [[0, '10']], {}, at);
    const order = await orderOf(depot, [[1, '3']], {}, today);
    await shipped(depot, [[order.lineIds[0] as string, '3']], NOON);
    const { turnover } = await ask(depot.me, calls.workbench, {}, NOON);
    expect(turnover.ordered).toEqual({ today: '130.00', month: '230.00' });
    expect(turnover.shipped).toEqual({ today: '30.00', month: '30.00' });
    expect(turnover.received).toEqual({ today: '0.00', month: '0.00' });
  });
});

describe('the guide', () => {
  it('ticks what is really there, of this tenant', async () => {
    const done = async (me: Me) => (await ask(me, calls.guide, {})).steps.filter((step) => step.done).map((step) => step.key);
    expect(await done(depot.me)).toEqual(['warehouse', 'product', 'price', 'customer', 'stock']);
    await orderOf(depot, [[0, '10']]);
    expect(await done(depot.me)).toContain('order');
    const empty = await openShop(depot.opened, 2n);
    expect(await done(empty.me)).toEqual(['customer']);
  });

  it('stands on the home page of administrators until it is done or they close it, and can be brought back', async () => {
    const shown = async (me: Me) => (await ask(me, calls.home, {})).steps.length;
    const memberId = depot.me.memberId as string;
    await depot.opened.pool.query('insert into member (tenant_id, id, account_id, name, is_admin) values (1, $1, $2, $3, true)', [
      memberId,
      depot.me.accountId,
      '测试员',
    ]);
    expect([await shown(depot.me), await shown(withCodes(STOCK_MANAGE)), await shown({ ...depot.me, apps: [] })]).toEqual([6, 0, 0]);
    expect((await ask(depot.me, calls.workbench, {})).steps).toHaveLength(6);
    await ask(depot.me, calls.guideClose, { closed: true });
    expect([await shown(depot.me), (await ask(depot.me, calls.guide, {})).closed]).toEqual([0, true]);
    await ask(depot.me, calls.guideClose, { closed: false });
    expect(await shown(depot.me)).toBe(6);
    await orderOf(depot, [[0, '10']]);
    expect(await shown(depot.me)).toBe(0);
  });

  it('links only to what the person may open', async () => {
    const { steps } = await ask(withCodes(STOCK_MANAGE), calls.guide, {});
    expect(steps.filter((step) => step.href !== '').map((step) => step.key)).toEqual(['warehouse']);
  });
});

describe('identities', () => {
  it('names the factories and suppliers of this account with what waits there', async () => {
    const { pool } = depot.opened;
    const order = await orderOf(depot, [[0, '10']]);
    await shipped(depot, [[order.lineIds[0] as string, '10']]);
    await pool.query('insert into member (tenant_id, id, account_id, name) values (1, gen_random_uuid(), $1, $2)', [depot.me.accountId, '测试员']);
    await pool.query('insert into customer_member (tenant_id, id, customer_id, account_id) values (1, gen_random_uuid(), $1, $2)', [
      depot.customers[0],
      depot.me.accountId,
    ]);
    const found = await ask(depot.me, calls.identities, {});
    expect(found.factories).toEqual([{ tenantId: '1', name: '厂家1', todo: 0 }]);
    expect(found.suppliers).toEqual([{ tenantId: '1', name: '厂家1', customerName: '东湖建材', todo: 1 }]);
    expect(await ask({ ...depot.me, accountId: '01890000-0000-7000-8000-000000000000' }, calls.identities, {})).toEqual({ factories: [], suppliers: [] });
  });
});
