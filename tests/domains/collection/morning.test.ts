import '~/domains/all.server';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/collection/calls';
import { scoreOf } from '~/domains/collection/case';
import { dispatchTenant } from '~/domains/collection/dispatch.server';
import { stepOf } from '~/domains/collection/strategy';
import { workbenchOf } from '~/domains/insight/insight.server';
import * as organisation from '~/domains/organisation/calls';
import * as receivables from '~/domains/receivable/calls';
import type { Me } from '~/portal/me';
import * as permissions from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import { addDays, daysBetween } from '~/shared/dates';
import { ask, openShop, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { as } from '../../support/stock';

const rights = [
  permissions.URGE_MANAGE,
  permissions.URGE_WORK,
  permissions.URGE_LEAD,
  permissions.URGE_CONFIG,
  permissions.FUND_ENTER,
  permissions.FUND_MANAGE,
];
const opened = await testDatabase();
const TODAY = '2026-06-15';
let shop: Shop;
let me: Me;
const at = (day: string, hour = '10'): Date => new Date(`${day}T${hour}:00:00+08:00`);
const sql = (text: string, values: unknown[] = []) => opened.pool.query(text, values);

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  me = { ...shop.me, apps: [...shop.me.apps, 'receivables'], permissions: new Set([...shop.me.permissions, ...rights]) };
  await sql(`insert into member (tenant_id, id, account_id, name) select 1, $1, $2, '催收员' where not exists (select from member where id = $1)`, [
    me.memberId,
    me.accountId,
  ]);
});
const settings = (content: object) =>
  sql('insert into ar_config (tenant_id, id, version, content) values (1, $1, (select coalesce(max(version), 0) + 1 from ar_config where tenant_id = 1), $2)', [
    newId(),
    JSON.stringify({ workdaysOnly: false, minContactDays: 1, ...content }),
  ]);
async function owe(customerId: string, due: string, amount: number): Promise<string> {
  const id = newId();
  await sql(
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount) values (1, $1, $2, $3, '客户', 'OPENING', '2026-06-01', $4, $5)`,
    [id, `YS${id.slice(-8)}`, customerId, due, amount],
  );
  return id;
}
async function publish(change: object = {}): Promise<void> {
  const spec = {
    match: { levelIds: [], regions: [], minOverdue: null, maxOverdue: null, minDays: null, maxDays: null },
    entry: 'STANDARD' as const,
    gapDays: 1,
    dailyCap: 0,
    windowFrom: 540,
    windowUntil: 1080,
    workdaysOnly: false,
    minAmount: '0',
    stopOn: ['PTP' as const],
    promiseGrace: 1,
    endAction: 'NONE' as const,
    endAfter: 5,
    steps: [stepOf({ offset: 1, channel: 'PHONE' }), stepOf({ offset: 2, channel: 'PHONE', assignee: 'OWNER' })],
    ...change,
  };
  await ask(me, calls.strategyPublish, await ask(me, calls.strategySave, { name: '常规催收', priority: 50, spec }, at('2026-06-01')), at('2026-06-01'));
}
async function colleague(name: string): Promise<string> {
  const [account, id] = [newId(), newId()];
  await sql(`insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, $3, 1, 'x')`, [
    account,
    `137${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
    name,
  ]);
  await sql('insert into member (tenant_id, id, account_id, name) values (1, $1, $2, $3)', [id, account, name]);
  return id;
}

const someCase = fc.record({
  overdue: fc.oneof(fc.integer({ min: 1, max: 60_000_000 }), fc.constantFrom(1_000_000, 40_000_000, 90_000_000)),
  days: fc.integer({ min: 1, max: 140 }),
  broken: fc.integer({ min: 0, max: 3 }),
  status: fc.constantFrom('NEW', 'WORKING', 'PROMISED', 'DISPUTED', 'ESCALATED', 'CLEARED', 'BAD'),
  follow: fc.option(fc.integer({ min: -9, max: 9 })),
  until: fc.option(fc.integer({ min: -2, max: 5 })),
});

