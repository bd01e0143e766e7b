import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import '~/domains/receivablePlan/api.server';
import { AdjustInput } from '~/domains/receivablePlan/adjust.schema';
import { askAdjust, askRestore, passAdjust, rejectAdjust } from '~/domains/receivablePlan/adjust.server';
import { type Debt, type Line, matchLines } from '~/domains/receivablePlan/bankMatching';
import { arConfigOf, saveArConfig } from '~/domains/receivablePlan/config.server';
import { listCustomers } from '~/domains/receivablePlan/customerViews.server';
import { denyDispute, openDispute, upholdDispute } from '~/domains/receivablePlan/dispute.server';
import { CustomerQuery, OverQuery, OwedQuery } from '~/domains/receivablePlan/open.schema';
import { listOver } from '~/domains/receivablePlan/openViews.server';
import { listOwed } from '~/domains/receivablePlan/owedViews.server';
import { PayInput } from '~/domains/receivablePlan/pay.schema';
import { registerPay } from '~/domains/receivablePlan/pay.server';
import { bucketsOf, splitTotal } from '~/domains/receivablePlan/plan';
import { PlanInput, PlanQuery } from '~/domains/receivablePlan/plan.schema';
import { proveOwing } from '~/domains/receivablePlan/planProof.server';
import { recordHappening, stopPlan } from '~/domains/receivablePlan/planRun.server';
import { savePlan } from '~/domains/receivablePlan/planSave.server';
import { listPlans, planDetail } from '~/domains/receivablePlan/planViews.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, differences, openDepot, orderOf, shipped } from '../../support/delivery';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let other: Me;
const today = shanghaiDate(NOON);

beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
  other = { ...depot.me, accountId: newId(), name: '复核员' };
});

const run = <T>(work: (tx: Tx, me: Me) => Promise<T>, me = depot.me): Promise<T> => as(opened, me, (tx) => work(tx, me));
const proven = async () => [...(await differences(depot)), ...(await run((tx, me) => proveOwing(tx, me)))];
const contract = (items: object[], change: object = {}) =>
  run((tx, me) =>
    savePlan(
      tx,
      me,
      PlanInput.parse({ customerId: depot.customers[0], source: 'MANUAL', title: '一期供货', total: '1000.00', items, start: true, ...change }),
      NOON,
    ),
  );
const detailOf = (id: string) => run((tx, me) => planDetail(tx, me, { id }, NOON));
const debt = async (id: string) =>
  (await opened.pool.query('select open, status, disputed, due_date::text as due, nature from receivable where id = $1', [id])).rows[0];
let flow = 0;
const pay = (amount: string, parts: object[]) =>
  run((tx, me) =>
    registerPay(
      tx,
      me,
      PayInput.parse({ customerId: depot.customers[0], amount, payWay: 'BANK', bankFlowNo: `AR${++flow}`, receivedAt: NOON.toISOString(), parts }),
      NOON,
    ),
  );
const adjust = (receivableId: string, change: object) =>
  run((tx, me) => askAdjust(tx, me, AdjustInput.parse({ receivableId, kind: 'DISCOUNT', reason: '协议', ...change }), NOON));
const decide = (id: string, pass = true) =>
  run((tx, me) => (pass ? passAdjust(tx, me, { id, version: 1 }, NOON) : rejectAdjust(tx, me, { id, version: 1, reason: '依据不足' }, NOON)), other);

