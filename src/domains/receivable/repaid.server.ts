import { postLedger } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { tellDebtChange } from './debtChange.server';
import { ADJUST, OPENING, OPENING_REVERSED } from './receivable';
import { insertApply, settle } from './receivable.server';
import * as subjects from './subjects';

/** Principal a repayment settled of a credit order's delivery; below 0 when it settles less than before. */
export interface Repaid {
  repaymentId: string;
  creditOrderId: string;
  deliveryId: string | null;
  amount: bigint;
}

/**
 * Settles the receivables of credit orders by repayments. The customer's money is locked; the posting (…, Cr1122) is the caller's. What is taken off
 * comes first, so that a receivable may change from one repayment to another.
 */
export async function settleRepaid(tx: Tx, me: Me, customerId: string, parts: readonly Repaid[], now: Date): Promise<void> {
  for (const part of [...parts].sort((a, b) => (a.amount < b.amount ? -1 : 1))) {
    let left = part.amount;
    for (const row of await owingOf(tx, me, customerId, part)) {
      if (left === 0n) break;
      const matched = await takeMatch(tx, me, row.id, part.repaymentId, left, now);
      const open = row.open ?? 0n;
      const by = left > 0n ? (open < left ? open : left) : -matched > left ? -matched : left;
      if (matched + by > 0n) await insertApply(tx, me, { customerId, receivableId: row.id, repaymentId: part.repaymentId, amount: matched + by }, now);
      await settle(tx, me, row, { settled: by, offset: 0n });
      left -= by;
    }
    if (left !== 0n) throw new Error(`receivables of credit order ${part.creditOrderId} miss ${left} of repayment ${part.repaymentId}`);
  }
}

function owingOf(tx: Tx, me: Me, customerId: string, { creditOrderId, deliveryId }: Repaid) {
  let rows = tx
    .selectFrom('receivable')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('credit_order_id', '=', creditOrderId)
    .where('status', '<>', 'REVERSED');
  if (deliveryId) rows = rows.where('delivery_id', '=', deliveryId);
  return rows.orderBy('due_date').orderBy('id').forUpdate().execute();
}

/** What the repayment had settled of the receivable; that match ends and a new one takes its place. */
async function takeMatch(tx: Tx, me: Me, receivableId: string, repaymentId: string, left: bigint, now: Date): Promise<bigint> {
  if (left === 0n) return 0n;
  const ended = await tx
    .updateTable('receipt_apply')
    .set({ reversed_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('receivable_id', '=', receivableId)
    .where('repayment_id', '=', repaymentId)
    .where('reversed_at', 'is', null)
    .returning('amount')
    .execute();
  return ended.reduce((sum, one) => sum + one.amount, 0n);
}

/** The plan of a delivery was changed: what it raised is due with its last instalment. */
export async function moveDueDate(tx: Tx, me: Pick<Me, 'tenantId'>, of: { creditOrderId: string; deliveryId: string | null; dueDate: string }): Promise<void> {
  let rows = tx
    .updateTable('receivable')
    .set({ due_date: of.dueDate })
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', of.creditOrderId)
    .where('status', '<>', 'REVERSED');
  if (of.deliveryId) rows = rows.where('delivery_id', '=', of.deliveryId);
  await rows.execute();
}

interface Planned {
  customerId: string;
  creditOrderId: string;
  sourceNo: string;
  bizDate: string;
  postedOn: string;
  dueDate: string;
  amount: bigint;
  /** Owed before the books began here: against the opening balance, for it was income there. */
  opening: boolean;
}

/** What a credit order is owed for without a delivery of the portal: goods of an order kept elsewhere. Dr1122 Cr6001, due by its plan. */
export async function raisePlanned(tx: Tx, me: Me, of: Planned, now: Date): Promise<void> {
  const { customerId, amount } = of;
  const customer = await tx
    .selectFrom('customer')
    .select(['name', 'sales_member_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.receivable, now)];
  await tx
    .insertInto('receivable')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: customerId,
      customer_name: customer.name,
      source: of.opening ? 'OPENING' : 'ADJUST',
      source_no: of.sourceNo,
      sales_member_id: customer.sales_member_id,
      credit_order_id: of.creditOrderId,
      biz_date: of.bizDate,
      due_date: of.dueDate,
      amount,
      remark: of.opening ? '期初赊销欠款' : '外部订单赊销',
      created_at: now,
    })
    .execute();
  await postLedger(tx, me, {
    kind: of.opening ? OPENING : ADJUST,
    bizType: 'RECEIVABLE',
    bizId: id,
    bizNo: no,
    bizDate: of.postedOn,
    idemKey: `RECEIVABLE:${id}:PLANNED`,
    memo: of.opening ? `期初赊销欠款${of.sourceNo}` : `外部订单${of.sourceNo}赊销应收`,
    entries: [
      { account: '1122', customerId, dr: amount },
      { account: of.opening ? '3901' : '6001', customerId, cr: amount },
    ],
  });
  await tellDebtChange(tx, me, { customerId, receivableIds: [id], why: 'RAISED', bizNo: no }, now);
}

/** What `raisePlanned` raised for a credit order is no longer owed, all of it; nothing of it is settled. */
export async function dropPlanned(tx: Tx, me: Me, { customerId, creditOrderId }: { customerId: string; creditOrderId: string }, now: Date): Promise<void> {
  const rows = await tx
    .updateTable('receivable')
    .set({ status: 'REVERSED' })
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', creditOrderId)
    .where('delivery_id', 'is', null)
    .where('status', '<>', 'REVERSED')
    .returning(['id', 'no', 'source', 'amount', 'settled', 'offset'])
    .execute();
  for (const row of rows) {
    if (row.settled + row.offset > 0n) throw new Error(`receivable ${row.id} of credit order ${creditOrderId} is settled`);
    const opening = row.source === 'OPENING';
    const raised = await tx
      .selectFrom('ledger_txn')
      .select('id')
      .where('tenant_id', '=', me.tenantId)
      .where('idem_key', '=', `RECEIVABLE:${row.id}:PLANNED`)
      .executeTakeFirstOrThrow();
    await postLedger(tx, me, {
      kind: opening ? OPENING_REVERSED : ADJUST,
      bizType: 'RECEIVABLE',
      bizId: row.id,
      bizNo: row.no,
      bizDate: shanghaiDate(now),
      idemKey: `RECEIVABLE:${row.id}:DROPPED`,
      memo: '撤销赊销应收',
      reversesId: raised.id,
      entries: [
        { account: opening ? '3901' : '6001', customerId, dr: row.amount },
        { account: '1122', customerId, cr: row.amount },
      ],
    });
    await tellDebtChange(tx, me, { customerId, receivableIds: [row.id], why: 'REVERSED', bizNo: row.no }, now);
  }
}
