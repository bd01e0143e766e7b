import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { orderDetail } from '~/domains/order/views/view.server';
import { previewAutoApply, runAutoApply } from '~/domains/receivable/autoApply.server';
import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { applyReceipt, registerReceipt, reverseReceipt, unapplyReceipt } from '~/domains/receivable/receipt.server';
import { previewApply, receiptDetail } from '~/domains/receivable/receiptViews.server';
import { firstDueFirst } from '~/domains/receivable/receivable';
import { BookQuery, MovedQuery, SummaryQuery } from '~/domains/receivable/receivable.schema';
import { writeOffTail } from '~/domains/receivable/receivable.server';
import { pageMoved, pageSummary } from '~/domains/receivable/receivableSummary.server';
import { pageBook, receivableDetail } from '~/domains/receivable/receivableViews.server';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { shanghaiDate } from '~/shared/dates';
import { displayYuan, parseYuan } from '~/shared/money';
import { NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, differences, openDepot, orderOf, shipped } from '../../support/delivery';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let other: Me;

beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
  other = { ...depot.me, accountId: newId(), name: '复核员' };
});

/** A receivable of `yuan` whole tens. */
async function owe(tens: number, now = NOON) {
  const { lineIds } = await orderOf(depot, [[0, String(tens)]], {}, now);
  const delivery = await shipped(depot, [[lineIds[0] as string, String(tens)]], now);
  const { rows } = await opened.pool.query('select id, no from receivable where delivery_id = $1', [delivery.id]);
  return { delivery, id: rows[0].id as string, no: rows[0].no as string };
}
const fenOf = (shown: string) => parseYuan(shown.replaceAll(',', ''));
let flow = 0;
const receive = (amount: string, applies: { receivableId: string; amount: string }[] = [], change = {}, me = depot.me) => {
  const input = ReceiptForm.parse({
    customerId: depot.customers[0],
    amount,
    payWay: 'BANK',
    bankFlowNo: `LS${++flow}`,
    receivedAt: NOON.toISOString(),
    applies,
    ...change,
  });
  return as(opened, me, (tx) => registerReceipt(tx, me, input, NOON));
};
const apply = (ref: { id: string; version: number }, receivableId: string, amount: bigint) =>
  as(opened, depot.me, (tx) => applyReceipt(tx, depot.me, { ...ref, applies: [{ receivableId, amount }] }, NOON));
const openOf = async (id: string) => (await opened.pool.query('select open, status from receivable where id = $1', [id])).rows[0];
const funds = async () => (await opened.pool.query('select posted from fund_account where customer_id = $1', [depot.customers[0]])).rows[0]?.posted;

