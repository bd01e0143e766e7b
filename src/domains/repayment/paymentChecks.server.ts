import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { refuse } from '~/shared/refusal';
import type { PaymentForm } from './repayment.schema';

/** Something that counts already comes after that day: what it settled may change. */
export async function isBackdated(tx: Tx, me: Me, customerId: string, valueOn: string): Promise<boolean> {
  const later = await tx
    .selectFrom('repay_payment')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('applied_at', 'is not', null)
    .where('value_on', '>', valueOn)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** The same money must not be entered twice: here, as a receipt, or as a payment into the fund account. */
export async function refuseKnown(tx: Tx, me: Me, { bankRef, channel, kind }: PaymentForm): Promise<void> {
  if (bankRef === '' || kind !== 'MONEY') return;
  const { rows } = await sql<{ what: string }>`
    select '还款单' || no as what from repay_payment where tenant_id = ${me.tenantId} and channel = ${channel} and bank_ref = ${bankRef}
      and status not in ('REVERSED', 'REJECTED', 'CANCELLED')
    union all select '收款单' || no from receipt where tenant_id = ${me.tenantId} and bank_flow_no = ${bankRef} and status <> 'REVERSED'
    union all select '入账单' || no from enter_account where tenant_id = ${me.tenantId} and bank_flow_no = ${bankRef} and status not in ('REJECTED', 'REVERSED')
    limit 1`.execute(tx);
  const known = rows[0]?.what;
  if (known) refuse('DUP_FLOW_NO', `流水号${bankRef}已登记在${known}，不能重复登记还款`, { fields: { bankRef: `已登记在${known}` } });
}
