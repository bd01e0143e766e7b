import { beforeAll, describe, expect, test } from 'vitest';
import { lockAccount } from '~/domains/credit/account.server';
import { commitCredit, repaidCredit, returnCredit, reverseCommit } from '~/domains/credit/commit.server';
import { type CreditOrder, lockCreditOrder } from '~/domains/credit/creditOrder.server';
import { closeAccount, freezeAccount, thawAccount } from '~/domains/credit/freeze.server';
import { joinGroup } from '~/domains/credit/group.server';
import { holdCredit, releaseCredit } from '~/domains/credit/hold.server';
import { renewAccount, setLine } from '~/domains/credit/line.server';
import { expireSome, turnSome } from '~/domains/credit/nightly.server';
import { newId } from '~/server/ids.server';
import { NOON, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { accountNow, creditDifferences, creditTypes, grantCredit } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { as } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(opened);
});

const at = (day: string) => new Date(`${day}T04:00:00Z`);
let customers = 0;
const newCustomer = (): Promise<string> => addCustomer(shop.me, `赊销客户${++customers}`);
const hold = (accountId: string, amount: bigint, now = NOON): Promise<CreditOrder> =>
  as(opened, shop.me, (tx) => holdCredit(tx, shop.me, { accountId, source: 'FORM', orderId: null, orderNo: `外部${amount}`, amount }, now));
const biz = (no: string, deliveryId = newId()) => ({ bizType: 'DELIVERY', bizId: deliveryId, bizNo: no, bizDate: '2026-06-15', deliveryId });
const on = <T>(id: string, work: (order: CreditOrder, tx: Parameters<Parameters<typeof as<T>>[2]>[0]) => Promise<T>) =>
  as(opened, shop.me, async (tx) => work(await lockCreditOrder(tx, shop.me, id), tx));
const commit = (id: string, amount: bigint, no = 'FH1', deliveryId = newId()) =>
  on(id, (order, tx) => commitCredit(tx, shop.me, order, { ...biz(no, deliveryId), amount }, NOON));
const figures = async (id: string) => {
  const { limit_amount, held, used, spent, frozen_amount, available, status } = await accountNow(opened, id);
  return { limit: limit_amount, held, used, spent, frozen: frozen_amount, available, status };
};
const exact = async () => expect(await creditDifferences(opened, shop.me)).toEqual([]);

test('G3: of a limit of 100, 60 and 60 are one too many: the second is told what is available and what is missing, and passes once the first is released', async () => {
  const account = await grantCredit(opened, shop.me, await newCustomer(), 10_000n);
  const first = await hold(account.id, 6_000n);
  const refusal = await refusalOf(hold(account.id, 6_000n));
  expect(refusal.data).toMatchObject({ reason: 'CREDIT_SHORT', available: '40.00', short: '20.00' });
  expect(refusal.message).toContain('可用额度¥40.00，本次需¥60.00，差¥20.00');
  await on(first.id, (order, tx) => releaseCredit(tx, shop.me, order, {}, NOON));
  await hold(account.id, 6_000n);
  expect(await figures(account.id)).toMatchObject({ held: 6_000n, available: 4_000n });
  await exact();
});

test('G4: of 1,000 held, 600 and 300 delivered and the rest closed, 900 are used and 100 free again; 200 that come back unpaid leave 700', async () => {
  const account = await grantCredit(opened, shop.me, await newCustomer(), 500_000n);
  const order = await hold(account.id, 100_000n);
  const delivery = newId();
  await commit(order.id, 60_000n);
  await commit(order.id, 30_000n, 'FH2', delivery);
  await on(order.id, (row, tx) => releaseCredit(tx, shop.me, row, {}, NOON));
  expect(await figures(account.id)).toMatchObject({ held: 0n, used: 90_000n, available: 410_000n });
  await on(order.id, (row, tx) => returnCredit(tx, shop.me, row, { ...biz('TH1'), bizType: 'RETURN', deliveryId: delivery, amount: 20_000n }, NOON));
  expect(await figures(account.id)).toMatchObject({ used: 70_000n, available: 430_000n });
  const { rows } = await opened.pool.query(
    'select amount::int, held::int, committed::int, released::int, returned::int, status from credit_order where id = $1',
    [order.id],
  );
  expect(rows).toEqual([{ amount: 100_000, held: 0, committed: 90_000, released: 10_000, returned: 20_000, status: 'IN_USE' }]);
  await exact();
});

