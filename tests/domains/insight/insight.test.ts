import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/delivery/api.server';
import '~/domains/receivable/api.server';
import '~/domains/insight/api.server';
import '~/domains/order/api.server';
import '~/domains/warehouse/api.server';
import * as delivery from '~/domains/delivery/calls';
import * as calls from '~/domains/insight/calls';
import { flowKinds, spansOf } from '~/domains/insight/flows';
import * as orders from '~/domains/order/calls';
import { receivableBook } from '~/domains/receivable/calls';
import { stockList } from '~/domains/warehouse/calls';
import type { Me } from '~/portal/me';
import { DELIVER_ADD, DELIVER_MANAGE, FUND_MANAGE, ORDER_AUDIT, ORDER_MANAGE, STOCK_MANAGE } from '~/portal/permissions';
import { formatYuan, parseYuan } from '~/shared/money';
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
const sumOf = (amounts: readonly string[]): string => formatYuan(amounts.reduce((sum, one) => sum + parseYuan(one), 0n));
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
    expect(Object.keys(await todos(withCodes(ORDER_MANAGE, ORDER_AUDIT)))).toEqual(['mine', 'audit', 'short']);
    expect(Object.keys(await todos(withCodes(DELIVER_MANAGE, STOCK_MANAGE)))).toEqual(['deliver', 'transfers', 'stock']);
    expect(Object.keys(await todos(withCodes(FUND_MANAGE)))).toEqual(['enter', 'disputed']);
    const figures = async (me: Me) => {
      const { trend, dues } = await ask(me, calls.workbench, {});
      return [...trend.flows.map((flow) => flow.key), ...(dues ? ['dues'] : [])];
    };
    expect(await figures(withCodes(ORDER_MANAGE))).toEqual(['ordered']);
    expect(await figures(withCodes(DELIVER_MANAGE))).toEqual(['shipped']);
    expect(await figures(withCodes(FUND_MANAGE))).toEqual(['ordered', 'deposited', 'receipted', 'dues']);
    expect(await figures({ ...depot.me, hidden: ['amount'] })).toEqual([]);
  });

  it('puts first what the person decides themselves', async () => {
    const order = async (...codes: string[]) => (await ask(withCodes(...codes), calls.workbench, {})).todos.map((one) => [one.key, one.own]);
    expect(await order(ORDER_MANAGE, DELIVER_MANAGE, DELIVER_ADD)).toEqual([
      ['mine', true],
      ['deliver', true],
      ['short', false],
    ]);
    expect(await order(ORDER_MANAGE, ORDER_AUDIT, DELIVER_MANAGE)).toEqual([
      ['mine', true],
      ['audit', true],
      ['deliver', false],
      ['short', false],
    ]);
  });

  it('stands in one order for whoever may do it all, app by app', async () => {
    const keys = async (...apps: string[]) => (await ask({ ...depot.me, apps }, calls.workbench, {})).todos.map((one) => one.key);
    const trade = ['tasks', 'mine', 'audit', 'deliver', 'returnReceive', 'returnRefund'];
    const money = ['enter', 'billing', 'issue', 'red', 'disputed', 'contracts', 'transfers'];
    const credit = ['creditStart', 'changeCredit', 'expiredCredit', 'creditRepay', 'stillMoney', 'creditPayCycle', 'creditSpecial', 'creditEnding'];
    const settling = ['creditActions', 'repayToday', 'repayOverdue', 'repayBills'];
    const cases = ['urgeToday', 'urgeBroken'];
    const toLookAt = ['short', 'stock'];
    expect(await keys('order', 'credit', 'receivables')).toEqual([
      ...trade,
      ...['arAdjust', 'arDispute'],
      ...money,
      ...credit,
      ...settling,
      ...cases,
      ...toLookAt,
    ]);
    expect(await keys('order')).toEqual([...trade, ...money, ...toLookAt]);
    expect(await keys('credit')).toEqual([...credit, ...settling]);
    expect(await keys('receivables')).toEqual(cases);
    const home = await ask(depot.dealer(depot.customers[0]), calls.home, {});
    expect(home.todos.map((one) => [one.key, one.own])).toEqual([
      ...['receive', 'pay', 'rejected', 'sendBack', 'check', 'contracts'].map((key) => [key, true]),
      ['audit', false],
    ]);
  });

  it('stands on the workbench of a member, and home only says how much', async () => {
    await orderOf(depot, [[0, '10']]);
    const home = await ask(depot.me, calls.home, {});
    expect([home.todos, home.shortcuts]).toEqual([[], []]);
    expect(home.bench?.own).toBe(1);
    expect((await ask(depot.dealer(depot.customers[0]), calls.home, {})).bench).toBeNull();
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
    const { trend, dues } = await ask(off, calls.workbench, {});
    expect([trend.flows, dues]).toEqual([[], null]);
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
    const { trend } = await ask(depot.me, calls.workbench, {}, NOON);
    const [ordered, out] = trend.flows;
    expect(ordered).toMatchObject({ key: 'ordered', today: '130.00', month: '230.00', lastMonth: '0.00' });
    expect(out).toMatchObject({ key: 'shipped', today: '30.00', month: '30.00' });
    expect(ordered?.days).toHaveLength(30);
    expect(ordered?.days.slice(-2)).toEqual(['100.00', '130.00']);
    expect(ordered?.days[14]).toBe('100.00');
    expect(trend.spans).toEqual({
      today: '2026-06-15',
      month: '2026-06-01',
      lastMonth: '2026-05-01',
      lastSame: '2026-05-15',
      start: '2026-05-17',
      before: '2026-04-17',
    });
  });

  it('counts last month to the same day, or to its own last one', () => {
    expect([spansOf('2026-03-31').lastSame, spansOf('2026-03-15').lastSame, spansOf('2026-01-31').lastMonth]).toEqual([
      '2026-02-28',
      '2026-02-15',
      '2025-12-01',
    ]);
  });

  it('opens exactly the rows behind each figure', async () => {
    const { pool } = depot.opened;
    const order = await orderOf(depot, [[0, '10']]);
    await orderOf(depot, [[0, '10']], {}, new Date('2026-06-13T04:00:00Z'));
    await pool.query("update sales_order set status = 'CANCELLED' where id = $1", [(await orderOf(depot, [[1, '7']])).id]);
    await shipped(depot, [[order.lineIds[0] as string, '4']], NOON);
    const { trend } = await ask(depot.me, calls.workbench, {}, NOON);
    const { today, month } = trend.spans;
    for (const [from, figure] of [
      [today, 'today'],
      [month, 'month'],
    ] as const) {
      const ordered = await ask(depot.me, orders.orderPage, queryOf(flowKinds.ordered.list(from, today)));
      const out = await ask(depot.me, delivery.deliveryList, queryOf(flowKinds.shipped.list(from, today)));
      expect(sumOf(ordered.pagedRecords.map((row) => row.payable))).toBe(trend.flows[0]?.[figure]);
      expect(sumOf(out.pagedRecords.map((row) => row.amount))).toBe(trend.flows[1]?.[figure]);
    }
    expect(trend.flows[0]?.today).toBe('100.00');
  });
});

