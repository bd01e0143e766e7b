import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import '~/domains/receivablePlan/api.server';
import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { applyReceipt, registerReceipt, reverseReceipt, unapplyReceipt } from '~/domains/receivable/receipt.server';
import { AdjustInput } from '~/domains/receivablePlan/adjust.schema';
import { askAdjust, askRestore, passAdjust, rejectAdjust } from '~/domains/receivablePlan/adjust.server';
import { denyDispute, openDispute, upholdDispute } from '~/domains/receivablePlan/dispute.server';
import { PlanInput } from '~/domains/receivablePlan/plan.schema';
import { proveOwing } from '~/domains/receivablePlan/planProof.server';
import { recordHappening, stopPlan } from '~/domains/receivablePlan/planRun.server';
import { savePlan } from '~/domains/receivablePlan/planSave.server';
import { planDetail } from '~/domains/receivablePlan/planViews.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { type Depot, differences, openDepot } from '../../support/delivery';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
let other: Me;
const today = shanghaiDate(NOON);
beforeAll(async () => {
  depot = await openDepot(opened);
  other = { ...depot.me, accountId: newId(), name: '复核员' };
});

const run = <T>(work: (tx: Tx, me: Me) => Promise<T>, me = depot.me): Promise<T> => as(opened, me, (tx) => work(tx, me));
const sql = async (text: string, values: unknown[] = []) => (await opened.pool.query(text, values)).rows;
const yuan = (fen: number) => (fen / 100).toFixed(2);

type Step = { what: (typeof kinds)[number]; pick: number; fen: number };
const kinds = [
  'plan',
  'happen',
  'receipt',
  'match',
  'unmatch',
  'reverse',
  'discount',
  'move',
  'restore',
  'pass',
  'reject',
  'dispute',
  'uphold',
  'deny',
  'stop',
] as const;
const step: fc.Arbitrary<Step> = fc.record({ what: fc.constantFrom(...kinds), pick: fc.nat(1000), fen: fc.integer({ min: 1, max: 30_000 }) });

let flow = 0;
let customers = 0;

