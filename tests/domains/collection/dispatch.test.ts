import '~/domains/all.server';
import { beforeEach, expect, test } from 'vitest';
import { reassess } from '~/domains/collection/assess.server';
import * as calls from '~/domains/collection/calls';
import { proveCases } from '~/domains/collection/caseProof.server';
import { dispatchTenant } from '~/domains/collection/dispatch.server';
import { runReplays } from '~/domains/collection/replay.server';
import { stepOf } from '~/domains/collection/strategy';
import * as receivables from '~/domains/receivable/calls';
import type { Me } from '~/portal/me';
import * as permissions from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import type { InputOf } from '~/shared/endpoint';
import { told } from '~/shared/told';
import { ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

const rights = [
  permissions.URGE_MANAGE,
  permissions.URGE_WORK,
  permissions.URGE_LEAD,
  permissions.URGE_AUDIT,
  permissions.URGE_CONFIG,
  permissions.FUND_ENTER,
  permissions.FUND_MANAGE,
];
const opened = await testDatabase();
let shop: Shop;
let me: Me;
let customer: string;
let other: string;
const at = (day: string, hour = '10'): Date => new Date(`${day}T${hour}:00:00+08:00`);

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  me = { ...shop.me, apps: [...shop.me.apps, 'receivables'], permissions: new Set([...shop.me.permissions, ...rights]) };
  [customer, other] = shop.customers;
  await opened.pool.query(
    `insert into member (tenant_id, id, account_id, name) select 1, $1, $2, '催收员' where not exists (select from member where id = $1)`,
    [me.memberId, me.accountId],
  );
  await opened.pool.query(`insert into ar_config (tenant_id, id, version, content) values (1, $1, 1, '{"workdaysOnly": false, "minContactDays": 1}')`, [
    newId(),
  ]);
});