describe('what is owed', () => {
  it('opens exactly the receivables behind each figure, the most overdue customer first', async () => {
    for (const [customer, at, qty] of [
      [0, '2026-01-10T04:00:00Z', '4'],
      [0, '2026-06-14T04:00:00Z', '2'],
      [1, '2026-05-20T04:00:00Z', '9'],
    ] as const) {
      const order = await orderOf(depot, [[0, qty]], { customerId: depot.customers[customer] });
      await shipped(depot, [[order.lineIds[0] as string, qty]], new Date(at));
    }
    await depot.opened.pool.query('update receivable set due_date = biz_date + 10 where tenant_id = 1');
    const { dues } = await ask(depot.me, calls.workbench, {}, NOON);
    const book = async (link: string) => {
      const page = await ask(depot.me, receivableBook, queryOf(link), NOON);
      return sumOf(page.pagedRecords.map((row) => row.open));
    };
    if (!dues) throw new Error('the administrator sees what is owed');
    expect([dues.open.amount, dues.overdue.amount, dues.lateCustomers]).toEqual(['150.00', '130.00', 2]);
    expect(dues.ages.map((age) => age.amount)).toEqual(['20.00', '90.00', '0.00', '0.00', '40.00', '0.00', '0.00']);
    for (const figure of [dues.open, dues.overdue, ...dues.ages]) expect(await book(figure.href), figure.href).toBe(figure.amount);
    expect(dues.debtors.map((row) => [row.customerId, row.overdue.amount, row.open.amount])).toEqual([
      [depot.customers[1], '90.00', '90.00'],
      [depot.customers[0], '40.00', '60.00'],
    ]);
    for (const row of dues.debtors) expect([await book(row.open.href), await book(row.overdue.href)]).toEqual([row.open.amount, row.overdue.amount]);
  });
});

