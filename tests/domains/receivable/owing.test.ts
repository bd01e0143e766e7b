import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import '~/domains/receivablePlan/api.server';
import { overdueSum } from '~/domains/customer/owed.server';
import { type AgedCustomer, ageColumns, agedCustomers, ageSums, agesOn, openSum, turnSome } from '~/domains/receivable/ageing.server';
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

const read = async (tx: Tx, me: Me, day: string): Promise<AgedCustomer[]> =>
  (await sql<AgedCustomer>`select * from ${agedCustomers(await agesOn(tx, me, day))} a order by customer_id`.execute(tx)).rows;
const turn = async (tx: Tx, day: string): Promise<void> => {
  while ((await turnSome(tx, day)) > 0);
};
/** What the debts themselves add up to. */
const reckon = async (tx: Tx, me: Me, day: string): Promise<AgedCustomer[]> => {
  const buckets = await ageColumns(tx, me);
  return (
    await sql<AgedCustomer>`
      select o.customer_id, ${openSum('o')} as open, ${overdueSum('o', day)} as overdue, ${ageSums('o', buckets, day)} as ages,
        coalesce(max(${day}::date - o.due_date) filter (where o.late_on < ${day}::date and o.outstanding > 0), 0)::int as overdue_days
      from owing o where o.tenant_id = ${me.tenantId} and o.outstanding <> 0 group by o.customer_id order by o.customer_id`.execute(tx)
  ).rows;
};
/** Whether any sum kept is not of that day or of those classes. */
async function stale(tx: Tx, me: Me, day: string): Promise<boolean> {
  const ends = (await ageColumns(tx, me)).flatMap(({ to }) => to || []);
  const { rows } = await sql<{ stale: boolean }>`select exists (select from customer_owing where tenant_id = ${me.tenantId}
    and (turns_on <= ${day}::date or as_of > ${day}::date or ends <> ${ends}::int[])) as stale`.execute(tx);
  return rows[0]?.stale ?? false;
}
/** Before the sums were turned to a day and after it, customers owe what the debts add up to. */
async function expectTrue(tx: Tx, me: Me, day: string): Promise<AgedCustomer[]> {
  const reckoned = await reckon(tx, me, day);
  expect(await read(tx, me, day)).toEqual(reckoned);
  await turn(tx, day);
  expect(await stale(tx, me, day)).toBe(false);
  expect(await read(tx, me, day)).toEqual(reckoned);
  return reckoned;
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
        for (const n of [0, ...days.sort((a, b) => a - b)]) await expectTrue(tx, me, addDays(today, n));
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
    expect(await stale(tx, me, addDays(today, 2))).toBe(false);
    // 31 days late.
    expect(await stale(tx, me, addDays(today, 3))).toBe(true);
    expect(await stale(tx, me, addDays(today, -1))).toBe(true);
    for (const day of [3, -1].map((ahead) => addDays(today, ahead))) expect(await read(tx, me, day)).toEqual(await reckon(tx, me, day));
  });
});

test('classes that are set anew hold at once, and stand in the sums after the next turn', async () => {
  await run(async (tx, me) => {
    await turn(tx, today);
    const { config, version } = await readArConfig(tx, me, new Date());
    await saveArConfig(tx, me, { config: { ...config, buckets: [15, 45] }, version }, new Date());
    expect(await stale(tx, me, today)).toBe(true);
    expect((await expectTrue(tx, me, today)).map((row) => row.ages.length)).toEqual([4, 4]);
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