async function owe(customerId: string, due: string, amount: number): Promise<string> {
  const id = newId();
  await opened.pool.query(
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount) values (1, $1, $2, $3, '客户', 'OPENING', '2026-01-01', $4, $5)`,
    [id, `YS${id.slice(-8)}`, customerId, due, amount],
  );
  return id;
}
async function reader(customerId: string): Promise<void> {
  const id = newId();
  await opened.pool.query(`insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, '经销商', 2, 'x')`, [
    id,
    `139${id.slice(-8).replace(/\D/g, '0')}`,
  ]);
  await opened.pool.query('insert into customer_member (tenant_id, id, customer_id, account_id) values (1, $1, $2, $3)', [newId(), customerId, id]);
}
type Spec = InputOf<typeof calls.strategySave>['spec'];
const spec = (more: Partial<Spec> = {}): Spec => ({
  match: { levelIds: [], regions: [], minOverdue: null, maxOverdue: null, minDays: null, maxDays: null },
  entry: 'STANDARD',
  gapDays: 2,
  dailyCap: 0,
  windowFrom: 540,
  windowUntil: 1080,
  workdaysOnly: false,
  minAmount: '0',
  stopOn: ['PTP', 'DISPUTE', 'LEGAL'],
  promiseGrace: 1,
  endAction: 'MANUAL',
  endAfter: 5,
  steps: [
    stepOf({ offset: 1, channel: 'MESSAGE', body: '{客户}欠{逾期金额}元' }),
    stepOf({ offset: 3, channel: 'PHONE' }),
    stepOf({ offset: 8, channel: 'MESSAGE', body: '再次提醒：{逾期金额}元' }),
  ],
  ...more,
});
async function publish(more: Partial<Spec> = {}, name = '常规催收') {
  const saved = await ask(me, calls.strategySave, { name, priority: 50, spec: spec(more) }, at('2026-06-01'));
  await ask(me, calls.strategyPublish, saved, at('2026-06-01'));
  return saved.id;
}
const run = (day: string, hour?: string) => dispatchTenant(opened, me, at(day, hour));
const sends = async () =>
  (await opened.pool.query('select step_no, cycle_no, status, sent_on::text as day, outstanding::int, body from urge_send order by created_at, step_no')).rows;
const caseOf = async (customerId: string) =>
  (await opened.pool.query('select * from urge_case where customer_id = $1 order by created_at desc', [customerId])).rows[0];
const pay = (customerId: string, amount: string, receivableId: string, day: string) =>
  ask(
    me,
    receivables.registerReceipt,
    { customerId, amount, payWay: 'BANK', bankFlowNo: newId(), receivedAt: at(day).toISOString(), applies: [{ receivableId, amount }] } as never,
    at(day, '11'),
  );

test('a debt is reminded of step by step, each once, in the window only, and never after it was paid', async () => {
  await publish();
  await reader(customer);
  const debt = await owe(customer, '2026-06-10', 100_000);
  await run('2026-06-10');
  expect(await sends()).toEqual([]);
  await run('2026-06-11', '08');
  expect(await sends()).toEqual([]);
  expect(await run('2026-06-11')).toBe(1);
  expect(await run('2026-06-11')).toBe(0);
  await run('2026-06-13');
  expect(told(await sends())).toMatchObject([
    { step_no: 1, status: 'SENT', day: '2026-06-11', outstanding: 100_000, body: expect.stringContaining('欠1,000.00元') },
    { step_no: 2, status: 'TASK', day: '2026-06-13' },
  ]);
  const doc = await ask(me, calls.caseGet, { id: (await caseOf(customer)).id }, at('2026-06-13'));
  expect(doc.steps.map(({ state }) => state)).toEqual(['SENT', 'TASK', 'NEXT']);
  expect(doc.tasks.map(({ title }) => title)).toEqual([`${doc.customerName} · 电话任务`]);
  await pay(customer, '1000.00', debt, '2026-06-14');
  expect((await caseOf(customer)).status).toBe('CLEARED');
  await run('2026-06-18');
  expect((await sends()).map((one) => [one.step_no, one.status])).toEqual([
    [1, 'SENT'],
    [2, 'SKIPPED'],
  ]);
});

test('steps that were over before the case began are said to be so, not to be done', async () => {
  await publish({ entry: 'CONTEXTUAL' });
  await owe(customer, '2026-06-01', 100_000);
  await run('2026-06-05');
  const doc = await ask(me, calls.caseGet, { id: (await caseOf(customer)).id }, at('2026-06-05'));
  expect(doc.steps.map(({ state }) => state)).toEqual(['PASSED', 'TASK', 'NEXT']);
  expect(await sends()).toMatchObject([{ step_no: 2 }]);
});

test('whoever reads no messages is not lost: the reminder becomes somebody’s task and says why', async () => {
  await publish();
  await owe(customer, '2026-06-10', 100_000);
  await run('2026-06-11');
  expect(await sends()).toMatchObject([{ step_no: 1, status: 'TASK' }]);
  const doc = await ask(me, calls.caseGet, { id: (await caseOf(customer)).id }, at('2026-06-11'));
  expect(doc.tasks).toMatchObject([{ problem: '客户没有开通账号，收不到站内信' }]);
  await ask(me, calls.recordAdd, { id: doc.id, way: 'PHONE', result: 'REACHED', content: '答应核对', taskId: doc.tasks[0]?.id ?? '' }, at('2026-06-12'));
  await run('2026-06-13');
  // A call on the 12th puts the next step off: two days between contacts.
  expect((await sends()).length).toBe(1);
  await run('2026-06-14');
  expect((await sends()).map((one) => one.step_no)).toEqual([1, 2]);
});

test('a promise holds reminders back; broken, the run goes on with the step that was next', async () => {
  await publish();
  await reader(customer);
  await owe(customer, '2026-06-10', 100_000);
  await run('2026-06-11');
  const { id } = await caseOf(customer);
  await ask(me, calls.promiseAdd, { id, amount: '1000.00', dueOn: '2026-06-20' }, at('2026-06-12'));
  expect((await caseOf(customer)).status).toBe('PROMISED');
  await run('2026-06-16');
  await run('2026-06-21');
  expect((await sends()).length).toBe(1);
  await run('2026-06-22');
  expect((await sends()).map((one) => one.step_no)).toEqual([1, 2]);
  const doc = await ask(me, calls.caseGet, { id }, at('2026-06-22'));
  expect(doc.promises).toMatchObject([{ status: 'BROKEN', received: '0.00' }]);
  expect(doc).toMatchObject({ status: 'WORKING', broken: 1 });
});

test('a promise that is paid is kept, also of a part', async () => {
  await publish();
  const debt = await owe(customer, '2026-06-10', 100_000);
  await run('2026-06-11');
  const { id } = await caseOf(customer);
  await ask(me, calls.promiseAdd, { id, amount: '400.00', dueOn: '2026-06-20' }, at('2026-06-12'));
  await expect(refusalOf(ask(me, calls.promiseAdd, { id, amount: '100.00', dueOn: '2026-06-25' }, at('2026-06-12')))).resolves.toMatchObject({
    message: expect.stringContaining('还有未到期的承诺'),
  });
  await pay(customer, '400.00', debt, '2026-06-15');
  const doc = await ask(me, calls.caseGet, { id }, at('2026-06-15'));
  expect(doc.promises).toMatchObject([{ status: 'KEPT', received: '400.00' }]);
  expect(doc).toMatchObject({ overdueAmount: '600.00', status: 'WORKING' });
});

test('a case by hand: one a customer, nothing for who owes nothing, and pausing stops what is sent', async () => {
  await publish();
  await expect(refusalOf(ask(me, calls.caseCreate, { customerId: other }, at('2026-06-11')))).resolves.toMatchObject({
    message: expect.stringContaining('没有未收的应收'),
  });
  await owe(other, '2026-07-10', 50_000);
  const made = await ask(me, calls.caseCreate, { customerId: other, reason: '提前跟进' }, at('2026-06-11'));
  await expect(refusalOf(ask(me, calls.caseCreate, { customerId: other }, at('2026-06-11')))).resolves.toMatchObject({
    message: expect.stringContaining(made.no),
  });
  await ask(me, calls.casePause, { ids: [made.id], paused: true, reason: '已约面谈' }, at('2026-06-12'));
  await run('2026-07-11');
  expect(await sends()).toEqual([]);
  await ask(me, calls.casePause, { ids: [made.id], paused: false }, at('2026-07-12'));
  await run('2026-07-12');
  expect((await sends()).length).toBe(1);
  const list = await ask(me, calls.caseList, { customerId: other }, at('2026-07-12'));
  expect(list.pagedRecords).toMatchObject([{ no: made.no, overdueAmount: '500.00', overdueDays: 2, strategyName: '常规催收' }]);
});

test('what was given up as bad is not taken up by the case another debt opens, however often it is looked at, and the books agree', async () => {
  await publish();
  const lost = await owe(customer, '2026-06-01', 100_000);
  await run('2026-06-02');
  const first = await caseOf(customer);
  const moved = await ask(me, calls.caseMove, { id: first.id, version: first.version, to: 'ESCALATED', reason: '转法务' }, at('2026-06-03'));
  const { version } = await caseOf(customer);
  await ask(me, calls.caseMove, { id: moved.id, version, to: 'BAD', reason: '无可执行财产' }, at('2026-06-04'));
  await owe(customer, '2026-06-05', 30_000);
  const standing = async () => {
    const { id, open_amount } = await caseOf(customer);
    const { rows } = await opened.pool.query('select item_id from urge_case_item where case_id = $1 and left_on is null', [id]);
    return { another: id !== first.id, open: Number(open_amount), lost: rows.some((row) => row.item_id === lost), items: rows.length };
  };
  const figures = { another: true, open: 30_000, lost: false, items: 1 };
  for (const day of ['2026-06-07', '2026-06-08', '2026-06-09', '2026-06-14']) {
    await run(day);
    expect(await standing()).toEqual(figures);
    expect(await opened.inTenant({ tenantId: 1n }, (tx) => proveCases(tx, me))).toEqual([]);
  }
  await opened.inTenant({ tenantId: 1n }, (tx) => reassess(tx, me, [customer], at('2026-06-15')));
  expect(await standing()).toEqual(figures);
  // A letter claims what its case does.
  const { id } = await caseOf(customer);
  const { body } = await ask(me, calls.letterPreview, { id, templateId: 'LETTER' }, at('2026-06-15'));
  expect(body).toContain('300.00');
  expect(body).not.toContain('1,300.00');
});

test('a daily cap leaves the rest for the next day', async () => {
  await publish({ dailyCap: 1 });
  await owe(customer, '2026-06-10', 100_000);
  await owe(other, '2026-06-10', 100_000);
  await run('2026-06-11');
  expect((await sends()).length).toBe(1);
  await run('2026-06-12');
  expect((await sends()).map((one) => [one.step_no, one.day])).toEqual([
    [1, '2026-06-11'],
    [1, '2026-06-12'],
  ]);
});

test('a replay says what would have been sent, sends nothing, and a draft never replaces what is in force until it is published', async () => {
  const id = await publish();
  await owe(customer, '2026-03-10', 100_000);
  await run('2026-06-11');
  const before = await sends();
  const { id: replay } = await ask(me, calls.replayStart, { strategyId: id, months: 12 }, at('2026-06-20'));
  await runReplays(opened, at('2026-06-20'));
  const found = await ask(me, calls.replayGet, { id: replay }, at('2026-06-20'));
  expect(found).toMatchObject({ status: 'DONE', sent: 3, reached: 1 });
  expect(found.sample.map(({ day, step }) => [day, step])).toEqual([
    ['2026-03-11', 1],
    ['2026-03-13', 2],
    ['2026-03-18', 3],
  ]);
  expect(await sends()).toEqual(before);
  const home = await ask(me, calls.strategyHome, {}, at('2026-06-20'));
  const [one] = home.strategies;
  await ask(me, calls.strategySave, { id, version: one?.version ?? 0, name: '常规催收', priority: 50, spec: spec({ gapDays: 9 }) }, at('2026-06-20'));
  const after = (await ask(me, calls.strategyHome, {}, at('2026-06-20'))).strategies[0];
  expect(after).toMatchObject({ published: { ver: 1, spec: { gapDays: 2 } }, draft: { ver: 2, spec: { gapDays: 9 } } });
});

test('a letter keeps its words and figures, and prints as PDF', async () => {
  await owe(customer, '2026-06-10', 100_000);
  await run('2026-06-11');
  const { id } = await caseOf(customer);
  const words = await ask(me, calls.letterPreview, { id, templateId: 'LETTER' }, at('2026-06-15'));
  expect(words.body).toContain('逾期');
  expect(words.body).not.toMatch(/[{}]/);
  await expect(refusalOf(ask(me, calls.letterMake, { id, kind: 'LETTER', title: '催款函', body: '龥𠮷请付款' }, at('2026-06-15')))).resolves.toMatchObject({
    message: expect.stringContaining('𠮷'),
  });
  const made = await ask(me, calls.letterMake, { id, kind: 'LETTER', ...words }, at('2026-06-15'));
  expect(made.no).toMatch(/^CH20260615/);
});

test('a stage return is never more than the receipt, and not agreed to by who entered it', async () => {
  const debt = await owe(customer, '2026-06-10', 100_000);
  await run('2026-06-11');
  const { id: caseId } = await caseOf(customer);
  const { id: receiptId } = await pay(customer, '400.00', debt, '2026-06-15');
  const member = (await opened.pool.query('select id from member where tenant_id = 1 limit 1')).rows[0]?.id as string;
  const form = { caseId, stage: 'EARLY' as const, receiptId, amount: '300.00', memberId: member, ratio: '50', receivedOn: '2026-06-15' };
  const made = await ask(me, calls.returnSave, form, at('2026-06-16'));
  await expect(refusalOf(ask(me, calls.returnSave, form, at('2026-06-16')))).resolves.toMatchObject({ message: expect.stringContaining('还有100.00元未归属') });
  const doc = await ask(me, calls.returnGet, { id: made.id }, at('2026-06-16'));
  expect(doc).toMatchObject({ ratio: '50', status: 'REVIEWING', mine: true });
  await expect(refusalOf(ask(me, calls.returnDecide, { id: made.id, version: doc.version, pass: true }, at('2026-06-16')))).resolves.toMatchObject({
    message: expect.stringContaining('须由其他人审批'),
  });
});
