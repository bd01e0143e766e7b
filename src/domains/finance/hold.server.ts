import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { lockOne } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { lockCustomerMoney } from './customerMoney.server';
import { type AccountCode, accountOf, postLedger } from './fund.server';
import type { Captured, Charge } from './funding.server';
import { advance, returnAdvance } from './holdAdvance.server';
import { tellIfLow } from './lowBalance.server';
import { type OpenHold, openOf } from './openHold';
import * as subjects from './subjects';

/** What is set aside: money of the fund account, or expense the factory granted. */
export type Tender = 'BALANCE' | 'EXPENSE';
/** Where a tender stands in the books, what its capture is against, and its words. Money pays what is owed; expense lowers what goods bring. */
const books = {
  BALANCE: { account: '2203', against: '1122', name: '资金', memo: '发货扣款' },
  EXPENSE: { account: '2241', against: '6001', name: '费用', memo: '发货费用抵扣' },
} as const satisfies Record<Tender, { account: AccountCode; against: AccountCode; name: string; memo: string }>;

type Taken = Captured & { eventId: string };

interface NewHold {
  customerId: string;
  bizType: 'ORDER' | 'REFUND' | 'MANUAL';
  bizId: string;
  bizNo: string;
  amount: bigint;
  reason?: string;
  tender?: Tender;
}

