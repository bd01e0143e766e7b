import '~/domains/credit/api.server';
import '~/domains/repayment/api.server';
import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/credit/calls';
import { createUses } from '~/domains/credit/form.server';
import { decidePayment, registerPayment } from '~/domains/repayment/payment.server';
import type { Me } from '~/portal/me';
import { answerAs } from '~/server/serve.server';
import type { InputOf } from '~/shared/endpoint';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { creditDifferences, grantCredit } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { type Depot, differences, openDepot } from '../../support/delivery';
import { killedEverywhere } from '../../support/dying';
import { colleagueOf } from '../../support/expense';
import { postgresDatabase } from '../../support/postgresDatabase';
import { given, onDay, repayDifferences } from '../../support/repayment';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 24 });
let depot: Depot;
let customers = 0;
beforeAll(async () => {
  depot = await openDepot(opened);
});
const account = async () => grantCredit(opened, depot.me, await addCustomer(depot.me, `一次${++customers}`), 1_000_000n);
const asked = (me: Me, input: InputOf<typeof calls.creditOrderCreate>, idempotencyKey: string) =>
  answerAs(me, calls.creditOrderCreate, input, { now: NOON, address: '', agent: '', sessionHash: null, idempotencyKey });
const exact = async () =>
  expect([...(await repayDifferences(opened, depot.me)), ...(await creditDifferences(opened, depot.me)), ...(await differences(depot))]).toEqual([]);
const rowsOf = async (accountId: string) =>
  (
    await opened.pool.query(
      `select (select count(*)::int from credit_order where account_id = $1) as orders, (select count(*)::int from credit_journal where account_id = $1) as journal,
         (select held::int from credit_account where id = $1) as held, (select used::int from credit_account where id = $1) as used`,
      [accountId],
    )
  ).rows[0];

test('trap 3: one key sent twenty times at once makes one credit order and one answer; another body under it is refused', async () => {
  const own = await account();
  const me = { ...depot.me, apps: ['order', 'credit'] as never };
  const input = { accountId: own.id, orders: [{ orderNo: 'K1', amount: '30.00' }] };
  const answers = await Promise.all(Array.from({ length: 20 }, () => asked(me, input, 'use-1')));
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  const [other] = await Promise.allSettled([asked(me, { ...input, remark: '改了' }, 'use-1')]);
  expect(other?.status === 'rejected' && other.reason instanceof Refusal && other.reason.data.reason).toBe('IDEMPOTENT_MISMATCH');
  expect(await rowsOf(own.id)).toMatchObject({ orders: 1, held: 3_000 });
  await exact();
});

test('trap 3: the connection is killed after each statement of a use of credit: nothing is held by half, and it completes after', async () => {
  const own = await account();
  const before = await rowsOf(own.id);
  const killed = await killedEverywhere(
    opened,
    (work) => as(opened, depot.me, work),
    (tx) =>
      createUses(
        tx,
        depot.me,
        { accountId: own.id, orders: [{ orderNo: 'K2', amount: 4_000n }], deliver: true, bizDate: '2026-06-01', remark: '' },
        onDay('2026-06-15'),
      ),
    async () => expect(await rowsOf(own.id)).toEqual(before),
  );
  expect(killed).toBeGreaterThan(15);
  expect(await rowsOf(own.id)).toMatchObject({ orders: 1, held: 0, used: 4_000 });
  await exact();
}, 120_000);

test('trap 3: the connection is killed after each statement of a repayment that is agreed to: nothing is settled by half', async () => {
  const own = await account();
  const use = { accountId: own.id, orders: [{ orderNo: 'K3', amount: 4_000n }], deliver: true, bizDate: '2026-06-01', remark: '' };
  await as(opened, depot.me, (tx) => createUses(tx, depot.me, use, onDay('2026-06-15')));
  const made = await as(opened, depot.me, (tx) => registerPayment(tx, depot.me, given(own.customer_id, '40.00', '2026-06-15'), onDay('2026-06-15')));
  const other = colleagueOf(depot.me);
  const { version } = (await opened.pool.query('select version from repay_payment where id = $1', [made.id])).rows[0];
  const settled = async () =>
    (
      await opened.pool.query('select (select count(*)::int from repay_alloc where payment_id = $1) as parts, status from repay_payment where id = $1', [
        made.id,
      ])
    ).rows[0];
  const before = [await settled(), await rowsOf(own.id)];
  const killed = await killedEverywhere(
    opened,
    (work) => as(opened, other, work),
    (tx) => decidePayment(tx, other, { id: made.id, version, pass: true, opinion: '' }, onDay('2026-06-15')),
    async () => expect([await settled(), await rowsOf(own.id)]).toEqual(before),
  );
  expect(killed).toBeGreaterThan(15);
  expect(await settled()).toMatchObject({ status: 'CONFIRMED', parts: 1 });
  expect(await rowsOf(own.id)).toMatchObject({ used: 0 });
  await exact();
}, 120_000);
