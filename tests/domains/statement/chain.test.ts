import '~/domains/statement/api.server';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/statement/calls';
import { lastDay } from '~/domains/statement/statement';
import { proveStatements } from '~/domains/statement/statementProof.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { ask, openShop, type Shop } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { owe } from '../../support/statements';
import { as } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(opened);
});

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];
type Step =
  | { do: 'post'; month: number; day: number; amount: number }
  | { do: 'make'; month: number }
  | { do: 'refresh' | 'send' | 'withdraw' | 'delete'; pick: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      month: fc.nat(3),
      day: fc.integer({ min: 1, max: 28 }),
      amount: fc.integer({ min: -900, max: 1000 }).filter((n) => n !== 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('make' as const), month: fc.nat(3) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('refresh' as const, 'send' as const, 'send' as const, 'withdraw' as const, 'delete' as const),
      pick: fc.nat(5),
    }),
  },
);
interface Row {
  id: string;
  version: number;
  status: string;
  start: string;
  end: string;
  opening: bigint;
  closing: bigint;
}
const statementsOf = async (customerId: string): Promise<Row[]> =>
  (
    await opened.pool.query(
      `select id, version, status, period_start::text as start, period_end::text as end, opening, closing from statement where debtor_id = $1 order by period_end, created_at, id`,
      [customerId],
    )
  ).rows.map((row) => ({ ...row, opening: BigInt(row.opening), closing: BigInt(row.closing) }));

/** Whether it was done; a refusal is an answer, anything else is a defect. */
async function tried(work: Promise<unknown>): Promise<boolean> {
  try {
    const answer = (await work) as { results?: { ok: boolean }[] } | undefined;
    return answer?.results?.every((one) => one.ok) ?? true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
const NOW = new Date('2026-06-15T04:00:00Z');

test('trap 27: however people post, make, send, withdraw and delete, periods chain and every posting stands in exactly one of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 22 }), async (steps) => {
      const customerId = newId();
      await opened.pool.query('insert into customer (tenant_id, id, code, name) values (1, $1, $2, $3)', [
        customerId,
        customerId.slice(-20),
        `客户${customerId.slice(-6)}`,
      ]);
      const posted: { day: string; amount: bigint }[] = [];
      for (const one of steps) {
        const all = await statementsOf(customerId);
        if (one.do === 'post') {
          const day = `${MONTHS[one.month]}-${String(one.day).padStart(2, '0')}`;
          const closed = all.some((row) => row.status === 'SENT' && row.end >= day);
          expect(await tried(owe(opened, shop.me, customerId, day, BigInt(one.amount))), `posting on ${day}`).toBe(!closed);
          if (!closed) posted.push({ day, amount: BigInt(one.amount) });
        } else if (one.do === 'make') {
          const start = `${MONTHS[one.month]}-01`;
          await tried(ask(shop.me, calls.statementMake, { customerId, start, end: lastDay(start) }, NOW));
        } else {
          const row = all[one.pick % Math.max(1, all.length)];
          if (!row) continue;
          const ref = { id: row.id, version: row.version };
          if (one.do === 'send') await tried(ask(shop.me, calls.statementSend, { items: [ref] }, NOW));
          if (one.do === 'refresh') await tried(ask(shop.me, calls.statementRefresh, ref, NOW));
          if (one.do === 'delete') await tried(ask(shop.me, calls.statementDelete, ref, NOW));
          if (one.do === 'withdraw') await tried(ask(shop.me, calls.statementWithdraw, { ...ref, reason: '重出' }, NOW));
        }
      }
      await holdsTogether(customerId, posted);
    }),
    { numRuns: 14 },
  );
  expect((await as(opened, shop.me, (tx) => proveStatements(tx, shop.me))).differences).toEqual([]);
}, 60_000);

async function holdsTogether(customerId: string, posted: readonly { day: string; amount: bigint }[]): Promise<void> {
  const sum = (rows: readonly { amount: bigint }[]) => rows.reduce((total, row) => total + row.amount, 0n);
  const sent = (await statementsOf(customerId)).filter((row) => row.status === 'SENT');
  for (const [index, row] of sent.entries()) {
    const { rows: lines } = await opened.pool.query<{ debit: string; credit: string; balance: string; day: string }>(
      'select debit, credit, balance, biz_date::text as day from statement_line where statement_id = $1 order by seq',
      [row.id],
    );
    const inside = posted.filter(({ day }) => day >= row.start && day <= row.end);
    const before = sent[index - 1];
    if (before) expect([row.opening, row.start > before.end], 'opening = closing of the one before').toEqual([before.closing, true]);
    expect(row.opening).toBe(sum(posted.filter(({ day }) => day < row.start)));
    expect(row.closing).toBe(row.opening + sum(inside));
    expect(lines.map((line) => BigInt(line.debit) - BigInt(line.credit)).sort()).toEqual(inside.map(({ amount }) => amount).sort());
    let balance = row.opening;
    for (const line of lines) {
      balance += BigInt(line.debit) - BigInt(line.credit);
      expect(BigInt(line.balance)).toBe(balance);
    }
    const order = lines.map((line) => `${line.day}${BigInt(line.credit) > 0n ? 1 : 0}`);
    expect(order, 'by day, debit before credit').toEqual([...order].sort());
  }
}
