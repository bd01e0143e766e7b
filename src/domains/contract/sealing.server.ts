import { sql } from 'kysely';
import { orderCertificate, ProviderError, signerAt } from '~/domains/seal/provider.server';
import { actorName, type Me } from '~/portal/me';
import { onCommit } from '~/server/db/transaction.server';
import type { Opened, Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { claimDue, leaseUntil } from '~/server/jobs/claim.server';
import { wake } from '~/server/jobs.server';
import { log } from '~/server/log.server';
import { clockOf, eachTenant } from '~/server/tenantChore.server';
import { notFound, Refusal } from '~/shared/refusal';
import { type SignerState, type SignWay, signerStates, signWays, turnOf } from './contract';
import { keepProvided, providedIdentity, type Whom } from './identity.server';
import { type Act, clerkOf, fileToSign, keepSealed } from './sealed.server';
import { mustVerify, sealToUse, signFile } from './sealPort.server';
import { SEALER } from './signing.server';
import {
  type Contract,
  docs,
  nowhere,
  partiesOf,
  type Ref,
  record,
  type Saved,
  type SignerRow,
  savedOf,
  signersOf,
  tellOffice,
  tellSigners,
  type Visit,
} from './store.server';

const MINUTE = 60_000;
/** A try has so long before another process takes it for dead. */
const TRY_S = 120;
const LONGEST_PAUSE_MS = 15 * MINUTE;
const GIVE_UP_MS = 24 * 60 * MINUTE;
const BATCH = 20;

/** The person has proven themselves and means it; the signature itself comes from elsewhere. Answers the contract's version. */
export async function beginSealing(tx: Tx, me: Me, { doc, signer, act }: { doc: Contract; signer: SignerRow; act: Act }, visit: Visit): Promise<number> {
  await tx
    .updateTable('ct_signer')
    .set({
      status: 'SEALING',
      person: act.person,
      account_id: me.accountId,
      real_name: act.verified,
      way: act.way,
      address: visit.address,
      agent: visit.agent.slice(0, 300),
      sealing_at: visit.now,
      sealing_next: leaseUntil(visit.now, TRY_S),
      sealing_tries: 0,
      sealing_error: '',
    })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', signer.id)
    .execute();
  const version = await docs.update(tx, me, doc, { turn: turnOf(await signersOf(tx, me, doc.id)), updated_at: visit.now });
  await record(tx, me, doc, { action: '确认签署', note: `${signer.role_name}，${signWays[act.way]}，等待证书服务商签章`, sha256: doc.sha256 }, visit);
  onCommit(() => wake(SEALER));
  return version;
}

export interface Which {
  tenantId: bigint;
  tenantName: string;
  signerId: string;
}

/** 签章补偿: signatures that hang with their provider are tried again; after a day the turn goes back. Answers how many it tried. */
export function sealDue(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  return eachTenant(
    opened,
    SEALER,
    async (clock) => {
      let tried = 0;
      for (const { id: signerId } of await opened.inTenant({ tenantId: clock.tenantId }, (tx) => claim(tx, clock.tenantId, now))) {
        if (stop?.aborted) break;
        await sealOne(opened, { tenantId: clock.tenantId, tenantName: clock.tenantName, signerId }, now);
        tried += 1;
      }
      return tried;
    },
    stop,
  );
}

/** Tries are counted where they fail: the first is made by whoever signs, at once and without a claim. */
const claim = (tx: Tx, tenantId: bigint, now: Date) =>
  claimDue(tx, 'ct_signer', {
    where: sql`tenant_id = ${tenantId} and status = 'SEALING' and sealing_next <= ${now}`,
    order: sql`sealing_next`,
    most: BATCH,
    lease: { sealing_next: leaseUntil(now, TRY_S) },
    counted: null,
  });

/** One try. What the provider says is waited for outside any transaction; nothing that changed meanwhile is overwritten. */
export async function sealOne(opened: Opened, { tenantId, tenantName, signerId }: Which, now: Date): Promise<void> {
  const clock = clockOf({ id: tenantId, name: tenantName });
  const inside = <T>(work: (tx: Tx) => Promise<T>) => opened.inTenant({ tenantId }, work);
  try {
    const ready = await inside((tx) => prepare(tx, clock, signerId, now));
    if (!ready) return;
    const { doc, signer, bytes, art, whom, identity } = ready;
    const given = identity.found ?? (await orderCertificate({ requestNo: ready.requestNo, name: whom.name, uscc: ready.uscc }, now));
    const signed = await signFile({ doc, signer, bytes, now }, signerAt(given, `${signerId}-${signer.sealing_tries}`), art);
    await inside(async (tx) => {
      const fresh = await sealingOf(tx, clock, signerId);
      // Signed by another process, revoked, or given back meanwhile.
      if (!fresh || fresh.doc.sha256 !== doc.sha256) return;
      const me = signerAs(clock, fresh.doc, fresh.signer);
      await fileToSign(tx, clerkOf(me), fresh.doc, fresh.signer.address);
      await sealToUse(tx, me, fresh.signer, fresh.signer.person, now);
      const { id, serial } = identity.found ?? (await keepProvided(tx, clock, whom, given));
      const tsaAt = await mustVerify(tx, fresh.doc, signed);
      const act: Act = { person: fresh.signer.person, verified: fresh.signer.real_name, way: fresh.signer.way as SignWay };
      const visit: Visit = { address: fresh.signer.address, agent: fresh.signer.agent, now };
      await keepSealed(tx, me, { doc: fresh.doc, signer: fresh.signer, sealed: { bytes: signed, certId: id, subject: whom.name, serial, tsaAt }, act }, visit);
    });
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof Refusal)) log.error({ err: error, signer: signerId }, 'sealing failed');
    const why = error instanceof ProviderError || error instanceof Refusal ? error.message : '签章时系统出错，稍后自动重试';
    await inside((tx) => putOff(tx, clock, signerId, { why, final: error instanceof Refusal && error.code !== '420006' }, now));
  }
}

