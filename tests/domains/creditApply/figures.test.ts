import '~/domains/credit/api.server';
import '~/domains/creditApply/api.server';
import '~/domains/repayment/api.server';
import { beforeAll, expect, test } from 'vitest';
import { accountJournal, accountList, creditOrderList } from '~/domains/credit/calls';
import { freezeAccount } from '~/domains/credit/freeze.server';
import { applyDecide, applyGet, applyList, applySave, creditOperate, creditOverview } from '~/domains/creditApply/calls';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { planList } from '~/domains/repayment/calls';
import { askReversal } from '~/domains/repayment/payment.server';
import type { Me } from '~/portal/me';
import type { AnswerOf } from '~/shared/endpoint';
import { formatYuan, parseYuan } from '~/shared/money';
import { ask } from '../../support/catalogue';
import { accountNow, creditTypes, grantCredit } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { type Depot, openDepot, orderOf, shipped } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { creditOn, decided, given, onDay, owed, repaid } from '../../support/repayment';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let people: [Me, Me];
const TODAY = onDay('2026-07-20');
const lists = {
  'quota/list': accountList,
  'useCredit/list': creditOrderList,
  'useCredit/record': accountJournal,
  'repayment/list': planList,
  creditCreate: applyList,
};

/** The rows a figure opens to. */
async function rowsOf(href: string): Promise<Record<string, unknown>[]> {
  const { pathname, searchParams } = new URL(href, 'http://here');
  const list = lists[pathname.replace('/portal/creditSystem/', '') as keyof typeof lists];
  const { pagedRecords } = await ask(depot.me, list as typeof accountList, { ...Object.fromEntries(searchParams), pageSize: 200 } as never, TODAY);
  return pagedRecords as never;
}
const sumOf = (rows: Record<string, unknown>[], key: string): string =>
  formatYuan(rows.reduce((sum, row) => sum + parseYuan(String(row[key] ?? '0')), 0n)).replace('-', '');

beforeAll(async () => {
  depot = await openDepot(opened, 1n, { payFirst: true });
  depot = { ...depot, me: { ...depot.me, apps: ['order', 'credit'] } };
  people = [depot.me, colleagueOf(depot.me)];
  const { me } = depot;
  const customer = (name: string) => addCustomer(me, name);
  // Late, half paid, once paid by mistake, and once taken back.
  const late = await customer('迟付客户');
  await creditOn(opened, me, late, { days: 20, graceDays: 0 }, 200_000n);
  await owed(depot, late, 30, '2026-05-11');
  const { delivery } = await owed(depot, late, 4, '2026-06-10');
  await as(opened, me, (tx) => reverseDelivery(tx, me, { ...delivery, reason: '错发' }, onDay('2026-06-11')));
  await repaid(opened, people, given(late, '120.00', '2026-06-15'), '2026-06-15');
  const wrong = await repaid(opened, people, given(late, '50.00', '2026-06-20'), '2026-06-20');
  const { rows } = await opened.pool.query('select version from repay_payment where id = $1', [wrong.id]);
  await as(opened, me, (tx) => askReversal(tx, me, { id: wrong.id, version: rows[0].version, reason: '误收' }, onDay('2026-06-21')));
  await decided(opened, people[1], wrong.id, '2026-06-21');
  // Delivered in part: what is left is still set aside.
  const half = await customer('部分发货客户');
  await creditOn(opened, me, half, { days: 60 }, 100_000n);
  const order = await orderOf(depot, [[0, '6']], { customerId: half, payMethod: 'CREDIT' }, onDay('2026-07-10'));
  await shipped(depot, [[order.lineIds[0] as string, '2']], onDay('2026-07-11'));
  await owed(depot, await unlimited(), 3, '2026-07-12');
  const frozen = await grantCredit(opened, me, await customer('冻结客户'), 70_000n, { validTo: '2026-08-01' });
  await as(opened, me, (tx) => freezeAccount(tx, me, { accountId: frozen.id, amount: null, source: 'MANUAL', reason: '检查' }, onDay('2026-07-01')));
  await grantCredit(opened, me, await customer('过期客户'), 90_000n, { validTo: '2026-02-01' });
  async function unlimited() {
    const id = await customer('不限额客户');
    await creditOn(opened, me, id, { days: 60 }, null);
    return id;
  }
});

