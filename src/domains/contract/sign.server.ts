import { actWays, proveForAct, sendActCode } from '~/domains/account/act.server';
import type { CodeSent } from '~/domains/account/proofCode.server';
import { customerOf } from '~/domains/finance/myFunds.server';
import { providerConfigured } from '~/domains/seal/provider.server';
import { shownSeal } from '~/domains/seal/use.server';
import { actorName, type Me } from '~/portal/me';
import { database, type Tx } from '~/server/db.server';
import { once } from '~/server/idempotency.server';
import type { Request } from '~/server/serve.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { type SealKind, type SignWay, sealKinds, signerStates } from './contract';
import type { SignInput } from './contract.schema';
import { type Act, clerkOf, fileToSign, keepSealed } from './sealed.server';
import { beginSealing, sealOne } from './sealing.server';
import { placeSeal, sealLook, sealToUse } from './sealPort.server';
import { endContract } from './signing.server';
import { type Contract, docs, type Ref, type Saved, type SignerRow, savedOf, signersOf, tellOffice, tellSigners, type Visit } from './store.server';

const visitOf = (request: Request): Visit => ({ address: request.address, agent: request.agent, now: request.now });

/**
 * A signature may bring credit, prices or a statement into force, which a dealer's transaction may not touch: whoever signs, it runs as the
 * factory's. So that a dealer meets its own contracts only, the contract is looked up as theirs first.
 */
async function asFactory<T>(me: Me, path: string, request: Request, input: Ref, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inFactory(me, async (tx) => {
    const run = async () => {
      await mustBeMine(tx, me, input.id);
      return work(tx);
    };
    return (await (request.idempotencyKey ? once(tx, me, path, request.idempotencyKey, { id: input.id, version: input.version }, run) : run())) as T;
  });
}

const inFactory = <T>(me: Me, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database().inTenant({ tenantId: me.tenantId, userId: me.accountId, rows: me.customerId === null ? (me.scope ?? null) : null }, work);

async function mustBeMine(tx: Tx, me: Me, id: string): Promise<void> {
  let mine = tx.selectFrom('ct_contract').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', id).where('status', '<>', 'DRAFT');
  if (me.customerId !== null) mine = mine.where('customer_id', '=', customerOf(me)).where('started_at', 'is not', null);
  if (!(await mine.executeTakeFirst())) notFound('该合同');
}

/** A code to the person's own phone, for a contract they can open. @throws NOT_FOUND for any other. */
export async function sendSignCode(me: Me, { id }: { id: string }, request: Request): Promise<CodeSent> {
  await inFactory(me, (tx) => mustBeMine(tx, me, id));
  return sendActCode(me, request);
}

const sideOf = (me: Me): 'OURS' | 'THEIRS' => (me.customerId === null ? 'OURS' : 'THEIRS');

/** What the person can sign with: ways to prove oneself and seals. */
export async function signOptions(me: Me, { id, signerId }: { id: string; signerId: string }) {
  const { name, realName, art } = await database().inTenant(
    { tenantId: me.tenantId, customerId: me.customerId, userId: me.accountId },
    async (tx) => {
      const signer = (await signersOf(tx, me, id)).find((one) => one.id === signerId && one.side === sideOf(me));
      if (!signer) return notFound('该签署方');
      return { name: sealKinds[signer.seal_kind as SealKind], realName: await isVerified(tx, me), art: await sealLook(tx, me, signer, me.name) };
    },
    { readOnly: true },
  );
  return { ...(await actWays(me)), realName, seal: { name, ...shownSeal(art) } };
}

/** 签署: who one is, whose turn it is, whether the file still is what was decided on; then the signature, checked before it counts. */
export async function signContract(me: Me, input: SignInput, request: Request, path: string): Promise<Saved> {
  const way = await proveForAct(me, input, request);
  const saved = await asFactory(me, path, request, input, (tx) => signNow(tx, me, input, way, visitOf(request)));
  // With a certificate elsewhere the signature follows after the commit: a provider's answer is waited for without holding anything.
  if (providerConfigured()) await sealOne(database(), { tenantId: me.tenantId, tenantName: me.tenantName, signerId: input.signerId }, request.now);
  return saved;
}

export async function signNow(tx: Tx, me: Me, input: Ref & { signerId: string }, way: SignWay, visit: Visit): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  const signers = await signersOf(tx, me, doc.id);
  const signer = signers.find((one) => one.id === input.signerId);
  if (!signer || signer.side !== sideOf(me)) return notFound('该签署方');
  mustBeTurn(doc, signer, signers, visit.now);
  const verified = await isVerified(tx, me);
  if (doc.real_name && !verified) refuse('CONTRACT_RULE', `${docs.title(doc)}要求签署人通过实名认证，您尚未认证，请先在账号设置中完成个人实名认证`);
  const act: Act = { person: actorName(me), verified, way };
  if (providerConfigured()) {
    await sealToUse(tx, me, signer, me.name, visit.now);
    return savedOf(doc, await beginSealing(tx, me, { doc, signer, act }, visit));
  }
  const bytes = await fileToSign(tx, clerkOf(me), doc, visit.address);
  const sealed = await placeSeal(tx, me, { doc, signer, bytes, now: visit.now });
  return savedOf(doc, await keepSealed(tx, me, { doc, signer, sealed, act }, visit));
}