test('the morning’s list is the fifty of the highest score, the older debt first among equals, whatever there is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someCase, { minLength: 60, maxLength: 140 }), async (cases) => {
      await sql("delete from urge_case; delete from customer where code like 'YCM%'");
      const rows = cases.map((one) => ({
        ...one,
        id: newId(),
        oldest: addDays(TODAY, -one.days),
        followOn: one.follow === null ? null : addDays(TODAY, one.follow),
        promised: one.until === null ? null : addDays(TODAY, one.until),
      }));
      await sql(
        `with given as (select * from jsonb_to_recordset($1::jsonb) as g(id uuid, overdue bigint, broken int, status text, oldest date, "followOn" date, promised date)),
          made as (insert into customer (tenant_id, id, code, name) select 1, id, 'YCM' || id, '客户' || id from given)
         insert into urge_case (tenant_id, id, no, customer_id, status, open_amount, overdue_amount, oldest_on, broken, follow_on, promised_until)
         select 1, id, 'CS' || id, id, status, overdue, overdue, oldest, broken, "followOn", promised from given`,
        [JSON.stringify(rows)],
      );
      const wanted = rows
        .filter(({ status }) => status !== 'CLEARED' && status !== 'BAD')
        .map((one) => {
          const dueToday = (one.followOn !== null && one.followOn <= TODAY) || (one.promised !== null && one.promised <= addDays(TODAY, 1));
          return {
            ...one,
            ...scoreOf({ overdue: BigInt(one.overdue), days: daysBetween(one.oldest, TODAY), broken: one.broken, status: one.status, dueToday }),
          };
        })
        .sort((a, b) => b.score - a.score || (a.oldest === b.oldest ? (a.id < b.id ? -1 : 1) : a.oldest < b.oldest ? -1 : 1))
        .slice(0, 50)
        .map(({ id, score }) => [id, score]);
      const { list } = await ask(me, calls.urgeWorkspace, { mine: 'false' }, at(TODAY));
      expect(list.map(({ id, score }) => [id, score])).toEqual(wanted);
    }),
    { numRuns: 12 },
  );
});

test('whoever goes hands over cases and every task of theirs; what a colleague has to do in them stays with the colleague', async () => {
  await settings({});
  await publish();
  const [leaver, taker, seller] = [await colleague('林离职'), await colleague('沈接手'), await colleague('钱业务')];
  const [customer, other] = shop.customers;
  for (const id of [customer, other]) await sql('update customer set sales_member_id = $2 where id = $1', [id, seller]);
  for (const id of [customer, other]) await owe(id, '2026-06-10', 100_000);
  await dispatchTenant(opened, me, at('2026-06-11'));
  const { rows: made } = await sql('select id, customer_id from urge_case order by id');
  const caseOf = (id: string) => made.find((row) => row.customer_id === id).id as string;
  await ask(me, calls.caseAssign, { ids: [caseOf(customer)], ownerId: leaver }, at('2026-06-11'));
  await dispatchTenant(opened, me, at('2026-06-12'));
  // A task of theirs in the case of somebody else.
  await sql(`update urge_send set assignee_id = $1 where case_id = $2 and step_no = 2`, [leaver, caseOf(other)]);
  await ask(me, organisation.memberHandOver, { id: leaver, toId: taker, keys: ['urgeCase'], reason: '离职' }, at('2026-06-13'));
  const { rows } = await sql('select case_id, step_no, assignee_id from urge_send order by case_id, step_no');
  expect(rows.map((row) => [row.case_id, row.step_no, row.assignee_id])).toEqual(
    made.flatMap(({ id }) => [
      [id, 1, seller],
      [id, 2, taker],
    ]),
  );
  const doc = await ask(me, calls.caseGet, { id: caseOf(customer) }, at('2026-06-13'));
  expect(doc).toMatchObject({ ownerId: taker, ownerName: '沈接手' });
  expect(doc.timeline[0]?.content).toBe('工作交接：由林离职转给沈接手');
});

test('nothing is sent on a day the company is closed, and a day it works against the calendar counts as one', async () => {
  // The 13th and 14th are a weekend.
  await settings({
    workdaysOnly: true,
    holidays: [
      { day: '2026-06-12', works: false, name: '厂休' },
      { day: '2026-06-14', works: true, name: '加班' },
    ],
  });
  await publish({ workdaysOnly: true });
  await owe(shop.customers[0], '2026-06-11', 100_000);
  for (const day of ['2026-06-12', '2026-06-13']) expect(await dispatchTenant(opened, me, at(day))).toBe(0);
  expect((await sql('select next_on::text as day from urge_case')).rows).toEqual([{ day: '2026-06-14' }]);
  expect(await dispatchTenant(opened, me, at('2026-06-14'))).toBe(1);
  expect((await sql('select next_on::text as day from urge_case')).rows).toEqual([{ day: '2026-06-15' }]);
});