test('every figure of the overview is what the rows it opens to come to', async () => {
  const seen = await ask(depot.me, creditOverview, {}, TODAY);
  const told: string[] = [];
  const real: string[] = [];
  const sums = async (what: string, { amount, href }: { amount: string | null; href: string }, key: string) => {
    told.push(`${what} ${amount}`);
    real.push(`${what} ${sumOf(await rowsOf(href), key)}`);
  };
  const counts = async (what: string, { count, href }: { count: number; href: string }) => {
    told.push(`${what} ${count}`);
    real.push(`${what} ${(await rowsOf(href)).length}`);
  };
  await sums('total', seen.total, 'limit');
  await sums('used', seen.used, 'open');
  await sums('held', seen.held, 'held');
  await sums('available', seen.available, 'available');
  await sums('overdue', seen.overdue, 'openPrincipal');
  await sums('dueThisMonth', seen.dueThisMonth, 'openPrincipal');
  for (const key of ['unlimited', 'overdueCustomers', 'expiring', 'exceeded', 'frozen'] as const) await counts(key, seen[key]);
  for (const one of seen.ages) await sums(one.title, one, 'openPrincipal');
  for (const { label, values } of seen.trend) for (const [at, one] of values.entries()) await sums(`${label} ${seen.months[at]}`, one, 'amount');
  for (const one of seen.top) {
    await sums(`used of ${one.name}`, one.used, 'open');
    await sums(`overdue of ${one.name}`, one.overdue, 'openPrincipal');
    if (one.limit.amount !== null) await sums(`limit of ${one.name}`, one.limit, 'limit');
  }
  expect(real).toEqual(told);
  expect([seen.held.amount, seen.overdue.amount, seen.unlimited.count, seen.expiring.count, seen.frozen.count]).toEqual(['80.00', '182.25', 1, 1, 1]);
  // An account without a limit is no part of the whole, so what it used is no part of the share.
  const limited = await rowsOf(seen.total.href);
  const [taken, whole] = [parseYuan(sumOf(limited, 'used')) + parseYuan(sumOf(limited, 'held')), parseYuan(sumOf(limited, 'limit'))];
  expect([seen.usage, sumOf(limited, 'used') === seen.used.amount]).toEqual([String(Number((taken * 1000n) / whole) / 10), false]);
  // What was reversed is not counted among what was used, nor what was taken back among what was repaid.
  const june = seen.months.indexOf('2026-06');
  expect(seen.trend.map(({ values }) => values[june]?.amount)).toEqual(['0.00', '117.75']);
});

test('a month’s decisions are those of the month they were made in, however early they were asked for, and less is less', async () => {
  const { me } = depot;
  const customerId = await addCustomer(me, '调额客户');
  const held = await grantCredit(opened, me, customerId, 100_000n);
  const creditTypeId = (await creditTypes(opened, me.tenantId)).get('FIXED') as string;
  const asked = (kind: 'INCREASE' | 'DECREASE', requested: string, day: string) =>
    ask(me, applySave, { kind, customerId, creditTypeId, requested, reason: '经营需要', submit: true, confirm: true }, onDay(day));
  const decide = async (id: string, day: string) =>
    ask(people[1], applyDecide, { id, version: (await ask(me, applyGet, { id })).version, decision: 'PASS', opinion: '' }, onDay(day));
  await decide((await asked('INCREASE', '3000.00', '2026-05-28')).id, '2026-06-02');
  await decide((await asked('DECREASE', '2500.00', '2026-06-20')).id, '2026-06-21');
  expect((await accountNow(opened, held.id)).limit_amount).toBe(250_000n);
  const month: AnswerOf<typeof creditOperate> = await ask(me, creditOperate, { month: '2026-06' }, TODAY);
  expect(month.granted.amount).toBe('1500.00');
  expect((await rowsOf(month.granted.href)).length).toBe(2);
  expect((await rowsOf(month.hoursOf)).length).toBe(2);
});

test('limits are found by how much of them is taken, by whose customers they are, and say how long they are valid', async () => {
  const found = async (query: object) => (await ask(depot.me, accountList, { pageSize: 200, ...query } as never, TODAY)).pagedRecords;
  expect((await found({ usageMin: 10, usageMax: 12 })).map((row) => [row.customerName, row.usage])).toEqual([['迟付客户', 11.1]]);
  expect(await found({ salesMemberId: '00000000-0000-7000-8000-000000000000' })).toEqual([]);
  const [frozen] = await found({ inUse: 'true', validStart: '2026-08-01', validEnd: '2026-08-01' });
  expect([frozen?.validDays, frozen?.status]).toEqual([12, 'FROZEN']);
  const [late] = await found({ overdue: 'true' });
  expect([late?.customerName, late?.overdueDays]).toEqual(['迟付客户', 50]);
});
