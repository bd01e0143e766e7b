import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { freezeAccount, thawAccount } from '~/domains/credit/freeze.server';
import { setLine } from '~/domains/credit/line.server';
import { expireSome, turnSome } from '~/domains/credit/nightly.server';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { booksOf } from '~/domains/repayment/books.server';
import { askChange, decideChange } from '~/domains/repayment/change.server';
import { countMatured } from '~/domains/repayment/night.server';
import { askReversal } from '~/domains/repayment/payment.server';
import { replay } from '~/domains/repayment/replay';
import type { Me } from '~/portal/me';
import { addDays } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { Refusal } from '~/shared/refusal';
import { accountNow, creditDifferences } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { differences, openDepot } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { cameBack, creditOn, decided, given, onDay, owed, repaid, repayDifferences } from '../../support/repayment';
import { openReturnDesk, type ReturnDesk } from '../../support/returns';
import { as } from '../../support/stock';

const opened = await testDatabase();
let desk: ReturnDesk;
let people: [Me, Me];
let customers = 0;
beforeAll(async () => {
  const depot = await openDepot(opened, 1n, { payFirst: true });
  desk = await openReturnDesk(depot, colleagueOf(depot.me));
  people = [desk.me, desk.other];
});

interface Walk {
  customerId: string;
  accountId: string;
  day: string;
  deliveries: { id: string; version: number }[];
  payments: string[];
}
interface Step {
  do: keyof typeof steps;
  n: number;
  at: number;
  back: number;
  flag: boolean;
}
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)];
const line = (walk: Walk, amount: bigint) => ({ kind: 'BASE' as const, amount, validFrom: walk.day, validTo: null, reason: '调整' });
const itemOf = async (walk: Walk, at: number) =>
  pick((await opened.pool.query('select id, credit_order_id from repay_item where customer_id = $1 order by seq, id', [walk.customerId])).rows, at);
const versionOf = async (table: string, id: string) => (await opened.pool.query(`select version from ${table} where id = $1`, [id])).rows[0].version as number;

const steps = {
  async buy(walk: Walk, { n }: Step) {
    const { delivery } = await owed(desk, walk.customerId, (n % 9) + 1, walk.day);
    walk.deliveries.push(delivery);
  },
  async bring(walk: Walk, { n, at }: Step) {
    const delivery = pick(walk.deliveries, at);
    if (delivery) await cameBack(desk, delivery, String((n % 5) + 1), walk.day);
  },
  async pay(walk: Walk, { n, back, flag }: Step) {
    const form = given(walk.customerId, formatYuan(BigInt(n * 37 + 1)), addDays(walk.day, -back), { payAhead: flag });
    walk.payments.push((await repaid(opened, people, form, walk.day)).id);
  },
  async aim(walk: Walk, { n, at, back }: Step) {
    const item = await itemOf(walk, at);
    const directed = item ? [{ to: item.id as string, amount: null }] : [];
    walk.payments.push(
      (await repaid(opened, people, given(walk.customerId, formatYuan(BigInt(n * 11 + 1)), addDays(walk.day, -back), { directed }), walk.day)).id,
    );
  },
  async use(walk: Walk, { n }: Step) {
    walk.payments.push((await repaid(opened, people, given(walk.customerId, formatYuan(BigInt(n)), walk.day, { kind: 'PREPAID', bankRef: '' }), walk.day)).id);
  },
  async forgive(walk: Walk, { n, at, flag }: Step) {
    const item = await itemOf(walk, at);
    if (!item) return;
    const relief = flag ? { kind: 'WAIVE' as const, bucket: 'PENALTY' as const } : { kind: 'WRITE_OFF' as const, bucket: 'PRINCIPAL' as const };
    const form = given(walk.customerId, formatYuan(BigInt(flag ? 1 : n * 3)), walk.day, { ...relief, itemId: item.id, bankRef: '' });
    walk.payments.push((await repaid(opened, people, form, walk.day)).id);
  },
  async undo(walk: Walk, { at }: Step) {
    const id = pick(walk.payments, at);
    if (!id) return;
    const version = await versionOf('repay_payment', id);
    await as(opened, desk.me, (tx) => askReversal(tx, desk.me, { id, version, reason: '登记错误' }, onDay(walk.day)));
    await decided(opened, desk.other, id, walk.day);
  },
  async unship(walk: Walk, { at }: Step) {
    const delivery = pick(walk.deliveries, at);
    if (!delivery) return;
    const version = await versionOf('delivery', delivery.id);
    await as(opened, desk.me, (tx) => reverseDelivery(tx, desk.me, { id: delivery.id, version, reason: '发错' }, onDay(walk.day)));
  },
  async replan(walk: Walk, { at, n, flag }: Step) {
    const item = await itemOf(walk, at);
    if (!item) return;
    const books = await as(opened, desk.me, (tx) => booksOf(tx, desk.me, walk.customerId));
    const terms = books.revisions[0]?.items[0]?.terms;
    if (!terms) return;
    const input = {
      creditOrderId: item.credit_order_id as string,
      terms: { ...terms, way: flag ? ('INSTALMENTS' as const) : ('AFTER_DELIVERY' as const), days: n % 60, instalments: 3 },
      startOn: walk.day,
      reason: '周转',
    };
    const made = await as(opened, desk.me, (tx) => askChange(tx, desk.me, input, onDay(walk.day)));
    await as(opened, desk.other, (tx) => decideChange(tx, desk.other, { id: made.id, version: 1, pass: true, opinion: '' }, onDay(walk.day)));
  },
  limit: (walk: Walk, { n }: Step) => as(opened, desk.me, (tx) => setLine(tx, desk.me, walk.accountId, line(walk, BigInt(n * 300)), onDay(walk.day))),
  freeze: (walk: Walk, { n, flag }: Step) =>
    as(opened, desk.me, (tx) =>
      freezeAccount(tx, desk.me, { accountId: walk.accountId, amount: flag ? BigInt(n * 10) : null, source: 'MANUAL', reason: '检查' }, onDay(walk.day)),
    ),
  thaw: (walk: Walk) => as(opened, desk.me, (tx) => thawAccount(tx, desk.me, { accountId: walk.accountId, reason: '恢复' }, onDay(walk.day))),
  async later(walk: Walk, { n }: Step) {
    walk.day = addDays(walk.day, (n % 20) + 1);
    await as(opened, desk.me, (tx) => countMatured(tx, desk.me, onDay(walk.day)));
    await as(opened, desk.me, (tx) => turnSome(tx, desk.me, onDay(walk.day)));
    await as(opened, desk.me, (tx) => expireSome(tx, desk.me, onDay(walk.day)));
  },
};
const often: (keyof typeof steps)[] = ['buy', 'bring', 'pay', 'later'];
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...often, ...(Object.keys(steps) as (keyof typeof steps)[])),
  n: fc.integer({ min: 1, max: 240 }),
  at: fc.nat(5),
  back: fc.integer({ min: 0, max: 25 }),
  flag: fc.boolean(),
});

