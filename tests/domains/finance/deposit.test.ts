import '~/domains/finance/api.server';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/finance/calls';
import { proveFunds } from '~/domains/finance/fundProof.server';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { decisionsOn } from '../../support/approvals';
import { ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { as, putFunds } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let customerId: string;
let other: Me;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  [customerId] = shop.customers;
  other = { ...shop.me, accountId: newId(), name: '出纳' };
});

let flow = 0;
const form = (change: object = {}) => ({
  customerId,
  amount: '1000.50',
  payWay: 'BANK' as const,
  bankFlowNo: `F${++flow}`,
  paidAt: '2026-06-15T02:00:00.000Z',
  voucher: ['0'.repeat(36)],
  ...change,
});
const register = (change: object = {}) => ask(shop.me, calls.depositSave, form(change));
const confirm = (id: string, amount = '1000.50', version = 1) => ask(other, calls.depositConfirm, { items: [{ id, version }], amount });
const account = async () => (await ask(shop.me, calls.accountList, {})).pagedRecords[0];
const proof = () => as(opened, shop.me, (tx) => proveFunds(tx, shop.me));

test('money arrives when another person types the amount again, not before', async () => {
  const { id, no } = await register();
  expect(no).toBe('RZ20260615000001');
  expect(await account()).toMatchObject({ posted: '0.00' });
  expect((await refusalOf(ask(shop.me, calls.depositConfirm, { items: [{ id, version: 1 }], amount: '1000.50' }))).data.reason).toBe('SAME_PERSON');
  expect((await refusalOf(confirm(id, '1000.05'))).data.fields).toHaveProperty('amount');
  await confirm(id);
  expect(await account()).toMatchObject({ posted: '1000.50', available: '1000.50' });
  const detail = await ask(shop.me, calls.depositDetail, { id });
  expect(detail.entries.map((one) => [one.account, one.dr, one.cr])).toEqual([
    ['1002', '1000.50', '0.00'],
    ['2203', '0.00', '1000.50'],
  ]);
  expect((await refusalOf(confirm(id, '1000.50', 2))).message).toContain('已入账');
  expect(await decisionsOn(opened, id)).toEqual(['1 PASS 出纳']);
  expect(await proof()).toEqual([]);
});

test('trap 23: a reversal restores the balance exactly, once, and is refused when the money is promised', async () => {
  const { id } = await register();
  await confirm(id);
  const row = await account();
  const held = await ask(shop.me, calls.holdFreeze, { accountId: row?.id ?? '', amount: '0.01', reason: '争议' });
  expect((await refusalOf(ask(other, calls.depositReverse, { id, version: 2, reason: '退票' }))).data).toMatchObject({
    reason: 'FUND_SHORT',
    available: '1,000.49',
  });
  await ask(other, calls.holdRelease, { id: held.id, amount: '0.01', reason: '解决' });
  expect((await refusalOf(ask(shop.me, calls.depositReverse, { id, version: 2, reason: '退票' }))).data.reason).toBe('SAME_PERSON');
  await ask(other, calls.depositReverse, { id, version: 2, reason: '退票' });
  expect(await account()).toMatchObject({ posted: '0.00', held: '0.00' });
  expect((await refusalOf(ask(other, calls.depositReverse, { id, version: 3, reason: '再退' }))).data.reason).toBe('BAD_STATE');
  const movements = await ask(shop.me, calls.accountMovements, { accountId: row?.id ?? '' });
  expect(movements.pagedRecords.map((one) => [one.kind, one.income, one.expense, one.balance])).toEqual([
    ['ENTER_REVERSE', '0.00', '1000.50', '0.00'],
    ['ENTER', '1000.50', '0.00', '1000.50'],
  ]);
  expect(await proof()).toEqual([]);
});

test('trap 26: one flow number is entered once, and again after a rejection or a reversal', async () => {
  const first = await register({ bankFlowNo: 'ICBC-1' });
  const twice = await refusalOf(register({ bankFlowNo: 'ICBC-1' }));
  expect(twice.data).toMatchObject({ reason: 'DUP_FLOW_NO' });
  expect(twice.message).toContain(first.no);
  await ask(other, calls.depositReject, { id: first.id, version: 1, reason: '凭证不清' });
  expect(await decisionsOn(opened, first.id)).toEqual(['1 REJECT 出纳 凭证不清']);
  const second = await register({ bankFlowNo: 'ICBC-1' });
  await confirm(second.id);
  await ask(other, calls.depositReverse, { id: second.id, version: 2, reason: '退票' });
  await register({ bankFlowNo: 'ICBC-1' });
  expect((await refusalOf(register({ bankFlowNo: '' }))).data.fields).toHaveProperty('bankFlowNo');
});

