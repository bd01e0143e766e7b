import { sql } from 'kysely';
import { repaidCredit, setDue } from '~/domains/credit/commit.server';
import { tellDebtChange } from '~/domains/receivable/debtChange.server';
import { settleRepaid } from '~/domains/receivable/repaid.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { dayText } from './accrual';
import { booksOf, itemsById, partKey, writtenOf } from './books.server';
import type { ItemState, Outcome } from './debts';
import { type Cause, type Changed, type Counted, type Part, postPayments } from './postings.server';
import { replay } from './replay';

/**
 * Reckons a customer anew and writes what differs: allocations (added, never changed), figures of instalments, receivables of finance, credit orders and
 * one posting a payment. The customer's money is locked. Payments whose day has not come are left for the night.
 */
export async function settleCustomer(tx: Tx, me: Me, customerId: string, cause: Cause, now: Date): Promise<Outcome> {
  const today = shanghaiDate(now);
  const outcome = replay(await booksOf(tx, me, customerId), today);
  const parts = await differences(tx, me, customerId, outcome, today);
  await writeParts(tx, me, { customerId, parts, cause }, now);
  await writeItems(tx, me, outcome.items);
  const taken = await writePayments(tx, me, customerId, outcome, now);
  await settleDebts(tx, me, { customerId, parts, taken, cause }, outcome, now);
  await tellDebtChange(tx, me, { customerId, receivableIds: [], why: 'REPAID', bizNo: cause.no }, now);
  return outcome;
}

/** Parts of payments as they are now less what is written. */
async function differences(tx: Tx, me: Me, customerId: string, { allocations }: Outcome, today: string): Promise<Part[]> {
  const left = await writtenOf(tx, me, customerId);
  const parts = new Map<string, Part>();
  for (const { payment, item, bucket, amount, day } of allocations) {
    const key = partKey(payment, item, bucket);
    const known = parts.get(key);
    parts.set(key, { payment, item, bucket, day, amount: (known?.amount ?? 0n) + amount });
  }
  for (const [key, written] of left) {
    const [payment, item, bucket] = key.split('/') as [string, string, string];
    const now = parts.get(key);
    parts.set(key, { payment, item, bucket, day: now?.day ?? today, amount: (now?.amount ?? 0n) - written });
  }
  return [...parts.values()].filter((part) => part.amount !== 0n);
}

async function writeParts(
  tx: Tx,
  me: Me,
  { customerId, parts, cause }: { customerId: string; parts: readonly Part[]; cause: Cause },
  now: Date,
): Promise<void> {
  const items = await itemsById(
    tx,
    me,
    customerId,
    parts.map((part) => part.item),
  );
  for (let from = 0; from < parts.length; from += 1000)
    await tx
      .insertInto('repay_alloc')
      .values(
        parts.slice(from, from + 1000).map(({ payment, item, bucket, amount, day }) => ({
          tenant_id: me.tenantId,
          id: newId(),
          payment_id: payment,
          item_id: item,
          credit_order_id: items.get(item)?.credit_order_id ?? '',
          customer_id: customerId,
          bucket,
          amount,
          day,
          cause_no: cause.no,
          actor: actorName(me),
          created_at: now,
        })),
      )
      .execute();
}

/** Only rows whose figures differ are written. */
async function writeItems(tx: Tx, me: Me, items: readonly ItemState[]): Promise<void> {
  const rows = items.map((one) => ({
    id: one.id,
    due: one.due,
    grace: one.graceEnd,
    principal: String(one.principal),
    fee: String(one.fee),
    pf: String(one.paid.FEE),
    pp: String(one.paid.PENALTY),
    pi: String(one.paid.INTEREST),
    pr: String(one.paid.PRINCIPAL),
    rf: String(one.relieved.FEE),
    rp: String(one.relieved.PENALTY),
    ri: String(one.relieved.INTEREST),
    rr: String(one.relieved.PRINCIPAL),
    at: dayText(one.accrual.at),
    interest: String(one.accrual.interestRaw),
    penalty: String(one.accrual.penaltyRaw),
    carried: String(one.accrual.carriedRaw),
    settled: one.settledOn,
  }));
  await sql`update repay_item i set due_on = n.due, grace_end = n.grace, principal = n.principal, fee = n.fee, paid_fee = n.pf, paid_penalty = n.pp,
      paid_interest = n.pi, paid_principal = n.pr, relieved_fee = n.rf, relieved_penalty = n.rp, relieved_interest = n.ri, relieved_principal = n.rr,
      reckoned_on = n.at, interest_raw = n.interest, penalty_raw = n.penalty, carried_raw = n.carried, settled_on = n.settled
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, due date, grace date, principal bigint, fee bigint, pf bigint, pp bigint, pi bigint, pr bigint,
      rf bigint, rp bigint, ri bigint, rr bigint, at date, interest numeric, penalty numeric, carried numeric, settled date)
    where i.tenant_id = ${me.tenantId} and i.id = n.id and (i.due_on, i.grace_end, i.principal, i.fee, i.paid_fee, i.paid_penalty, i.paid_interest, i.paid_principal,
      i.relieved_fee, i.relieved_penalty, i.relieved_interest, i.relieved_principal, i.reckoned_on, i.interest_raw, i.penalty_raw, i.carried_raw, i.settled_on)
      is distinct from (n.due, n.grace, n.principal, n.fee, n.pf, n.pp, n.pi, n.pr, n.rf, n.rp, n.ri, n.rr, n.at, n.interest, n.penalty, n.carried, n.settled)`.execute(
    tx,
  );
}

