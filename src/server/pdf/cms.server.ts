import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import { fromBER, OctetString, UTCTime } from 'asn1js';
import { Certificate, ContentInfo, SignedData, TSTInfo } from 'pkijs';

/** What the bytes of a signature say, once it is known that they fit what was signed. */
export interface Signed {
  /** The digest of what was signed is the one signed for, and the signature is the certificate's. */
  intact: boolean;
  why: string;
  certificate: Certificate | null;
  /** Further certificates that came with it. */
  others: Certificate[];
  claimedAt: Date | null;
  stamp: Stamp | null;
  /** Proofs about certificates that the signer put in, DER. */
  revocations: Uint8Array[];
}
export interface Stamp {
  at: Date;
  certificate: Certificate;
  others: Certificate[];
}

const REVOCATIONS = '1.2.840.113583.1.1.8';
const RSA_PSS = '1.2.840.113549.1.1.10';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const TIME_STAMP = '1.2.840.113549.1.9.16.2.14';
const STAMP_INFO = '1.2.840.113549.1.9.16.1.4';
const hashes: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '1.3.14.3.2.26': 'sha1',
};

/** Reads a detached CMS signature over `content`; never throws: what cannot be read is not intact. */
export async function readSignature(cms: Uint8Array, content: Uint8Array): Promise<Signed> {
  const nothing: Signed = { intact: false, why: '签名数据无法解析', certificate: null, others: [], claimedAt: null, stamp: null, revocations: [] };
  try {
    const signed = parsed(cms);
    const [signer] = signed.signerInfos;
    if (signed.signerInfos.length !== 1 || !signer) return { ...nothing, why: '签名数据应恰有一个签名者' };
    const all = certificatesOf(signed);
    const certificate = all.find((one) => issued(one, signer.sid)) ?? null;
    const attribute = (type: string): unknown => signer.signedAttrs?.attributes.find((one) => one.type === type)?.values[0];
    const claimed = attribute(SIGNING_TIME);
    const archived = attribute(REVOCATIONS);
    const revocations = archived ? [asBytes(archived)] : [];
    const found = {
      certificate,
      revocations,
      others: all.filter((one) => one !== certificate),
      claimedAt: claimed instanceof UTCTime ? claimed.toDate() : null,
    };
    const why = certificate ? misfit(signed, certificate, content, attribute) : '签名数据中没有签名者的证书';
    const stamp = why ? null : await readStamp(signer.unsignedAttrs?.attributes.find((one) => one.type === TIME_STAMP)?.values[0], signer.signature);
    if (stamp === 'BROKEN') return { ...found, intact: false, why: '时间戳与签名不符', stamp: null };
    return { ...found, intact: why === '', why, stamp };
  } catch {
    return nothing;
  }
}

/** Empty when everything fits. */
function misfit(signed: SignedData, certificate: Certificate, content: Uint8Array, attribute: (type: string) => unknown): string {
  const signer = signed.signerInfos[0] as SignedData['signerInfos'][number];
  const hash = hashes[signer.digestAlgorithm.algorithmId];
  if (!hash || !signed.digestAlgorithms.some(({ algorithmId }) => algorithmId === signer.digestAlgorithm.algorithmId)) return '签名使用了不支持的摘要算法';
  if (hash === 'sha1') return '签名使用了已不安全的SHA-1摘要';
  if (!signer.signedAttrs) return '签名没有带签名属性，不符合PAdES';
  const digest = attribute(MESSAGE_DIGEST);
  const wanted = createHash(hash).update(content).digest();
  if (!(digest instanceof OctetString) || !Buffer.from(digest.valueBlock.valueHexView).equals(wanted)) return '文件内容与签名时不一致';
  const named = attribute(SIGNING_CERTIFICATE_V2);
  if (
    named &&
    !Buffer.from(asBytes(named)).includes(
      createHash('sha256')
        .update(Buffer.from(certificate.toSchema().toBER(false)))
        .digest(),
    )
  )
    return '签名指明的证书不是所带的证书';
  return proven(signer, certificate, hash) ? '' : '签名值与证书不符';
}

