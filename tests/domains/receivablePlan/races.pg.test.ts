import { expect, test } from 'vitest';
import '~/domains/receivablePlan/api.server';
import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { applyReceipt, registerReceipt } from '~/domains/receivable/receipt.server';
import { AdjustInput } from '~/domains/receivablePlan/adjust.schema';
import { askAdjust, passAdjust } from '~/domains/receivablePlan/adjust.server';
import { runBank } from '~/domains/receivablePlan/bankMatch.server';
import { openDispute } from '~/domains/receivablePlan/dispute.server';
import { tellDues } from '~/domains/receivablePlan/notices.server';
import { PlanInput } from '~/domains/receivablePlan/plan.schema';
import { fireEvents } from '~/domains/receivablePlan/planEvents.server';
import { proveOwing } from '~/domains/receivablePlan/planProof.server';
import { recordHappening } from '~/domains/receivablePlan/planRun.server';
import { savePlan } from '~/domains/receivablePlan/planSave.server';
import { planDetail } from '~/domains/receivablePlan/planViews.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { differences, openDepot } from '../../support/delivery';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
const depot = await openDepot(opened);
const other: Me = { ...depot.me, accountId: newId(), name: '复核员' };
const today = shanghaiDate(NOON);
const customerId = depot.customers[0] as string;

const run = <T>(work: (tx: Tx, me: Me) => Promise<T>, me = depot.me): Promise<T> => as(opened, me, (tx) => work(tx, me));
const sql = async (text: string, values: unknown[] = []) => (await opened.pool.query(text, values)).rows;
const plan = (change: object) =>
  run((tx, me) => savePlan(tx, me, PlanInput.parse({ customerId, source: 'MANUAL', title: '供货', start: true, ...change }), NOON));
async function owe(yuan: string): Promise<string> {
  const made = await plan({ total: yuan, items: [{ nature: 'PROGRESS', amount: yuan, dueBy: 'DATE', dueDate: today }] });
  return (await run((tx, me) => planDetail(tx, me, { id: made.id }, NOON))).items[0]?.receivableId as string;
}
let flow = 0;
const receive = (amount: string, applies: object[] = []) =>
  run((tx, me) =>
    registerReceipt(
      tx,
      me,
      ReceiptForm.parse({ customerId, amount, payWay: 'BANK', bankFlowNo: `RC${++flow}`, receivedAt: NOON.toISOString(), applies }),
      NOON,
    ),
  );
/** All at once: how many went through; whatever did not was refused in words. */
async function together(works: (() => Promise<unknown>)[]): Promise<number> {
  const ends = await Promise.allSettled(works.map((work) => work()));
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(Refusal);
  return ends.filter((end) => end.status === 'fulfilled').length;
}
const proven = async () => expect([...(await differences(depot)), ...(await run((tx, me) => proveOwing(tx, me)))]).toEqual([]);
const debt = async (id: string) => (await sql('select open, settled, "offset", disputed, status from receivable where id = $1', [id]))[0];

test('one receipt matched by two people at once pays once', async () => {
  const [a, b] = [await owe('50.00'), await owe('50.00')];
  const receipt = await receive('50.00');
  const match = (receivableId: string) => () =>
    run((tx, me) => applyReceipt(tx, me, { id: receipt.id, version: receipt.version, applies: [{ receivableId, amount: 5_000n }] }, NOON));
  expect(await together([match(a), match(b), match(a), match(b)])).toBe(1);
  expect((await debt(a)).open + (await debt(b)).open).toBe(5_000n);
  await proven();
});

test('an adjustment agreed to while money comes never takes off more than is open', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await owe('100.00');
    const asked = await run((tx, me) => askAdjust(tx, me, AdjustInput.parse({ receivableId: id, kind: 'DISCOUNT', amount: '60.00', reason: '协议' }), NOON));
    const done = await together([
      () => receive('100.00', [{ receivableId: id, amount: '100.00' }]),
      () => run((tx, me) => passAdjust(tx, me, { id: asked.id, version: 1 }, NOON), other),
      () => receive('50.00', [{ receivableId: id, amount: '50.00' }]),
    ]);
    const now = await debt(id);
    expect(now.open >= 0n && now.settled + now.offset <= 10_000n && done >= 1).toBe(true);
  }
  await proven();
});

