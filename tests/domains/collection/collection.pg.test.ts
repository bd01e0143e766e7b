import '~/domains/all.server';
import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/collection/calls';
import { proveCases } from '~/domains/collection/caseProof.server';
import { dispatchTenant } from '~/domains/collection/dispatch.server';
import { stepOf } from '~/domains/collection/strategy';
import * as receivables from '~/domains/receivable/calls';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import type { InputOf } from '~/shared/endpoint';
import { Refusal } from '~/shared/refusal';
import { ask, openShop } from '../../support/catalogue';
import { addCustomer } from '../../support/customers';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 24 });
let me: Me;
let serial = 0;
const DAY = '2026-06-16';
const at = (day: string, hour = '10'): Date => new Date(`${day}T${hour}:00:00+08:00`);
type Spec = InputOf<typeof calls.strategySave>['spec'];
const spec = (more: Partial<Spec> = {}): Spec => ({
  match: { levelIds: [], regions: [], minOverdue: null, maxOverdue: null, minDays: null, maxDays: null },
  entry: 'STANDARD',
  gapDays: 1,
  dailyCap: 0,
  windowFrom: 540,
  windowUntil: 1080,
  workdaysOnly: false,
  minAmount: '0',
  stopOn: ['PTP', 'DISPUTE', 'LEGAL'],
  promiseGrace: 1,
  endAction: 'NONE',
  endAfter: 5,
  steps: [stepOf({ offset: 1, channel: 'PHONE', body: '第一次' }), stepOf({ offset: 2, channel: 'PHONE', body: '第二次' })],
  ...more,
});

beforeAll(async () => {
  const shop = await openShop(opened);
  me = shop.me;
  await opened.pool.query(
    `insert into member (tenant_id, id, account_id, name) select 1, $1, $2, '催收员' where not exists (select from member where id = $1)`,
    [me.memberId, me.accountId],
  );
  await opened.pool.query(`insert into ar_config (tenant_id, id, version, content) values (1, $1, 1, '{"workdaysOnly": false, "minContactDays": 1}')`, [
    newId(),
  ]);
  const saved = await ask(me, calls.strategySave, { name: '并发催收', priority: 50, spec: spec() }, at('2026-06-01'));
  await ask(me, calls.strategyPublish, saved, at('2026-06-01'));
});

