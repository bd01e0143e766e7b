import { beforeEach, describe, expect, test } from 'vitest';
import '~/domains/receivablePlan/api.server';
import { commitImport, readImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import { registerDeposits } from '~/domains/finance/deposit.server';
import { AdjustInput } from '~/domains/receivablePlan/adjust.schema';
import { askAdjust, passAdjust } from '~/domains/receivablePlan/adjust.server';
import { previewBank, runBank } from '~/domains/receivablePlan/bankMatch.server';
import * as calls from '~/domains/receivablePlan/calls';
import { ArConfig } from '~/domains/receivablePlan/config.schema';
import { saveArConfig } from '~/domains/receivablePlan/config.server';
import { tellDues } from '~/domains/receivablePlan/notices.server';
import { MoneyQuery, PayInput } from '~/domains/receivablePlan/pay.schema';
import { registerPay } from '~/domains/receivablePlan/pay.server';
import { listMoney } from '~/domains/receivablePlan/payViews.server';
import { PlanInput } from '~/domains/receivablePlan/plan.schema';
import { proveOwing } from '~/domains/receivablePlan/planProof.server';
import { savePlan } from '~/domains/receivablePlan/planSave.server';
import { planDetail } from '~/domains/receivablePlan/planViews.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, differences, openDepot } from '../../support/delivery';
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
const sql = async (text: string, values: unknown[] = []) => (await opened.pool.query(text, values)).rows;
const set = (change: object) => run((tx, me) => saveArConfig(tx, me, { config: { ...ArConfig.parse({}), ...change }, version: 0 }, NOON));
/** A debt each of so many yuan, due so many days from today. */
async function owe(...debts: [yuan: string, days: number][]): Promise<string[]> {
  const items = debts.map(([amount, days]) => ({ nature: 'PROGRESS', amount, dueBy: 'DATE', dueDate: addDays(today, days) }));
  const total = debts.reduce((sum, [amount]) => sum + Number(amount), 0).toFixed(2);
  const input = PlanInput.parse({ customerId: depot.customers[0], source: 'MANUAL', title: '供货', total, items, start: true });
  const plan = await run((tx, me) => savePlan(tx, me, input, NOON));
  return (await run((tx, me) => planDetail(tx, me, { id: plan.id }, NOON))).items.map((item) => item.receivableId as string);
}
const open = async (id: string | undefined) => (await sql('select open from receivable where id = $1', [id]))[0].open as bigint;
let flow = 0;
const pay = (amount: string, parts: object[], more: object = {}) =>
  run((tx, me) =>
    registerPay(
      tx,
      me,
      PayInput.parse({ customerId: depot.customers[0], amount, payWay: 'BANK', bankFlowNo: `HK${++flow}`, receivedAt: NOON.toISOString(), parts, ...more }),
      NOON,
    ),
  );
const line = async (flowNo: string, fen: number, summary = '', score = 95) => {
  const id = newId();
  await sql(
    `insert into bank_line (tenant_id, id, flow_no, traded_at, amount, payer, summary, customer_id, basis, score) values (1, $1, $2, $3, $4, '东湖建材', $5, $6, 'NAME', $7)`,
    [id, flowNo, NOON, fen, summary, depot.customers[0], score],
  );
  return id;
};

describe('differences', () => {
  test('a payment may miss the bank’s fee, taken off by approval up to what the company bears', async () => {
    await set({ feeLimit: 1_000n });
    const [a, b] = await owe(['100.00', 0], ['100.00', 0]);
    expect((await pay('95.00', [{ receivableId: a, amount: '95.00', rest: 'FEE' }])).adjusts).toBe(1);
    const [fee] = await sql("select id, amount from ar_adjust where kind = 'FEE'");
    expect([fee.amount, await open(a)]).toEqual([500n, 500n]);
    await run((tx, me) => passAdjust(tx, me, { id: fee.id, version: 1 }, NOON), other);
    expect(await open(a)).toBe(0n);
    expect((await refusalOf(pay('89.99', [{ receivableId: b, amount: '89.99', rest: 'FEE' }]))).message).toContain('超过手续费上限10.00元');
    expect(await sql("select account_code, (dr - cr)::int as moved from ledger_entry where account_code = '6603'")).toEqual([
      { account_code: '6603', moved: 500 },
    ]);
    expect(await proven()).toEqual([]);
  });

  test('what is paid too much is prepaid, and pays other debts later; matches are taken back one by one', async () => {
    const [a, b] = await owe(['60.00', 0], ['60.00', 5]);
    const paid = await pay('100.00', [{ receivableId: a, amount: '60.00' }]);
    const read = () => ask(depot.me, calls.payDetail, { id: paid.id }, NOON);
    const match = async () =>
      ask(depot.me, calls.payMatch, { id: paid.id, version: (await read()).version, applies: [{ receivableId: b as string, amount: '40.00' }] }, NOON);
    await match();
    expect([(await read()).applies.length, await open(b), (await read()).unapplied]).toEqual([2, 2_000n, '0.00']);
    const first = (await read()).applies.find((apply) => apply.receivableId === a);
    await ask(depot.me, calls.payUnmatch, { id: paid.id, version: (await read()).version, applyId: first?.id as string }, NOON);
    expect([await open(a), await open(b), (await read()).unapplied]).toEqual([6_000n, 2_000n, '60.00']);
    const auto = await ask(depot.me, calls.payAutoPreview, { customerIds: [] }, NOON);
    expect(auto.matches.map((one) => [one.receivableId, one.amount])).toEqual([[a, '60.00']]);
    const matches = auto.matches.map(({ receiptId, version, receivableId, amount }) => ({ receiptId, version, receivableId, amount }));
    expect(await ask(depot.me, calls.payAuto, { matches }, NOON)).toEqual({ receipts: 1, amount: '60.00' });
    expect(await proven()).toEqual([]);
  });
});

describe('bank lines', () => {
  test('are taken in as sure as the company wants it: a number, an amount, a sum; the rest waits', async () => {
    await set({ sureScore: 93 });
    const [a, b, c] = await owe(['10.00', 1], ['20.00', 2], ['33.33', 3]);
    const [{ no }] = await sql('select no from receivable where id = $1', [c]);
    await line('L1', 1_000);
    await line('L2', 700, `付${no}货款`, 100);
    await line('L3', 555);
    const preview = await run((tx, me) => previewBank(tx, me, {}));
    expect([preview.minScore, preview.count, preview.sure]).toEqual([93, 3, 2]);
    expect(await run((tx, me) => runBank(tx, me, {}, NOON))).toMatchObject({ receipts: 2, matched: 2, left: 1 });
    expect([await open(a), await open(b), await open(c)]).toEqual([0n, 2_000n, 2_633n]);
    expect(await sql('select flow_no from bank_line where status = $1', ['OPEN'])).toEqual([{ flow_no: 'L3' }]);
    expect((await refusalOf(run((tx, me) => runBank(tx, me, {}, NOON)))).message).toContain('匹配把握达到93分');
    expect(await proven()).toEqual([]);
  });

  test('what nobody is sure of is registered by hand, once, as it came', async () => {
    const bankLineId = await line('L9', 5_000, '', 60);
    expect((await refusalOf(pay('49.00', [], { bankLineId, bankFlowNo: 'L9' }))).message).toContain('到账50.00元');
    const paid = await pay('50.00', [], { bankLineId, bankFlowNo: 'L9' });
    expect(await sql('select status, receipt_id from bank_line')).toEqual([{ status: 'ENTERED', receipt_id: paid.id }]);
    expect((await refusalOf(pay('50.00', [], { bankLineId, bankFlowNo: 'L9' }))).message).toContain('已经处理');
  });
});

test('receipts come by sheet: rows that cannot be are named, the rest is matched by due day, and all of it can be taken back', async () => {
  const [a, b] = await owe(['50.00', -3], ['50.00', 3]);
  const [{ code, name }] = await sql('select code, name from customer where id = $1', [depot.customers[0]]);
  const sheet = (rows: string) => new TextEncoder().encode(`客户编码,客户名称,金额(元),入账日期,收款方式,流水号,自动核销\n${rows}`);
  const upload = async (rows: string) => {
    const read = await readImport(depot.me, 'receivablePay', { name: '回款.csv', bytes: sheet(rows) });
    return run((tx, me) => uploadImport(tx, me, { type: 'receivablePay', fileName: '回款.csv', sheet: read }, NOON));
  };
  const bad = await upload(
    `${code},别的名称,70.00,${today},银行转账,S1,是\n${code},${name},10.00,${addDays(today, 1)},银行转账,,否\nNOBODY,,1.00,${today},现金,,否`,
  );
  expect(bad.errors.map((error) => error.rowNumber).sort()).toEqual([2, 3, 3, 4]);
  const job = await upload(`${code},${name},70.00,${today},银行转账,S1,是\n${code},,10.00,${today},现金,,否`);
  await run((tx, me) => commitImport(tx, me, { jobId: job.jobId, how: 'ALL' }, NOON));
  expect([await open(a), await open(b)]).toEqual([0n, 3_000n]);
  expect(await sql('select amount, unapplied, pay_way from receipt order by amount desc')).toEqual([
    { amount: 7_000n, unapplied: 0n, pay_way: 'BANK' },
    { amount: 1_000n, unapplied: 1_000n, pay_way: 'CASH' },
  ]);
  expect(await upload(`${code},,5.00,${today},银行转账,S1,否`)).toMatchObject({ errors: [expect.objectContaining({ rowNumber: 2 })] });
  expect(await proven()).toEqual([]);
  await run((tx, me) => undoImport(tx, me, job.jobId, NOON));
  expect([await open(a), await open(b), await sql("select count(*)::int as n from receipt where status = 'REVERSED'")]).toEqual([5_000n, 5_000n, [{ n: 2 }]]);
  expect(await proven()).toEqual([]);
});

test('one list shows the money of every app, and adds up what counts', async () => {
  await pay('100.00', []);
  const deposit = {
    customerId: depot.customers[0] as string,
    amount: 2_500n,
    payWay: 'BANK',
    bankFlowNo: 'D1',
    payer: '东湖',
    paidAt: NOON,
    voucher: [],
    remark: '',
  } as const;
  await run((tx, me) => registerDeposits(tx, me, [{ ...deposit, voucher: [] }], NOON));
  await sql(
    `insert into repay_payment (tenant_id, id, no, kind, customer_id, payer, amount, value_on, seq, channel, bank_ref, status) values (1, $1, 'HK20260615000009', 'MONEY', $2, '东湖', 700, $3, 1, 'BANK', 'R1', 'REVIEWING')`,
    [newId(), depot.customers[0], today],
  );
  const all = await run((tx, me) => listMoney(tx, me, MoneyQuery.parse({})));
  expect(all.pagedRecords.map((row) => [row.kind, row.amount, row.status]).sort()).toEqual([
    ['DEPOSIT', 2_500n, 'WAITING'],
    ['RECEIPT', 10_000n, 'CONFIRMED'],
    ['REPAYMENT', 700n, 'WAITING'],
  ]);
  expect(all.totals).toEqual({ amount: '100.00', applied: '0.00', unapplied: '100.00' });
  const found = async (query: object) => (await run((tx, me) => listMoney(tx, me, MoneyQuery.parse(query)))).pagedRecords.map((row) => row.kind);
  expect(await found({ bankFlowNo: 'R1' })).toEqual(['REPAYMENT']);
  expect(await found({ kind: 'DEPOSIT' })).toEqual(['DEPOSIT']);
  expect(await found({ status: 'CONFIRMED', receivedStart: addDays(today, 1) })).toEqual([]);
});

describe('messages', () => {
  const told = async () =>
    (await sql("select payload ->> 'kind' as kind, payload ->> 'title' as title from outbox where payload ->> 'kind' like 'receivable.%' order by id")).map(
      (row) => row.title,
    );
  const at = (clock: string, day = today) => new Date(`${day}T${clock}:00+08:00`);

  test('what falls due is told once, then when it is due and when it is late, only in the company’s hours', async () => {
    await set({ remindDays: 3, workdaysOnly: false, sendFrom: '09:00', sendTo: '18:00' });
    await owe(['10.00', 3], ['20.00', 9]);
    await run((tx, me) => tellDues(tx, me, at('08:59')));
    expect(await told()).toEqual([]);
    for (const clock of ['09:00', '12:00']) await run((tx, me) => tellDues(tx, me, at(clock)));
    expect(await told()).toEqual([expect.stringContaining('即将到期')]);
    await run((tx, me) => tellDues(tx, me, at('10:00', addDays(today, 3))));
    await run((tx, me) => tellDues(tx, me, at('10:00', addDays(today, 4))));
    expect((await told()).slice(1)).toEqual([expect.stringContaining('今日到期'), expect.stringContaining('已逾期')]);
  });

  test('not on the company’s own days off, and nothing for what is disputed whole', async () => {
    await set({ workdaysOnly: true, holidays: [{ day: today, works: false, name: '厂休' }] });
    const [id] = await owe(['10.00', 0]);
    await run((tx, me) => tellDues(tx, me, at('10:00')));
    expect(await told()).toEqual([]);
    await sql('update receivable set disputed = open where id = $1', [id]);
    await sql('delete from ar_config');
    await run((tx, me) => tellDues(tx, me, at('10:00')));
    expect(await told()).toEqual([]);
    await sql('update receivable set disputed = 0');
  });
});

test('adjusting more than is open is refused whatever the kind', async () => {
  const [id] = await owe(['5.00', 0]);
  for (const kind of ['DISCOUNT', 'ROUNDING', 'FEE', 'BAD_DEBT'])
    expect(
      (await refusalOf(run((tx, me) => askAdjust(tx, me, AdjustInput.parse({ receivableId: id, kind, amount: '5.01', reason: '协议' }), NOON)))).message,
    ).toContain('5.01');
});
