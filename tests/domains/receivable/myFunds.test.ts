import '~/domains/finance/api.server';
import '~/domains/receivable/api.server';
import { beforeEach, expect, test } from 'vitest';
import { myHolds, myMovements } from '~/domains/finance/myCalls';
import { receivableSummary } from '~/domains/receivable/calls';
import * as calls from '~/domains/receivable/myCalls';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { ask, openShop, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

const opened = await testDatabase();
const NOW = new Date('2026-06-20T08:00:00Z');
let shop: Shop;
let own: string;
let other: string;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  [own, other] = shop.customers;
});
const dealer = (customerId: string): Me => ({ ...shop.me, userType: 2, isAdmin: false, memberId: null, customerId, permissions: new Set() });
const owe = (customerId: string, dueDate: string, amount: number, no = newId()) =>
  opened.pool.query(
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount)
     values (1, $1, $2, $3, '客户', 'OPENING', '2026-01-01', $4, $5)`,
    [newId(), no, customerId, dueDate, amount],
  );

test('a dealer sees what is due when, and nothing of other customers', async () => {
  await owe(own, '2026-06-01', 100_000, 'YS1');
  await owe(own, '2026-06-30', 20_000, 'YS2');
  await owe(other, '2026-06-01', 999_900);
  const me = dealer(own);
  expect(await ask(me, calls.myFunds, {}, NOW)).toMatchObject({
    balance: '0.00',
    openReceivable: '1200.00',
    overdue: '1000.00',
    overdueDays: 19,
    nextDue: '2026-06-30',
  });
  const debts = await ask(me, calls.myDebts, { ascs: 'dueDate' }, NOW);
  expect(debts.pagedRecords.map((row) => [row.no, row.dueDate, row.open, row.overdueDays])).toEqual([
    ['YS1', '2026-06-01', '1000.00', 19],
    ['YS2', '2026-06-30', '200.00', 0],
  ]);
  expect(debts.totals).toMatchObject({ open: '1,200.00' });
  expect((await ask(me, myMovements, {}, NOW)).totalCount).toBe(0);
  expect((await ask(me, myHolds, {}, NOW)).totalCount).toBe(0);
  expect(await ask(dealer(other), calls.myFunds, {}, NOW)).toMatchObject({ openReceivable: '9999.00' });
});

test('ages open with the most overdue first, and say how long and how much', async () => {
  await owe(own, '2026-06-10', 5_000);
  await owe(own, '2026-07-10', 1_000);
  await owe(other, '2026-03-01', 90_000);
  const { pagedRecords, totals } = await ask(shop.me, receivableSummary, {}, NOW);
  expect(pagedRecords.slice(0, 2).map((row) => [row.customerId, row.overdue, row.overdueDays, row.ages[0], row.open])).toEqual([
    [other, '900.00', 111, '0.00', '900.00'],
    [own, '50.00', 10, '10.00', '60.00'],
  ]);
  expect(totals).toMatchObject({ overdue: '950.00', open: '960.00', opening: '0.00', closing: '0.00' });
});