describe('plans', () => {
  test('a dated item is owed at once, one that waits for an event only when that has happened, and the plan is done when all of it is paid', async () => {
    const plan = await contract([
      { nature: 'ADVANCE', amount: '300.00', dueBy: 'DATE', dueDate: addDays(today, 10) },
      { nature: 'ACCEPTANCE', amount: '700.00', dueBy: 'ACCEPT', dueDays: 30 },
    ]);
    let now = await detailOf(plan.id);
    expect([now.open, now.raised, now.items[1]?.receivableId]).toEqual([30_000n, 30_000n, null]);
    await run((tx, me) => recordHappening(tx, me, { id: plan.id, version: now.version, itemId: now.items[1]?.id as string, happenedOn: today }, NOON));
    now = await detailOf(plan.id);
    expect([now.open, now.items[1]?.dueDate]).toEqual([100_000n, addDays(today, 30)]);
    await pay(
      '1000.00',
      now.items.map((item) => ({ receivableId: item.receivableId, amount: item.seq === 1 ? '300.00' : '700.00' })),
    );
    expect((await detailOf(plan.id)).status).toBe('DONE');
    expect(await proven()).toEqual([]);
  });

  test('items must be the total; only somebody else stops a plan, and what was paid of it stays owed', async () => {
    const wrong = await refusalOf(contract([{ nature: 'PROGRESS', amount: '999.99', dueBy: 'DATE', dueDate: today }]));
    expect(wrong.message).toContain('相差0.01元');
    const plan = await contract([
      { nature: 'PROGRESS', amount: '400.00', dueBy: 'DATE', dueDate: today },
      { nature: 'RETENTION', amount: '600.00', dueBy: 'DATE', dueDate: addDays(today, 365) },
    ]);
    const { items, version } = await detailOf(plan.id);
    await pay('100.00', [{ receivableId: items[0]?.receivableId, amount: '100.00' }]);
    const ref = { id: plan.id, version, reason: '合同解除' };
    expect((await refusalOf(run((tx, me) => stopPlan(tx, me, ref, NOON)))).message).toContain('须由其他人中止');
    expect(await run((tx, me) => stopPlan(tx, me, ref, NOON), other)).toMatchObject({ takenBack: 1, kept: 1 });
    expect([await debt(items[0]?.receivableId as string), await debt(items[1]?.receivableId as string)]).toMatchObject([
      { open: 30_000n },
      { status: 'REVERSED' },
    ]);
    expect(await proven()).toEqual([]);
  });

  test('a plan of an order shows what its deliveries raise, before and after it was made', async () => {
    const order = await orderOf(depot, [[0, '10']]);
    await shipped(depot, [[order.lineIds[0] as string, '4']]);
    const plan = await contract([], { source: 'ORDER', orderId: order.id, total: '' });
    expect((await detailOf(plan.id)).raised).toBe(4_000n);
    await shipped(depot, [[order.lineIds[0] as string, '6']]);
    const now = await detailOf(plan.id);
    expect([now.raised, now.total, now.items.length, now.status]).toEqual([10_000n, 10_000n, 2, 'RUNNING']);
    const list = await run((tx, me) => listPlans(tx, me, PlanQuery.parse({}), NOON));
    expect(list.pagedRecords[0]).toMatchObject({ open: 10_000n, paid: 0n });
    expect(await proven()).toEqual([]);
  });
});