test('several payments are confirmed together against their sum, all or none', async () => {
  const [a, b] = [await register({ amount: '0.10' }), await register({ amount: '0.20' })];
  const items = [a, b].map(({ id }) => ({ id, version: 1 }));
  await refusalOf(ask(other, calls.depositConfirm, { items, amount: '0.31' }));
  expect(await account()).toMatchObject({ posted: '0.00' });
  await ask(other, calls.depositConfirm, { items, amount: '0.30' });
  expect(await account()).toMatchObject({ posted: '0.30' });
});

test('a manual hold is released by another person, never more than is left, and shows its events', async () => {
  await confirm((await register()).id);
  const row = await account();
  const { id } = await ask(shop.me, calls.holdFreeze, { accountId: row?.id ?? '', amount: '600', reason: '诉讼保全' });
  expect((await refusalOf(ask(shop.me, calls.holdFreeze, { accountId: row?.id ?? '', amount: '400.51', reason: '再冻' }))).data).toMatchObject({
    reason: 'FUND_SHORT',
    available: '400.50',
  });
  expect((await refusalOf(ask(shop.me, calls.holdRelease, { id, amount: '1', reason: '自己' }))).data.reason).toBe('SAME_PERSON');
  await ask(other, calls.holdRelease, { id, amount: '200', reason: '部分' });
  expect((await refusalOf(ask(other, calls.holdRelease, { id, amount: '400.01', reason: '多了' }))).message).toContain('400.00');
  const detail = await ask(shop.me, calls.holdDetail, { id });
  expect(detail).toMatchObject({ state: 'PART', open: '400.00' });
  expect(detail.events.map((one) => [one.action, one.amount])).toEqual([
    ['HOLD', '600.00'],
    ['RELEASE', '200.00'],
  ]);
  expect(await proof()).toEqual([]);
});

test('accounts are opened once each; a stopped one takes neither payments nor holds', async () => {
  expect(await ask(shop.me, calls.accountOpen, { all: true })).toEqual({ count: 2 });
  expect(await ask(shop.me, calls.accountOpen, { customerIds: [customerId] })).toEqual({ count: 0 });
  const page = await ask(shop.me, calls.accountList, { customerId });
  const id = page.pagedRecords[0]?.id ?? '';
  await ask(shop.me, calls.accountSwitch, { id, status: 'DISABLED', reason: '清退' });
  expect((await refusalOf(register())).message).toContain('停用');
  expect((await refusalOf(ask(shop.me, calls.holdFreeze, { accountId: id, amount: '1', reason: 'x' }))).data.reason).toBe('FUND_HOLD');
});

test('another tenant and dealers meet nothing (trap 32)', async () => {
  const { id } = await register();
  const row = await account();
  const stranger = (await openShop(opened, 2n)).me;
  const answers = [
    ask(stranger, calls.depositDetail, { id }),
    ask(stranger, calls.depositConfirm, { items: [{ id, version: 1 }], amount: '1000.50' }),
    ask(stranger, calls.depositSave, form()),
    ask(stranger, calls.accountDetail, { id: row?.id ?? '' }),
    ask(stranger, calls.holdFreeze, { accountId: row?.id ?? '', amount: '1', reason: 'x' }),
    ask(stranger, calls.accountOpen, { customerIds: [customerId] }),
  ];
  for (const answer of answers) expect((await refusalOf(answer)).data.reason).toBe('NOT_FOUND');
  expect((await ask(stranger, calls.accountMovements, { accountId: row?.id ?? '' })).pagedRecords).toEqual([]);
  expect((await refusalOf(ask(shop.dealer(customerId), calls.accountList, {}))).data.reason).toBe('NO_PERMISSION');
});

test('trap 33: amounts beyond 2^53 cross the wire as strings and add up exactly', async () => {
  const exact = fc.array(fc.bigInt({ min: 1n, max: 999_999_999_999n }), { minLength: 1, maxLength: 3 });
  let sum = 0n;
  const yuan = (fen: bigint) => `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`;
  const deposit = async (amounts: bigint[]) => {
    for (const amount of amounts) await confirm((await register({ amount: yuan(amount) })).id, yuan(amount));
    sum += amounts.reduce((total, one) => total + one, 0n);
    expect((await account())?.posted).toBe(yuan(sum));
  };
  await putFunds(opened, shop.me, shop.customers[0], 9_007_199_254_740_993n);
  sum = 9_007_199_254_740_993n;
  await deposit([999_999_999_999n]);
  await fc.assert(fc.asyncProperty(exact, deposit), { numRuns: 5 });
  expect((await refusalOf(register({ amount: '0.001' }))).message).toContain('最多两位小数');
});
