import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { type Constructed, fromBER, GeneralizedTime, OctetString, Sequence } from 'asn1js';
import { BasicOCSPResponse, CertID, type Certificate, CertificateRevocationList, OCSPResponse } from 'pkijs';

/** What a file brings along about certificates: lists of revoked ones, and answers about single ones. */
export interface Proofs {
  lists: CertificateRevocationList[];
  answers: BasicOCSPResponse[];
}
/** Of one certificate, by proofs that its own issuer signed. */
export interface Standing {
  revokedAt: Date | null;
  /** 证书吊销列表 or 在线状态应答, and until when it speaks; empty: the file brings nothing about it. */
  by: string;
  until: Date | null;
}
const MOST = 50;

/** Those in the document's security store (PAdES B-LT) and in a signature's own attribute. What cannot be read proves nothing. */
export async function proofsIn(pdf: PDF, own: readonly Uint8Array[] = []): Promise<Proofs> {
  const proofs: Proofs = { lists: [], answers: [] };
  const at = (object: PdfObject | undefined | null): PdfObject | null | undefined => (object instanceof PdfRef ? pdf.getObject(object) : object);
  const store = at(pdf.getCatalog().get('DSS'));
  const streams = (key: string): Uint8Array[] => {
    const list = store instanceof PdfDict ? at(store.get(key)) : null;
    if (!(list instanceof PdfArray)) return [];
    return [...list].slice(0, MOST).flatMap((item) => {
      const stream = at(item);
      return stream instanceof PdfStream ? [stream.getDecodedData()] : [];
    });
  };
  for (const der of streams('CRLs')) take(() => proofs.lists.push(CertificateRevocationList.fromBER(exact(der))));
  for (const der of streams('OCSPs')) take(() => proofs.answers.push(basic(exact(der))));
  for (const der of own) take(() => archived(exact(der), proofs));
  return proofs;
}

/**
 * What those proofs say of a certificate; one that its issuer did not sign says nothing. Of several the one that tells of a revocation counts: whoever
 * signed chose what to put in.
 */
export async function standingOf(certificate: Certificate, issuer: Certificate | null, { lists, answers }: Proofs): Promise<Standing> {
  const said: Standing[] = [];
  for (const list of issuer ? lists : []) said.push(...(await listed(list, certificate, issuer as Certificate)));
  for (const answer of issuer ? answers : []) said.push(...(await answered(answer, certificate, issuer as Certificate)));
  const revoked = said.filter((one) => one.revokedAt).sort((a, b) => Number(a.revokedAt) - Number(b.revokedAt));
  const latest = said.sort((a, b) => Number(b.until) - Number(a.until));
  return revoked[0] ?? latest[0] ?? { revokedAt: null, by: '', until: null };
}

async function listed(list: CertificateRevocationList, certificate: Certificate, issuer: Certificate): Promise<Standing[]> {
  if (!list.issuer.isEqual(issuer.subject) || !(await list.verify({ issuerCertificate: issuer }).catch(() => false))) return [];
  const entry = list.revokedCertificates?.find((one) => one.userCertificate.isEqual(certificate.serialNumber));
  return [{ revokedAt: entry?.revocationDate.value ?? null, by: '证书吊销列表', until: list.nextUpdate?.value ?? null }];
}

const GOOD = 0;
const REVOKED = 1;

/** An answer may be the issuer's own without a certificate in it, or of a responder the issuer appointed; it may speak of several certificates. */
async function answered(answer: BasicOCSPResponse, certificate: Certificate, issuer: Certificate): Promise<Standing[]> {
  answer.certs ??= [issuer];
  if (!(await answer.verify({ trustedCerts: [issuer] }).catch(() => false))) return [];
  for (const one of answer.tbsResponseData.responses) {
    const hashAlgorithm = hashNames[one.certID.hashAlgorithm.algorithmId];
    if (!hashAlgorithm || !one.certID.isEqual(await CertID.create(certificate, { hashAlgorithm, issuerCertificate: issuer }))) continue;
    const { tagNumber } = one.certStatus.idBlock;
    if (tagNumber !== GOOD && tagNumber !== REVOKED) continue;
    const producedAt = answer.tbsResponseData.producedAt;
    const [at] = tagNumber === REVOKED ? (one.certStatus as Constructed).valueBlock.value : [];
    const revokedAt = tagNumber === REVOKED ? (at instanceof GeneralizedTime ? at.toDate() : producedAt) : null;
    return [{ revokedAt, by: '证书状态应答', until: one.nextUpdate ?? producedAt }];
  }
  return [];
}
const hashNames: Record<string, string> = { '1.3.14.3.2.26': 'SHA-1', '2.16.840.1.101.3.4.2.1': 'SHA-256' };

function basic(der: ArrayBuffer): BasicOCSPResponse {
  const whole = OCSPResponse.fromBER(der);
  return BasicOCSPResponse.fromBER(whole.responseBytes?.response.valueBlock.valueHexView as Uint8Array<ArrayBuffer>);
}

/** adbe-revocationInfoArchival: [0] lists, [1] answers. */
function archived(der: ArrayBuffer, proofs: Proofs): void {
  const { result } = fromBER(der);
  if (!(result instanceof Sequence)) return;
  for (const tagged of result.valueBlock.value) {
    const inner = (tagged as Sequence).valueBlock.value[0];
    if (!(inner instanceof Sequence)) continue;
    for (const one of inner.valueBlock.value.slice(0, MOST)) {
      if (tagged.idBlock.tagNumber === 0) take(() => proofs.lists.push(CertificateRevocationList.fromBER(one.toBER(false))));
      if (tagged.idBlock.tagNumber === 1 && !(one instanceof OctetString)) take(() => proofs.answers.push(basic(one.toBER(false))));
    }
  }
}

function take(work: () => void): void {
  try {
    work();
  } catch {
    // A proof that cannot be read proves nothing.
  }
}

const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