describe('adjustments and disputes', () => {
  const one = async () => {
    const plan = await contract([{ nature: 'PROGRESS', amount: '1000.00', dueBy: 'DATE', dueDate: today }]);
    return { planId: plan.id, id: (await detailOf(plan.id)).items[0]?.receivableId as string };
  };

  test('nothing moves before somebody else has agreed; what was taken off can be owed again', async () => {
    const { id } = await one();
    const asked = await adjust(id, { amount: '200.00', kind: 'BAD_DEBT' });
    expect((await debt(id)).open).toBe(100_000n);
    expect((await refusalOf(run((tx, me) => passAdjust(tx, me, { id: asked.id, version: 1 }, NOON)))).message).toContain('须由其他人审批');
    await decide(asked.id);
    expect((await debt(id)).open).toBe(80_000n);
    const back = await run((tx, me) => askRestore(tx, me, { id: asked.id, amount: 5_000n, reason: '收回' }, NOON));
    await decide(back.id);
    expect((await debt(id)).open).toBe(85_000n);
    expect((await refusalOf(run((tx, me) => askRestore(tx, me, { id: asked.id, amount: 15_001n, reason: '收回' }, NOON)))).message).toContain(
      '还可恢复150.00元',
    );
    expect(await proven()).toEqual([]);
  });

  test('another day and another kind of payment, by approval; the plan shows both', async () => {
    const { id, planId } = await one();
    await decide((await adjust(id, { kind: 'RESCHEDULE', dueTo: addDays(today, 20) })).id);
    await decide((await adjust(id, { kind: 'RECLASS', natureTo: 'RETENTION' })).id);
    expect(await debt(id)).toMatchObject({ due: addDays(today, 20), nature: 'RETENTION' });
    expect((await detailOf(planId)).items[0]).toMatchObject({ dueDate: addDays(today, 20), nature: 'RETENTION' });
  });

  test('rounding is bounded by the tenant, and asked for with the payment that left it open', async () => {
    const { id } = await one();
    expect((await refusalOf(adjust(id, { kind: 'ROUNDING', amount: '10.01' }))).message).toContain('超过抹零上限10.00元');
    const paid = await pay('995.00', [{ receivableId: id, amount: '995.00', rest: 'ROUND' }]);
    expect([paid.adjusts, (await debt(id)).open]).toEqual([1, 500n]);
    const { rows } = await opened.pool.query("select id from ar_adjust where kind = 'ROUNDING'");
    await decide(rows[0].id as string);
    expect(await debt(id)).toMatchObject({ open: 0n, status: 'SETTLED' });
    expect(await proven()).toEqual([]);
  });

  test('a dispute holds its amount alone; upheld it is taken off by approval, refused there it is open again, denied all of it runs', async () => {
    const { id } = await one();
    const dispute = await run((tx, me) => openDispute(tx, me, { receivableId: id, reason: 'QUALITY', amount: 30_000n, words: '破损', voucher: [] }, NOON));
    expect(
      (await refusalOf(run((tx, me) => openDispute(tx, me, { receivableId: id, reason: 'PRICE', amount: 70_001n, words: '价格', voucher: [] }, NOON)))).message,
    ).toContain('700.00元');
    const over = await run((tx, me) => listOver(tx, me, OverQuery.parse({ notDue: 'true' }), NOON));
    expect(over.pagedRecords[0]).toMatchObject({ open: 100_000n, disputed: 30_000n, running: 70_000n });
    const first = await run((tx, me) => upholdDispute(tx, me, { id: dispute.id, version: 1, amount: 20_000n, answer: '属实' }, NOON));
    await decide(first.id, false);
    expect(await debt(id)).toMatchObject({ open: 100_000n, disputed: 30_000n });
    const second = await run((tx, me) => upholdDispute(tx, me, { id: dispute.id, version: 3, amount: 20_000n, answer: '属实' }, NOON));
    await decide(second.id);
    expect(await debt(id)).toMatchObject({ open: 80_000n, disputed: 0n });
    const other = await run((tx, me) => openDispute(tx, me, { receivableId: id, reason: 'PRICE', amount: 100n, words: '价格', voucher: [] }, NOON));
    await run((tx, me) => denyDispute(tx, me, { id: other.id, version: 1, answer: '按合同' }, NOON));
    expect(await debt(id)).toMatchObject({ open: 80_000n, disputed: 0n });
    expect(await proven()).toEqual([]);
  });
});

test('the columns of ages are the tenant’s, and their figures are all that is owed', async () => {
  await run((tx, me) => saveArConfig(tx, me, { config: { ...awaitConfig, buckets: [7, 15] }, version: 0 }, NOON));
  await contract([
    { nature: 'PROGRESS', amount: '100.00', dueBy: 'DATE', dueDate: addDays(today, -7) },
    { nature: 'PROGRESS', amount: '200.00', dueBy: 'DATE', dueDate: addDays(today, -8) },
    { nature: 'PROGRESS', amount: '300.00', dueBy: 'DATE', dueDate: addDays(today, -16) },
    { nature: 'PROGRESS', amount: '400.00', dueBy: 'DATE', dueDate: today },
  ]);
  const page = await run((tx, me) => listCustomers(tx, me, CustomerQuery.parse({}), NOON));
  expect(page.buckets.map((one) => one.label)).toEqual(['未到期', '1-7天', '8-15天', '15天以上']);
  expect(page.pagedRecords[0]).toMatchObject({ open: 100_000n, overdue: 60_000n, overdueDays: 16, ages: [40_000n, 10_000n, 20_000n, 30_000n] });
  expect(page.totals).toMatchObject({ open: '1,000.00', age3: '300.00' });
  const over = await run((tx, me) => listOver(tx, me, OverQuery.parse({ overdueDaysMin: 8, overdueDaysMax: 15 }), NOON));
  expect([over.pagedRecords.length, over.totals?.['open']]).toEqual([1, '200.00']);
  expect((await run((tx, me) => listOwed(tx, me, OwedQuery.parse({ nature: 'PROGRESS' }), NOON))).totals?.['open']).toBe('1,000.00');
  expect((await run((tx, me) => arConfigOf(tx, me))).buckets).toEqual([7, 15]);
});
const awaitConfig = (await import('~/domains/receivablePlan/config.schema')).ArConfig.parse({});

