import { beforeAll, expect, test } from 'vitest';
import '~/domains/creditApply/api.server';
import '~/domains/creditRule/api.server';
import { applyDecide, applyGet, applyGrant, applyList, applySave, applySubmit, applySuggest, applyWithdraw, materialSave } from '~/domains/creditApply/calls';
import { riskActions, riskLift, riskSave, ruleSave } from '~/domains/creditRule/calls';
import { riskSome } from '~/domains/creditRule/riskRun.server';
import { newId } from '~/server/ids.server';
import { clockOf } from '~/server/tenantChore.server';
import type { InputOf } from '~/shared/endpoint';
import { ask, NOON, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { colleagueOf } from '../../support/expense';
import { as } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let typeId: string;
const other = () => colleagueOf(shop.me);
beforeAll(async () => {
  shop = await openShop(opened);
  shop = { ...shop, me: { ...shop.me, apps: ['order', 'credit'] } };
  typeId = newId();
  await opened.pool.query("insert into credit_type (tenant_id, id, code, name) values (1, $1, 'T1', '测试额度')", [typeId]);
});

const wire = (over: Partial<InputOf<typeof applySave>> = {}): InputOf<typeof applySave> => ({
  kind: 'NEW',
  customerId: shop.customers[0],
  creditTypeId: typeId,
  requested: '10000.00',
  validTo: '2027-06-14',
  reason: '合作多年',
  submit: true,
  ...over,
});
const send = (over: Partial<InputOf<typeof applySave>> = {}) => ask(shop.me, applySave, wire(over));
const decide = async (id: string, decision: 'PASS' | 'REJECT' | 'RETURN', me = other(), now = NOON) =>
  ask(me, applyDecide, { id, version: (await ask(me, applyGet, { id })).version, decision, opinion: decision === 'PASS' ? '' : '材料不全' }, now);
const account = async (customerId = shop.customers[0]) =>
  (
    await opened.pool.query(
      'select id, status, limit_amount::int as limit, base_limit::int as base, valid_to::text as until from credit_account where customer_id = $1',
      [customerId],
    )
  ).rows[0];

test('an application opens the account the moment it passes, by somebody else; each further one changes what it says', async () => {
  const first = await send();
  expect(await account()).toBeUndefined();
  expect((await refusalOf(decide(first.id, 'PASS', shop.me))).data.reason).toBe('SAME_PERSON');
  await decide(first.id, 'PASS');
  expect(await account()).toMatchObject({ status: 'ACTIVE', limit: 1_000_000, base: 1_000_000, until: '2027-06-14' });
  expect((await ask(shop.me, applyGet, { id: first.id })).status).toBe('EFFECTIVE');
  expect((await refusalOf(send())).message).toContain('已有授信账户');

  const more = await send({ kind: 'INCREASE', requested: '15000.00' });
  expect((await refusalOf(send({ kind: 'TEMP', requested: '1.00', validTo: '2026-07-01' }))).message).toContain('未办结');
  await decide(more.id, 'PASS');
  const extra = await send({ kind: 'TEMP', requested: '5000.00', validTo: '2026-07-01' });
  await decide(extra.id, 'PASS');
  expect(await account()).toMatchObject({ limit: 2_000_000, base: 1_500_000 });
  const less = await send({ kind: 'DECREASE', requested: '8000.00' });
  await decide(less.id, 'PASS');
  expect(await account()).toMatchObject({ limit: 1_300_000, base: 800_000 });
  await decide((await send({ kind: 'RENEW', requested: null, validTo: '2028-06-14' })).id, 'PASS');
  expect(await account()).toMatchObject({ until: '2028-06-14' });
});

test('what is returned is written again and goes on; what is withdrawn or rejected changes nothing', async () => {
  const draft = await ask(shop.me, applySave, wire({ kind: 'INCREASE', requested: '9000.00', reason: '', submit: false }));
  expect((await refusalOf(ask(shop.me, applySubmit, { id: draft.id, version: draft.version }))).message).toContain('申请原因');
  const sent = await send({ id: draft.id, version: draft.version, kind: 'INCREASE', requested: '9000.00' });
  await decide(sent.id, 'RETURN');
  const now = await ask(shop.me, applyGet, { id: sent.id });
  expect([now.status, now.opinion]).toEqual(['RETURNED', '材料不全']);
  expect((await refusalOf(ask(other(), applySave, wire({ id: now.id, version: now.version, kind: 'INCREASE', requested: '9500.00' })))).message).toContain(
    '只有本人',
  );
  const again = await send({ id: now.id, version: now.version, kind: 'INCREASE', requested: '9500.00' });
  await decide(again.id, 'REJECT');
  const third = await send({ kind: 'INCREASE', requested: '9500.00' });
  const { version } = await ask(shop.me, applyGet, { id: third.id });
  await ask(shop.me, applyWithdraw, { id: third.id, version, reason: '' });
  expect(await account()).toMatchObject({ base: 800_000 });
  expect((await ask(shop.me, applyList, { kind: 'INCREASE', withTabs: 'true' })).tabs).toMatchObject({ REJECTED: 1, WITHDRAWN: 1, EFFECTIVE: 1 });
});

test('what changed meanwhile is looked at again when it passes', async () => {
  const [, customerId] = shop.customers;
  await decide((await send({ customerId })).id, 'PASS');
  const waits = await send({ customerId, kind: 'DECREASE', requested: '9000.00' });
  await opened.pool.query("update credit_account set status = 'CLOSED' where customer_id = $1", [customerId]);
  expect((await refusalOf(decide(waits.id, 'PASS'))).message).toContain('已注销');
  expect((await ask(shop.me, applyGet, { id: waits.id })).status).toBe('REVIEWING');
  await opened.pool.query("update credit_account set status = 'ACTIVE' where customer_id = $1", [customerId]);
  await decide(waits.id, 'PASS');
});

test('materials the list asks for must be there; rules block or warn, and their answer stays with the application', async () => {
  const blank = { id: '', kinds: ['INCREASE' as const], amountFrom: '20000.00', name: '财务报表' };
  await ask(shop.me, materialSave, blank);
  expect((await refusalOf(send({ kind: 'INCREASE', requested: '30000.00' }))).message).toContain('缺少必传材料：财务报表');
  const rule = {
    id: '',
    version: 0,
    name: '大额提醒',
    checkpoints: ['APPLY' as const],
    condition: { field: 'orderAmount', op: 'GE' as const, value: '12000' },
    reaction: 'WARN' as const,
    priority: 5,
    effectiveFrom: '2026-06-15',
    releaseDeviationPct: 0,
    releaseValidDays: 1,
  };
  const { id } = await ask(shop.me, ruleSave, rule);
  expect((await refusalOf(send({ kind: 'INCREASE', requested: '12000.00' }))).code).toBe('W1');
  const sent = await send({ kind: 'INCREASE', requested: '12000.00', confirm: true });
  const seen = await ask(shop.me, applyGet, { id: sent.id });
  expect([seen.verdict, seen.rules[0]?.hint]).toEqual(['WARN', '本次金额低于12,000元（当前：12,000.00元）']);
  await decide(sent.id, 'PASS');
  await ask(shop.me, ruleSave, { ...rule, id, version: 1, reaction: 'BLOCK' });
  expect((await refusalOf(send({ kind: 'INCREASE', requested: '13000.00' }))).message).toContain('被授信规则拦截');
  const { accounts, reasons } = await ask(shop.me, applySuggest, { customerId: shop.customers[0] });
  expect([accounts.length, reasons.length > 0]).toEqual([1, true]);
});

const LATE = new Date('2026-08-10T00:40:00+08:00');
test('who is late is frozen once for one debt; whoever may lifts it, and it lifts itself when the debt is paid', async () => {
  const [customerId] = shop.customers;
  const { id: accountId } = await account();
  const orderId = newId();
  await opened.pool.query(
    `insert into credit_order (tenant_id, id, no, account_id, customer_id, source, amount, committed, status) values (1, $1, 'YX1', $2, $3, 'FORM', 5000, 5000, 'IN_USE')`,
    [orderId, accountId, customerId],
  );
  const itemId = newId();
  await opened.pool.query(
    `insert into repay_item (tenant_id, id, no, credit_order_id, account_id, customer_id, use_id, seq, start_on, nominal_on, due_on, grace_end, principal, grace_mode, penalty_ppm, interest_ppm, day_count, reckoned_on)
     values (1, $1, 'JH1', $2, $3, $4, $5, 1, '2026-06-01', '2026-07-01', '2026-07-01', '2026-07-04', 5000, 'FORGIVE_PAID', 500, 0, 'ACT_365', '2026-06-01')`,
    [itemId, orderId, accountId, customerId, newId()],
  );
  await ask(shop.me, riskSave, { name: '逾期冻结', kind: 'FREEZE', overdueDays: 30 });
  await ask(shop.me, riskSave, { name: '逾期停发', kind: 'STOP', overdueDays: 60 });
  const night = async (now: Date) => {
    let done = 0;
    for (let some = -1; some !== 0; done += some) some = await as(opened, shop.me, (tx) => riskSome(tx, clockOf({ id: 1n, name: '厂家1' }), now));
    return done;
  };
  expect(await night(NOON)).toBe(0);
  expect(await night(LATE)).toBe(1);
  expect(await night(LATE)).toBe(0);
  expect((await account()).status).toBe('FROZEN');
  const [row] = (await ask(shop.me, riskActions, {})).pagedRecords;
  await ask(shop.me, riskLift, { id: row?.id ?? '', reason: '已承诺还款' }, LATE);
  expect((await account()).status).toBe('ACTIVE');
  expect(await night(LATE)).toBe(0);
  const later = new Date('2026-09-10T00:40:00+08:00');
  expect(await night(later)).toBe(1);
  await opened.pool.query('update repay_item set paid_principal = principal, settled_on = $2 where id = $1', [itemId, '2026-09-11']);
  expect(await night(new Date('2026-09-12T00:40:00+08:00'))).toBe(1);
  expect((await ask(shop.me, riskActions, { state: 'OPEN' })).pagedRecords).toEqual([]);
});

test('who decides may grant less than was asked for, with a reason the starter reads; more is asked for anew', async () => {
  const customerId = await addCustomer(shop.me, '核定额度的客户');
  const made = await send({ customerId, requested: '11000.00' });
  const grant = async (granted: string, me = other()) =>
    ask(me, applyGrant, { id: made.id, version: (await ask(me, applyGet, { id: made.id })).version, granted, reason: '抵押物不足' });
  expect((await refusalOf(grant('9000.00', shop.me))).data.reason).toBe('SAME_PERSON');
  expect((await refusalOf(grant('11000.01'))).message).toBe('核定额度11,000.01元不能超过申请的11,000.00元，要授更多请退回后重新申请');
  expect((await refusalOf(grant('0.00'))).message).toBe('授信额度必须大于0');
  await grant('9000.00');
  const seen = await ask(shop.me, applyGet, { id: made.id });
  expect(seen).toMatchObject({ requested: '11000.00', granted: '9000.00', grantReason: '抵押物不足' });
  expect(seen.log[0]).toMatchObject({ action: '核定额度' });
  await decide(made.id, 'PASS');
  expect(await account(customerId)).toMatchObject({ status: 'ACTIVE', limit: 900_000, base: 900_000 });
  const { rows } = await opened.pool.query("select payload->>'body' as body from outbox where payload->>'body' like '%核定_9,000.00_元%' order by id");
  expect(rows.length).toBe(2);
  expect((await refusalOf(grant('8000.00'))).message).toContain('当前为“已生效”，不能核定额度');

  const less = await send({ customerId, kind: 'DECREASE', requested: '5000.00' });
  const cut = async (granted: string) =>
    ask(other(), applyGrant, { id: less.id, version: (await ask(shop.me, applyGet, { id: less.id })).version, granted, reason: '先减一半' });
  expect((await refusalOf(cut('4999.99'))).message).toContain('不能低于申请调减到的5,000.00元');
  await cut('7000.00');
  await decide(less.id, 'RETURN');
  await ask(shop.me, applySubmit, { id: less.id, version: (await ask(shop.me, applyGet, { id: less.id })).version });
  expect((await ask(shop.me, applyGet, { id: less.id })).granted).toBeNull();
  await decide(less.id, 'PASS');
  expect(await account(customerId)).toMatchObject({ limit: 500_000 });
});
