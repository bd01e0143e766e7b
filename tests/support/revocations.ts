import { webcrypto } from 'node:crypto';
import { PDF, PdfArray, PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { Constructed, Enumerated, GeneralizedTime, OctetString, Primitive } from 'asn1js';
import {
  AlgorithmIdentifier,
  BasicOCSPResponse,
  CertID,
  Certificate,
  CertificateRevocationList,
  OCSPResponse,
  ResponseBytes,
  RevokedCertificate,
  SingleResponse,
  Time,
} from 'pkijs';
import type { KeyedCertificate } from '~/server/pdf/certificates.server';

const BASIC = '1.3.6.1.5.5.7.48.1.1';
const HOUR = 3_600_000;
const day = 24 * HOUR;
const tagged = (tagNumber: number) => ({ idBlock: { tagClass: 3, tagNumber } });
const read = (der: Uint8Array) => Certificate.fromBER(new Uint8Array(der));
const keyOf = ({ key }: KeyedCertificate) =>
  webcrypto.subtle.importKey('pkcs8', new Uint8Array(key), { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign']) as Promise<CryptoKey>;

/** A list of the authority's, signed by whoever `by` is, on which `of` was revoked at `revokedAt`. */
export async function revocationList(
  { authority, by = authority, of }: { authority: KeyedCertificate; by?: KeyedCertificate; of: KeyedCertificate },
  at: Date,
  revokedAt: Date | null,
): Promise<Uint8Array> {
  const list = new CertificateRevocationList({ version: 1 });
  list.issuer = read(authority.certificate).subject;
  list.thisUpdate = new Time({ type: 0, value: at });
  list.nextUpdate = new Time({ type: 0, value: new Date(at.getTime() + day) });
  list.signature = new AlgorithmIdentifier({ algorithmId: '1.2.840.113549.1.1.11' });
  if (revokedAt)
    list.revokedCertificates = [
      new RevokedCertificate({ userCertificate: read(of.certificate).serialNumber, revocationDate: new Time({ type: 0, value: revokedAt }) }),
    ];
  await list.sign(await keyOf(by), 'SHA-256');
  return new Uint8Array(list.toSchema(true).toBER(false));
}

export type Status = 'GOOD' | 'UNKNOWN' | Date;

/** A responder's answer about certificates of the authority; `attached` are the certificates that come with it. */
export async function statusAnswer(
  { authority, by = authority, attached }: { authority: KeyedCertificate; by?: KeyedCertificate; attached?: readonly KeyedCertificate[] },
  about: readonly (readonly [KeyedCertificate, Status])[],
  at: Date,
): Promise<Uint8Array> {
  const issuerCertificate = read(authority.certificate);
  const answer = new BasicOCSPResponse();
  answer.tbsResponseData.responderID = read(by.certificate).subject;
  answer.tbsResponseData.producedAt = at;
  for (const [of, status] of about)
    answer.tbsResponseData.responses.push(
      new SingleResponse({
        certID: await CertID.create(read(of.certificate), { hashAlgorithm: 'SHA-1', issuerCertificate }),
        certStatus:
          status instanceof Date
            ? new Constructed({ ...tagged(1), value: [new GeneralizedTime({ valueDate: status })] })
            : new Primitive(tagged(status === 'GOOD' ? 0 : 2)),
        thisUpdate: at,
        nextUpdate: new Date(at.getTime() + day),
      }),
    );
  if (attached) answer.certs = attached.map(({ certificate }) => read(certificate));
  await answer.sign(await keyOf(by), 'SHA-256');
  const whole = new OCSPResponse({
    responseStatus: new Enumerated({ value: 0 }),
    responseBytes: new ResponseBytes({ responseType: BASIC, response: new OctetString({ valueHex: answer.toSchema().toBER(false) }) }),
  });
  return new Uint8Array(whole.toSchema().toBER(false));
}

/** The file with proofs in its security store, as a revision behind the signatures. */
export async function withProofs(file: Uint8Array, { lists = [], answers = [] }: { lists?: readonly Uint8Array[]; answers?: readonly Uint8Array[] }) {
  const pdf = await PDF.load(file);
  const streams = (all: readonly Uint8Array[]) => new PdfArray(all.map((bytes) => pdf.register(new PdfStream(PdfDict.of({}), bytes))));
  pdf.getCatalog().set('DSS', pdf.register(PdfDict.of({ Type: PdfName.of('DSS'), CRLs: streams(lists), OCSPs: streams(answers) })));
  return pdf.save({ incremental: true });
}