/** Sets money aside: no entry is posted, but a hold and its event are written. Throws FUND_SHORT with what is available. */
export async function hold(tx: Tx, me: Me, input: NewHold, now: Date): Promise<string> {
  const tender = input.tender ?? 'BALANCE';
  const account = await accountOf(tx, me, input.customerId, tender);
  const held = await tx
    .updateTable('fund_account')
    .set({ held: sql<bigint>`held + ${input.amount}::bigint`, changed_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', account.id)
    .where('status', '=', 'ACTIVE')
    .where(sql<boolean>`posted - held >= ${input.amount}::bigint`)
    .returning(['available', 'low_balance'])
    .executeTakeFirst();
  if (!held) return refuseHold(tx, me, input);
  if (tender === 'BALANCE') await tellIfLow(tx, me, { ...input, after: held.available ?? 0n, own: held.low_balance });
  const id = newId();
  await tx
    .insertInto('fund_hold')
    .values({
      tenant_id: me.tenantId,
      id,
      no: await oneNumber(tx, me, subjects.fundHold, now),
      account_id: account.id,
      customer_id: input.customerId,
      tender,
      biz_type: input.bizType,
      biz_id: input.bizId,
      biz_no: input.bizNo,
      amount: input.amount,
      reason: input.reason ?? '',
      created_by: me.accountId,
      created_at: now,
    })
    .execute();
  await insertEvent(tx, me, { holdId: id, action: 'HOLD', amount: input.amount, bizNo: input.bizNo, txnId: null });
  return id;
}

async function refuseHold(tx: Tx, me: Me, input: NewHold): Promise<never> {
  const account = await accountOf(tx, me, input.customerId, input.tender);
  const { name } = books[input.tender ?? 'BALANCE'];
  if (account.status !== 'ACTIVE') refuse('FUND_HOLD', `客户${name}账户已停用，不能冻结${name}`);
  return refuse('FUND_SHORT', `${name}账户可用余额不足：可用${saidYuan(account.available)}元，需冻结${saidYuan(input.amount)}元`, {
    available: saidYuan(account.available),
    needed: saidYuan(input.amount),
  });
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Open holds of an order, oldest first; the customer's money is locked before them. */
export async function lockHolds(tx: Tx, me: Me, bizId: string, tender: Tender = 'BALANCE'): Promise<OpenHold[]> {
  await lockCustomerMoney(tx, me, tx.selectFrom('fund_hold').select('customer_id').where('tenant_id', '=', me.tenantId).where('biz_id', '=', bizId));
  return tx
    .selectFrom('fund_hold')
    .select(['id', 'account_id', 'customer_id', 'amount', 'captured', 'released', 'advanced'])
    .where('tenant_id', '=', me.tenantId)
    .where('biz_id', '=', bizId)
    .where('tender', '=', tender)
    .where(sql<boolean>`captured + released < amount`)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export const holdForOrder = (
  tx: Tx,
  me: Me,
  { orderId, orderNo, ...input }: { customerId: string; orderId: string; orderNo: string; amount: bigint; tender?: Tender },
  now: Date,
): Promise<string | null> => (input.amount > 0n ? hold(tx, me, { ...input, bizType: 'ORDER', bizId: orderId, bizNo: orderNo }, now) : Promise.resolve(null));

/** Gives held money back: all that is open of the order, or at most `amount`. Answers what was released; again changes nothing. */
export async function releaseOrderHold(
  tx: Tx,
  me: Me,
  input: { orderId: string; orderNo: string; amount?: bigint | undefined; tender?: Tender },
): Promise<bigint> {
  let left = input.amount;
  let released = 0n;
  for (const one of await lockHolds(tx, me, input.orderId, input.tender)) {
    const part = left === undefined ? openOf(one) : least(openOf(one), left);
    if (part <= 0n) continue;
    await settleHold(tx, me, one, { released: part });
    const eventId = await insertEvent(tx, me, { holdId: one.id, action: 'RELEASE', amount: part, bizNo: input.orderNo, txnId: null });
    if (one.advanced) await returnAdvance(tx, me, one, { ...input, amount: part, eventId });
    released += part;
    if (left !== undefined) left -= part;
  }
  return released;
}

/** Takes min(amount, open hold) for goods shipped: Dr2203 Cr1122, of expense Dr2241 Cr6001. Null when the order holds nothing. */
export async function captureForDelivery(tx: Tx, me: Me, input: Charge, tender: Tender = 'BALANCE'): Promise<Taken | null> {
  const { account, against, memo } = books[tender];
  const one = await gatherHolds(tx, me, input, tender);
  const part = one ? least(openOf(one), input.amount) : 0n;
  if (!one || part <= 0n) return null;
  await settleHold(tx, me, one, { captured: part });
  const from = one.advanced ? ({ account: '2205' } as const) : { account, fundAccountId: one.account_id };
  const txnId = await postLedger(tx, me, {
    kind: tender === 'BALANCE' ? 'CAPTURE' : 'DEDUCT',
    bizType: 'DELIVERY',
    bizId: input.deliveryId,
    bizNo: input.deliveryNo,
    bizDate: input.bizDate,
    idemKey: `DELIVERY:${input.deliveryId}:${tender === 'BALANCE' ? 'CAPTURE' : 'DEDUCT'}:${input.orderId}`,
    memo: `订单${input.orderNo}${memo}`,
    entries: [
      { ...from, customerId: input.customerId, dr: part },
      { account: against, customerId: input.customerId, cr: part },
    ],
  });
  const eventId = await insertEvent(tx, me, { holdId: one.id, action: 'CAPTURE', amount: part, bizNo: input.deliveryNo, txnId });
  return { eventId, amount: part };
}

/** The order's oldest open hold, with what its younger ones held moved into it, so that one capture covers a delivery. */
async function gatherHolds(tx: Tx, me: Me, input: Charge, tender: Tender): Promise<OpenHold | undefined> {
  const [first, ...others] = await lockHolds(tx, me, input.orderId, tender);
  if (!first || openOf(first) >= input.amount) return first;
  if (others.some((other) => other.advanced !== first.advanced))
    for (const one of [first, ...others]) await advance(tx, me, one, { orderId: input.orderId, orderNo: input.orderNo, bizDate: input.bizDate });
  for (const other of others) {
    const part = openOf(other);
    await settleHold(tx, me, other, { released: part });
    await insertEvent(tx, me, { holdId: other.id, action: 'RELEASE', amount: part, bizNo: input.orderNo, txnId: null });
    first.amount += part;
    await tx.updateTable('fund_hold').set({ amount: first.amount }).where('tenant_id', '=', me.tenantId).where('id', '=', first.id).execute();
    await settleHold(tx, me, first, { held: part });
    await insertEvent(tx, me, { holdId: first.id, action: 'HOLD', amount: part, bizNo: input.orderNo, txnId: null });
  }
  return first;
}

/** Undoes a capture when its shipment is reversed: the money is back in the account and held for the order again. */
export async function reverseCapture(tx: Tx, me: Me, input: { captureEventId: string; bizDate: string }): Promise<void> {
  const event = await tx
    .selectFrom('hold_event')
    .innerJoin('fund_hold', (join) => join.onRef('fund_hold.tenant_id', '=', 'hold_event.tenant_id').onRef('fund_hold.id', '=', 'hold_event.hold_id'))
    .innerJoin('ledger_txn', (join) => join.onRef('ledger_txn.tenant_id', '=', 'hold_event.tenant_id').onRef('ledger_txn.id', '=', 'hold_event.txn_id'))
    .select([
      'hold_event.amount',
      'hold_event.txn_id',
      'hold_event.biz_no',
      'fund_hold.id as holdId',
      'fund_hold.biz_id',
      'fund_hold.account_id',
      'fund_hold.customer_id',
      'fund_hold.tender',
      'fund_hold.advanced',
      'ledger_txn.biz_id as deliveryId',
    ])
    .where('hold_event.tenant_id', '=', me.tenantId)
    .where('hold_event.id', '=', input.captureEventId)
    .where('hold_event.action', '=', 'CAPTURE')
    .executeTakeFirst();
  if (!event) notFound('该扣款记录');
  const { account, against } = books[event.tender as Tender];
  await postLedger(tx, me, {
    kind: event.tender === 'BALANCE' ? 'CAPTURE_REVERSE' : 'DEDUCT_REVERSE',
    bizType: 'DELIVERY',
    bizId: event.deliveryId,
    bizNo: event.biz_no,
    bizDate: input.bizDate,
    idemKey: `CAPTURE:${input.captureEventId}:REVERSE`,
    memo: `发货单${event.biz_no}冲销退回扣款`,
    reversesId: event.txn_id,
    entries: [
      { account: against, customerId: event.customer_id, dr: event.amount },
      { ...(event.advanced ? ({ account: '2205' } as const) : { account, fundAccountId: event.account_id }), customerId: event.customer_id, cr: event.amount },
    ],
  });
  const one = await lockOne(tx, me, 'fund_hold', '资金占用', event.holdId);
  await settleHold(tx, me, one, { captured: -event.amount });
  await insertEvent(tx, me, { holdId: one.id, action: 'HOLD', amount: event.amount, bizNo: event.biz_no, txnId: null });
}

/** Moves the hold's counters and the account's `held` together; a negative `captured` holds the money again, `held` is added to the hold's amount already. */
export async function settleHold(tx: Tx, me: Me, one: OpenHold, part: { captured?: bigint; released?: bigint; held?: bigint }): Promise<void> {
  const captured = one.captured + (part.captured ?? 0n);
  const released = one.released + (part.released ?? 0n);
  const done = captured + released === one.amount;
  const state = done ? (captured > 0n ? 'CAPTURED' : 'RELEASED') : captured + released > 0n ? 'PART' : 'ACTIVE';
  await tx.updateTable('fund_hold').set({ captured, released, state }).where('tenant_id', '=', me.tenantId).where('id', '=', one.id).execute();
  if (one.advanced) return;
  const freed = (part.captured ?? 0n) + (part.released ?? 0n) - (part.held ?? 0n);
  await tx
    .updateTable('fund_account')
    .set({ held: sql<bigint>`held - ${freed}::bigint`, changed_at: sql<Date>`now()` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', one.account_id)
    .execute();
}

export async function insertEvent(
  tx: Tx,
  me: Me,
  event: { holdId: string; action: 'HOLD' | 'CAPTURE' | 'RELEASE'; amount: bigint; bizNo: string; txnId: string | null },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('hold_event')
    .values({
      tenant_id: me.tenantId,
      id,
      hold_id: event.holdId,
      action: event.action,
      amount: event.amount,
      biz_no: event.bizNo,
      txn_id: event.txnId,
      actor: actorName(me),
    })
    .execute();
  return id;
}