describe('receipts', () => {
  test('what settles nothing stands in the fund account, and comes back when it is matched', async () => {
    const one = await owe(10);
    const receipt = await receive('150.00', [{ receivableId: one.id, amount: '60.00' }]);
    expect([await openOf(one.id), await funds()]).toEqual([{ open: 4_000n, status: 'PART' }, 9_000n]);
    const next = await apply(receipt, one.id, 4_000n);
    expect([await openOf(one.id), await funds()]).toEqual([{ open: 0n, status: 'SETTLED' }, 5_000n]);
    const detail = await as(opened, depot.me, (tx) => receiptDetail(tx, depot.me, { id: receipt.id }));
    expect([detail.applied, detail.unapplied, detail.applicable]).toEqual([10_000n, 5_000n, 5_000n]);
    const back = await as(opened, depot.me, (tx) =>
      unapplyReceipt(tx, depot.me, { id: receipt.id, version: next.version, applyId: detail.applies[0]?.id as string }, NOON),
    );
    expect([await openOf(one.id), await funds()]).toEqual([{ open: 6_000n, status: 'PART' }, 11_000n]);
    expect(await differences(depot)).toEqual([]);
    const refusal = await refusalOf(as(opened, depot.me, (tx) => reverseReceipt(tx, depot.me, { id: receipt.id, version: back.version, reason: '错' }, NOON)));
    expect(refusal.message).toContain('请先反核销');
  });

  test('an order shows what came in for it, and what was taken back with a mark', async () => {
    const one = await owe(10);
    const receipt = await receive('60.00', [{ receivableId: one.id, amount: '60.00' }]);
    const { rows } = await opened.pool.query('select order_id from receivable where id = $1', [one.id]);
    const shown = () => as(opened, depot.me, (tx) => orderDetail(tx, depot.me, { id: rows[0].order_id }, NOON));
    const [collected] = (await shown()).receipts;
    expect(collected).toMatchObject({ receivableNo: one.no, receiptId: receipt.id, no: receipt.no, payWay: 'BANK', amount: 6_000n, reversed: false });
    await as(opened, depot.me, (tx) => unapplyReceipt(tx, depot.me, { id: receipt.id, version: receipt.version, applyId: collected?.id as string }, NOON));
    expect((await shown()).receipts.map(({ reversed }) => reversed)).toEqual([true]);
  });

  test('limits are named: more than open, more than received, money already spent', async () => {
    const one = await owe(10);
    const big = await refusalOf(receive('200.00', [{ receivableId: one.id, amount: '100.01' }]));
    expect(big.message).toBe(`应收单${one.no}未收100.00元，本次核销100.01元超过未收金额`);
    expect((await refusalOf(receive('50.00', [{ receivableId: one.id, amount: '60.00' }]))).message).toContain('核销合计60.00元超过收款金额50.00元');
    const receipt = await receive('80.00');
    await orderOf(depot, [[1, '7']], { payMethod: 'BALANCE' });
    const refusal = await refusalOf(apply(receipt, one.id, 2_000n));
    expect([refusal.data.reason, refusal.message.includes('账户可用10.00元')]).toEqual(['FUND_SHORT', true]);
    expect(await differences(depot)).toEqual([]);
  });

  test('trap 26: a flow number is used once; after the receipt is reversed it is free again', async () => {
    const receipt = await receive('10.00', [], { bankFlowNo: 'CCB001' });
    const refusal = await refusalOf(receive('10.00', [], { bankFlowNo: 'CCB001' }));
    expect([refusal.data.reason, refusal.message]).toEqual(['DUP_FLOW_NO', `流水号CCB001已登记在收款单${receipt.no}，不能重复收款`]);
    await as(opened, depot.me, (tx) => reverseReceipt(tx, depot.me, { id: receipt.id, version: receipt.version, reason: '登记错' }, NOON));
    await receive('10.00', [], { bankFlowNo: 'CCB001' });
    expect(await differences(depot)).toEqual([]);
  });

  test('another customer’s receivable cannot be settled', async () => {
    const one = await owe(10);
    expect((await refusalOf(receive('10.00', [{ receivableId: one.id, amount: '10.00' }], { customerId: depot.customers[1] }))).message).toBe(
      '第1行的应收单不存在或已删除',
    );
  });

  test('a delivery whose receivable is matched is not reversed', async () => {
    const one = await owe(10);
    const receipt = await receive('10.00', [{ receivableId: one.id, amount: '10.00' }]);
    const refusal = await refusalOf(
      as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { id: one.delivery.id, version: one.delivery.version, reason: '错' }, NOON)),
    );
    expect(refusal.message).toContain(`已由收款单${receipt.no}核销，请先反核销再冲销`);
    expect(await differences(depot)).toEqual([]);
  });
});