describe('the guide', () => {
  it('ticks what is really there, of this tenant', async () => {
    const done = async (me: Me) => (await ask(me, calls.guide, {})).steps.filter((step) => step.done).map((step) => step.key);
    expect(await done(depot.me)).toEqual(['warehouse', 'category', 'product', 'price', 'customer', 'stock']);
    await orderOf(depot, [[0, '10']]);
    expect(await done(depot.me)).toContain('order');
    const empty = await openShop(depot.opened, 2n);
    expect(await done(empty.me)).toEqual(['category', 'customer']);
  });

  it('stands on the home page of administrators until it is done or they close it, and can be brought back', async () => {
    const shown = async (me: Me) => (await ask(me, calls.home, {})).steps.length;
    const memberId = depot.me.memberId as string;
    await depot.opened.pool.query('insert into member (tenant_id, id, account_id, name, is_admin) values (1, $1, $2, $3, true)', [
      memberId,
      depot.me.accountId,
      '测试员',
    ]);
    expect([await shown(depot.me), await shown(withCodes(STOCK_MANAGE)), await shown({ ...depot.me, apps: [] })]).toEqual([8, 0, 0]);
    await ask(depot.me, calls.guideClose, { closed: true });
    expect([await shown(depot.me), (await ask(depot.me, calls.guide, {})).closed]).toEqual([0, true]);
    await ask(depot.me, calls.guideClose, { closed: false });
    expect(await shown(depot.me)).toBe(8);
    await orderOf(depot, [[0, '10']]);
    await depot.opened.pool.query(
      `insert into real_name (tenant_id, id, kind, account_id, person_name, id_card, id_card_hash, applicant) values (1, gen_random_uuid(), 'ENTERPRISE', $1, '测试员', '', '', '测试员')`,
      [depot.me.accountId],
    );
    expect(await shown(depot.me)).toBe(0);
  });

  it('begins with the verification of the company: ticked once it is asked for, no longer when it was rejected', async () => {
    const first = async () => (await ask(depot.me, calls.guide, {})).steps[0];
    expect(await first()).toMatchObject({ key: 'company', title: '企业认证', action: '去认证', href: '/portal/account/authReal', done: false });
    const standing = async (status: string) => {
      await depot.opened.pool.query('delete from real_name');
      await depot.opened.pool.query(
        `insert into real_name (tenant_id, id, kind, account_id, person_name, id_card, id_card_hash, applicant, status) values (1, gen_random_uuid(), 'ENTERPRISE', $1, '测试员', '', '', '测试员', $2)`,
        [depot.me.accountId, status],
      );
      return (await first())?.done;
    };
    expect([await standing('PENDING'), await standing('APPROVED'), await standing('REJECTED')]).toEqual([true, true, false]);
  });

  it('links only to what the person may open', async () => {
    const { steps } = await ask(withCodes(STOCK_MANAGE), calls.guide, {});
    expect(steps[1]?.href).toContain('?warehouses=open');
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