/** The time-stamp over the signature's value; broken when there is one that does not fit. */
async function readStamp(token: unknown, signature: OctetString): Promise<Stamp | null | 'BROKEN'> {
  if (!token) return null;
  return openStamp(asBytes(token), new Uint8Array(signature.valueBlock.valueHexView)).catch(() => 'BROKEN' as const);
}

/** A time-stamp token over `over`; throws when it is none, or of something else. */
export async function openStamp(token: Uint8Array, over: Uint8Array): Promise<Stamp> {
  const signed = parsed(token);
  const [signer] = signed.signerInfos;
  const inner = signed.encapContentInfo.eContent?.getValue();
  if (signed.encapContentInfo.eContentType !== STAMP_INFO || !inner || !signer) throw new Error('not a time-stamp token');
  const info = TSTInfo.fromBER(inner);
  const hash = hashes[info.messageImprint.hashAlgorithm.algorithmId] ?? '';
  if (!Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView).equals(createHash(hash).update(over).digest()))
    throw new Error('a time-stamp of something else');
  const all = certificatesOf(signed);
  const certificate = all.find((one) => issued(one, signer.sid));
  const outer = hashes[signer.digestAlgorithm.algorithmId] ?? '';
  const digest = signer.signedAttrs?.attributes.find((one) => one.type === MESSAGE_DIGEST)?.values[0];
  const fits = digest instanceof OctetString && Buffer.from(digest.valueBlock.valueHexView).equals(createHash(outer).update(Buffer.from(inner)).digest());
  if (!certificate || !fits || !proven(signer, certificate, outer)) throw new Error('the time-stamp is not signed by its authority');
  return { at: info.genTime, certificate, others: all.filter((one) => one !== certificate) };
}

/** Whether the signature's value over the signed attributes was made with the certificate's key. */
function proven(signer: SignedData['signerInfos'][number], certificate: Certificate, hash: string): boolean {
  if (!signer.signedAttrs) return false;
  const { publicKey } = new X509Certificate(Buffer.from(certificate.toSchema().toBER(false)));
  const key = signer.signatureAlgorithm.algorithmId === RSA_PSS ? { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING } : publicKey;
  return verify(hash, Buffer.from(signer.signedAttrs.encodedValue), key, Buffer.from(signer.signature.valueBlock.valueHexView));
}

function parsed(der: Uint8Array): SignedData {
  const { result, offset } = fromBER(exact(der));
  if (offset < 0) throw new Error('not DER');
  return new SignedData({ schema: new ContentInfo({ schema: result }).content });
}

const certificatesOf = (signed: SignedData): Certificate[] => (signed.certificates ?? []).filter((one): one is Certificate => one instanceof Certificate);

interface SignerId {
  issuer?: Certificate['issuer'];
  serialNumber?: Certificate['serialNumber'];
}
function issued(certificate: Certificate, sid: unknown): boolean {
  const { issuer, serialNumber } = (sid ?? {}) as SignerId;
  return !!issuer && !!serialNumber && certificate.serialNumber.isEqual(serialNumber) && certificate.issuer.isEqual(issuer);
}

const asBytes = (value: unknown): Uint8Array => new Uint8Array((value as { toBER(sizeOnly: boolean): ArrayBuffer }).toBER(false));
const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** How many bytes the DER value at the start takes, header included; what follows in a signature's room is padding. */
export function derLength(bytes: Uint8Array): number {
  const first = bytes[1] ?? 0;
  if (first < 0x80) return 2 + first;
  let length = 0;
  for (let at = 0; at < (first & 0x7f); at++) length = length * 256 + (bytes[2 + at] ?? 0);
  return 2 + (first & 0x7f) + length;
}