async function owing(due: string, amount = 100_000): Promise<{ customerId: string; debt: string }> {
  const customerId = await addCustomer(me, `并发欠款${++serial}`);
  const debt = newId();
  await opened.pool.query(
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount) values (1, $1, $2, $3, '客户', 'OPENING', '2026-01-01', $4, $5)`,
    [debt, `YSP${debt.slice(-10)}`, customerId, due, amount],
  );
  return { customerId, debt };
}
const pay = (customerId: string, receivableId: string, amount: string) =>
  ask(
    me,
    receivables.registerReceipt,
    { customerId, amount, payWay: 'BANK', bankFlowNo: newId(), receivedAt: at(DAY, '09').toISOString(), applies: [{ receivableId, amount }] } as never,
    at(DAY, '10'),
  );
const count = async (sql: string, ...values: unknown[]) => Number((await opened.pool.query(`select count(*) as n from (${sql}) x`, values)).rows[0].n);
const exact = async () => expect(await as(opened, me, (tx) => proveCases(tx, me))).toEqual([]);

test('five dispatchers at once take each step once, whatever is opened, and number each case once', async () => {
  const made = await Promise.all(Array.from({ length: 30 }, () => owing('2026-06-14')));
  await Promise.all(Array.from({ length: 5 }, () => dispatchTenant(opened, me, at('2026-06-15'))));
  await Promise.all(Array.from({ length: 5 }, () => dispatchTenant(opened, me, at(DAY))));
  const ids = made.map(({ customerId }) => customerId);
  expect(await count('select 1 from urge_case where customer_id = any($1)', ids)).toBe(30);
  expect(await count('select 1 from urge_send where customer_id = any($1)', ids)).toBe(60);
  expect(await count('select 1 from urge_send where customer_id = any($1) group by customer_id, step_no having count(*) > 1', ids)).toBe(0);
  await exact();
});

test('a receipt against the sending of a reminder: it comes before and nothing is sent, or after and what was sent was owed', async () => {
  for (let round = 0; round < 12; round++) {
    const { customerId, debt } = await owing('2026-06-15');
    await Promise.all([dispatchTenant(opened, me, at(DAY)), pay(customerId, debt, '1000.00'), dispatchTenant(opened, me, at(DAY))]);
    const { rows } = await opened.pool.query(
      `select s.outstanding::int, s.status, c.status as state from urge_send s join urge_case c on c.id = s.case_id where s.customer_id = $1`,
      [customerId],
    );
    // The task was of a debt that stood, and is no task any more.
    for (const one of rows) expect(one).toEqual({ outstanding: 100_000, status: 'SKIPPED', state: 'CLEARED' });
    expect(rows.length).toBeLessThanOrEqual(1);
    expect(await count(`select 1 from urge_case where customer_id = $1 and status not in ('CLEARED', 'BAD')`, customerId)).toBe(0);
  }
  await exact();
});

test('a promise, a receipt, a pause and the dispatcher at once leave one promise, no reminder under it, and a case that agrees with the book', async () => {
  for (let round = 0; round < 8; round++) {
    const { customerId, debt } = await owing('2026-06-15');
    await dispatchTenant(opened, me, at(DAY));
    const { rows } = await opened.pool.query('select id from urge_case where customer_id = $1', [customerId]);
    const id = rows[0].id as string;
    const outcomes = await Promise.allSettled([
      ask(me, calls.promiseAdd, { id, amount: '600.00', dueOn: '2026-06-20' }, at(DAY)),
      ask(me, calls.promiseAdd, { id, amount: '500.00', dueOn: '2026-06-19' }, at(DAY)),
      pay(customerId, debt, '300.00'),
      ask(me, calls.casePause, { ids: [id], paused: true, reason: '面谈' }, at(DAY)),
      dispatchTenant(opened, me, at('2026-06-17')),
    ]);
    for (const one of outcomes) if (one.status === 'rejected' && !(one.reason instanceof Refusal)) throw one.reason;
    expect(await count(`select 1 from urge_promise where case_id = $1 and status = 'OPEN'`, id)).toBe(1);
    expect(await count('select 1 from urge_send where case_id = $1', id)).toBeLessThanOrEqual(2);
  }
  await exact();
});

test('two who open a case by hand and the dispatcher make one case', async () => {
  const { customerId } = await owing('2026-06-15');
  const outcomes = await Promise.allSettled([
    ask(me, calls.caseCreate, { customerId }, at(DAY)),
    ask(me, calls.caseCreate, { customerId }, at(DAY)),
    dispatchTenant(opened, me, at(DAY)),
  ]);
  for (const one of outcomes) if (one.status === 'rejected' && !(one.reason instanceof Refusal)) throw one.reason;
  expect(await count('select 1 from urge_case where customer_id = $1', customerId)).toBe(1);
});

test('a daily cap is shared by dispatchers', async () => {
  const strategies = await ask(me, calls.strategyHome, {}, at('2026-06-17'));
  const [one] = strategies.strategies;
  const saved = await ask(
    me,
    calls.strategySave,
    { id: one?.id ?? '', version: one?.version ?? 0, name: '并发催收', priority: 50, spec: spec({ dailyCap: 7 }) },
    at('2026-06-17'),
  );
  await ask(me, calls.strategyPublish, saved, at('2026-06-17'));
  await Promise.all(Array.from({ length: 20 }, () => owing('2026-06-17')));
  const before = await count(`select 1 from urge_send where sent_on = '2026-06-18'`);
  await Promise.all(Array.from({ length: 4 }, () => dispatchTenant(opened, me, at('2026-06-18'))));
  const fresh = await count(
    `select 1 from urge_send s where sent_on = '2026-06-18' and exists (select from receivable r where r.customer_id = s.customer_id and r.due_date = '2026-06-17')`,
  );
  expect(before).toBe(0);
  expect(fresh).toBeGreaterThan(0);
  expect(fresh).toBeLessThanOrEqual(7);
});
