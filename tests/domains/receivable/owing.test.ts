import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import '~/domains/receivablePlan/api.server';
import { type AgedCustomer, type Ages, agedCustomers, agesOn, turnSome } from '~/domains/receivable/ageing.server';
import { proveReceivables } from '~/domains/receivable/receivableProof.server';
import { readArConfig, saveArConfig } from '~/domains/receivablePlan/config.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { type Depot, openDepot } from '../../support/delivery';
import { creditOn, owed } from '../../support/repayment';
import { as } from '../../support/stock';

const opened = await testDatabase();
const today = shanghaiDate(new Date());
let depot: Depot;
let customers: string[];

/** Two customers: one owes on credit in instalments with days of grace, and both get plain debts. */
beforeAll(async () => {
  depot = await openDepot(opened, 1n, { payFirst: true });
  customers = [await addCustomer(depot.me, '账龄甲'), await addCustomer(depot.me, '账龄乙')];
  await creditOn(opened, depot.me, customers[0] as string, { way: 'INSTALMENTS', instalments: 3, graceDays: 3, penaltyPpm: 0 });
  await owed(depot, customers[0] as string, 30, addDays(today, -40));
});
const run = <T>(work: (tx: Tx, me: Me) => Promise<T>): Promise<T> => as(opened, depot.me, (tx) => work(tx, depot.me));

const read = async (tx: Tx, me: Me, ages: Ages): Promise<AgedCustomer[]> =>
  (await sql<AgedCustomer>`select * from ${agedCustomers(me, ages)} a order by customer_id`.execute(tx)).rows;
const turn = async (tx: Tx, day: string): Promise<void> => {
  while ((await turnSome(tx, day)) > 0);
};
/** Both ways of knowing what customers owe on a day. */
async function both(tx: Tx, me: Me, day: string): Promise<[AgedCustomer[], AgedCustomer[]]> {
  const ages = await agesOn(tx, me, day);
  expect(ages.kept).toBe(true);
  return [await read(tx, me, ages), await read(tx, me, { ...ages, kept: false })];
}

interface Debt {
  whose: number;
  due: number;
  amount: number;
}
const addDebt = (tx: Tx, me: Me, { whose, due, amount }: Debt) => {
  const id = newId();
  return sql<{ id: string }>`
    insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount)
    values (${me.tenantId}, ${id}, ${`ZL${id}`}, ${customers[whose]}, '账龄', 'OPENING', ${addDays(today, due - 30)}, ${addDays(today, due)}, ${amount}) returning id`
    .execute(tx)
    .then(({ rows }) => rows[0]?.id as string);
};
class Undone extends Error {}

test('the sums kept by customer are what the debts add up to, on whichever day and whatever happens to the debts', async () => {
  const debt = fc.record({
    whose: fc.nat(1),
    due: fc.integer({ min: -420, max: 60 }),
    amount: fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.constant(-500)),
  });
  const later = fc.record({
    at: fc.nat(9),
    what: fc.constantFrom('PAY', 'PART', 'MOVE', 'TO_OTHER', 'REVERSE', 'REMOVE'),
    by: fc.integer({ min: -40, max: 40 }),
  });
  const changes = fc.record({
    debts: fc.array(debt, { minLength: 1, maxLength: 8 }),
    then: fc.array(later, { maxLength: 6 }),
    days: fc.array(fc.nat(200), { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(changes, async ({ debts, then, days }) => {
      const tried = run(async (tx, me) => {
        const ids: string[] = [];
        for (const one of debts) ids.push(await addDebt(tx, me, one));
        for (const { at, what, by } of then) {
          const id = ids[at % ids.length] as string;
          const set = {
            PAY: sql`settled = greatest(amount, 0), status = 'SETTLED'`,
            PART: sql`settled = greatest(amount, 0) / 2, status = 'PART'`,
            MOVE: sql`due_date = due_date + ${by}::int`,
            TO_OTHER: sql`customer_id = ${customers[by & 1]}`,
            REVERSE: sql`status = 'REVERSED'`,
            REMOVE: null,
          }[what as 'PAY'];
          if (set) await sql`update receivable set ${set} where id = ${id}`.execute(tx);
          else await sql`delete from receivable where id = ${id}`.execute(tx);
        }
        for (const day of [0, ...days.sort((a, b) => a - b)].map((n) => addDays(today, n))) {
          await turn(tx, day);
          const [kept, reckoned] = await both(tx, me, day);
          expect(kept).toEqual(reckoned);
        }
        throw new Undone();
      });
      await tried.catch((error) => {
        if (!(error instanceof Undone)) throw error;
      });
    }),
    { numRuns: 60 },
  );
});

test('a day on which a debt passes into another class is not answered off the sums of before', async () => {
  await run(async (tx, me) => {
    await turn(tx, today);
    await addDebt(tx, me, { whose: 1, due: -28, amount: 100 });
    expect((await agesOn(tx, me, addDays(today, 2))).kept).toBe(true);
    // 31 days late.
    expect((await agesOn(tx, me, addDays(today, 3))).kept).toBe(false);
    expect((await agesOn(tx, me, addDays(today, -1))).kept).toBe(false);
  });
});

test('classes that are set anew hold at once, and stand in the sums after the next turn', async () => {
  await run(async (tx, me) => {
    await turn(tx, today);
    const { config, version } = await readArConfig(tx, me, new Date());
    await saveArConfig(tx, me, { config: { ...config, buckets: [15, 45] }, version }, new Date());
    const ages = await agesOn(tx, me, today);
    expect([ages.kept, ages.buckets.length]).toEqual([false, 4]);
    await turn(tx, today);
    const [kept, reckoned] = await both(tx, me, today);
    expect(kept).toEqual(reckoned);
    expect(kept.map((row) => row.ages.length)).toEqual([4, 4]);
  });
});

test('the night tells of a sum that is not what the debts add up to', async () => {
  await run(async (tx, me) => {
    const of = async () => (await proveReceivables(tx, me)).filter(({ figure }) => figure.startsWith('客户未收合计'));
    expect(await of()).toEqual([]);
  });
  await opened.inSystem((tx) => sql`update customer_owing set open = open + 7 where customer_id = ${customers[1]}`.execute(tx));
  await run(async (tx, me) => {
    const wrong = (await proveReceivables(tx, me)).filter(({ figure }) => figure.startsWith('客户未收合计'));
    expect(wrong.map(({ id, balance, proof }) => [id, BigInt(balance) - BigInt(proof)])).toEqual([[customers[1], 7n]]);
  });
});