test('repaying frees a limit that revolves and uses up one that does not; taking it back is never paid', async () => {
  const customerId = await newCustomer();
  const fixed = await grantCredit(opened, shop.me, customerId, 10_000n);
  const once = await grantCredit(opened, shop.me, customerId, 10_000n, { creditTypeId: (await creditTypes(opened, shop.me.tenantId)).get('ORDER') as string });
  for (const [account, spent] of [
    [fixed, 0n],
    [once, 4_000n],
  ] as const) {
    const order = await hold(account.id, 4_000n);
    await commit(order.id, 4_000n);
    const repay = (amount: bigint) => as(opened, shop.me, (tx) => repaidCredit(tx, shop.me, order.id, { ...biz('HK1'), bizType: 'REPAYMENT', amount }, NOON));
    await repay(4_000n);
    expect(await figures(account.id)).toMatchObject({ used: 0n, spent, available: 10_000n - spent });
    expect((await refusalOf(repay(1n))).message).toContain('未还本金0.00元');
    await repay(-4_000n);
    expect(await figures(account.id)).toMatchObject({ used: 4_000n, spent: 0n, available: 6_000n });
  }
  await exact();
});

test('a delivery beyond what was held takes more of the limit or nothing at all; a reversed one is held again', async () => {
  const account = await grantCredit(opened, shop.me, await newCustomer(), 10_000n);
  const order = await hold(account.id, 6_000n);
  expect((await refusalOf(commit(order.id, 11_000n))).data.reason).toBe('CREDIT_SHORT');
  expect(await figures(account.id)).toMatchObject({ held: 6_000n, used: 0n });
  const delivery = newId();
  await commit(order.id, 7_000n, 'FH3', delivery);
  expect(await figures(account.id)).toMatchObject({ held: 0n, used: 7_000n });
  await on(order.id, (row, tx) => reverseCommit(tx, shop.me, row, biz('FH3', delivery), NOON));
  expect(await figures(account.id)).toMatchObject({ held: 7_000n, used: 0n });
  await commit(order.id, 7_000n, 'FH4');
  await exact();
});

describe('trap 20: what a limit means', () => {
  test('null is unlimited, 0 is nothing at all', async () => {
    const unlimited = await grantCredit(opened, shop.me, await newCustomer(), null);
    await hold(unlimited.id, 99_999_999_999n);
    expect(await figures(unlimited.id)).toMatchObject({ limit: null, available: null, held: 99_999_999_999n });
    const none = await grantCredit(opened, shop.me, await newCustomer(), 0n);
    expect((await refusalOf(hold(none.id, 1n))).message).toContain('可用额度¥0.00，本次需¥0.01，差¥0.01');
    await exact();
  });

  test('lowered below what is used it shows the excess, still lets repay and deliver what is held, and stops whatever is new', async () => {
    const account = await grantCredit(opened, shop.me, await newCustomer(), 10_000n);
    const order = await hold(account.id, 8_000n);
    await as(opened, shop.me, (tx) =>
      setLine(tx, shop.me, account.id, { kind: 'BASE', amount: 5_000n, validFrom: '2026-06-15', validTo: null, reason: '压降' }, NOON),
    );
    expect(await figures(account.id)).toMatchObject({ limit: 5_000n, available: -3_000n });
    await commit(order.id, 8_000n);
    expect((await refusalOf(hold(account.id, 1n))).message).toContain('可用额度¥-30.00');
    await as(opened, shop.me, (tx) => repaidCredit(tx, shop.me, order.id, { ...biz('HK2'), amount: 5_000n }, NOON));
    expect(await figures(account.id)).toMatchObject({ used: 3_000n, available: 2_000n });
    await hold(account.id, 2_000n);
    await exact();
  });

  test('a temporary line counts on its days alone, also when the nightly run did not come; what is held on it stays held', async () => {
    const account = await grantCredit(opened, shop.me, await newCustomer(), 10_000n);
    await as(opened, shop.me, (tx) =>
      setLine(tx, shop.me, account.id, { kind: 'TEMP', amount: 5_000n, validFrom: '2026-06-20', validTo: '2026-06-30', reason: '旺季' }, NOON),
    );
    expect((await refusalOf(hold(account.id, 12_000n, at('2026-06-19')))).data.reason).toBe('CREDIT_SHORT');
    const order = await hold(account.id, 12_000n, at('2026-06-20'));
    expect((await refusalOf(hold(account.id, 1n, new Date('2026-06-30T16:00:00Z')))).message).toContain('差¥20.01');
    expect(await figures(account.id)).toMatchObject({ limit: 15_000n, held: 12_000n });
    expect(await as(opened, shop.me, (tx) => turnSome(tx, shop.me, at('2026-07-05')))).toBe(1);
    expect(await figures(account.id)).toMatchObject({ limit: 10_000n, held: 12_000n, available: -2_000n });
    await commit(order.id, 12_000n);
    await exact();
  });
});

