import { beforeAll, expect, test } from 'vitest';
import '~/domains/receivablePlan/api.server';
import { reassess } from '~/domains/collection/assess.server';
import { CaseQuery } from '~/domains/collection/case.schema';
import { getCase, listCases } from '~/domains/collection/caseViews.server';
import { overdueOf } from '~/domains/collection/dunning.server';
import { workspace } from '~/domains/collection/workspace.server';
import { CustomerQuery as PeopleQuery } from '~/domains/customer/customer.schema';
import { pageCustomers } from '~/domains/customer/customerList.server';
import { fundSummary } from '~/domains/finance/fund.server';
import { duesOf } from '~/domains/insight/dues.server';
import { BookQuery, SummaryQuery } from '~/domains/receivable/receivable.schema';
import { pageSummary } from '~/domains/receivable/receivableSummary.server';
import { pageBook } from '~/domains/receivable/receivableViews.server';
import { listCustomers } from '~/domains/receivablePlan/customerViews.server';
import { CustomerQuery, OverQuery, OwedQuery } from '~/domains/receivablePlan/open.schema';
import { listOver } from '~/domains/receivablePlan/openViews.server';
import { listOwed } from '~/domains/receivablePlan/owedViews.server';
import { MoneyQuery } from '~/domains/receivablePlan/pay.schema';
import { listMoney } from '~/domains/receivablePlan/payViews.server';
import { PlanInput, PlanQuery } from '~/domains/receivablePlan/plan.schema';
import { proveOwing } from '~/domains/receivablePlan/planProof.server';
import { savePlan } from '~/domains/receivablePlan/planSave.server';
import { listPlans } from '~/domains/receivablePlan/planViews.server';
import { listItems } from '~/domains/repayment/itemViews.server';
import { ItemQuery } from '~/domains/repayment/repayment.schema';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { displayYuan } from '~/shared/money';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { type Depot, openDepot } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { creditOn, given, onDay, owed, repaid } from '../../support/repayment';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let customerId: string;
const DAY = '2026-11-12';
const now = onDay(DAY);

/** 300.00 on credit in three instalments from 09-08 with three days of grace, 100.00 of it paid; and 50.00 owed plainly since long. */
beforeAll(async () => {
  depot = await openDepot(opened, 1n, { payFirst: true });
  customerId = await addCustomer(depot.me, '分期客户');
  await creditOn(opened, depot.me, customerId, { way: 'INSTALMENTS', instalments: 3, graceDays: 3, penaltyPpm: 0 });
  await owed(depot, customerId, 30, '2026-09-08');
  await repaid(opened, [depot.me, colleagueOf(depot.me)], given(customerId, '60.00', '2026-10-08'), '2026-10-08');
  const items = [{ nature: 'PROGRESS', amount: '50.00', dueBy: 'DATE', dueDate: '2026-07-31' }];
  await run((tx, me) =>
    savePlan(tx, me, PlanInput.parse({ customerId, source: 'MANUAL', title: '供货', total: '50.00', items, start: true }), onDay('2026-07-01')),
  );
});
const run = <T>(work: (tx: Tx, me: Me) => Promise<T>): Promise<T> => as(opened, depot.me, (tx) => work(tx, depot.me));

test('an order paid in instalments is late by the same amount wherever it is shown', async () => {
  const steward = (await run((tx, me) => listCustomers(tx, me, CustomerQuery.parse({ customerId }), now))).pagedRecords[0];
  const { overdue, open, overdueDays } = { overdue: 0n, open: 0n, overdueDays: 0, ...steward };
  // Of the first instalment 40.00 are left, the second is late since 11-08 but still within its grace on 11-11; the plain debt is late whole.
  expect([open, overdue]).toEqual([29_000n, 4_000n + 10_000n + 5_000n]);
  const order = (await run((tx, me) => pageSummary(tx, me, SummaryQuery.parse({ customerId }), now))).pagedRecords[0];
  expect([order?.open, order?.overdue, order?.overdueDays, order?.ages]).toEqual([open, overdue, overdueDays, steward?.ages]);
  const funds = await run((tx, me) => fundSummary(tx, me, customerId, DAY));
  expect([funds.openReceivable, funds.overdue, funds.overdueDays]).toEqual([open, overdue, overdueDays]);
  const listed = (await run((tx, me) => pageCustomers(tx, me, PeopleQuery.parse({ name: '分期客户' }), now))).pagedRecords[0];
  expect([listed?.openReceivable, listed?.overdue]).toEqual([open, overdue]);
  const dunned = (await run((tx, me) => overdueOf(tx, me, [customerId], now)))[0];
  expect([dunned?.open, dunned?.overdue, dunned?.overdueDays]).toEqual([open, overdue, overdueDays]);
  const debtor = (await run((tx, me) => duesOf(tx, me, now)))?.debtors.find((one) => one.customerId === customerId);
  expect([debtor?.open.amount, debtor?.overdue.amount, debtor?.days]).toEqual([open, overdue, overdueDays]);
  const credit = (await run((tx, me) => listItems(tx, me, ItemQuery.parse({ customerId, tab: 'ALL' }), now))).pagedRecords;
  const lateOnCredit = credit.reduce((sum, item) => sum + (item.state === 'OVERDUE' ? item.openPrincipal : 0n), 0n);
  expect(lateOnCredit).toBe(14_000n);
  expect(await run((tx, me) => proveOwing(tx, me))).toEqual([]);
});