async function prepare(tx: Tx, clock: Me, signerId: string, now: Date) {
  const found = await sealingOf(tx, clock, signerId);
  if (!found) return null;
  const { doc, signer } = found;
  const ours = signer.side === 'OURS';
  const whom: Whom = { kind: ours ? 'OURS' : 'THEIRS', customerId: ours ? null : doc.customer_id, name: signer.org_name };
  const me = signerAs(clock, doc, signer);
  const parties = await partiesOf(tx, clock, doc.customer_id);
  const identity = await providedIdentity(tx, clock, whom, now);
  return {
    doc,
    signer,
    bytes: await fileToSign(tx, clerkOf(me), doc, signer.address),
    art: await sealToUse(tx, me, signer, signer.person, now),
    whom,
    identity,
    uscc: (ours ? parties?.our_uscc : parties?.uscc) ?? '',
    requestNo: `${clock.tenantId}-${whom.customerId ?? 'own'}-${identity.before + 1}`,
  };
}

async function sealingOf(tx: Tx, clock: Me, signerId: string) {
  const signer = await tx
    .selectFrom('ct_signer')
    .select(['contract_id', 'status'])
    .where('tenant_id', '=', clock.tenantId)
    .where('id', '=', signerId)
    .executeTakeFirst();
  if (signer?.status !== 'SEALING') return null;
  const doc = await docs.lock(tx, clock, { id: signer.contract_id });
  const now = (await signersOf(tx, clock, doc.id)).find((one) => one.id === signerId);
  return now?.status === 'SEALING' && doc.status === 'SIGNING' ? { doc, signer: now } : null;
}

/** Whoever confirmed it, as the log names them. */
const signerAs = (clock: Me, doc: Contract, signer: SignerRow): Me => ({
  ...clock,
  accountId: signer.account_id ?? clock.accountId,
  name: signer.person,
  ...(signer.side === 'THEIRS' ? { customerId: doc.customer_id, customerName: signer.org_name, identity: '2' as const, userType: 2 as const } : {}),
});

/** It waits longer each time; what can never succeed, and what did not for a day, goes back to the person. */
async function putOff(tx: Tx, clock: Me, signerId: string, { why, final }: { why: string; final: boolean }, now: Date): Promise<void> {
  const found = await sealingOf(tx, clock, signerId);
  if (!found) return;
  const { doc, signer } = found;
  const over = final || (signer.sealing_at !== null && now.getTime() - signer.sealing_at.getTime() > GIVE_UP_MS);
  if (over) return void (await giveBack(tx, clock, doc, signer, why, now));
  const tries = signer.sealing_tries + 1;
  await tx
    .updateTable('ct_signer')
    .set({
      sealing_tries: tries,
      sealing_error: why.slice(0, 300),
      sealing_next: new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, MINUTE * 2 ** (tries - 1))),
    })
    .where('tenant_id', '=', clock.tenantId)
    .where('id', '=', signerId)
    .execute();
  if (tries === 3) await tellOffice(tx, clock, doc, 'sealing', `${docs.title(doc)}签章未完成`, `${signer.role_name}已确认签署，${why}，系统会继续重试`);
}

/** The turn is the person's again, with the reason. Answers the contract's version. */
export async function giveBack(tx: Tx, me: Me, doc: Contract, signer: SignerRow, why: string, now: Date): Promise<number> {
  await tx
    .updateTable('ct_signer')
    .set({ status: 'TURN', sealing_next: null, sealing_error: why.slice(0, 300) })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', signer.id)
    .execute();
  const version = await docs.update(tx, me, doc, { turn: turnOf(await signersOf(tx, me, doc.id)), updated_at: now });
  await record(tx, me, doc, { action: '签章退回', note: `${signer.role_name}：${why}`, sha256: doc.sha256 }, nowhere(now));
  const body = `“${doc.title}”的签章没有完成：${why}。请重新签署`;
  if (signer.side === 'THEIRS') await tellSigners(tx, me, doc, 'turn', `${me.tenantName}：合同${doc.no}请重新签署`, body);
  else await tellOffice(tx, me, doc, 'sealing', `${docs.title(doc)}请重新签署`, body);
  return version;
}

/** For whoever answers for contracts: try at once, or let the person sign again. */
export async function reseal(tx: Tx, me: Me, input: Ref & { signerId: string; giveBack: boolean }, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  const signer = (await signersOf(tx, me, doc.id)).find((one) => one.id === input.signerId);
  if (!signer) return notFound('该签署方');
  const standing = {
    title: `${docs.title(doc)}的${signer.role_name}`,
    state: signer.status as SignerState,
    names: signerStates,
    reason: 'CONTRACT_STATE',
  } as const;
  mustStand(standing, 'SEALING', { said: '没有等待中的签章' });
  if (input.giveBack) return savedOf(doc, await giveBack(tx, me, doc, signer, `${actorName(me)}退回，请重新签署`, now));
  await tx.updateTable('ct_signer').set({ sealing_next: now }).where('tenant_id', '=', me.tenantId).where('id', '=', signer.id).execute();
  onCommit(() => wake(SEALER));
  return savedOf(doc);
}
