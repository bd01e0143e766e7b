import type { Me } from '~/portal/me';
import { onCommit } from '~/server/db/transaction.server';
import type { Tx } from '~/server/db.server';
import { wake } from '~/server/jobs.server';
import { shanghaiDate, shanghaiTime } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { nextTurns, type SignOrder, turnOf } from './contract';
import {
  businessOfDoc,
  type Contract,
  docs,
  nowhere,
  type Ref,
  record,
  type Saved,
  savedOf,
  signedOf,
  signersOf,
  tellOffice,
  tellSigners,
  type Visit,
} from './store.server';

const HOUR_MS = 3_600_000;
/** The chore that seals by itself where that was allowed. */
export const SEALER = 'seal-contracts';

/** The seals were approved: the first signers have their turn. */
export async function beginSigning(tx: Tx, me: Me, doc: Contract, now: Date): Promise<Saved> {
  docs.mustBecome(doc, 'SIGNING', '发起签署');
  const started = { ...doc, status: 'SIGNING' as const };
  const version = await docs.update(tx, me, doc, { status: 'SIGNING', started_at: now, signed: 0, updated_at: now });
  await record(tx, me, started, { action: '发起签署', note: `${doc.deadline}前有效`, sha256: doc.sha256 }, nowhere(now));
  return savedOf(doc, await passTurn(tx, me, { ...started, version }, now));
}

/** Gives whoever is next their turn and tells them. Answers the contract's version. */
export async function passTurn(tx: Tx, me: Me, doc: Contract, now: Date): Promise<number> {
  const signers = await signersOf(tx, me, doc.id);
  const turns = nextTurns(doc.sign_order as SignOrder, signers);
  const fresh = signers.filter((one) => turns.includes(one.id) && one.status === 'WAITING');
  if (fresh.length)
    await tx
      .updateTable('ct_signer')
      .set({ status: 'TURN', sealing_next: null, sealing_error: '' })
      .where('tenant_id', '=', me.tenantId)
      .where('contract_id', '=', doc.id)
      .where(
        'id',
        'in',
        fresh.map((one) => one.id),
      )
      .execute();
  const standing = signers.map((one) => (fresh.includes(one) ? { ...one, status: 'TURN' as const } : one));
  const version = await docs.update(tx, me, doc, { turn: turnOf(standing), updated_at: now });
  const body = `“${doc.title}”请于${doc.deadline}前阅读并签署`;
  if (fresh.some((one) => one.side === 'THEIRS')) await tellSigners(tx, me, doc, 'turn', `${me.tenantName}：合同${doc.no}待您签署`, body);
  if (fresh.some((one) => one.side === 'OURS')) {
    await tellOffice(tx, me, doc, 'ourTurn', `${docs.title(doc)}待我方签署`, body);
    onCommit(() => wake(SEALER));
  }
  return version;
}

/** 催签: whoever has the turn is told again; not more often than once an hour. */
export async function urgeContract(tx: Tx, me: Me, input: Ref, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  docs.mustBe(doc, 'SIGNING', { said: '不需要催签' });
  if (doc.urged_at && now.getTime() - doc.urged_at.getTime() < HOUR_MS)
    refuse('CONTRACT_STATE', `${docs.title(doc)}已于${shanghaiTime(doc.urged_at)}催签过，请一小时后再催`);
  const body = `“${doc.title}”等您签署，${doc.deadline}后失效`;
  if (doc.turn !== 'OURS') await tellSigners(tx, me, doc, 'urged', `${me.tenantName}：请签署合同${doc.no}`, body);
  if (doc.turn !== 'THEIRS') await tellOffice(tx, me, doc, 'ourTurn', `${docs.title(doc)}待我方签署`, body);
  const version = await docs.update(tx, me, doc, { urged_at: now });
  await record(tx, me, doc, { action: '催签' }, nowhere(now));
  return savedOf(doc, version);
}

/** 延期: later than it was; one that ran out of time goes on where it stood. */
export async function extendContract(tx: Tx, me: Me, input: Ref & { deadline: string }, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  const today = shanghaiDate(now);
  docs.mustBe(doc, ['SIGNING', 'EXPIRED'], '延期');
  if (input.deadline <= doc.deadline || input.deadline < today)
    refuse('CONTRACT_RULE', `${docs.title(doc)}现在的签署截止是${doc.deadline}，延期后须晚于它且不早于今天${today}`, { fields: { deadline: '须更晚' } });
  const expired = doc.status === 'EXPIRED';
  if (expired) {
    const about = signedOf(doc, '');
    if (about) await businessOfDoc(doc)?.mustStand?.(tx, me, about);
    await tx
      .updateTable('ct_signer')
      .set({ status: 'WAITING' })
      .where('tenant_id', '=', me.tenantId)
      .where('contract_id', '=', doc.id)
      .where('status', '=', 'ENDED')
      .execute();
  }
  const version = await docs.update(tx, me, doc, {
    status: 'SIGNING',
    deadline: input.deadline,
    state_reason: '',
    ended_at: null,
    expiry_told: false,
    updated_at: now,
  });
  const extended = { ...doc, status: 'SIGNING' as const, deadline: input.deadline, version };
  await record(tx, me, extended, { action: '延期', note: `${doc.deadline}改为${input.deadline}` }, nowhere(now));
  return savedOf(doc, expired ? await passTurn(tx, me, extended, now) : version);
}

/** 撤销: nobody signs it any more. Signatures that were made stay in the file, and bind nobody. */
export async function revokeContract(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  docs.mustBecome(doc, 'REVOKED', '撤销');
  const version = await endContract(tx, me, doc, { status: 'REVOKED', reason: input.reason, action: '撤销' }, nowhere(now));
  await tellSigners(tx, me, doc, 'ended', `${me.tenantName}：合同${doc.no}已撤销`, `“${doc.title}”不再需要签署。原因：${input.reason}`);
  return savedOf(doc, version);
}

/** Ends it without everybody's signature; what it was about is told in the same transaction. */
export async function endContract(
  tx: Tx,
  me: Me,
  doc: Contract,
  { status, reason, action }: { status: 'REVOKED' | 'REFUSED' | 'EXPIRED'; reason: string; action: string },
  visit: Visit,
): Promise<number> {
  await tx
    .updateTable('ct_signer')
    .set({ status: 'ENDED' })
    .where('tenant_id', '=', me.tenantId)
    .where('contract_id', '=', doc.id)
    .where('status', 'in', ['WAITING', 'TURN', 'SEALING'])
    .execute();
  const version = await docs.update(tx, me, doc, { status, state_reason: reason, turn: null, ended_at: visit.now, updated_at: visit.now });
  await record(tx, me, doc, { action, note: reason, sha256: doc.sha256 }, visit);
  const about = signedOf(doc, visit.address);
  if (about) await businessOfDoc(doc)?.ended?.(tx, { ...me, customerId: null }, about, { status, reason }, visit.now);
  if (doc.rescinds_id)
    await tx.updateTable('ct_contract').set({ rescission: 'NONE' }).where('tenant_id', '=', me.tenantId).where('id', '=', doc.rescinds_id).execute();
  return version;
}
