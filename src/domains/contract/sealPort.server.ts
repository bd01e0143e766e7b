import type { Signer } from '@libpdf/core';
import { lookOfKind, useSeal } from '~/domains/seal/use.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { signerOf } from '~/server/pdf/certificates.server';
import { configuredStamps, stampRoots } from '~/server/pdf/configuredStamps.server';
import { assertCovered } from '~/server/pdf/font.server';
import { nameSeal, roundSeal } from '~/server/pdf/sealArt.server';
import { prepareForSigning, type SealImage, signRevision } from '~/server/pdf/signing.server';
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

/** The seal of a company as it is drawn where none is registered; a person signs with a seal of the name. */
export const artOf = (kind: SealKind, orgName: string, person: string): SealArt =>
  kind === 'PERSON' || kind === 'LEGAL' ? nameSeal(person) : roundSeal(orgName, sealKinds[kind]);

type Side = Pick<SignerRow, 'side' | 'seal_kind' | 'org_name'>;
/** As it will stand in the file, whoever looks: what is registered, else what is drawn. A customer's seals are always drawn. */
export async function sealLook(tx: Tx, me: Pick<Me, 'tenantId'>, signer: Side, person: string): Promise<SealImage> {
  const kind = signer.seal_kind as SealKind;
  const registered = signer.side === 'OURS' && kind !== 'PERSON' ? await lookOfKind(tx, me, kind) : null;
  return registered ?? artOf(kind, signer.org_name, person);
}

/** For whoever seals now: a registered seal asks for a permission. */
export async function sealToUse(tx: Tx, me: Pick<Me, 'tenantId' | 'accountId'>, signer: Side, person: string, now: Date): Promise<SealImage> {
  const kind = signer.seal_kind as SealKind;
  const registered = signer.side === 'OURS' && kind !== 'PERSON' ? await useSeal(tx, me, kind, now) : null;
  return registered?.art ?? artOf(kind, signer.org_name, person);
}

/** The file with an empty field for every signer, and our riding seal over its edges where that was asked for. */
export async function unsignedFile(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  { bytes, boxes, doc, signers }: { bytes: Uint8Array; boxes: readonly SealBox[]; doc: Contract; signers: readonly SignerRow[] },
): Promise<Uint8Array> {
  await mustBeDrawable(tx, me, signers);
  const ours = signers.find((one) => one.side === 'OURS' && one.seal_kind !== 'PERSON' && one.seal_kind !== 'LEGAL');
  return prepareForSigning(bytes, boxes, doc.riding && ours ? [await sealLook(tx, me, ours, '')] : []);
}

/** Before the file goes out: a name that no seal can be drawn of is told to whoever drafts, not to the customer who would sign last. */
async function mustBeDrawable(tx: Tx, me: Pick<Me, 'tenantId'>, signers: readonly SignerRow[]): Promise<void> {
  for (const one of signers) {
    assertCovered(`${one.role_name}“${one.org_name}”的名称`, one.org_name);
    if (one.seal_kind !== 'PERSON' && one.seal_kind !== 'LEGAL') await sealLook(tx, me, one, '');
  }
}

interface Wish {
  doc: Contract;
  signer: SignerRow;
  bytes: Uint8Array;
  now: Date;
}
export const signFile = ({ doc, signer, bytes, now }: Wish, key: Signer, art: SealImage): Promise<Uint8Array> =>
  signRevision(bytes, {
    field: signer.field,
    signer: key,
    art,
    reason: `${doc.title}（${doc.no}）${signer.role_name}签署`,
    now,
    timestamps: configuredStamps(),
  });

/** Reads what came out: a signature that does not verify, or changes what others signed, is never kept. Answers when it was stamped. */
export async function mustVerify(tx: Tx, doc: Contract, signed: Uint8Array): Promise<Date | null> {
  const verdict = await verifyPdf(signed, { ...(await trustOf(tx)), stampRoots: stampRoots() });
  const last = verdict.signatures.at(-1);
  if (verdict.state !== 'VALID' || verdict.signatures.length !== doc.signed + 1 || !last?.coversWholeFile)
    refuse('CONTRACT_FILE', `${docs.title(doc)}签署后的文件没有通过验证（${verdict.summary}），本次签署未生效，请重试；仍不成功请联系管理员`);
  return last.stampedAt ? new Date(last.stampedAt) : null;
}

/** Signs with a certificate that is kept here. */
export async function placeSeal(tx: Tx, me: Me, wish: Wish): Promise<Sealed> {
  const { doc, signer, now } = wish;
  const customerId = signer.side === 'THEIRS' ? doc.customer_id : null;
  const { own, root } = await identityOf(tx, me, { kind: signer.side as 'OURS' | 'THEIRS', customerId, name: signer.org_name }, now);
  const bytes = await signFile(wish, await signerOf(own, [root.certificate]), await sealToUse(tx, me, signer, me.name, now));
  return { bytes, certId: own.id, subject: own.name, serial: own.serial, tsaAt: await mustVerify(tx, doc, bytes) };
}