/** Everything written of the customer is what the replay answers, and no cent of the goods is anywhere but paid, written off, returned or owed. */
async function stands(walk: Walk): Promise<void> {
  const all = [...(await repayDifferences(opened, desk.me)), ...(await creditDifferences(opened, desk.me)), ...(await differences(desk))];
  expect(all).toEqual([]);
  const outcome = replay(await as(opened, desk.me, (tx) => booksOf(tx, desk.me, walk.customerId)), walk.day);
  const { rows } = await opened.pool.query(
    `select id, paid_principal as paid, paid_penalty as penalty, open_principal as open, settled_on::text as settled, principal, relieved_principal as off
     from repay_item where customer_id = $1`,
    [walk.customerId],
  );
  expect(rows.map((row) => [row.id, row.paid, row.penalty, row.open, row.settled]).sort()).toEqual(
    outcome.items.map((one) => [one.id, one.paid.PRINCIPAL, one.paid.PENALTY, one.owed.PRINCIPAL, one.settledOn]).sort(),
  );
  const account = await accountNow(opened, walk.accountId);
  expect(account.used).toBe(rows.reduce((sum, row) => sum + BigInt(row.open), 0n));
  expect([account.held, account.frozen_amount, account.spent].every((figure) => figure >= 0n)).toBe(true);
}

test('trap 5: buying, returning, paying late and dated back, taking back, replanning, writing off and changing limits in any order: every book agrees after each step', async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), fc.boolean(), async (walked, parts) => {
      const customerId = await addCustomer(desk.me, `行走客户${++customers}`);
      const terms = { ...(parts ? { way: 'INSTALMENTS' as const, instalments: 2 } : { days: 15 }), graceDays: 2, interestPpm: parts ? 100 : 0 };
      const { id } = await creditOn(opened, desk.me, customerId, terms, 40_000n);
      const walk: Walk = { customerId, accountId: id, day: '2026-06-15', deliveries: [], payments: [] };
      for (const one of [{ do: 'buy', n: 8, at: 0, back: 0, flag: true } as Step, ...walked]) {
        try {
          await steps[one.do](walk, one);
          done++;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        await stands(walk);
      }
    }),
    { numRuns: Number(process.env.WALKS ?? 5) },
  );
  expect(done).toBeGreaterThan(20);
}, 600_000);
