import { repaidCredit, setDues } from '~/domains/credit/commit.server';
import { tellDebtChange } from '~/domains/receivable/debtChange.server';
import { settleRepaid } from '~/domains/receivable/repaid.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { booksOfAll, itemsById, partKey, writtenOf } from './books.server';
import type { Books, ItemState, Outcome } from './debts';
import { type Cause, type Counted, type Part, postPayments } from './postings.server';
import { replay } from './replay';
import { type Reckoned, writeItems, writeParts, writePayments } from './settleWrites.server';

/** A customer to be reckoned anew and the document because of which. */
export interface Reckoning {
  customerId: string;
  cause: Cause;
}

/**
 * Reckons a customer anew and writes what differs: allocations (added, never changed), figures of instalments, receivables of finance, credit orders and
 * one posting a payment. The customer's money is locked. Payments whose day has not come are left for the night.
 */
export const settleCustomer = async (tx: Tx, me: Me, customerId: string, cause: Cause, now: Date): Promise<Outcome> =>
  (await settleCustomers(tx, me, [{ customerId, cause }], now))[0] as Outcome;

/** Several different customers, whose books are read and whose plans are written at once; what each settles is posted customer by customer. */
export async function settleCustomers(tx: Tx, me: Me, asked: readonly Reckoning[], now: Date): Promise<Outcome[]> {
  if (!asked.length) return [];
  const today = shanghaiDate(now);
  const ids = asked.map(({ customerId }) => customerId);
  const [books, written] = [await booksOfAll(tx, me, ids), await writtenOf(tx, me, ids)];
  const reckoned: Reckoned[] = [];
  for (const { customerId, cause } of asked) {
    const own = books.get(customerId) as Books;
    const outcome = replay(own, today);
    await refuseUncovered(tx, me, own, outcome, today);
    reckoned.push({ customerId, cause, outcome, parts: differences(outcome, written.get(customerId) ?? new Map(), today), taken: [] });
  }
  await writeParts(tx, me, reckoned, now);
  await writeItems(
    tx,
    me,
    reckoned.flatMap(({ outcome }) => outcome.items),
  );
  await writePayments(tx, me, reckoned, now);
  for (const one of reckoned) await settleDebts(tx, me, one, now);
  await keepDues(
    tx,
    me,
    reckoned.flatMap(({ outcome }) => outcome.items),
  );
  for (const { customerId, cause } of reckoned) await tellDebtChange(tx, me, { customerId, receivableIds: [], why: 'REPAID', bizNo: cause.no }, now);
  return reckoned.map(({ outcome }) => outcome);
}

/** Money that was given back is gone: nothing may take away what it came from. */
async function refuseUncovered(tx: Tx, me: Me, { refunds = [] }: Books, { drained }: Outcome, today: string): Promise<void> {
  const bare = refunds.find(({ id, day, amount }) => day <= today && (drained.get(id) ?? 0n) < amount);
  if (!bare) return;
  const { no } = await tx.selectFrom('repay_payment').select('no').where('tenant_id', '=', me.tenantId).where('id', '=', bare.id).executeTakeFirstOrThrow();
  const found = drained.get(bare.id) ?? 0n;
  refuse('BAD_STATE', `退预收单${no}退出的${saidYuan(bare.amount)}元只剩${saidYuan(found)}元预收可退，请先冲销该退预收单`);
}

/** Parts of payments as they are now less what is written. */
function differences({ allocations }: Outcome, written: ReadonlyMap<string, bigint>, today: string): Part[] {
  const parts = new Map<string, Part>();
  for (const { payment, item, bucket, amount, day } of allocations) {
    const key = partKey(payment, item, bucket);
    const known = parts.get(key);
    parts.set(key, { payment, item, bucket, day, amount: (known?.amount ?? 0n) + amount });
  }
  for (const [key, amount] of written) {
    const [payment, item, bucket] = key.split('/') as [string, string, string];
    const now = parts.get(key);
    parts.set(key, { payment, item, bucket, day: now?.day ?? today, amount: (now?.amount ?? 0n) - amount });
  }
  return [...parts.values()].filter((part) => part.amount !== 0n);
}

/** The books beside the plan: receivables, the ledger and the credit orders, by what differs. */
async function settleDebts(tx: Tx, me: Me, { customerId, parts, taken, cause }: Reckoned, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const principal = [
    ...parts.filter((part) => part.bucket === 'PRINCIPAL').map(({ payment, item, amount }) => ({ payment, item, amount })),
    ...(await writtenOff(tx, me, taken)),
  ];
  const known = principal.length
    ? await itemsById(
        tx,
        me,
        customerId,
        principal.map((one) => one.item),
      )
    : new Map();
  const debts = principal.flatMap(({ payment, item, amount }) => {
    const one = known.get(item);
    return one ? [{ repaymentId: payment, creditOrderId: one.credit_order_id, deliveryId: one.delivery_id, amount }] : [];
  });
  await settleRepaid(tx, me, customerId, debts, now);
  await postPayments(tx, me, { customerId, parts, taken, cause }, today);
  const orders = new Map<string, bigint>();
  for (const { creditOrderId, amount } of debts) orders.set(creditOrderId, (orders.get(creditOrderId) ?? 0n) + amount);
  for (const [orderId, amount] of [...orders].sort(([a], [b]) => (a < b ? -1 : 1)))
    await repaidCredit(tx, me, orderId, { amount, bizType: cause.type, bizId: cause.id, bizNo: cause.no, bizDate: today }, now);
}

async function writtenOff(tx: Tx, me: Me, taken: readonly Counted[]): Promise<{ payment: string; item: string; amount: bigint }[]> {
  const off = taken.filter((one) => one.kind === 'WRITE_OFF' && one.taken !== 0n);
  if (!off.length) return [];
  const rows = await tx
    .selectFrom('repay_payment')
    .select(['id', 'item_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(off.map((one) => one.id)))
    .where('bucket', '=', 'PRINCIPAL')
    .execute();
  return rows.map((row) => ({ payment: row.id, item: row.item_id as string, amount: off.find((one) => one.id === row.id)?.taken ?? 0n }));
}

/** When each credit order is due next, and since when it is overdue. */
async function keepDues(tx: Tx, me: Me, items: readonly ItemState[]): Promise<void> {
  const orders = new Map<string, { nextDueOn: string | null; overdueFrom: string | null }>();
  const earlier = (a: string | null, b: string) => (a === null || b < a ? b : a);
  for (const one of items) {
    const due = orders.get(one.order) ?? { nextDueOn: null, overdueFrom: null };
    if (one.settledOn === null && one.owed.PRINCIPAL > 0n) {
      due.nextDueOn = earlier(due.nextDueOn, one.due);
      due.overdueFrom = earlier(due.overdueFrom, addDays(one.graceEnd, 1));
    }
    orders.set(one.order, due);
  }
  await setDues(tx, me, orders);
}
