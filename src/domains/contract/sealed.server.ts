import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { notFound, refuse } from '~/shared/refusal';
import { type ContractKind, type SignWay, signWays, takenBack } from './contract';
import { refuseStale } from './draft.server';
import type { Sealed } from './sealPort.server';
import { passTurn } from './signing.server';
import {
  addRevision,
  businessOfDoc,
  type Contract,
  docs,
  record,
  revisionBytes,
  type SignerRow,
  signedOf,
  tellOffice,
  tellSigners,
  type Visit,
} from './store.server';

/** Who signs, and how they proved it. */
export interface Act {
  person: string;
  verified: boolean;
  way: SignWay;
}

/** Signs, and does what follows, as the factory's: only names say who it was. */
export const clerkOf = (me: Me): Me => (me.customerId === null ? me : { ...me, customerId: null, name: `${actorName(me)}（${me.customerName}）` });

/** The newest file, if what it is about still stands and nobody touched it. */
export async function fileToSign(tx: Tx, clerk: Me, doc: Contract, address: string): Promise<Uint8Array> {
  const about = signedOf(doc, address);
  const business = businessOfDoc(doc);
  if (about) await business?.mustStand?.(tx, clerk, about);
  if (!business?.ofItsDay) await refuseStale(tx, clerk, doc, '不能再签署，请由发起方撤销后按现在的内容重新发起');
  const file = await revisionBytes(tx, clerk, doc.id, doc.revision_no);
  if (!file) return notFound('该合同的文件');
  if (!file.intact || file.sha256 !== doc.sha256) refuse('CONTRACT_FILE', `${docs.title(doc)}的文件与登记的内容不一致，不能签署，请联系管理员核查`);
  return file.bytes;
}

/** A signature that was verified becomes the contract's next revision; the last brings what the contract is about. Answers the contract's version. */
export async function keepSealed(
  tx: Tx,
  me: Me,
  { doc, signer, sealed, act }: { doc: Contract; signer: SignerRow; sealed: Sealed; act: Act },
  visit: Visit,
): Promise<number> {
  const revision = await addRevision(tx, me, doc, sealed.bytes, signer.id, visit.now);
  await tx
    .updateTable('ct_signer')
    .set({
      status: 'SIGNED',
      cert_id: sealed.certId,
      person: act.person,
      account_id: me.accountId,
      real_name: act.verified,
      way: act.way,
      address: visit.address,
      agent: visit.agent.slice(0, 300),
      cert_subject: sealed.subject,
      cert_serial: sealed.serial,
      tsa_at: sealed.tsaAt,
      revision_no: revision.revision_no,
      sealing_error: '',
      at: visit.now,
    })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', signer.id)
    .execute();
  const version = await docs.update(tx, me, doc, { ...revision, signed: doc.signed + 1, updated_at: visit.now });
  const signed = { ...doc, ...revision, signed: doc.signed + 1, version };
  await record(tx, me, signed, { action: '签署', note: `${signer.role_name}，${signWays[act.way]}，证书${sealed.serial}`, sha256: revision.sha256 }, visit);
  return signed.signed === doc.signers ? complete(tx, me, signed, visit) : passTurn(tx, clerkOf(me), signed, visit.now);
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
  const follows = about && takenBack[ended.kind as ContractKind];
  await tellOffice(tx, me, ended, 'done', `${docs.title(ended)}已解约`, `“${ended.title}”的解约协议${doc.no}已签署${follows ? `，${follows}` : ''}`);
}