test('validity: before it, after it, renewed; the nightly run catches missed days, ends in the same place twice, and a frozen account stays frozen', async () => {
  const account = await grantCredit(opened, shop.me, await newCustomer(), 10_000n, { validFrom: '2026-06-10', validTo: '2026-06-30' });
  expect((await refusalOf(hold(account.id, 1n, at('2026-07-01')))).message).toContain('已失效');
  const turn = (day: string) => as(opened, shop.me, (tx) => turnSome(tx, shop.me, at(day)));
  expect(await turn('2026-08-01')).toBe(1);
  expect(await turn('2026-08-01')).toBe(0);
  expect((await figures(account.id)).status).toBe('EXPIRED');
  await as(opened, shop.me, (tx) => freezeAccount(tx, shop.me, { accountId: account.id, amount: null, source: 'RISK', reason: '关注' }, at('2026-08-01')));
  await as(opened, shop.me, (tx) => renewAccount(tx, shop.me, account.id, { validTo: '2026-12-31', reason: '续期' }, at('2026-08-01')));
  expect((await figures(account.id)).status).toBe('FROZEN');
  await as(opened, shop.me, (tx) => thawAccount(tx, shop.me, { accountId: account.id, source: 'RISK', reason: '解除' }, at('2026-08-01')));
  await hold(account.id, 10_000n, at('2026-08-02'));
  await exact();
});

test('freezes: the whole account or a part, each reason on its own; held goods still leave; closing needs an empty account', async () => {
  const account = await grantCredit(opened, shop.me, await newCustomer(), 10_000n);
  const freeze = (amount: bigint | null, ruleId: string | null = null) =>
    as(opened, shop.me, (tx) =>
      freezeAccount(tx, shop.me, { accountId: account.id, amount, source: ruleId ? 'OVERDUE' : 'MANUAL', ruleId, reason: '逾期' }, NOON),
    );
  const thaw = (more: { source?: 'MANUAL'; ruleId?: string }) =>
    as(opened, shop.me, (tx) => thawAccount(tx, shop.me, { accountId: account.id, reason: '已还', ...more }, NOON));
  const order = await hold(account.id, 3_000n);
  await freeze(4_000n);
  expect((await refusalOf(hold(account.id, 3_001n))).message).toContain('可用额度¥30.00');
  const rule = newId();
  expect(await freeze(null, rule)).toBe(true);
  expect(await freeze(null, rule)).toBe(false);
  expect((await refusalOf(hold(account.id, 1n))).message).toContain('冻结，不能用信');
  await commit(order.id, 3_000n);
  expect(await thaw({ source: 'MANUAL' })).toBe(1);
  expect(await figures(account.id)).toMatchObject({ frozen: 0n, status: 'FROZEN' });
  expect(await thaw({ ruleId: rule })).toBe(1);
  expect((await figures(account.id)).status).toBe('ACTIVE');
  const close = () => as(opened, shop.me, (tx) => closeAccount(tx, shop.me, { accountId: account.id, reason: '停止合作' }, NOON));
  expect((await refusalOf(close())).message).toContain('未还¥30.00');
  await as(opened, shop.me, (tx) => repaidCredit(tx, shop.me, order.id, { ...biz('HK3'), amount: 3_000n }, NOON));
  await close();
  expect(await figures(account.id)).toMatchObject({ status: 'CLOSED', limit: 0n });
  const again = await grantCredit(opened, shop.me, account.customer_id, 7_000n);
  expect(again).toMatchObject({ id: account.id, status: 'ACTIVE', limit_amount: 7_000n });
  await exact();
});

