import { sql } from 'kysely';
import { postLedgers } from '~/domains/finance/fund.server';
import { fundingOf } from '~/domains/finance/funding.server';
import { type RefundTo, splitReturn, type Tendered } from '~/domains/finance/refund';
import type { RefundedPart } from '~/domains/finance/refund.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { tellDebtChange } from './debtChange.server';
import { RETURNED, receivableState } from './receivable';

/** Goods of an order that came back; `parts` says what they were billed for, by the delivery that had brought them. */
export interface Returned {
  customerId: string;
  orderId: string;
  orderNo: string;
  payMethod: string;
  bizType: string;
  bizId: string;
  bizNo: string;
  bizDate: string;
  to: RefundTo;
  payWay: string;
  bankFlowNo: string;
  parts: readonly { deliveryId: string; amount: bigint }[];
}

export interface Lowered {
  /** What is no longer owed, and what was paid for and is given back. */
  owedOff: bigint;
  paidBack: RefundedPart[];
}

/**
 * Takes goods that came back off the receivables of their deliveries: Dr6001 Cr1122, and gives back what of it was paid. The customer's money
 * is locked; receivables are locked here, in id order.
 */
export async function lowerReceivables(tx: Tx, me: Me, input: Returned, now: Date): Promise<Lowered> {
  const rows = await receivablesOf(tx, me, input, true);
  const plan = planOf(rows, await paidOf(tx, me, rows), input.parts);
  const taken = plan.filter(({ owedOff, back }) => owedOff + back > 0n);
  if (!taken.length) return { owedOff: 0n, paidBack: [] };
  const { customerId, bizDate } = input;
  await postLedgers(
    tx,
    me,
    taken.map(({ row, owedOff, back }) => ({
      kind: RETURNED,
      bizType: 'RECEIVABLE',
      bizId: row.id,
      bizNo: row.no,
      bizDate,
      idemKey: `${input.bizType}:${input.bizId}:RETURN:${row.id}`,
      memo: `退货单${input.bizNo}冲减应收`,
      entries: [
        { account: '6001', customerId, dr: owedOff + back },
        { account: '1122', customerId, cr: owedOff + back },
      ],
    })),
  );
  for (const { row, owedOff, back } of taken) {
    const figures = { ...row, returned: row.returned + owedOff + back, refunded: row.refunded + back };
    await tx
      .updateTable('receivable')
      .set({ returned: figures.returned, refunded: figures.refunded, status: receivableState(figures) })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', row.id)
      .execute();
  }
  const bills = taken.map(({ row, owedOff, paidBack }) => ({ receivableId: row.id, deliveryId: row.delivery_id, owedOff, paid: paidBack }));
  const paidBack = await fundingOf(input.payMethod).refund(tx, me, { ...input, bills }, now);
  await tellDebtChange(tx, me, { customerId, receivableIds: taken.map(({ row }) => row.id), why: 'RETURNED', bizNo: input.bizNo }, now);
  return { owedOff: taken.reduce((sum, one) => sum + one.owedOff, 0n), paidBack };
}

/** What `lowerReceivables` would do now: so much off what is owed, so much back by each way of payment. */
export async function explainReturn(tx: Tx, me: Me, input: Pick<Returned, 'orderId' | 'parts'>): Promise<{ owedOff: bigint; paidBack: Tendered[] }> {
  const rows = await receivablesOf(tx, me, input, false);
  const plan = planOf(rows, await paidOf(tx, me, rows), input.parts);
  const sums = new Map<string, bigint>();
  for (const { tender, amount } of plan.flatMap((one) => one.paidBack)) sums.set(tender, (sums.get(tender) ?? 0n) + amount);
  return { owedOff: plan.reduce((sum, one) => sum + one.owedOff, 0n), paidBack: [...sums].map(([tender, amount]) => ({ tender, amount })) };
}

async function receivablesOf(tx: Tx, me: Me, input: Pick<Returned, 'orderId' | 'parts'>, lock: boolean) {
  const found = tx
    .selectFrom('receivable')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', input.orderId)
    .where('delivery_id', '=', anyOf(input.parts.map((part) => part.deliveryId)))
    .where('status', '<>', 'REVERSED')
    .orderBy('id');
  return (lock ? found.forUpdate() : found).execute();
}
type Row = Awaited<ReturnType<typeof receivablesOf>>[number];

/** What is left of each way of payment of each receivable: what paid it, less what was given back of that. */
async function paidOf(tx: Tx, me: Me, rows: readonly Row[]): Promise<Map<string, Tendered[]>> {
  const ids = rows.map((row) => row.id);
  const { rows: paid } = await sql<{ receivable_id: string; tender: string; amount: bigint }>`
    select receivable_id, tender, sum(amount)::bigint as amount from (
      select a.receivable_id, case when a.receipt_id is not null or a.repayment_id is not null then 'OFFLINE' else f.type end as tender, a.amount
      from receipt_apply a
      left join hold_event e on e.tenant_id = a.tenant_id and e.id = a.capture_event_id
      left join fund_hold h on h.tenant_id = e.tenant_id and h.id = e.hold_id
      left join fund_account f on f.tenant_id = h.tenant_id and f.id = h.account_id
      where a.tenant_id = ${me.tenantId} and a.receivable_id = ${anyOf(ids)} and a.reversed_at is null
      union all
      select receivable_id, tender, -amount from order_refund_part where tenant_id = ${me.tenantId} and receivable_id = ${anyOf(ids)}
    ) part group by receivable_id, tender having sum(amount) > 0 order by receivable_id, tender`.execute(tx);
  const byReceivable = new Map<string, Tendered[]>();
  for (const { receivable_id, tender, amount } of paid)
    byReceivable.set(receivable_id, [...(byReceivable.get(receivable_id) ?? []), { tender, amount: BigInt(amount) }]);
  return byReceivable;
}

/** What each debt loses: a delivery's amount over its debts, what is due last first, and whatever is left on the one due first. */
function planOf(rows: readonly Row[], paid: ReadonlyMap<string, Tendered[]>, parts: Returned['parts']) {
  const taken = new Map<string, bigint>();
  for (const [deliveryId, own] of Map.groupBy(rows, (row) => row.delivery_id)) {
    let left = parts.reduce((sum, part) => (part.deliveryId === deliveryId ? sum + part.amount : sum), 0n);
    const [first, ...others] = [...own].sort((a, b) => (a.due_date === b.due_date ? (a.id < b.id ? -1 : 1) : a.due_date < b.due_date ? -1 : 1));
    for (const row of others.reverse()) {
      const room = (row.open ?? 0n) + (paid.get(row.id) ?? []).reduce((sum, one) => sum + one.amount, 0n);
      const by = room < left ? room : left;
      taken.set(row.id, by);
      left -= by;
    }
    if (first) taken.set(first.id, left);
  }
  return rows.map((row) => {
    const { owedOff, paidBack } = splitReturn(taken.get(row.id) ?? 0n, { open: row.open ?? 0n, paid: paid.get(row.id) ?? [] });
    return { row, owedOff, paidBack, back: paidBack.reduce((sum, part) => sum + part.amount, 0n) };
  });
}
