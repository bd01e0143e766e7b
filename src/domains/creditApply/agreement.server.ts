import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { applies } from './applyStore.server';
import { endApply } from './approval.server';
import { takeEffect } from './effect.server';

/** The agreement of an application was signed by everybody: one that passed already takes effect now. One still in review takes effect when it passes. */
export async function agreementSigned(tx: Tx, me: Me, id: string, contractNo: string, now: Date): Promise<void> {
  const doc = await applies.lock(tx, me, { id });
  if (doc.status !== 'SIGNING') return;
  const accountId = await takeEffect(tx, me, doc, now);
  await endApply(tx, me, doc, 'EFFECTIVE', `授信协议${contractNo}已签署`, now, { account_id: accountId });
}

/** It will not be signed: what passed on its account is off. */
export async function agreementFailed(tx: Tx, me: Me, id: string, why: string, now: Date): Promise<void> {
  const doc = await applies.lock(tx, me, { id });
  if (doc.status === 'SIGNING') await endApply(tx, me, doc, 'LAPSED', why, now);
}
