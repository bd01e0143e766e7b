import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { postLedger } from './fund.server';
import { type OpenHold, openOf } from './openHold';

interface Of {
  orderId: string;
  orderNo: string;
  bizDate: string;
}

/** What is open of the hold leaves the account, Dr2203 Cr2205. Again changes nothing. */
export async function advance(tx: Tx, me: Me, one: OpenHold, { orderId, orderNo, bizDate }: Of): Promise<void> {
  const amount = openOf(one);
  if (one.advanced || amount === 0n) return;
  await tx
    .updateTable('fund_account')
    .set({ held: sql<bigint>`held - ${amount}::bigint` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', one.account_id)
    .execute();
  await tx.updateTable('fund_hold').set({ advanced: true }).where('tenant_id', '=', me.tenantId).where('id', '=', one.id).execute();
  one.advanced = true;
  await postLedger(tx, me, {
    kind: 'ADVANCE',
    bizType: 'ORDER',
    bizId: orderId,
    bizNo: orderNo,
    bizDate,
    idemKey: `HOLD:${one.id}:ADVANCE`,
    memo: `订单${orderNo}审核通过扣款`,
    entries: [
      { account: '2203', customerId: one.customer_id, fundAccountId: one.account_id, dr: amount },
      { account: '2205', customerId: one.customer_id, cr: amount },
    ],
  });
}

/** What the order no longer costs goes back to the account. */
export async function returnAdvance(
  tx: Tx,
  me: Me,
  one: OpenHold,
  { orderId, orderNo, amount, eventId }: { orderId: string; orderNo: string; amount?: bigint | undefined; eventId: string },
): Promise<void> {
  const part = amount ?? 0n;
  const { day } = (await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`.execute(tx)).rows[0] as { day: string };
  await postLedger(tx, me, {
    kind: 'ADVANCE_RETURN',
    bizType: 'ORDER',
    bizId: orderId,
    bizNo: orderNo,
    bizDate: day,
    idemKey: `HOLD_EVENT:${eventId}:RETURN`,
    memo: `订单${orderNo}扣款退回`,
    entries: [
      { account: '2205', customerId: one.customer_id, dr: part },
      { account: '2203', customerId: one.customer_id, fundAccountId: one.account_id, cr: part },
    ],
  });
}
