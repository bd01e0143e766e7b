import { beforeAll, expect, test } from 'vitest';
import { turnSome } from '~/domains/credit/nightly.server';
import { countMatured, notifySome } from '~/domains/repayment/night.server';
import { askReversal, cancelPayment, decidePayment, registerPayment } from '~/domains/repayment/payment.server';
import type { Me } from '~/portal/me';
import { Refusal } from '~/shared/refusal';
import { creditDifferences } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { differences, openDepot, orderOf, shipped } from '../../support/delivery';
import { killedEverywhere } from '../../support/dying';
import { colleagueOf } from '../../support/expense';
import { postgresDatabase } from '../../support/postgresDatabase';
import { cameBack, creditOn, decided, given, onDay, owed, repaid, repayDifferences } from '../../support/repayment';
import { openReturnDesk, type ReturnDesk } from '../../support/returns';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 24 });
let desk: ReturnDesk;
let people: [Me, Me];
let customers = 0;
beforeAll(async () => {
  const depot = await openDepot(opened, 1n, { payFirst: true });
  desk = await openReturnDesk(depot, colleagueOf(depot.me));
  people = [desk.me, desk.other];
});

const TODAY = '2026-07-20';
const customer = () => addCustomer(desk.me, `并发还款${++customers}`);
/** 300.00 due on 07-15 without grace. */
async function indebted() {
  const customerId = await customer();
  const account = await creditOn(opened, desk.me, customerId, { days: 30, graceDays: 0 }, 100_000n);
  const { delivery } = await owed(desk, customerId, 30, '2026-06-15');
  return { customerId, account, delivery };
}
const registered = (form: ReturnType<typeof given>) => as(opened, desk.me, (tx) => registerPayment(tx, desk.me, form, onDay(TODAY)));
const decide = (id: string, version: number, pass: boolean) =>
  as(opened, desk.other, (tx) => decidePayment(tx, desk.other, { id, version, pass, opinion: '核对' }, onDay(TODAY)));
const one = async (sql: string, ...values: unknown[]) => (await opened.pool.query(sql, values)).rows[0];
const exact = async () =>
  expect([...(await repayDifferences(opened, desk.me)), ...(await creditDifferences(opened, desk.me)), ...(await differences(desk))]).toEqual([]);
/** What went through, and the reasons of what was refused; anything else fails. */
async function together(work: readonly Promise<unknown>[]): Promise<{ done: number; refused: string[] }> {
  const outcomes = await Promise.allSettled(work);
  const refused = outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [];
    if (!(outcome.reason instanceof Refusal)) throw outcome.reason;
    return [String(outcome.reason.data.reason)];
  });
  return { done: outcomes.length - refused.length, refused };
}

test('one bank slip entered by twenty people at once is one payment', async () => {
  const { customerId } = await indebted();
  const form = given(customerId, '10.00', TODAY);
  const { done, refused } = await together(Array.from({ length: 20 }, () => registered(form)));
  expect([done, new Set(refused)]).toEqual([1, new Set(['DUP_FLOW_NO'])]);
});

test('a payment agreed to, refused and withdrawn at once ends in one state, and counts only if it was agreed to', async () => {
  for (let round = 0; round < 8; round++) {
    const { customerId } = await indebted();
    const made = await registered(given(customerId, '100.00', TODAY));
    const { done } = await together([
      decide(made.id, 1, true),
      decide(made.id, 1, false),
      as(opened, desk.me, (tx) => cancelPayment(tx, desk.me, { id: made.id, version: 1, reason: '重复' }, onDay(TODAY))),
      decide(made.id, 1, true),
    ]);
    expect(done).toBe(1);
    const { status, counted } = await one('select status, applied_at is not null as counted from repay_payment where id = $1', made.id);
    expect(counted).toBe(status === 'CONFIRMED');
    const { parts } = await one('select count(*)::int as parts from repay_alloc where payment_id = $1', made.id);
    expect(parts > 0).toBe(status === 'CONFIRMED');
  }
  await exact();
});