/** What no instalment took of each payment, and what a waiver could take; answers whatever is not as before. */
async function writePayments(tx: Tx, me: Me, customerId: string, outcome: Outcome, now: Date): Promise<Counted[]> {
  const rows = await tx
    .selectFrom('repay_payment')
    .select(['id', 'no', 'kind', 'amount', 'value_on', 'unapplied', 'taken', 'applied_at', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where((where) => where.or([where('status', 'in', ['CONFIRMED', 'REVERSING']), where('applied_at', 'is not', null)]))
    .execute();
  const counted = rows.map((row): Counted => {
    const [unapplied, taken] = [outcome.unapplied.get(row.id) ?? 0n, outcome.relieved.get(row.id) ?? 0n];
    const counts = row.status !== 'REVERSED' && row.value_on <= shanghaiDate(now);
    const came = counts === (row.applied_at !== null) ? 0n : counts ? 1n : -1n;
    return {
      id: row.id,
      no: row.no,
      kind: row.kind,
      amount: row.amount,
      valueOn: row.value_on,
      unapplied: unapplied - row.unapplied,
      taken: taken - row.taken,
      came,
    };
  });
  const changed = counted.filter((one) => one.unapplied !== 0n || one.taken !== 0n || one.came !== 0n);
  for (const one of changed)
    await tx
      .updateTable('repay_payment')
      .set({
        unapplied: sql<bigint>`unapplied + ${one.unapplied}::bigint`,
        taken: sql<bigint>`taken + ${one.taken}::bigint`,
        ...(one.came === 0n ? {} : { applied_at: one.came > 0n ? now : null }),
      })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', one.id)
      .execute();
  return counted;
}

/** The books beside the plan: receivables, the ledger and the credit orders, by what differs. */
async function settleDebts(tx: Tx, me: Me, { customerId, parts, taken, cause }: Changed, { items }: Outcome, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const known = await itemsById(tx, me, customerId);
  const principal = [
    ...parts.filter((part) => part.bucket === 'PRINCIPAL').map(({ payment, item, amount }) => ({ payment, item, amount })),
    ...(await writtenOff(tx, me, taken)),
  ];
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
  await setDues(tx, me, items);
}

async function writtenOff(tx: Tx, me: Me, taken: readonly Counted[]): Promise<{ payment: string; item: string; amount: bigint }[]> {
  const off = taken.filter((one) => one.kind === 'WRITE_OFF' && one.taken !== 0n);
  if (!off.length) return [];
  const rows = await tx
    .selectFrom('repay_payment')
    .select(['id', 'item_id'])
    .where('tenant_id', '=', me.tenantId)
    .where(
      'id',
      'in',
      off.map((one) => one.id),
    )
    .where('bucket', '=', 'PRINCIPAL')
    .execute();
  return rows.map((row) => ({ payment: row.id, item: row.item_id as string, amount: off.find((one) => one.id === row.id)?.taken ?? 0n }));
}

/** When each credit order is due next, and since when it is overdue; only what differs is written. */
async function setDues(tx: Tx, me: Me, items: readonly ItemState[]): Promise<void> {
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
  const stored = await tx
    .selectFrom('credit_order')
    .select(['id', 'next_due_on', 'overdue_from'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', sql<string>`any(${[...orders.keys()]}::uuid[])`)
    .execute();
  for (const row of stored) {
    const due = orders.get(row.id);
    if (due && (due.nextDueOn !== row.next_due_on || due.overdueFrom !== row.overdue_from)) await setDue(tx, me, row.id, due);
  }
}