test('this month’s receipts are measured against the month’s target', async () => {
  await settings({ monthTarget: '5000.00' });
  const debt = await owe(shop.customers[0], '2026-06-20', 300_000);
  const form = { customerId: shop.customers[0], payWay: 'BANK', bankFlowNo: newId(), receivedAt: at(TODAY, '09').toISOString() };
  await ask(me, receivables.registerReceipt, { ...form, amount: '1200.00', applies: [{ receivableId: debt, amount: '1200.00' }] } as never, at(TODAY, '10'));
  const { cards } = await ask(me, calls.urgeWorkspace, { mine: 'false' }, at(TODAY, '11'));
  expect([cards.targetMonth, cards.receivedMonth.amount, cards.dueMonth.amount]).toEqual(['5000.00', '1200.00', '3000.00']);
  // Another month begins with nothing, against the same target.
  const july = (await ask(me, calls.urgeWorkspace, { mine: 'false' }, at('2026-07-01', '11'))).cards;
  expect([july.targetMonth, july.receivedMonth.amount]).toEqual(['5000.00', '0.00']);
});

test('the workbench leads to the cases of today and to broken promises, each with as many as its list has', async () => {
  await settings({});
  await owe(shop.customers[0], '2026-06-10', 100_000);
  await owe(shop.customers[1], '2026-06-10', 100_000);
  await dispatchTenant(opened, me, at('2026-06-11'));
  const { rows } = await sql('select id from urge_case order by id');
  const [first, second] = rows.map((row) => row.id as string) as [string, string];
  await ask(me, calls.recordAdd, { id: first, way: 'PHONE', result: 'REACHED', content: '周一再联系', followOn: TODAY }, at('2026-06-11'));
  await ask(me, calls.promiseAdd, { id: second, amount: '500.00', dueOn: '2026-06-12' }, at('2026-06-11'));
  await dispatchTenant(opened, me, at('2026-06-14'));
  const { todos } = await as(opened, me, (tx) => workbenchOf(tx, me, at(TODAY)));
  const own = todos.filter(({ key }) => key.startsWith('urge')).map(({ key, count, href }) => [key, count, href]);
  expect(own).toEqual([
    ['urgeToday', 1, `/portal/receiveAdmin/collection/list?followEnd=${TODAY}`],
    ['urgeBroken', 1, '/portal/receiveAdmin/collection/list?broken=true'],
  ]);
  for (const [query, id] of [
    [{ followEnd: TODAY }, first],
    [{ broken: 'true' }, second],
  ] as const)
    expect((await ask(me, calls.caseList, query as never, at(TODAY))).pagedRecords.map((row) => row.id)).toEqual([id]);
});

test('promises due within three days are counted however many there are, and their figure opens to exactly these', async () => {
  const rows = Array.from({ length: 35 }, (_, at) => ({
    id: newId(),
    due: addDays(TODAY, (at % 7) - 2),
    status: at % 5 === 0 ? 'KEPT' : 'OPEN',
    owner: at % 2 === 0 ? me.memberId : null,
  }));
  const more = Array.from({ length: 30 }, () => ({ id: newId(), due: TODAY, status: 'OPEN', owner: null }));
  await sql(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as g(id uuid, due date, status text, owner uuid)),
      made as (insert into customer (tenant_id, id, code, name) select 1, id, 'YCM' || id, '客户' || id from given),
      cases as (insert into urge_case (tenant_id, id, no, customer_id, owner_id) select 1, id, 'CS' || id, id, owner from given)
     insert into urge_promise (tenant_id, id, case_id, customer_id, amount, due_on, until_on, status) select 1, id, id, id, 100, due, due, status from given`,
    [JSON.stringify([...rows, ...more])],
  );
  const wanted = (mine: boolean) =>
    [...rows, ...more].filter(({ due, status, owner }) => status === 'OPEN' && due <= addDays(TODAY, 3) && (!mine || owner === me.memberId));
  for (const mine of ['true', 'false'] as const) {
    const { promises } = await ask(me, calls.urgeWorkspace, { mine }, at(TODAY));
    const due = wanted(mine === 'true');
    expect(promises.count).toBe(due.length);
    const days = due.map((one) => one.due).sort();
    expect(promises.first.map(({ dueOn }) => dueOn)).toEqual(days.slice(0, 10));
    const list = await ask(me, calls.promiseList, { ...promises.query, status: 'OPEN', pageSize: 100 } as never, at(TODAY));
    expect(list.pagedRecords.map(({ id }) => id).sort()).toEqual(due.map(({ id }) => id).sort());
  }
});
