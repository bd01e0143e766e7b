import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocationWays, bucketKeys, defaultTerms, graceModes, type Terms } from '~/domains/credit/terms';
import { type Books, type Outcome, type Payment, type PlannedItem, sumOf } from '~/domains/repayment/debts';
import { replay } from '~/domains/repayment/replay';
import { addDays } from '~/shared/dates';

const day = fc.integer({ min: 0, max: 300 }).map((days) => addDays('2026-01-01', days));
const keys = <K extends string>(of: Record<K, string>) => fc.constantFrom(...(Object.keys(of) as K[]));
const someTerms: fc.Arbitrary<Terms> = fc.record({
  ...(Object.fromEntries(Object.entries(defaultTerms).map(([key, value]) => [key, fc.constant(value)])) as { [K in keyof Terms]: fc.Arbitrary<Terms[K]> }),
  graceDays: fc.integer({ min: 0, max: 10 }),
  graceMode: keys(graceModes),
  penaltyPpm: fc.constantFrom(0, 500, 777),
  interestPpm: fc.constantFrom(0, 137),
  dayCount: fc.constantFrom('ACT_365' as const, 'D30_360' as const),
  allocation: fc.shuffledSubarray(bucketKeys, { minLength: 4, maxLength: 4 }),
  allocationWay: keys(allocationWays),
});
const cents = fc.bigInt({ min: 1n, max: 500_000n });
const orders: fc.Arbitrary<PlannedItem[]> = fc
  .array(
    fc.record({
      terms: someTerms,
      rows: fc.array(fc.record({ start: day, term: fc.integer({ min: 0, max: 90 }), principal: cents, fee: fc.constantFrom(0n, 100n) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((all) =>
    all.flatMap(({ terms, rows }, order) =>
      rows.map(({ start, term, principal, fee }, index) => ({
        id: `${order}-${index}`,
        order: `O${order}`,
        seq: index + 1,
        start,
        due: addDays(start, term),
        principal,
        fee,
        terms,
      })),
    ),
  );
const payments: fc.Arbitrary<Payment[]> = fc
  .array(fc.record({ day, amount: cents, ahead: fc.boolean(), to: fc.constantFrom('', '0-0', 'O1') }), { maxLength: 8 })
  .map((all) => all.map(({ to, ...one }, index) => ({ ...one, id: `P${index}`, seq: index, directed: to ? [{ to }] : [] })));
const books: fc.Arbitrary<Books> = fc
  .record({
    items: orders,
    payments,
    waived: fc.array(fc.record({ day, amount: cents, bucket: fc.constantFrom(...bucketKeys) }), { maxLength: 2 }),
    change: fc.option(fc.record({ day, postpone: fc.integer({ min: 1, max: 60 }), less: cents })),
  })
  .map(({ items, payments: paying, waived, change }) => {
    const first = items[0] as PlannedItem;
    const left = change && first.principal > change.less ? first.principal - change.less : 0n;
    const at = change && change.day > first.start ? change.day : first.start;
    const changed = change ? [{ day: at, seq: 2, items: [{ ...first, principal: left, due: addDays(at > first.due ? at : first.due, change.postpone) }] }] : [];
    return {
      revisions: [...items.map((item, seq) => ({ day: item.start, seq, items: [item] })), ...changed],
      payments: paying,
      reliefs: waived.map((one, seq) => ({ ...one, id: `W${seq}`, seq, item: '0-0' })),
    };
  });
const END = '2027-03-01';
const inOrder = (a: string, b: string) => (a < b ? -1 : 1);
/** Without what only says how it was reckoned. */
const plain = (outcome: Outcome) => ({
  items: outcome.items.map(({ accrual: _, ...item }) => item).sort((a, b) => inOrder(a.id, b.id)),
  allocations: outcome.allocations,
  unapplied: [...outcome.unapplied],
});

describe('trap 6: laws of the replay', () => {
  it('loses and makes no cent, and owes nothing below zero', () => {
    fc.assert(
      fc.property(books, (all) => {
        const { items, allocations, unapplied } = replay(all, END);
        for (const { id, amount } of all.payments) {
          const used = allocations.filter((one) => one.payment === id).reduce((sum, one) => sum + one.amount, 0n);
          expect(used + (unapplied.get(id) ?? 0n)).toBe(amount);
          expect(unapplied.get(id) ?? 0n).toBeGreaterThanOrEqual(0n);
        }
        for (const item of items) {
          for (const bucket of bucketKeys) {
            const took = allocations.filter((one) => one.item === item.id && one.bucket === bucket).reduce((sum, one) => sum + one.amount, 0n);
            expect(took).toBe(item.paid[bucket]);
            expect(item.owed[bucket]).toBeGreaterThanOrEqual(0n);
          }
          expect(item.paid.PRINCIPAL + item.relieved.PRINCIPAL + item.owed.PRINCIPAL).toBe(item.principal);
          expect(item.segments.reduce((sum, one) => sum + one.amount, 0n)).toBe(item.paid.PENALTY + item.relieved.PENALTY + item.owed.PENALTY);
          expect(item.settledOn === null).toBe(sumOf(item.owed) > 0n || item.owed.PRINCIPAL > 0n);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('gives back what is prepaid and no more, and of nothing twice', () => {
    fc.assert(
      fc.property(books, fc.array(fc.record({ day, amount: fc.bigInt(1n, 3_000_000n) }), { maxLength: 3 }), (all, given) => {
        const refunds = given.map((one, index) => ({ ...one, id: `R${index}`, seq: 900 + index }));
        const { allocations, unapplied, refunded, drained, items } = replay({ ...all, refunds }, END);
        for (const { id, amount } of all.payments) {
          const used = allocations.filter((one) => one.payment === id).reduce((sum, one) => sum + one.amount, 0n);
          expect(used + (unapplied.get(id) ?? 0n) + (refunded.get(id) ?? 0n)).toBe(amount);
        }
        for (const { id, amount } of refunds) expect((drained.get(id) ?? 0n) <= amount).toBe(true);
        const total = (sums: ReadonlyMap<string, bigint>) => [...sums.values()].reduce((sum, one) => sum + one, 0n);
        expect(total(refunded)).toBe(total(drained));
        for (const item of items) expect(item.owed.PRINCIPAL).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: 500 },
    );
  });

  it('does not mind in which order payments were entered', () => {
    fc.assert(
      fc.property(books, fc.integer(), (all, seed) => {
        const turned = [...all.payments].sort((a, b) => ((Number(a.id.slice(1)) * 7 + seed) % 5) - ((Number(b.id.slice(1)) * 7 + seed) % 5));
        expect(plain(replay({ ...all, payments: turned }, END))).toEqual(plain(replay(all, END)));
      }),
      { numRuns: 500 },
    );
  });

  it('only ever charges more as days go by without a payment', () => {
    fc.assert(
      fc.property(orders, day, fc.integer({ min: 1, max: 40 }), (items, from, days) => {
        const all: Books = { revisions: [{ day: '2026-01-01', seq: 1, items }], payments: [], reliefs: [] };
        const [before, after] = [replay(all, from), replay(all, addDays(from, days))];
        for (const [index, item] of after.items.entries()) {
          expect(item.owed.PENALTY).toBeGreaterThanOrEqual(before.items[index]?.owed.PENALTY ?? 0n);
          expect(item.owed.INTEREST).toBeGreaterThanOrEqual(before.items[index]?.owed.INTEREST ?? 0n);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('answers the same for a day whether or not it was asked for a day before', () => {
    fc.assert(
      fc.property(books, day, (all, between) => {
        // A look in between is a payment of nothing anybody owes: it reckons everything up to its day.
        const looked = { id: 'LOOK', day: between, seq: 99, item: '0-0', bucket: 'FEE' as const, amount: 0n };
        expect(plain(replay({ ...all, reliefs: [...all.reliefs, looked] }, END))).toEqual(plain(replay(all, END)));
        const until = {
          revisions: all.revisions.filter((one) => one.day <= between),
          payments: all.payments.filter((one) => one.day <= between),
          reliefs: all.reliefs.filter((one) => one.day <= between),
        };
        expect(plain(replay(until, between))).toEqual(plain(replay(all, between)));
      }),
      { numRuns: 500 },
    );
  });

  it('replays five thousand payments while somebody waits', () => {
    const items = Array.from({ length: 2000 }, (_, index): PlannedItem => {
      const start = addDays('2022-01-01', Math.floor(index / 2));
      return {
        id: `I${index}`,
        order: `O${index >> 2}`,
        seq: index,
        start,
        due: addDays(start, 30),
        principal: 100_000n,
        fee: 0n,
        terms: { ...defaultTerms, interestPpm: 100 },
      };
    });
    const paying = Array.from(
      { length: 5000 },
      (_, index): Payment => ({ id: `P${index}`, day: addDays('2022-02-20', Math.floor(index / 4)), seq: index, amount: 39_000n, directed: [], ahead: true }),
    );
    const started = performance.now();
    const { allocations } = replay({ revisions: [{ day: '2022-01-01', seq: 1, items }], payments: paying, reliefs: [] }, END);
    expect(allocations.length).toBeGreaterThan(5000);
    expect(performance.now() - started).toBeLessThan(1500);
  });
});
