import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { postLedger } from '~/domains/finance/fund.server';
import { type Captured, fundingOf } from '~/domains/finance/funding.server';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { nextNumber } from '~/server/numbers.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { tellDebtChange } from './debtChange.server';
import { type Figures, RAISE, RAISE_REVERSED, receivableState } from './receivable';
import * as subjects from './subjects';
import { refuseTouched } from './untouched.server';

export interface Raised {
  deliveryId: string;
  deliveryNo: string;
  customerId: string;
  bizDate: string;
  /** One receivable each. `capture` is what the fund account already paid of it. */
  orders: { orderId: string; orderNo: string; salesMemberId: string | null; amount: bigint; capture: Captured | null }[];
}

/** Makes the receivables of a delivery that went out, due the customer's payment days later: Dr1122 Cr6001. */
export async function raiseReceivable(tx: Tx, me: Me, raised: Raised, now: Date): Promise<void> {
  const { customerId, bizDate } = raised;
  const customer = await tx
    .selectFrom('customer')
    .select(['name', 'payment_days', 'sales_member_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const nos = await nextNumber(tx, me, subjects.receivable, now, raised.orders.length);
  const receivableIds: string[] = [];
  for (const [index, order] of raised.orders.entries()) {
    const id = newId();
    receivableIds.push(id);
    const no = nos[index] as string;
    const settled = order.capture?.amount ?? 0n;
    await tx
      .insertInto('receivable')
      .values({
        tenant_id: me.tenantId,
        id,
        no,
        customer_id: customerId,
        customer_name: customer.name,
        order_id: order.orderId,
        order_no: order.orderNo,
        delivery_id: raised.deliveryId,
        delivery_no: raised.deliveryNo,
        source: 'DELIVERY',
        sales_member_id: order.salesMemberId ?? customer.sales_member_id,
        biz_date: bizDate,
        due_date: order.capture?.planned?.dueDate ?? addDays(bizDate, customer.payment_days),
        credit_order_id: order.capture?.planned?.creditOrderId ?? null,
        amount: order.amount,
        settled,
        status: receivableState({ amount: order.amount, settled, offset: 0n, returned: 0n, refunded: 0n }),
        created_at: now,
      })
      .execute();
    if (order.capture?.eventId) await insertApply(tx, me, { customerId, receivableId: id, captureEventId: order.capture.eventId, amount: settled }, now);
    await postLedger(tx, me, {
      kind: RAISE,
      bizType: 'RECEIVABLE',
      bizId: id,
      bizNo: no,
      bizDate,
      idemKey: `RECEIVABLE:${id}:RAISE`,
      memo: `发货单${raised.deliveryNo}应收`,
      entries: [
        { account: '1122', customerId, dr: order.amount },
        { account: '6001', customerId, cr: order.amount },
      ],
    });
  }
  await tellDebtChange(tx, me, { customerId, receivableIds, why: 'RAISED', bizNo: raised.deliveryNo }, now);
}

/** Undoes a delivery's receivables: captures return to the fund account; money matched by hand must be unmatched first. */
export async function reverseReceivables(tx: Tx, me: Me, delivery: { deliveryId: string; deliveryNo: string }, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('receivable')
    .selectAll()
    .select((of) =>
      of
        .selectFrom('sales_order')
        .select('pay_method')
        .whereRef('sales_order.tenant_id', '=', 'receivable.tenant_id')
        .whereRef('sales_order.id', '=', 'receivable.order_id')
        .as('pay_method'),
    )
    .where('tenant_id', '=', me.tenantId)
    .where('delivery_id', '=', delivery.deliveryId)
    .where('status', '<>', 'REVERSED')
    .orderBy('id')
    .forUpdate()
    .execute();
  const bizDate = shanghaiDate(now);
  for (const row of rows) {
    await refuseTouched(tx, me, row, delivery.deliveryNo);
    await undoCaptures(tx, me, row, now);
    if (row.credit_order_id) await fundingOf(row.pay_method ?? '').uncharge?.(tx, me, { ...delivery, creditOrderId: row.credit_order_id, bizDate }, now);
    await tx
      .updateTable('receivable')
      .set({ settled: 0n, offset: 0n, status: 'REVERSED' })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', row.id)
      .execute();
    await postLedger(tx, me, {
      kind: RAISE_REVERSED,
      bizType: 'RECEIVABLE',
      bizId: row.id,
      bizNo: row.no,
      bizDate,
      idemKey: `RECEIVABLE:${row.id}:REVERSE`,
      memo: `发货单${delivery.deliveryNo}冲销`,
      entries: [
        { account: '6001', customerId: row.customer_id, dr: row.amount },
        { account: '1122', customerId: row.customer_id, cr: row.amount },
      ],
    });
  }
  for (const [customerId, of] of Map.groupBy(rows, (row) => row.customer_id))
    await tellDebtChange(tx, me, { customerId, receivableIds: of.map((row) => row.id), why: 'REVERSED', bizNo: delivery.deliveryNo }, now);
}

async function undoCaptures(tx: Tx, me: Me, receivable: { id: string; no: string; customer_id: string; pay_method: string | null }, now: Date): Promise<void> {
  const captures = await tx
    .updateTable('receipt_apply')
    .set({ reversed_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('receivable_id', '=', receivable.id)
    .where('reversed_at', 'is', null)
    .returning(['id', 'capture_event_id', 'discount'])
    .execute();
  for (const one of captures) {
    if (one.discount > 0n) await postTail(tx, me, receivable, { applyId: one.id, amount: one.discount, undo: true }, now);
    await fundingOf(receivable.pay_method ?? '').reverse(tx, me, { captureEventId: one.capture_event_id as string, bizDate: shanghaiDate(now) });
  }
}

export async function insertApply(
  tx: Tx,
  me: Me,
  one: { customerId: string; receivableId: string; receiptId?: string; captureEventId?: string; repaymentId?: string; amount: bigint },
  now: Date,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('receipt_apply')
    .values({
      tenant_id: me.tenantId,
      id,
      customer_id: one.customerId,
      receivable_id: one.receivableId,
      receipt_id: one.receiptId ?? null,
      capture_event_id: one.captureEventId ?? null,
      repayment_id: one.repaymentId ?? null,
      amount: one.amount,
      actor: actorName(me),
      created_at: now,
    })
    .execute();
  return id;
}

/** What is owed by a plan is settled with its repayments, so that plan, limit and receivable agree. */
export function mustNotBePlanned(row: { no: string; credit_order_id: string | null }, field?: string): void {
  const say = '该应收属于赊销订单，请在赊销管家登记还款';
  if (row.credit_order_id) refuse('BAD_STATE', `应收单${row.no}不能手工核销：${say}`, field ? { fields: { [field]: say } } : {});
}

/** Receivables of the customer, locked in id order. */
export async function lockReceivables(tx: Tx, me: Me, customerId: string, ids: readonly string[]) {
  return tx
    .selectFrom('receivable')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Moves `settled` and `offset` of a locked receivable and what follows from them. */
export async function settle(tx: Tx, me: Me, row: Figures & { id: string }, by: { settled: bigint; offset: bigint }): Promise<void> {
  const settled = row.settled + by.settled;
  const offset = row.offset + by.offset;
  await tx
    .updateTable('receivable')
    .set({ settled, offset, status: receivableState({ ...row, settled, offset }) })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', row.id)
    .execute();
}

/** 尾差核销: what a payment left open, within the limit per receivable, goes to 6603. Not by the person who registered that payment. */
export async function writeOffTail(tx: Tx, me: Me, input: { receivableId: string }, now: Date): Promise<{ id: string }> {
  const found = await tx
    .selectFrom('receivable')
    .select('customer_id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.receivableId)
    .executeTakeFirst();
  if (!found) notFound('该应收单');
  await lockCustomerMoney(tx, me, [found.customer_id]);
  const [row] = await lockReceivables(tx, me, found.customer_id, [input.receivableId]);
  if (!row) notFound('该应收单');
  mustNotBePlanned(row);
  const open = row.open ?? 0n;
  if (row.status === 'REVERSED' || open <= 0n) refuse('BAD_STATE', `应收单${row.no}没有未收金额，不需要核销尾差`);
  const { tailLimit } = await orderSettingsOf(tx, me);
  if (row.offset + open > tailLimit)
    refuse('QTY_EXCEED', `应收单${row.no}未收${saidYuan(open)}元，超过尾差核销上限${saidYuan(tailLimit)}元`, { limit: displayYuan(tailLimit) });
  const apply = await lastApply(tx, me, row.id);
  if (!apply) refuse('BAD_STATE', `应收单${row.no}还没有收款核销，不能作为尾差处理`);
  if (apply.registrar === me.accountId) refuse('SAME_PERSON', `收款单由您登记，应收单${row.no}的尾差须由其他人核销`);
  await tx
    .updateTable('receipt_apply')
    .set({ discount: apply.discount + open })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', apply.id)
    .execute();
  await settle(tx, me, row, { settled: 0n, offset: open });
  await postTail(tx, me, row, { applyId: apply.id, amount: open, undo: false }, now);
  await audit(tx, me, { action: '尾差核销', subject: subjects.receivable, id: row.id, no: row.no, after: { 尾差: `${saidYuan(open)}元` } });
  await tellDebtChange(tx, me, { customerId: row.customer_id, receivableIds: [row.id], why: 'ADJUSTED', bizNo: row.no }, now);
  return { id: row.id };
}

const lastApply = (tx: Tx, me: Me, receivableId: string) =>
  tx
    .selectFrom('receipt_apply')
    .leftJoin('receipt', (on) => on.onRef('receipt.tenant_id', '=', 'receipt_apply.tenant_id').onRef('receipt.id', '=', 'receipt_apply.receipt_id'))
    .select(['receipt_apply.id', 'receipt_apply.discount', 'receipt.created_by as registrar'])
    .where('receipt_apply.tenant_id', '=', me.tenantId)
    .where('receipt_apply.receivable_id', '=', receivableId)
    .where('receipt_apply.reversed_at', 'is', null)
    .orderBy('receipt_apply.created_at', 'desc')
    .orderBy('receipt_apply.id', 'desc')
    .executeTakeFirst();

/** Dr6603 Cr1122, or back again. */
export async function postTail(
  tx: Tx,
  me: Me,
  receivable: { id: string; no: string; customer_id: string },
  tail: { applyId: string; amount: bigint; undo: boolean },
  now: Date,
): Promise<void> {
  const customerId = receivable.customer_id;
  const difference = { account: '6603', customerId } as const;
  const owed = { account: '1122', customerId } as const;
  const { amount } = tail;
  await postLedger(tx, me, {
    kind: tail.undo ? 'TAIL_REVERSE' : 'TAIL',
    bizType: 'RECEIVABLE',
    bizId: receivable.id,
    bizNo: receivable.no,
    bizDate: shanghaiDate(now),
    idemKey: `APPLY:${tail.applyId}:${tail.undo ? 'TAIL_REVERSE' : 'TAIL'}`,
    memo: `应收单${receivable.no}尾差${tail.undo ? '核销撤回' : '核销'}`,
    entries: tail.undo
      ? [
          { ...owed, dr: amount },
          { ...difference, cr: amount },
        ]
      : [
          { ...difference, dr: amount },
          { ...owed, cr: amount },
        ],
  });
}