describe('pure rules', () => {
  test('a total is split without losing or making a 分', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 }), (total, weights) => {
        const all = weights.reduce((sum, one) => sum + one, 0);
        const shares = weights.map((one) => Math.floor((one / all) * 1_000_000));
        shares[shares.length - 1] = (shares.at(-1) as number) + 1_000_000 - shares.reduce((sum, one) => sum + one, 0);
        expect(splitTotal(total, shares).reduce((sum, one) => sum + one, 0n)).toBe(total);
      }),
    );
  });

  test('every number of days falls into one column', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 7 }), fc.integer({ min: 0, max: 4000 }), (days, late) => {
        expect(bucketsOf(days).filter((one) => late >= one.from && (one.to === null || late <= one.to))).toHaveLength(1);
      }),
    );
  });

  test('matching never gives more than came or is open, and leaves nothing of a line out', () => {
    const lines = fc.array(fc.record({ amount: fc.bigInt(1n, 500n), at: fc.integer({ min: 0, max: 50 }) }), { maxLength: 12 });
    const debts = fc.array(fc.record({ open: fc.bigInt(0n, 500n), day: fc.integer({ min: 10, max: 28 }) }), { maxLength: 12 });
    fc.assert(
      fc.property(lines, debts, (some, owed) => {
        const all: Debt[] = owed.map((one, at) => ({ id: `d${at}`, no: `YS2026110100000${at}`, numbers: [], dueDate: `2026-01-${one.day}`, open: one.open }));
        const came: Line[] = some.map((one, at) => ({
          id: `l${at}`,
          customerId: 'c',
          amount: one.amount,
          summary: at === 0 ? 'YS20261101000001货款' : '',
          at: one.at,
        }));
        const taken = new Map<string, bigint>();
        for (const match of matchLines(came, all)) {
          const line = came.find((one) => one.id === match.lineId) as Line;
          expect(match.parts.reduce((sum, part) => sum + part.apply, match.rest)).toBe(line.amount);
          for (const part of match.parts) taken.set(part.id, (taken.get(part.id) ?? 0n) + part.apply);
        }
        for (const one of all) expect((taken.get(one.id) ?? 0n) <= one.open).toBe(true);
        const left = all.reduce((sum, one) => sum + one.open - (taken.get(one.id) ?? 0n), 0n);
        const rest = matchLines(came, all).reduce((sum, one) => sum + one.rest, 0n);
        // Money is prepaid only where nothing is owed any more, unless a line named the debt it is for.
        if (!came.some((one) => one.summary)) expect(left === 0n || rest === 0n).toBe(true);
      }),
    );
  });

  test('matching needs no debts beyond the earliest that the lines could pay, those of an amount and those named', () => {
    const lines = fc.array(fc.record({ amount: fc.bigInt(1n, 60n), at: fc.integer({ min: 0, max: 50 }), named: fc.option(fc.integer({ min: 0, max: 19 })) }), {
      maxLength: 8,
    });
    const debts = fc.array(fc.record({ open: fc.bigInt(0n, 60n), day: fc.integer({ min: 10, max: 28 }) }), { maxLength: 20 });
    fc.assert(
      fc.property(lines, debts, (some, owed) => {
        const noOf = (at: number): string => `DD2026${String(at).padStart(4, '0')}`;
        const all: Debt[] = owed.map((one, at) => ({ id: `d${at}`, no: `YS2026${at}`, numbers: [noOf(at)], dueDate: `2026-01-${one.day}`, open: one.open }));
        const came: Line[] = some.map(({ amount, at, named }, nth) => ({
          id: `l${nth}`,
          customerId: 'c',
          amount,
          summary: named === null ? '' : `付${noOf(named).toLowerCase()}货款`,
          at,
        }));
        const brought = came.reduce((sum, one) => sum + one.amount, 0n);
        let before = 0n;
        const enough = all
          .toSorted((a, b) => (a.dueDate === b.dueDate ? (a.no < b.no ? -1 : 1) : a.dueDate < b.dueDate ? -1 : 1))
          .filter((one) => {
            const early = before < brought;
            before += one.open;
            return early || came.some(({ amount, summary }) => amount === one.open || summary.includes((one.numbers[0] as string).toLowerCase()));
          });
        expect(matchLines(came, enough)).toEqual(matchLines(came, all));
      }),
    );
  });
});