test('a dispute and a match of the same debt: what is disputed was open, and the books agree', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await owe('100.00');
    const receipt = await receive('100.00');
    await together([
      () => run((tx, me) => applyReceipt(tx, me, { id: receipt.id, version: receipt.version, applies: [{ receivableId: id, amount: 10_000n }] }, NOON)),
      () => run((tx, me) => openDispute(tx, me, { receivableId: id, reason: 'QUALITY', amount: 8_000n, words: '破损', voucher: [] }, NOON)),
      () => run((tx, me) => openDispute(tx, me, { receivableId: id, reason: 'PRICE', amount: 8_000n, words: '价格', voucher: [] }, NOON)),
    ]);
    const now = await debt(id);
    // Money came first and nothing was left to dispute, or one dispute came first: never two for more than there was.
    expect([0n, 8_000n]).toContain(now.disputed);
    expect(now.open).toBe(0n);
  }
  await proven();
});

test('an item falls due once, whether by hand, by the contract, or by both at once from two processes', async () => {
  const contractId = newId();
  await sql(
    `insert into ct_contract (tenant_id, id, no, title, kind, source, upload_key, customer_id, deadline, status, ended_at)
     values (1, $1, 'HT1', '供货合同', 'SALES', 'UPLOAD', 'k', $2, '2026-12-31', 'DONE', $3)`,
    [contractId, customerId, NOON],
  );
  const made = await plan({ contractId, total: '70.00', items: [{ nature: 'ADVANCE', amount: '70.00', dueBy: 'SIGN', dueDays: 3 }] });
  const { items, version } = await run((tx, me) => planDetail(tx, me, { id: made.id }, NOON));
  const hand = () => run((tx, me) => recordHappening(tx, me, { id: made.id, version, itemId: items[0]?.id as string, happenedOn: today }, NOON));
  const fire = () => run((tx, me) => fireEvents(tx, me, NOON));
  await together([fire, hand, fire, fire]);
  expect(await sql('select count(*)::int as n, sum(amount)::int as sum from receivable where source_no like $1', [`${made.no}-%`])).toEqual([
    { n: 1, sum: 7_000 },
  ]);
  expect((await run((tx, me) => planDetail(tx, me, { id: made.id }, NOON))).items[0]?.dueDate).toBe(addDays(today, 3));
  await proven();
});

test('two runs over the same bank lines take each in once; two reminders tell once', async () => {
  for (let n = 0; n < 20; n++)
    await sql(
      `insert into bank_line (tenant_id, id, flow_no, traded_at, amount, payer, customer_id, basis, score) values (1, $1, $2, $3, $4, '东湖', $5, 'NAME', 100)`,
      [newId(), `BL${n}`, NOON, 1_000 + n, customerId],
    );
  await together([() => run((tx, me) => runBank(tx, me, { minScore: 60 }, NOON)), () => run((tx, me) => runBank(tx, me, { minScore: 60 }, NOON))]);
  expect(await sql("select count(*)::int as n from receipt where bank_flow_no like 'BL%'")).toEqual([{ n: 20 }]);
  await owe('1.00');
  const at = new Date(`${today}T10:00:00+08:00`);
  await Promise.all([1, 2, 3].map(() => run((tx, me) => tellDues(tx, me, at))));
  expect(await sql('select count(*)::int as n from (select receivable_id, step from ar_notice group by 1, 2 having count(*) > 1) x')).toEqual([{ n: 0 }]);
  expect(await sql("select count(*)::int as n from outbox where payload ->> 'title' like '%今日到期'")).toEqual([{ n: 1 }]);
  await proven();
}, 60_000);
