import '~/domains/finance/api.server';
import { beforeAll, expect, test } from 'vitest';
import { closeAccount } from '~/domains/credit/freeze.server';
import { defaultTerms } from '~/domains/credit/terms';
import { customerMerge, mergeUndo } from '~/domains/customer/partCalls';
import type { Me } from '~/portal/me';
import { ask, refusalOf } from '../../support/catalogue';
import { creditDifferences, creditTypes, grantCredit } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { type Depot, differences, openDepot } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { creditOn, given, onDay, owed, repaid, repayDifferences } from '../../support/repayment';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let people: [Me, Me];
let customers = 0;
beforeAll(async () => {
  depot = await openDepot(opened, 1n, { payFirst: true });
  people = [depot.me, colleagueOf(depot.me)];
});

const exact = async () =>
  expect([...(await repayDifferences(opened, depot.me)), ...(await creditDifferences(opened, depot.me)), ...(await differences(depot))]).toEqual([]);
const customer = () => addCustomer(depot.me, `合并还款${++customers}`);
const versionOf = async (id: string): Promise<number> => (await opened.pool.query('select version from customer where id = $1', [id])).rows[0].version;
const merge = async (fromId: string, intoId: string, day: string) =>
  ask(depot.me, customerMerge, { fromId, fromVersion: await versionOf(fromId), intoId, intoVersion: await versionOf(intoId), confirm: true }, onDay(day));
const pay = (customerId: string, amount: string, day: string, more = {}) => repaid(opened, people, given(customerId, amount, day, more), day);
const planOf = async (ids: string[]) =>
  (
    await opened.pool.query(
      'select no, paid_principal::int as paid, paid_penalty::int as penalty, open_principal::int as open from repay_item where customer_id = any($1) order by no',
      [ids],
    )
  ).rows;
/** Under another type than the first, with its own terms. */
async function otherAccount(customerId: string, days: number) {
  const types = await creditTypes(opened, depot.me.tenantId);
  const account = await grantCredit(opened, depot.me, customerId, null, { creditTypeId: types.get('PROJECT') as string });
  await opened.pool.query('update credit_account set terms = $2 where id = $1', [account.id, JSON.stringify({ ...defaultTerms, shift: 'NONE', days })]);
  return account;
}

test('what two records of a customer had paid before they became one stays as it was; what comes later pays for both; taken back, each has its own', async () => {
  const [from, into] = [await customer(), await customer()];
  await creditOn(opened, depot.me, from, { days: 30 });
  await otherAccount(into, 20);
  await owed(depot, from, 30, '2026-06-15');
  await owed(depot, into, 20, '2026-06-15');
  // Prepaid of one, a penalty paid by the other: together they would be other sums.
  await pay(from, '500.00', '2026-06-20');
  await pay(into, '50.00', '2026-07-20');
  const before = await planOf([from, into]);
  const undone = await merge(from, into, '2026-07-25');
  await exact();
  await ask(depot.me, mergeUndo, { id: undone.id }, onDay('2026-07-25'));
  expect(await planOf([from, into])).toEqual(before);
  await exact();
  await merge(from, into, '2026-07-25');
  await pay(into, '1.00', '2026-07-26');
  const after = await planOf([into]);
  expect(after.find((row) => row.open === 0)).toEqual(before.find((row) => row.open === 0));
  expect(after.reduce((sum, row) => sum + row.paid + row.penalty, 0)).toBe(before.reduce((sum, row) => sum + row.paid + row.penalty, 0) + 100);
  await exact();
  // What one record had prepaid may be used for what the other owes.
  await pay(into, '200.00', '2026-07-27', { kind: 'PREPAID', bankRef: '' });
  expect((await planOf([into])).reduce((sum, row) => sum + row.open, 0)).toBe(0);
  await exact();
});

test('of two limits of one type the one of the record that goes is closed first; what was used of it goes along', async () => {
  const [from, into] = [await customer(), await customer()];
  const old = await creditOn(opened, depot.me, from, { days: 30 });
  await creditOn(opened, depot.me, into, { days: 30 });
  await owed(depot, from, 30, '2026-06-15');
  expect((await refusalOf(merge(from, into, '2026-06-20'))).message).toMatch(/都有固定额度账户，不能合并；请先结清并注销客户“合并还款\d+”的固定额度账户SX\d+/);
  await pay(from, '300.00', '2026-06-20');
  await as(opened, depot.me, (tx) => closeAccount(tx, depot.me, { accountId: old.id, reason: '合并客户' }, onDay('2026-06-21')));
  await owed(depot, into, 10, '2026-06-21');
  await merge(from, into, '2026-06-22');
  expect((await planOf([into])).map((row) => row.open)).toEqual([0, 10_000]);
  await exact();
  await pay(into, '100.00', '2026-06-23');
  await exact();
});
