import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { type Adjust, disputes, note } from './adjustDoc.server';
import * as subjects from './subjects';

/** The correction of a dispute was agreed to: it is upheld. Answers what stops being disputed, all of it. The customer's money is locked. */
export async function closeUpheld(tx: Tx, me: Me, adjust: Adjust, now: Date): Promise<bigint> {
  const doc = await disputes.lock(tx, me, { id: adjust.dispute_id as string });
  disputes.mustBecome(doc, 'UPHELD', '成立');
  await disputes.update(tx, me, doc, { status: 'UPHELD', closer: actorName(me), closed_at: now });
  await note(tx, me, subjects.dispute, doc, '成立', `由应收调整单${adjust.no}减少应收`);
  return doc.amount;
}

/** It was not agreed to: the dispute is open again, and the amount stays disputed. */
export async function reopenDispute(tx: Tx, me: Me, disputeId: string): Promise<void> {
  const doc = await disputes.lock(tx, me, { id: disputeId });
  disputes.mustBecome(doc, 'OPEN', '重新处理');
  await disputes.update(tx, me, doc, { status: 'OPEN', upheld: 0n, adjust_id: null });
  await note(tx, me, subjects.dispute, doc, '重新处理', '减少应收的调整没有通过');
}
