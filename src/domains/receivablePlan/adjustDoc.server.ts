import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import type { Me } from '~/portal/me';
import type { Subject } from '~/portal/subject';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { adjustFlow, disputeFlow } from './plan';

export const adjusts = defineDocument({ table: 'ar_adjust', noun: '应收调整单', title: (doc) => `应收调整单${doc.no}`, states: adjustFlow });
export type Adjust = Awaited<ReturnType<typeof adjusts.lock>>;
export const disputes = defineDocument({ table: 'ar_dispute', noun: '应收争议', title: (doc) => `应收争议${doc.no}`, states: disputeFlow });
export type Dispute = Awaited<ReturnType<typeof disputes.lock>>;

interface Seen {
  id: string;
  version?: number | undefined;
}
/** The customer's money comes first in the lock order. */
export async function lockAdjust(tx: Tx, me: Me, ref: Seen): Promise<Adjust> {
  await lockCustomerMoney(tx, me, tx.selectFrom('ar_adjust').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', ref.id));
  return adjusts.lock(tx, me, ref);
}
export async function lockDispute(tx: Tx, me: Me, ref: Seen): Promise<Dispute> {
  await lockCustomerMoney(tx, me, tx.selectFrom('ar_dispute').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', ref.id));
  return disputes.lock(tx, me, ref);
}

export const note = (tx: Tx, me: Me, subject: Subject, doc: { id: string; no: string }, action: string, said: string): Promise<void> =>
  audit(tx, me, { action, subject, id: doc.id, no: doc.no, after: { note: said } });
