import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { shanghaiDate } from '~/shared/dates';
import { dayText } from './accrual';
import type { ItemState, Outcome } from './debts';
import type { Cause, Counted, Part } from './postings.server';

/** What a customer's books came to, and what of it is not written yet. */
export interface Reckoned {
  customerId: string;
  cause: Cause;
  outcome: Outcome;
  parts: readonly Part[];
  taken: readonly Counted[];
}

/** So many rows a statement. */
const AT_ONCE = 1000;

export async function writeParts(tx: Tx, me: Me, reckoned: readonly Reckoned[], now: Date): Promise<void> {
  const parts = reckoned.flatMap(({ customerId, cause, parts: own }) => own.map((part) => ({ ...part, customerId, causeNo: cause.no })));
  for (let from = 0; from < parts.length; from += AT_ONCE) {
    const some = parts.slice(from, from + AT_ONCE);
    const rows = some.map(({ payment, item, bucket, amount, day, customerId, causeNo }) => ({
      id: newId(),
      payment,
      item,
      customer: customerId,
      bucket,
      amount: String(amount),
      day,
      cause: causeNo,
    }));
    await sql`insert into repay_alloc (tenant_id, id, payment_id, item_id, credit_order_id, customer_id, bucket, amount, day, cause_no, actor, created_at)
      select ${me.tenantId}, n.id, n.payment, n.item, i.credit_order_id, n.customer, n.bucket, n.amount, n.day, n.cause, ${actorName(me)}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, payment uuid, item uuid, customer uuid, bucket text, amount bigint, day date, cause text)
      join repay_item i on i.tenant_id = ${me.tenantId} and i.id = n.item`.execute(tx);
  }
}

/** Only rows whose figures differ are written. */
export async function writeItems(tx: Tx, me: Me, items: readonly ItemState[]): Promise<void> {
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

/** What no instalment took of each payment, and what a waiver could take; each customer's are told what of them is not as before. */
export async function writePayments(tx: Tx, me: Me, reckoned: Reckoned[], now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('repay_payment')
    .select(['id', 'customer_id', 'no', 'kind', 'amount', 'value_on', 'unapplied', 'refunded', 'taken', 'applied_at', 'status', 'refund_to'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(reckoned.map(({ customerId }) => customerId)))
    .where((where) => where.or([where('status', 'in', ['CONFIRMED', 'REVERSING']), where('applied_at', 'is not', null)]))
    .execute();
  const own = Map.groupBy(rows, (row) => row.customer_id);
  const today = shanghaiDate(now);
  for (const one of reckoned) one.taken = (own.get(one.customerId) ?? []).map((row) => countedOf(row, one.outcome, today));
  const changed = reckoned
    .flatMap(({ taken }) => taken)
    .filter((one) => one.unapplied !== 0n || one.refunded !== 0n || one.taken !== 0n || one.came !== 0n)
    .map(({ id, unapplied, refunded, taken, came }) => ({
      id,
      unapplied: String(unapplied),
      refunded: String(refunded),
      taken: String(taken),
      came: Number(came),
    }));
  for (let from = 0; from < changed.length; from += AT_ONCE)
    await sql`update repay_payment p set unapplied = p.unapplied + n.unapplied, refunded = p.refunded + n.refunded, taken = p.taken + n.taken,
        applied_at = case n.came when 0 then p.applied_at when 1 then ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(changed.slice(from, from + AT_ONCE))}::jsonb) as n(id uuid, unapplied bigint, refunded bigint, taken bigint, came int)
      where p.tenant_id = ${me.tenantId} and p.id = n.id`.execute(tx);
}

interface PaymentRow extends Pick<Counted, 'id' | 'no' | 'kind' | 'amount' | 'unapplied' | 'refunded' | 'taken'> {
  value_on: string;
  applied_at: Date | null;
  status: string;
  refund_to: string | null;
}
function countedOf(row: PaymentRow, outcome: Outcome, today: string): Counted {
  const [unapplied, refunded] = [outcome.unapplied.get(row.id) ?? 0n, outcome.refunded.get(row.id) ?? 0n];
  const taken = outcome.relieved.get(row.id) ?? outcome.drained.get(row.id) ?? 0n;
  const counts = row.status !== 'REVERSED' && row.value_on <= today;
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    amount: row.amount,
    valueOn: row.value_on,
    unapplied: unapplied - row.unapplied,
    refunded: refunded - row.refunded,
    taken: taken - row.taken,
    refundTo: row.refund_to,
    came: counts === (row.applied_at !== null) ? 0n : counts ? 1n : -1n,
  };
}