function mustBeTurn(doc: Contract, signer: SignerRow, signers: readonly SignerRow[], now: Date): void {
  docs.mustBe(doc, 'SIGNING', '签署');
  if (doc.deadline < shanghaiDate(now)) refuse('CONTRACT_STATE', `${docs.title(doc)}已于${doc.deadline}截止签署，请联系发起方延期`);
  if (signer.status === 'TURN') return;
  if (signer.status === 'SEALING')
    refuse('CONTRACT_STATE', `${docs.title(doc)}的${signer.role_name}已由${signer.person}确认签署，正在由证书服务商签章，请稍后刷新`);
  if (signer.status === 'SIGNED') refuse('CONTRACT_STATE', `${docs.title(doc)}的${signer.role_name}已由${signer.person}签署，不能重复签署`);
  const before = signers.find((one) => one.status === 'TURN');
  refuse(
    'CONTRACT_STATE',
    `${docs.title(doc)}依次签署，${before ? `请等${before.role_name}（${before.org_name}）签署后再签` : `${signer.role_name}为“${signerStates[signer.status as 'WAITING']}”`}`,
  );
}

/** 拒签, by whoever has the turn. */
export async function refuseContract(me: Me, input: Ref & { reason: string }, request: Request, path: string): Promise<Saved> {
  return asFactory(me, path, request, input, async (tx) => {
    const doc = await docs.lock(tx, me, input);
    docs.mustBecome(doc, 'REFUSED', '拒签');
    const signer = (await signersOf(tx, me, doc.id)).find((one) => one.side === sideOf(me) && one.status === 'TURN');
    if (!signer) return refuse('CONTRACT_STATE', `${docs.title(doc)}没有轮到您签署，不能拒签`);
    const visit = visitOf(request);
    await tx
      .updateTable('ct_signer')
      .set({
        status: 'REFUSED',
        person: actorName(me),
        account_id: me.accountId,
        at: visit.now,
        reason: input.reason,
        address: visit.address,
        agent: visit.agent.slice(0, 300),
      })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', signer.id)
      .execute();
    const version = await endContract(tx, clerkOf(me), doc, { status: 'REFUSED', reason: `${signer.role_name}拒签：${input.reason}`, action: '拒签' }, visit);
    if (sideOf(me) === 'THEIRS') await tellOffice(tx, me, doc, 'refused', `${docs.title(doc)}被客户拒签`, `“${doc.title}”，原因：${input.reason}`);
    else await tellSigners(tx, me, doc, 'ended', `${me.tenantName}：合同${doc.no}已拒签`, `“${doc.title}”，原因：${input.reason}`);
    return savedOf(doc, version);
  });
}

/** Whether the person's own identity was verified here. */
async function isVerified(tx: Tx, me: Me): Promise<boolean> {
  const row = await tx
    .selectFrom('real_name')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', 'PERSON')
    .where('account_id', '=', me.accountId)
    .where('status', '=', 'APPROVED')
    .executeTakeFirst();
  return row !== undefined;
}