test('ten payments of one customer agreed to at once settle what they settle one after the other', async () => {
  const [crowd, queue] = [await indebted(), await indebted()];
  const amounts = ['11.00', '23.00', '5.00', '41.00', '17.00', '3.00', '60.00', '29.00', '70.00', '55.00'];
  const days = amounts.map((_, index) => `2026-07-${String(10 + index).padStart(2, '0')}`);
  const made = [];
  for (const [index, amount] of amounts.entries()) made.push(await registered(given(crowd.customerId, amount, days[index] as string)));
  expect(await together(made.map(({ id }) => decide(id, 1, true)))).toEqual({ done: 10, refused: [] });
  for (const [index, amount] of amounts.entries()) await repaid(opened, people, given(queue.customerId, amount, days[index] as string), TODAY);
  const sums = (customerId: string) =>
    one(
      'select sum(paid_principal)::int as principal, sum(paid_penalty)::int as penalty, sum(open_principal)::int as open from repay_item where customer_id = $1',
      customerId,
    );
  expect(await sums(crowd.customerId)).toEqual(await sums(queue.customerId));
  await exact();
});

test('a payment taken back, goods coming back, new goods leaving, another payment and two nights at once: nothing is lost and nobody waits for ever', async () => {
  for (let round = 0; round < 6; round++) {
    const { customerId, account, delivery } = await indebted();
    const paid = await repaid(opened, people, given(customerId, '180.00', '2026-07-16'), TODAY);
    const bill = await registered(given(customerId, '20.00', TODAY, { channel: 'ACCEPTANCE', billNo: `13${round}`, billDueOn: TODAY, atMaturity: true }));
    const more = await registered(given(customerId, '60.00', '2026-07-12'));
    const next = await orderOf(desk, [[1, '4']], { customerId, payMethod: 'CREDIT' }, onDay(TODAY));
    const { version } = await one('select version from repay_payment where id = $1', paid.id);
    await as(opened, desk.me, (tx) => askReversal(tx, desk.me, { id: paid.id, version, reason: '误收' }, onDay(TODAY)));
    await together([
      decided(opened, desk.other, paid.id, TODAY),
      cameBack(desk, delivery, '10', TODAY),
      decide(more.id, 1, true),
      decide(bill.id, 1, true),
      shipped(desk, [[next.lineIds[0] as string, '4']], onDay(TODAY)),
      as(opened, desk.me, (tx) => countMatured(tx, desk.me, onDay(TODAY))),
      as(opened, desk.me, (tx) => turnSome(tx, desk.me, onDay(TODAY))),
      as(opened, desk.me, (tx) => countMatured(tx, desk.me, onDay(TODAY))),
    ]);
    const { used } = await one('select used::int from credit_account where id = $1', account.id);
    const { open } = await one('select sum(open_principal)::int as open from repay_item where customer_id = $1', customerId);
    expect(used).toBe(open);
    await exact();
  }
});

test('two runs of the night at once tell each due day once', async () => {
  const { customerId } = await indebted();
  await together(Array.from({ length: 4 }, () => as(opened, desk.me, (tx) => notifySome(tx, desk.me, onDay('2026-07-12')))));
  const { told } = await one('select count(*)::int as told from repay_notice where customer_id = $1', customerId);
  expect(told).toBe(1);
  const { rows } = await opened.pool.query("select payload from outbox where payload::text like '%还款即将到期%' and payload::text like $1", [
    `%${customerId}%`,
  ]);
  expect(rows).toHaveLength(1);
});

test('a night whose connection is lost after any of its statements has done nothing, and the next one does it all once', async () => {
  const owing = [await indebted(), await indebted()];
  for (const [index, { customerId }] of owing.entries()) {
    const bill = await registered(given(customerId, '40.00', TODAY, { channel: 'ACCEPTANCE', billNo: `K${index}`, billDueOn: '2026-07-21', atMaturity: true }));
    await decide(bill.id, 1, true);
  }
  const counted = () =>
    one(
      "select count(*)::int as bills, coalesce(sum(a.amount), 0)::int as amount from repay_payment p left join repay_alloc a on a.tenant_id = p.tenant_id and a.payment_id = p.id where p.customer_id = any($1::uuid[]) and p.channel = 'ACCEPTANCE' and p.applied_at is not null",
      owing.map(({ customerId }) => customerId),
    );
  const deaths = await killedEverywhere(
    opened,
    (work) => as(opened, desk.me, work),
    (tx) => countMatured(tx, desk.me, onDay('2026-07-21')),
    async () => expect(await counted()).toEqual({ bills: 0, amount: 0 }),
  );
  expect(deaths).toBeGreaterThan(15);
  expect(await counted()).toEqual({ bills: expect.any(Number), amount: 8_000 });
  expect(await as(opened, desk.me, (tx) => countMatured(tx, desk.me, onDay('2026-07-21')))).toBe(0);
  await exact();
});
