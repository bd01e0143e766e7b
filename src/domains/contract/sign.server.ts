import { actWays, proveForAct } from '~/domains/account/act.server';
import { customerOf } from '~/domains/finance/myFunds.server';
import { actorName, type Me } from '~/portal/me';
import { database, type Tx } from '~/server/db.server';
import { once } from '~/server/idempotency.server';
import type { Request } from '~/server/serve.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { contractStates, type SealKind, type SignWay, sealKinds, signerStates, signWays } from './contract';
import type { SignInput } from './contract.schema';
import { artOf, placeSeal } from './sealPort.server';
import { endContract, passTurn } from './signing.server';
import {
  addRevision,
  businessOfDoc,
  type Contract,
  docs,
  type Ref,
  record,
  revisionBytes,
  type Saved,
  type SignerRow,
  savedOf,
  signedOf,
  signersOf,
  tellOffice,
  tellSigners,
  type Visit,
} from './store.server';

const visitOf = (request: Request): Visit => ({ address: request.address, agent: request.agent, now: request.now });

/**
 * A signature may bring credit, prices or a statement into force, which a dealer's transaction may not touch: whoever signs, it runs as the
 * factory's. So that a dealer meets its own contracts only, the contract is looked up as theirs first.
 */
async function asFactory<T>(me: Me, path: string, request: Request, input: Ref, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database().inTenant({ tenantId: me.tenantId, userId: me.accountId, rows: me.customerId === null ? (me.scope ?? null) : null }, async (tx) => {
    const run = async () => {
      let mine = tx.selectFrom('ct_contract').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).where('status', '<>', 'DRAFT');
      if (me.customerId !== null) mine = mine.where('customer_id', '=', customerOf(me)).where('started_at', 'is not', null);
      if (!(await mine.executeTakeFirst())) notFound('该合同');
      return work(tx);
    };
    return (await (request.idempotencyKey ? once(tx, me, path, request.idempotencyKey, { id: input.id, version: input.version }, run) : run())) as T;
  });
}

const sideOf = (me: Me): 'OURS' | 'THEIRS' => (me.customerId === null ? 'OURS' : 'THEIRS');
/** Signs, and does what follows, as the factory's: only names say who it was. */
const clerkOf = (me: Me): Me => (me.customerId === null ? me : { ...me, customerId: null, name: `${actorName(me)}（${me.customerName}）` });

/** What the person can sign with: ways to prove oneself and seals. */
export async function signOptions(me: Me, { id, signerId }: { id: string; signerId: string }) {
  const { signer, realName } = await database().inTenant(
    { tenantId: me.tenantId, customerId: me.customerId, userId: me.accountId },
    async (tx) => ({ signer: (await signersOf(tx, me, id)).find((one) => one.id === signerId && one.side === sideOf(me)), realName: await isVerified(tx, me) }),
    { readOnly: true },
  );
  if (!signer) return notFound('该签署方');
  const kind = signer.seal_kind as SealKind;
  return { ...(await actWays(me)), realName, seal: { name: sealKinds[kind], shapes: [...artOf(kind, signer.org_name, me.name).shapes] } };
}

/** 签署: who one is, whose turn it is, whether the file still is what was decided on; then the signature, checked before it counts. */
export async function signContract(me: Me, input: SignInput, request: Request, path: string): Promise<Saved> {
  const way = await proveForAct(me, input, request);
  return asFactory(me, path, request, input, (tx) => signNow(tx, me, input, way, visitOf(request)));
}

