import { useSeal } from '~/domains/seal/use.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { signerOf } from '~/server/pdf/certificates.server';
import { configuredStamps, stampRoots } from '~/server/pdf/configuredStamps.server';
import { nameSeal, roundSeal } from '~/server/pdf/sealArt.server';
import { prepareForSigning, signRevision } from '~/server/pdf/signing.server';
import { verifyPdf } from '~/server/pdf/verify.server';
import type { SealBox } from '~/shared/paper';
import { refuse } from '~/shared/refusal';
import type { SealArt } from '~/shared/sealArt';
import { type SealKind, sealKinds } from './contract';
import { identityOf, trustOf } from './identity.server';
import { type Contract, docs, type SignerRow } from './store.server';

export interface Sealed {
  bytes: Uint8Array;
  certId: string;
  subject: string;
  serial: string;
  tsaAt: Date | null;
}

/** The seal of a company as it is drawn; a person signs with a seal of the name. */
export const artOf = (kind: SealKind, orgName: string, person: string): SealArt =>
  kind === 'PERSON' || kind === 'LEGAL' ? nameSeal(person) : roundSeal(orgName, sealKinds[kind]);

/** The file with an empty field for every signer, and our riding seal over its edges where that was asked for. */
export async function unsignedFile(bytes: Uint8Array, boxes: readonly SealBox[], doc: Contract, signers: readonly SignerRow[]): Promise<Uint8Array> {
  const ours = signers.find((one) => one.side === 'OURS' && one.seal_kind !== 'PERSON' && one.seal_kind !== 'LEGAL');
  const riding = doc.riding && ours ? [artOf(ours.seal_kind as SealKind, ours.org_name, '')] : [];
  return prepareForSigning(bytes, boxes, riding);
}

/** Signs, then reads what came out: a signature that does not verify, or changes what others signed, is never kept. */
export async function placeSeal(
  tx: Tx,
  me: Me,
  { doc, signer, bytes, now }: { doc: Contract; signer: SignerRow; bytes: Uint8Array; now: Date },
): Promise<Sealed> {
  const customerId = signer.side === 'THEIRS' ? doc.customer_id : null;
  const { own, root } = await identityOf(tx, me, { kind: signer.side as 'OURS' | 'THEIRS', customerId, name: signer.org_name }, now);
  const kind = signer.seal_kind as SealKind;
  // A registered seal asks for a permission; what nobody registered is drawn from the name.
  const registered = signer.side === 'OURS' && kind !== 'PERSON' ? await useSeal(tx, me, kind, now) : null;
  const signed = await signRevision(bytes, {
    field: signer.field,
    signer: await signerOf(own, [root.certificate]),
    art: registered?.art ?? artOf(kind, signer.org_name, me.name),
    reason: `${doc.title}（${doc.no}）${signer.role_name}签署`,
    now,
    timestamps: configuredStamps(),
  });
  const verdict = await verifyPdf(signed, { ...(await trustOf(tx, me)), stampRoots: stampRoots() });
  const last = verdict.signatures.at(-1);
  if (verdict.state !== 'VALID' || verdict.signatures.length !== doc.signed + 1 || !last?.coversWholeFile)
    refuse('CONTRACT_FILE', `${docs.title(doc)}签署后的文件没有通过验证（${verdict.summary}），本次签署未生效，请重试；仍不成功请联系管理员`);
  return { bytes: signed, certId: own.id, subject: own.name, serial: own.serial, tsaAt: last.stampedAt ? new Date(last.stampedAt) : null };
}