test('a figure of an age is the sum of the rows it opens, in both apps', async () => {
  const page = await run((tx, me) => listCustomers(tx, me, CustomerQuery.parse({ customerId }), now));
  for (const [at, { from, to }] of page.buckets.entries()) {
    const figure = page.pagedRecords[0]?.ages[at] ?? 0n;
    const days = from === 0 ? { overdueDaysMax: '0' } : { overdueDaysMin: String(from), ...(to === null ? {} : { overdueDaysMax: String(to) }) };
    const over = from === 0 ? { notDue: 'true' } : days;
    const rows = (await run((tx, me) => listOver(tx, me, OverQuery.parse({ customerId, pageSize: 100, ...over }), now))).pagedRecords;
    expect(rows.reduce((sum, row) => sum + row.open, 0n)).toBe(figure);
    const book = await run((tx, me) => pageBook(tx, me, BookQuery.parse({ customerId, pageSize: 100, ...days }), now));
    expect(book.pagedRecords.reduce((sum, row) => sum + row.inAge, 0n)).toBe(figure);
    expect((book.totals?.['inAge'] ?? '').replaceAll(',', '')).toBe((Number(figure) / 100).toFixed(2));
  }
  const owedRows = (await run((tx, me) => listOwed(tx, me, OwedQuery.parse({ customerId }), now))).pagedRecords;
  expect(owedRows.map((row) => [row.onCredit, row.overdueDays > 0])).toEqual(expect.arrayContaining([[true, true]]));
});

test('a case is as late as its customer is in every other list, and each figure of the workspace is what it leads to', async () => {
  const other = await addCustomer(depot.me, '宽限客户');
  await creditOn(opened, depot.me, other, { way: 'INSTALMENTS', instalments: 3, graceDays: 3, penaltyPpm: 0 });
  await owed(depot, other, 30, '2026-09-08');
  await run(async (tx, me) => {
    await reassess(tx, me, [other], now);
    const listed = (await listCustomers(tx, me, CustomerQuery.parse({ customerId: other }), now)).pagedRecords[0];
    const rows = (await listOver(tx, me, OverQuery.parse({ customerId: other, pageSize: 100 }), now)).pagedRecords;
    const found = (await listCases(tx, me, CaseQuery.parse({ customerId: other }), now)).pagedRecords[0];
    expect([found?.overdueDays, found?.overdueAmount]).toEqual([listed?.overdueDays, listed?.overdue]);
    const { debts } = await getCase(tx, me, { id: found?.id ?? '' }, now);
    const late = debts.filter((one) => one.overdueDays > 0);
    expect(late.map(({ no, dueDate, overdueDays }) => [no, dueDate, overdueDays])).toEqual(
      rows.map(({ no, dueDate, overdueDays }) => [no, dueDate, overdueDays]),
    );

    const { cards, ages } = await workspace(tx, me, { mine: 'false' }, now);
    const all = (await listCustomers(tx, me, CustomerQuery.parse({}), now)).totals ?? {};
    expect([cards.openAmount.amount, cards.overdueAmount.amount].map(displayYuan)).toEqual([all['open'], all['overdue']]);
    for (const { amount, href } of ages) {
      const query = Object.fromEntries(new URL(href, 'http://localhost').searchParams);
      expect(displayYuan(amount)).toBe((await listOver(tx, me, OverQuery.parse(query), now)).totals?.['open']);
    }
    const month = Object.fromEntries(new URL(cards.receivedMonth.href, 'http://localhost').searchParams);
    expect(displayYuan(cards.receivedMonth.amount)).toBe((await listMoney(tx, me, MoneyQuery.parse(month))).totals?.['amount']);
  });
});

test('the list of plans ends with what all its rows come to, not those of the page alone', async () => {
  await run(async (tx, me) => {
    for (const [total, dueDate] of [
      ['70.00', '2026-08-31'],
      ['80.00', '2026-12-31'],
    ]) {
      const items = [{ nature: 'PROGRESS', amount: total, dueBy: 'DATE', dueDate }];
      await savePlan(tx, me, PlanInput.parse({ customerId, source: 'MANUAL', title: '供货', total, items, start: true }), onDay('2026-07-02'));
    }
    const query = { customerId, source: 'MANUAL' };
    const whole = await listPlans(tx, me, PlanQuery.parse({ ...query, pageSize: 100 }), now);
    const sum = (key: 'total' | 'raised' | 'paid' | 'open' | 'overdue') => displayYuan(whole.pagedRecords.reduce((all, row) => all + row[key], 0n));
    const { totals, pagedRecords } = await listPlans(tx, me, PlanQuery.parse({ ...query, pageSize: 1 }), now);
    expect([pagedRecords.length, whole.pagedRecords.length]).toEqual([1, 3]);
    expect(totals).toMatchObject({ total: sum('total'), raised: sum('raised'), paid: sum('paid'), open: sum('open'), overdue: sum('overdue') });
    expect([totals?.['total'], totals?.['overdue']]).toEqual(['200.00', '120.00']);
    expect((await listPlans(tx, me, PlanQuery.parse({ ...query, no: 'YP-none' }), now)).totals).toMatchObject({ total: '0.00', open: '0.00' });
  });
});