export async function signNow(tx: Tx, me: Me, input: Ref & { signerId: string }, way: SignWay, visit: Visit): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  const signers = await signersOf(tx, me, doc.id);
  const signer = signers.find((one) => one.id === input.signerId);
  if (!signer || signer.side !== sideOf(me)) return notFound('该签署方');
  mustBeTurn(doc, signer, signers, visit.now);
  const verified = await isVerified(tx, me);
  if (doc.real_name && !verified) refuse('CONTRACT_RULE', `${docs.title(doc)}要求签署人通过实名认证，您尚未认证，请先在账号设置中完成个人实名认证`);
  const about = signedOf(doc, visit.address);
  const business = businessOfDoc(doc);
  if (about) await business?.mustStand?.(tx, clerkOf(me), about);
  const file = await revisionBytes(tx, me, doc.id, doc.revision_no);
  if (!file) return notFound('该合同的文件');
  if (!file.intact || file.sha256 !== doc.sha256) refuse('CONTRACT_FILE', `${docs.title(doc)}的文件与登记的内容不一致，不能签署，请联系管理员核查`);
  const sealed = await placeSeal(tx, me, { doc, signer, bytes: file.bytes, now: visit.now });
  const revision = await addRevision(tx, me, doc, sealed.bytes, signer.id, visit.now);
  await tx
    .updateTable('ct_signer')
    .set({
      status: 'SIGNED',
      cert_id: sealed.certId,
      person: actorName(me),
      account_id: me.accountId,
      real_name: verified,
      way,
      address: visit.address,
      agent: visit.agent.slice(0, 300),
      cert_subject: sealed.subject,
      cert_serial: sealed.serial,
      tsa_at: sealed.tsaAt,
      revision_no: revision.revision_no,
      at: visit.now,
    })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', signer.id)
    .execute();
  const version = await docs.update(tx, me, doc, { ...revision, signed: doc.signed + 1, updated_at: visit.now });
  const signed = { ...doc, ...revision, signed: doc.signed + 1, version };
  await record(tx, me, signed, { action: '签署', note: `${signer.role_name}，${signWays[way]}，证书${sealed.serial}`, sha256: revision.sha256 }, visit);
  return savedOf(doc, signed.signed === signers.length ? await complete(tx, me, signed, visit) : await passTurn(tx, clerkOf(me), signed, visit.now));
}

function mustBeTurn(doc: Contract, signer: SignerRow, signers: readonly SignerRow[], now: Date): void {
  if (doc.status !== 'SIGNING') refuse('BAD_STATE', `${docs.title(doc)}当前为“${contractStates[doc.status as 'DRAFT']}”，不能签署`);
  if (doc.deadline < shanghaiDate(now)) refuse('CONTRACT_STATE', `${docs.title(doc)}已于${doc.deadline}截止签署，请联系发起方延期`);
  if (signer.status === 'TURN') return;
  if (signer.status === 'SIGNED') refuse('CONTRACT_STATE', `${docs.title(doc)}的${signer.role_name}已由${signer.person}签署，不能重复签署`);
  const before = signers.find((one) => one.status === 'TURN');
  refuse(
    'CONTRACT_STATE',
    `${docs.title(doc)}依次签署，${before ? `请等${before.role_name}（${before.org_name}）签署后再签` : `${signer.role_name}为“${signerStates[signer.status as 'WAITING']}”`}`,
  );
}

/** Everybody signed: the contract stands, and what it was about happens now or not at all. */
async function complete(tx: Tx, me: Me, doc: Contract, visit: Visit): Promise<number> {
  docs.mustBecome(doc, 'DONE', '完成');
  const version = await docs.update(tx, me, doc, { status: 'DONE', turn: null, ended_at: visit.now, updated_at: visit.now });
  await record(tx, me, doc, { action: '签署完成', note: `${doc.signed}方已签署`, sha256: doc.sha256 }, visit);
  const about = signedOf(doc, visit.address);
  if (about) await businessOfDoc(doc)?.signed?.(tx, clerkOf(me), about, visit.now);
  if (doc.rescinds_id) await rescindNow(tx, me, doc, visit);
  await tellOffice(tx, me, doc, 'done', `${docs.title(doc)}已完成签署`, `“${doc.title}”各方已签署完成`);
  await tellSigners(tx, me, doc, 'completed', `${me.tenantName}：合同${doc.no}已完成签署`, `“${doc.title}”各方已签署完成，可下载留存`);
  return version;
}

async function rescindNow(tx: Tx, me: Me, doc: Contract, visit: Visit): Promise<void> {
  const ended = await docs.lock(tx, me, { id: doc.rescinds_id as string });
  await docs.update(tx, me, ended, { rescission: 'DONE', updated_at: visit.now });
  await record(tx, me, ended, { action: '解约', note: `解约协议${doc.no}已签署`, sha256: ended.sha256 }, visit);
  const about = signedOf(ended, visit.address);
  if (about) await businessOfDoc(ended)?.rescinded?.(tx, clerkOf(me), about, visit.now);
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