test('a group bounds its companies together beside their own limits; who leaves takes along what it holds', async () => {
  const [one, two] = [await grantCredit(opened, shop.me, await newCustomer(), 10_000n), await grantCredit(opened, shop.me, await newCustomer(), 10_000n)];
  const groupId = newId();
  await opened.pool.query("insert into credit_group (tenant_id, id, code, name, limit_amount) values ($1, $2, 'G1', '东山集团', 12000)", [
    shop.me.tenantId,
    groupId,
  ]);
  for (const { id } of [one, two]) await as(opened, shop.me, (tx) => joinGroup(tx, shop.me, id, groupId, NOON));
  await hold(one.id, 8_000n);
  const refusal = await refusalOf(hold(two.id, 5_000n));
  expect(refusal.message).toContain('集团“东山集团”可用额度¥40.00，本次需¥50.00，差¥10.00');
  const order = await hold(two.id, 4_000n);
  await commit(order.id, 4_000n);
  await exact();
  await as(opened, shop.me, (tx) => joinGroup(tx, shop.me, one.id, null, NOON));
  const { rows } = await opened.pool.query('select held::int, used::int from credit_group where id = $1', [groupId]);
  expect(rows).toEqual([{ held: 0, used: 4_000 }]);
  await exact();
});

test('what was set aside longer than its type lets it be is given back, once, and what was delivered of it stays used', async () => {
  const account = await grantCredit(opened, shop.me, await newCustomer(), 10_000n);
  await opened.pool.query("update credit_type set hold_hours = 24 where tenant_id = $1 and code = 'FIXED'", [shop.me.tenantId]);
  const [first, second] = [await hold(account.id, 2_000n), await hold(account.id, 3_000n)];
  await commit(second.id, 1_000n);
  const late = new Date(NOON.getTime() + 25 * 3_600_000);
  expect(await as(opened, shop.me, (tx) => expireSome(tx, shop.me, late))).toBe(2);
  expect(await as(opened, shop.me, (tx) => expireSome(tx, shop.me, late))).toBe(0);
  expect(await figures(account.id)).toMatchObject({ held: 0n, used: 1_000n });
  const { rows } = await opened.pool.query('select status from credit_order where id = any($1) order by no', [[first.id, second.id]]);
  expect(rows.map((row) => row.status)).toEqual(['CANCELLED', 'IN_USE']);
  await opened.pool.query("update credit_type set hold_hours = null where tenant_id = $1 and code = 'FIXED'", [shop.me.tenantId]);
  await exact();
});

test('the journal tells every change in its order and where the account stood after it; nobody can rewrite it', async () => {
  const account = await grantCredit(opened, shop.me, await newCustomer(), 10_000n);
  const order = await hold(account.id, 3_000n);
  await commit(order.id, 2_000n);
  const { rows } = await opened.pool.query(
    'select seq, event, amount::int, after_limit::int, after_held::int, after_used::int from credit_journal where account_id = $1 order by seq',
    [account.id],
  );
  expect(rows).toEqual([
    { seq: 1, event: 'OPEN', amount: 10_000, after_limit: 10_000, after_held: 0, after_used: 0 },
    { seq: 2, event: 'HOLD', amount: 3_000, after_limit: 10_000, after_held: 3_000, after_used: 0 },
    { seq: 3, event: 'COMMIT', amount: 2_000, after_limit: 10_000, after_held: 1_000, after_used: 2_000 },
  ]);
  expect((await as(opened, shop.me, (tx) => lockAccount(tx, shop.me, account.id))).version).toBe(3);
  await expect(as(opened, shop.me, (tx) => tx.deleteFrom('credit_entry').execute())).rejects.toThrow(/permission denied/);
  await expect(as(opened, shop.me, (tx) => tx.updateTable('credit_journal').set({ amount: 0n }).execute())).rejects.toThrow(/permission denied/);
});
