import { takeBackGranted } from '~/domains/credit/takeBack.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { applies, log } from './applyStore.server';
import { endApply } from './approval.server';
import { takeEffect } from './effect.server';

/** The agreement of an application was signed by everybody: one that passed already takes effect now. One still in review takes effect when it passes. */
export async function agreementSigned(tx: Tx, me: Me, id: string, contractNo: string, now: Date): Promise<void> {
  const doc = await applies.lock(tx, me, { id });
  if (doc.status !== 'SIGNING') return;
  const accountId = await takeEffect(tx, me, doc, now);
  await endApply(tx, me, doc, 'EFFECTIVE', `授信协议${contractNo}已签署`, now, { account_id: accountId });
}

/** Both took the agreement back: so is what it gave, if that still stands. An application still in review waits for another agreement. */
export async function agreementRescinded(tx: Tx, me: Me, id: string, contractNo: string, now: Date): Promise<void> {
  const doc = await applies.lock(tx, me, { id });
  if (doc.status !== 'EFFECTIVE' || doc.account_id === null) return;
  const reason = `授信协议${contractNo}已解约`;
  await takeBackGranted(
    tx,
    me,
    doc.account_id,
    { source: { type: 'credit_apply', id: doc.id, no: doc.no }, reason, renewedTo: doc.kind === 'RENEW' ? doc.valid_to : undefined },
    now,
  );
  await log(tx, me, doc, '协议解约', reason);
}

/** It will not be signed: what passed on its account is off. */
export async function agreementFailed(tx: Tx, me: Me, id: string, why: string, now: Date): Promise<void> {
  const doc = await applies.lock(tx, me, { id });
  if (doc.status === 'SIGNING') await endApply(tx, me, doc, 'LAPSED', why, now);
}