describe('automatic matching', () => {
  const preview = (customerIds: string[] = []) => as(opened, depot.me, (tx) => previewAutoApply(tx, depot.me, { customerIds }));
  const run = (matches: Awaited<ReturnType<typeof preview>>['matches']) => as(opened, depot.me, (tx) => runAutoApply(tx, depot.me, { matches }, NOON));

  test('the oldest money settles the earliest due, no more than is open, received and unspent; then exactly what was shown', async () => {
    const [first, second] = [await owe(3), await owe(5)];
    await receive('40.00');
    await receive('20.00');
    const shown = await preview();
    expect(shown.matches.map((one) => [one.receivableNo, one.amount])).toEqual([
      [first.no, 3_000n],
      [second.no, 1_000n],
      [second.no, 2_000n],
    ]);
    expect([shown.total, shown.more]).toEqual([6_000n, false]);
    expect(await run(shown.matches)).toEqual({ receipts: 2, amount: 6_000n });
    expect([await openOf(first.id), await openOf(second.id), await funds()]).toEqual([{ open: 0n, status: 'SETTLED' }, { open: 2_000n, status: 'PART' }, 0n]);
    expect((await preview()).matches).toEqual([]);
    expect(await differences(depot)).toEqual([]);
  });

  test('money promised to an order stays with it, and what changed since it was looked at is refused whole', async () => {
    const debt = await owe(9);
    const receipt = await receive('50.00');
    await orderOf(depot, [[0, '3']], { payMethod: 'BALANCE' });
    const shown = await preview([depot.customers[0]]);
    expect(shown.total).toBe(2_000n);
    await apply(receipt, debt.id, 500n);
    expect((await refusalOf(run(shown.matches))).data.reason).toBe('VERSION');
    expect((await openOf(debt.id)).open).toBe(8_500n);
    expect((await preview([depot.customers[1]])).matches).toEqual([]);
  });

  /** Rows alone, made faster than by the functions people use: what they are matched by is all that counts here. */
  const rawMoney = async (customerId: string, amounts: readonly number[]) => {
    await opened.pool.query(
      `insert into receipt (tenant_id, id, no, customer_id, amount, unapplied, pay_way, received_at)
       select 1, gen_random_uuid(), 'SK' || $1 || lpad(n::text, 5, '0'), $1::uuid, a, a, 'CASH', $3::timestamptz + n * interval '1 minute' from unnest($2::bigint[]) with ordinality t(a, n)`,
      [customerId, amounts, NOON],
    );
    await opened.pool.query(
      `insert into fund_account (tenant_id, id, customer_id, type, posted) values (1, $1, $2, 'BALANCE', $3)
       on conflict (tenant_id, customer_id, type) do update set posted = fund_account.posted + excluded.posted`,
      [newId(), customerId, amounts.reduce((sum, one) => sum + one, 0)],
    );
  };
  const rawDebts = (customerId: string, debts: readonly { amount: number; due: number }[]) =>
    opened.pool.query(
      `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, source_no, biz_date, due_date, amount)
       select 1, gen_random_uuid(), 'YS' || $1 || lpad(n::text, 5, '0'), $1::uuid, '', 'OPENING', $1 || n, $4, $4::date + due, a
       from unnest($2::bigint[], $3::int[]) with ordinality t(a, due, n)`,
      [customerId, debts.map((one) => one.amount), debts.map((one) => one.due), shanghaiDate(NOON)],
    );

  test('money of somebody who owes nothing, however much, does not stand before the others', async () => {
    const [idle = '', owing = ''] = [...depot.customers].sort();
    await rawMoney(
      idle,
      Array.from({ length: 600 }, () => 100),
    );
    await rawMoney(owing, [500]);
    await rawDebts(owing, [{ amount: 300, due: 1 }]);
    const shown = await preview();
    expect([shown.matches.length, shown.total, shown.more]).toEqual([1, 300n, false]);
  });

  test('more than 200 pairs are shown as the first 200', async () => {
    const [one = ''] = depot.customers;
    await rawMoney(one, [30_000]);
    await rawDebts(
      one,
      Array.from({ length: 250 }, (_, due) => ({ amount: 100, due })),
    );
    const shown = await preview();
    expect([shown.matches.length, shown.total, shown.more]).toEqual([200, 20_000n, true]);
  });

  test('whatever came in and is owed, the pairs are those of one receipt after another against the earliest due', async () => {
    const [one = ''] = depot.customers;
    const amount = fc.integer({ min: 1, max: 900 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(amount, { minLength: 1, maxLength: 8 }),
        fc.array(fc.record({ amount, due: fc.nat(3) }), { minLength: 1, maxLength: 8 }),
        fc.nat(2_000),
        async (money, debts, spent) => {
          await opened.pool.query('delete from receipt where tenant_id = 1');
          await opened.pool.query('delete from receivable where tenant_id = 1');
          await opened.pool.query('delete from fund_account where tenant_id = 1');
          await rawMoney(one, money);
          await rawDebts(one, debts);
          const total = money.reduce((sum, each) => sum + each, 0);
          await opened.pool.query('update fund_account set posted = $1 where tenant_id = 1', [Math.max(0, total - spent)]);
          let free = BigInt(Math.max(0, total - spent));
          const open = debts.map(({ amount: owed, due }, index) => ({
            id: String(index),
            no: `YS${one}${String(index + 1).padStart(5, '0')}`,
            dueDate: String(due),
            bizDate: '',
            open: BigInt(owed),
          }));
          const expected: [string, bigint, bigint][] = [];
          for (const each of money) {
            const { parts, rest } = firstDueFirst(open, free < BigInt(each) ? free : BigInt(each));
            free -= (free < BigInt(each) ? free : BigInt(each)) - rest;
            for (const part of parts) {
              expected.push([part.no, part.open, part.apply]);
              for (const row of open) if (row.no === part.no) row.open -= part.apply;
            }
          }
          expect((await preview()).matches.map((match) => [match.receivableNo, match.open, match.amount])).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('tails', () => {
  test('a remainder within the limit, after a payment, by somebody else; unmatching opens it again', async () => {
    const one = await owe(10);
    const writeOff = (me: Me) => as(opened, me, (tx) => writeOffTail(tx, me, { receivableId: one.id }, NOON));
    expect((await refusalOf(writeOff(other))).message).toContain('超过尾差核销上限1.00元');
    const receipt = await receive('99.20', [{ receivableId: one.id, amount: '99.20' }]);
    expect((await refusalOf(writeOff(depot.me))).data.reason).toBe('SAME_PERSON');
    await writeOff(other);
    expect(await openOf(one.id)).toEqual({ open: 0n, status: 'SETTLED' });
    expect(await differences(depot)).toEqual([]);
    const detail = await as(opened, depot.me, (tx) => receiptDetail(tx, depot.me, { id: receipt.id }));
    expect(detail.applies.map((one) => one.discount)).toEqual([80n]);
    await as(opened, depot.me, (tx) =>
      unapplyReceipt(tx, depot.me, { id: receipt.id, version: detail.version, applyId: detail.applies[0]?.id as string }, NOON),
    );
    expect(await openOf(one.id)).toEqual({ open: 10_000n, status: 'OPEN' });
    expect(await differences(depot)).toEqual([]);
  });
});

test('the earliest due is settled first; what is left over is said', async () => {
  const early = await owe(10, new Date(NOON.getTime() - 40 * 86_400_000));
  const late = await owe(10);
  const preview = await as(opened, depot.me, (tx) => previewApply(tx, depot.me, { customerId: depot.customers[0], amount: 12_000n }));
  expect([preview.rest, preview.receivables.map((one) => [one.no, one.apply])]).toEqual([
    0n,
    [
      [early.no, 10_000n],
      [late.no, 2_000n],
    ],
  ]);
  fc.assert(
    fc.property(
      fc.array(fc.record({ due: fc.nat(5), open: fc.bigInt({ min: 1n, max: 500n }) }), { maxLength: 8 }),
      fc.bigInt({ min: 0n, max: 3_000n }),
      (rows, amount) => {
        const receivables = rows.map(({ due, open }, index) => ({
          id: String(index),
          no: String(index),
          bizDate: '2026-01-01',
          dueDate: `2026-02-0${due + 1}`,
          open,
        }));
        const { parts, rest } = firstDueFirst(receivables, amount);
        const applied = parts.reduce((sum, part) => sum + part.apply, 0n);
        const owed = receivables.reduce((sum, one) => sum + one.open, 0n);
        expect(applied + rest).toBe(amount);
        expect(applied === amount || applied === owed).toBe(true);
        expect(applied <= amount && applied <= owed).toBe(true);
        for (const part of parts.slice(0, -1)) expect(part.apply).toBe(part.open);
      },
    ),
  );
});

test('summary, book and detail: period from the ledger, aging from what is open today', async () => {
  const old = await owe(10, new Date(NOON.getTime() - 75 * 86_400_000));
  await owe(20);
  await receive('30.00', [{ receivableId: old.id, amount: '30.00' }]);
  const summary = await as(opened, depot.me, (tx) => pageSummary(tx, depot.me, SummaryQuery.parse({}), NOON));
  expect(summary.pagedRecords).toMatchObject([
    {
      customerName: '东湖建材',
      opening: 10_000n,
      raised: 20_000n,
      received: 3_000n,
      closing: 27_000n,
      ages: [20_000n, 0n, 7_000n, 0n, 0n, 0n, 0n],
    },
  ]);
  expect(summary.totals).toEqual({
    opening: '100.00',
    raised: '200.00',
    received: '30.00',
    closing: '270.00',
    open: '270.00',
    overdue: '70.00',
    ...{ age0: '200.00', age1: '0.00', age2: '70.00', age3: '0.00', age4: '0.00', age5: '0.00', age6: '0.00' },
  });
  expect((await as(opened, depot.me, (tx) => pageSummary(tx, depot.me, SummaryQuery.parse({ overdue: 'false' }), NOON))).totalCount).toBe(0);
  const book = await as(opened, depot.me, (tx) => pageBook(tx, depot.me, BookQuery.parse({ overdueDaysMin: '1', sourceNo: old.delivery.no }), NOON));
  expect([book.pagedRecords.map((row) => [row.no, row.overdueDays, row.open]), book.totals]).toEqual([
    [[old.no, 45, 7_000n]],
    { amount: '100.00', settled: '30.00', open: '70.00', inAge: '70.00' },
  ]);
  // Due before it arose, as an instalment may be that is shown as a debt afterwards.
  await opened.pool.query('update receivable set due_date = biz_date - 20 where id = $1', [old.id]);
  const { rows: kept } = await opened.pool.query<{ due: string }>("select to_char(due_date, 'yyyy-mm-dd') as due from receivable where id = $1", [old.id]);
  const until = (query: object) => as(opened, depot.me, (tx) => pageBook(tx, depot.me, BookQuery.parse(query), NOON));
  expect((await until({ dueEnd: kept[0]?.due })).pagedRecords.map(({ no }) => no)).toEqual([old.no]);
  expect((await until({ overdueDaysMin: '65' })).pagedRecords.map(({ no }) => no)).toEqual([old.no]);
  const detail = await as(opened, depot.me, (tx) => receivableDetail(tx, depot.me, { id: old.id }, NOON));
  expect(detail.applies).toHaveLength(1);
  expect(detail.postings.map((one) => [one.account, one.dr - one.cr])).toEqual([
    ['1122', 10_000n],
    ['6001', -10_000n],
    ['1002', 3_000n],
    ['1122', -3_000n],
  ]);
  expect(detail.postingSums).toEqual({ dr: 13_000n, cr: 13_000n });
  const stranger = (await openDepot(opened, 2n)).me;
  expect((await refusalOf(as(opened, stranger, (tx) => receivableDetail(tx, stranger, { id: old.id }, NOON)))).message).toBe('该应收单不存在或已删除');
});

test('a period however it is cut says what the entries of its days say', async () => {
  const day = (back: number) => new Date(NOON.getTime() - back * 86_400_000);
  for (const [tens, back] of [
    [10, 75],
    [20, 47],
    [30, 20],
    [40, 0],
  ] as const)
    await owe(tens, day(back));
  await receive('55.00');
  const moved = (query: object) => as(opened, depot.me, (tx) => pageMoved(tx, depot.me, MovedQuery.parse(query), NOON));
  const stranger = (await openDepot(opened, 2n)).me;
  const customerId = depot.customers[0];
  expect((await refusalOf(as(opened, stranger, (tx) => pageMoved(tx, stranger, MovedQuery.parse({ customerId, part: 'opening' }), NOON)))).message).toBe(
    '该客户不存在或已删除',
  );
  const days = fc.integer({ min: 0, max: 90 }).map((back) => shanghaiDate(day(back)));
  await fc.assert(
    fc.asyncProperty(days, days, async (one, two) => {
      const [start, end] = one < two ? [one, two] : [two, one];
      const { rows } = await opened.pool.query(
        `select coalesce(sum(e.dr - e.cr) filter (where t.biz_date < $1), 0)::text as opening,
           coalesce(sum(e.dr) filter (where t.biz_date >= $1), 0)::text as raised
         from ledger_entry e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id where e.account_code = '1122' and t.biz_date <= $2`,
        [start, end],
      );
      const page = await as(opened, depot.me, (tx) => pageSummary(tx, depot.me, SummaryQuery.parse({ start, end }), NOON));
      const [row] = page.pagedRecords;
      expect([row?.opening, row?.raised, row?.closing]).toEqual([
        BigInt(rows[0].opening),
        BigInt(rows[0].raised),
        BigInt(rows[0].opening) + BigInt(rows[0].raised),
      ]);
      expect([page.totals?.['opening'], page.totals?.['closing']]).toEqual([displayYuan(row?.opening ?? 0n), displayYuan(row?.closing ?? 0n)]);
      for (const [part, sign] of [
        ['opening', 1n],
        ['raised', 1n],
        ['received', -1n],
        ['closing', 1n],
      ] as const) {
        const opensTo = await moved({ customerId: row?.customerId, part, start, end, pageSize: 100 });
        expect(sign * opensTo.pagedRecords.reduce((sum, one) => sum + one.debit - one.credit, 0n), part).toBe(row?.[part]);
        const { debit, credit } = opensTo.totals;
        expect(sign * (fenOf(debit) - fenOf(credit)), part).toBe(row?.[part]);
      }
    }),
    { numRuns: 30 },
  );
  expect(await differences(depot)).toEqual([]);
});

test('trap 25: receipts matched and unmatched in any order keep every figure the sum of its matches', async () => {
  const receivables = [await owe(10), await owe(7), await owe(3)];
  const receipts = [await receive('90.00'), await receive('60.00'), await receive('80.00')].map((one) => one.id);
  const command = fc.record({ receipt: fc.nat(2), receivable: fc.nat(2), amount: fc.bigInt({ min: 1n, max: 8_000n }), undo: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 12 }), async (commands) => {
      for (const { receipt, receivable, amount, undo } of commands) {
        const id = receipts[receipt] as string;
        const { version, applies } = await as(opened, depot.me, (tx) => receiptDetail(tx, depot.me, { id }));
        const active = applies.find((one) => one.reversedAt === null);
        if (undo && active) await as(opened, depot.me, (tx) => unapplyReceipt(tx, depot.me, { id, version, applyId: active.id }, NOON));
        else await apply({ id, version }, (receivables[receivable] as { id: string }).id, amount).catch((error) => expect(error.name).toBe('Refusal'));
      }
      expect(await differences(depot)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
