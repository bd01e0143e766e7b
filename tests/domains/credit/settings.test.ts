import '~/domains/credit/api.server';
import '~/domains/repayment/api.server';
import '~/domains/creditRule/api.server';
import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/credit/calls';
import { freezeAccount } from '~/domains/credit/freeze.server';
import { noticeSome } from '~/domains/credit/notice.server';
import { defaultTerms } from '~/domains/credit/terms';
import { riskSave } from '~/domains/creditRule/calls';
import { CREDIT_AUDIT, CREDIT_FREEZE, CREDIT_QUOTA } from '~/portal/permissions';
import { ask, NOON, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { accountNow, creditDifferences, grantCredit } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { as } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let customers = 0;
beforeAll(async () => {
  shop = await openShop(opened);
});
const account = async (limit: bigint | null, over = {}) => grantCredit(opened, shop.me, await addCustomer(shop.me, `设置客户${++customers}`), limit, over);
const told = async (customerId: string) =>
  (
    await opened.pool.query("select payload->>'title' as title from outbox where kind = 'notice' and payload->'to'->>'customerId' = $1 order by id", [
      customerId,
    ])
  ).rows.map((row) => row.title);

test('what a type agrees about paying back is for accounts opened from then on, and is said of the type', async () => {
  const before = await account(1_000n);
  const { types } = await ask(shop.me, calls.creditTypes, {});
  const fixed = types.find(({ code }) => code === 'FIXED');
  if (!fixed) throw new Error('no type');
  const terms = { ...defaultTerms, way: 'MONTHLY' as const, days: 10, billDay: 20 };
  const { id, version, code, name, revolving } = fixed;
  await ask(shop.me, calls.creditTypeSave, { id, version, code, name, revolving, terms });
  const after = await account(1_000n);
  expect(after.terms).toMatchObject({ way: 'MONTHLY', billDay: 20 });
  expect((await accountNow(opened, before.id)).terms).not.toMatchObject({ way: 'MONTHLY' });
  const shown = (await ask(shop.me, calls.creditTypes, {})).types.find((one) => one.id === id);
  expect(shown?.terms).toContain('月结（账单日20日）后10天');
  await ask(shop.me, calls.creditTypeSave, { id, version: version + 1, code, name, revolving, terms: defaultTerms });
});

test('types are used in the order people put them in; an order that misses one is refused', async () => {
  const ids = (await ask(shop.me, calls.creditTypes, {})).types.map(({ id }) => id);
  const turned = [...ids].reverse();
  await ask(shop.me, calls.creditTypeOrder, { ids: turned });
  expect((await ask(shop.me, calls.creditTypes, {})).types.map(({ id }) => id)).toEqual(turned);
  expect((await refusalOf(ask(shop.me, calls.creditTypeOrder, { ids: ids.slice(1) }))).data.reason).toBe('VERSION');
  await ask(shop.me, calls.creditTypeOrder, { ids });
});

test('companies of a group share its limit; a frozen group stops them; who leaves takes along what it uses', async () => {
  const { id: groupId } = await ask(shop.me, calls.creditGroupSave, { code: 'G1', name: '东海集团', limit: '100.00' });
  expect((await refusalOf(ask(shop.me, calls.creditGroupSave, { code: 'G2', name: '东海集团' }))).message).toContain('已有名为“东海集团”的集团');
  const [one, two] = [await account(8_000n), await account(8_000n)];
  for (const { id, version } of [one, two]) await ask(shop.me, calls.accountJoin, { id, version, groupId });
  const use = (accountId: string, amount: string, no: string) => ask(shop.me, calls.creditOrderCreate, { accountId, orders: [{ orderNo: no, amount }] });
  await use(one.id, '70.00', 'A1');
  expect((await refusalOf(use(two.id, '40.00', 'A2'))).message).toContain('集团“东海集团”可用额度¥30.00，本次需¥40.00，差¥10.00');
  const [group] = (await ask(shop.me, calls.creditGroups, {})).groups;
  expect(group).toMatchObject({ held: '70.00', available: '30.00', accounts: 2 });
  await ask(shop.me, calls.creditGroupSave, { id: groupId, version: group?.version ?? 0, code: 'G1', name: '东海集团', limit: '100.00', frozen: true });
  expect((await refusalOf(use(two.id, '1.00', 'A3'))).message).toContain('东海集团');
  const { version } = await accountNow(opened, one.id);
  await ask(shop.me, calls.accountJoin, { id: one.id, version, groupId: '' });
  expect((await ask(shop.me, calls.creditGroups, {})).groups[0]).toMatchObject({ held: '0.00', accounts: 1 });
  expect(await creditDifferences(opened, shop.me)).toEqual([]);
});

test('several orders from elsewhere are lent for together or not at all, and the plan is shown before', async () => {
  const own = await account(10_000n);
  const trial = await ask(shop.me, calls.creditOrderTrial, { accountId: own.id, amount: '90.00', bizDate: '2026-06-15' });
  expect(trial.rows).toEqual([{ seq: 1, nominal: '2026-07-15', due: '2026-07-15', provisional: false, principal: '90.00' }]);
  const orders = [
    { orderNo: 'W1', amount: '60.00' },
    { orderNo: 'W2', amount: '50.00' },
  ];
  expect((await refusalOf(ask(shop.me, calls.creditOrderCreate, { accountId: own.id, orders }))).message).toContain('差¥10.00');
  expect(await accountNow(opened, own.id)).toMatchObject({ held: 0n });
  const made = await ask(shop.me, calls.creditOrderCreate, { accountId: own.id, orders: [orders[0], { orderNo: 'W2', amount: '40.00' }] as typeof orders });
  expect(made.orders).toHaveLength(2);
  expect(await accountNow(opened, own.id)).toMatchObject({ held: 10_000n });
  expect((await refusalOf(ask(shop.me, calls.creditOrderCreate, { accountId: own.id, orders: [orders[0]] as typeof orders }))).message).toContain('已有用信单');
});

test('a customer hears once of each change of its limit, of its end 30, 7 and 1 days before, and of no reasons', async () => {
  const own = await account(5_000n, { validTo: '2026-07-15' });
  const night = (day: string) => as(opened, shop.me, (tx) => noticeSome(tx, shop.me, new Date(`${day}T09:10:00+08:00`)));
  for (const day of ['2026-06-14', '2026-06-15', '2026-06-15', '2026-06-16', '2026-07-08', '2026-07-08', '2026-07-14', '2026-07-15']) await night(day);
  await as(opened, shop.me, (tx) => freezeAccount(tx, shop.me, { accountId: own.id, amount: null, source: 'MANUAL', reason: '内部原因' }, NOON));
  await as(opened, shop.me, (tx) => freezeAccount(tx, shop.me, { accountId: own.id, amount: 100n, source: 'MANUAL', reason: '再次' }, NOON));
  expect(await told(own.customer_id)).toEqual(['授信已生效', '授信即将到期', '授信即将到期', '授信即将到期', '授信已冻结']);
  const { rows } = await opened.pool.query("select count(*)::int as n from outbox where payload::text like '%内部原因%'");
  expect(rows).toEqual([{ n: 0 }]);
});

test('what a rule froze is lifted on the limit’s page only by whom the rule names', async () => {
  const { id: ruleId } = await ask(shop.me, riskSave, { name: '逾期冻结', kind: 'FREEZE', overdueDays: 5 } as never);
  const own = await account(5_000n);
  await as(opened, shop.me, (tx) => freezeAccount(tx, shop.me, { accountId: own.id, amount: null, source: 'OVERDUE', ruleId, reason: '逾期5天' }, NOON));
  const { version } = await accountNow(opened, own.id);
  const clerk = { ...shop.me, isAdmin: false, permissions: new Set([CREDIT_QUOTA, CREDIT_FREEZE]) };
  expect((await refusalOf(ask(clerk, calls.accountThaw, { id: own.id, version, reason: '已谈妥' }))).message).toBe(
    '“逾期冻结”的冻结须由有“审批授信”权限的人解除',
  );
  const granter = { ...clerk, permissions: new Set([CREDIT_QUOTA, CREDIT_FREEZE, CREDIT_AUDIT]) };
  await ask(granter, calls.accountThaw, { id: own.id, version, reason: '已谈妥' });
  expect(await accountNow(opened, own.id)).toMatchObject({ status: 'ACTIVE' });
});