interface Found {
  id: string;
  version: number;
  open: bigint;
  amount: bigint;
  receipt_id: string;
}
/** Does one thing to what there is, if there is anything to do it to. */
async function act(customerId: string, { what, pick, fen }: Step): Promise<void> {
  const one = async (text: string): Promise<Found | undefined> => {
    const rows: Found[] = await sql(text, [customerId]);
    return rows[pick % Math.max(rows.length, 1)];
  };
  const debts = "select id, no, open from receivable where customer_id = $1 and status in ('OPEN', 'PART') order by id";
  const receipts = "select id, version, unapplied from receipt where customer_id = $1 and status = 'CONFIRMED' order by id";
  const asked = "select id, version from ar_adjust where customer_id = $1 and status = 'PENDING' order by id";
  const disputes = "select id, version, amount from ar_dispute where customer_id = $1 and status = 'OPEN' order by id";
  if (what === 'plan') {
    const items = [
      { nature: 'ADVANCE', amount: yuan(fen), dueBy: 'DATE', dueDate: addDays(today, (pick % 60) - 30) },
      { nature: 'RETENTION', amount: yuan(fen + 7), dueBy: 'ACCEPT', dueDays: pick % 30 },
    ];
    const input = PlanInput.parse({ customerId, source: 'MANUAL', title: '供货', total: yuan(fen * 2 + 7), items, start: true });
    await run((tx, me) => savePlan(tx, me, input, NOON));
  } else if (what === 'happen' || what === 'stop') {
    const plan = await one("select id from ar_plan where customer_id = $1 and status = 'RUNNING' order by id");
    if (!plan) return;
    const detail = await run((tx, me) => planDetail(tx, me, { id: plan.id }, NOON));
    if (what === 'stop') return void (await run((tx, me) => stopPlan(tx, me, { id: detail.id, version: detail.version, reason: '解除' }, NOON), other));
    const item = detail.items.find((each) => each.happenedOn === null && each.dueBy !== 'DATE');
    if (item) await run((tx, me) => recordHappening(tx, me, { id: detail.id, version: detail.version, itemId: item.id, happenedOn: today }, NOON));
  } else if (what === 'receipt' || what === 'match') {
    const debt = await one(debts);
    const receipt = await one(receipts);
    const left = debt ? Number(debt.open) : 0;
    if (what === 'receipt') {
      const part = Math.min(left, fen);
      const form = { customerId, amount: yuan(fen), payWay: 'BANK', bankFlowNo: `MD${++flow}`, receivedAt: NOON.toISOString() };
      const applies = debt && part > 0 && pick % 3 ? [{ receivableId: debt.id, amount: yuan(part) }] : [];
      await run((tx, me) => registerReceipt(tx, me, ReceiptForm.parse({ ...form, applies }), NOON));
    } else if (debt && receipt) {
      const amount = BigInt(Math.min(left + (pick % 5 === 0 ? 1 : 0), fen));
      await run((tx, me) => applyReceipt(tx, me, { id: receipt.id, version: receipt.version, applies: [{ receivableId: debt.id, amount }] }, NOON));
    }
  } else if (what === 'unmatch') {
    const apply = await one(
      'select a.id, a.receipt_id, r.version from receipt_apply a join receipt r on r.id = a.receipt_id where a.customer_id = $1 and a.reversed_at is null order by a.id',
    );
    if (apply) await run((tx, me) => unapplyReceipt(tx, me, { id: apply.receipt_id, version: apply.version, applyId: apply.id }, NOON));
  } else if (what === 'reverse') {
    const receipt = await one(receipts);
    if (receipt) await run((tx, me) => reverseReceipt(tx, me, { id: receipt.id, version: receipt.version, reason: '登记有误' }, NOON));
  } else if (what === 'discount' || what === 'move') {
    const debt = await one(debts);
    if (!debt) return;
    const change =
      what === 'move' ? { kind: 'RESCHEDULE', dueTo: addDays(today, 1 + (pick % 40)) } : { kind: pick % 2 ? 'DISCOUNT' : 'BAD_DEBT', amount: yuan(fen) };
    await run((tx, me) => askAdjust(tx, me, AdjustInput.parse({ receivableId: debt.id, reason: '协议', ...change }), NOON));
  } else if (what === 'restore') {
    const done = await one(
      "select id from ar_adjust where customer_id = $1 and status = 'DONE' and amount > restored and kind in ('DISCOUNT', 'BAD_DEBT') order by id",
    );
    if (done) await run((tx, me) => askRestore(tx, me, { id: done.id, amount: BigInt(fen), reason: '收回' }, NOON));
  } else if (what === 'pass' || what === 'reject') {
    const doc = await one(asked);
    if (doc)
      await run(
        (tx, me) =>
          what === 'pass'
            ? passAdjust(tx, me, { id: doc.id, version: doc.version }, NOON)
            : rejectAdjust(tx, me, { id: doc.id, version: doc.version, reason: '不同意' }, NOON),
        other,
      );
  } else if (what === 'dispute') {
    const debt = await one(debts);
    if (debt) await run((tx, me) => openDispute(tx, me, { receivableId: debt.id, reason: 'QUALITY', amount: BigInt(fen), words: '破损', voucher: [] }, NOON));
  } else {
    const dispute = await one(disputes);
    if (!dispute) return;
    const ref = { id: dispute.id, version: dispute.version, answer: '已核' };
    const amount = BigInt(Math.min(Number(dispute.amount), fen));
    await run((tx, me) => (what === 'uphold' ? upholdDispute(tx, me, { ...ref, amount }, NOON) : denyDispute(tx, me, ref, NOON)));
  }
}

test('whatever is done to plans, receipts, adjustments and disputes in whatever order, the books of every app agree after each step', async () => {
  let refused = 0;
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const customerId = await addCustomer(depot.me, `演练客户${++customers}`);
      for (const each of [{ what: 'plan', pick: 1, fen: 20_000 } as Step, ...steps]) {
        try {
          await act(customerId, each);
          done++;
        } catch (error) {
          // What cannot be is refused in words; anything else is a defect.
          if (!(error instanceof Refusal)) throw error;
          refused++;
        }
        expect(await run((tx, me) => proveOwing(tx, me))).toEqual([]);
        const below = await sql(`select no from receivable where customer_id = $1 and (open < 0 or disputed < 0 or settled < 0 or "offset" < 0)`, [customerId]);
        expect(below).toEqual([]);
      }
      expect(await differences(depot)).toEqual([]);
    }),
    { numRuns: 8 },
  );
  expect(done).toBeGreaterThan(refused / 4);
}, 60_000);
