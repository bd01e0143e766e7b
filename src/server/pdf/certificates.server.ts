import { randomBytes } from 'node:crypto';
import { CryptoKeySigner, type Signer } from '@libpdf/core';
import { Set as AsnSet, BitString, fromBER, Integer, PrintableString, Sequence, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension, ExtKeyUsage, RelativeDistinguishedNames } from 'pkijs';

/** A certificate with its private key, both DER: the key in PKCS #8. */
export interface KeyedCertificate {
  certificate: Uint8Array;
  key: Uint8Array;
}
/** Whom a certificate names. */
export interface SubjectName {
  /** Company or person. */
  name: string;
  /** The company a person belongs to, and the one that runs the authority. */
  organisation?: string | undefined;
}
export interface CertificateFacts {
  subject: string;
  organisation: string;
  issuer: string;
  /** Hex, upper case. */
  serial: string;
  notBefore: Date;
  notAfter: Date;
}

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const NAME = '2.5.4.3';
const ORGANISATION = '2.5.4.10';
const COUNTRY = '2.5.4.6';
/** Document signing (RFC 9336), and e-mail protection, which older readers look for. */
const PURPOSES = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'];
const DIGITAL_SIGNATURE = 0x80;
const NON_REPUDIATION = 0x40;
const CERTIFICATE_SIGNING = 0x04;
const LIST_SIGNING = 0x02;

/** A root that certifies for this installation: what both parties agree to rely on, no licensed authority. */
export async function makeAuthority(subject: SubjectName, from: Date, until: Date): Promise<KeyedCertificate> {
  const keys = await newKeys();
  const certificate = await begun(subject, from, until, keys.publicKey);
  certificate.issuer = certificate.subject;
  certificate.extensions = [
    new Extension({ extnID: '2.5.29.19', critical: true, extnValue: new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema().toBER(false) }),
    usage(CERTIFICATE_SIGNING | LIST_SIGNING),
  ];
  await certificate.sign(keys.privateKey, 'SHA-256');
  return keyed(certificate, keys.privateKey);
}

/** A certificate for signing papers, given by the authority. */
export async function issueCertificate(authority: KeyedCertificate, subject: SubjectName, from: Date, until: Date): Promise<KeyedCertificate> {
  const keys = await newKeys();
  const issuer = Certificate.fromBER(new Uint8Array(authority.certificate));
  const certificate = await begun(subject, from, until, keys.publicKey);
  certificate.issuer = issuer.subject;
  certificate.extensions = [
    new Extension({ extnID: '2.5.29.19', critical: true, extnValue: new BasicConstraints({ cA: false }).toSchema().toBER(false) }),
    usage(DIGITAL_SIGNATURE | NON_REPUDIATION),
    new Extension({ extnID: '2.5.29.37', extnValue: new ExtKeyUsage({ keyPurposes: PURPOSES }).toSchema().toBER(false) }),
  ];
  await certificate.sign(await privateKeyOf(authority.key), 'SHA-256');
  return keyed(certificate, keys.privateKey);
}

/** What signs with this certificate; `chain` goes into the signature so that others can follow it to the root. */
export async function signerOf({ certificate, key }: KeyedCertificate, chain: readonly Uint8Array[]): Promise<Signer> {
  return new CryptoKeySigner(await privateKeyOf(key), certificate, 'RSA', 'RSASSA-PKCS1-v1_5', [...chain]);
}

export function factsOf(certificate: Certificate | Uint8Array): CertificateFacts {
  const found = certificate instanceof Certificate ? certificate : Certificate.fromBER(new Uint8Array(certificate));
  return {
    subject: nameOf(found.subject.typesAndValues, NAME),
    organisation: nameOf(found.subject.typesAndValues, ORGANISATION),
    issuer: nameOf(found.issuer.typesAndValues, NAME) || nameOf(found.issuer.typesAndValues, ORGANISATION),
    serial: Buffer.from(found.serialNumber.valueBlock.valueHexView).toString('hex').toUpperCase(),
    notBefore: found.notBefore.value,
    notAfter: found.notAfter.value,
  };
}

const nameOf = (names: AttributeTypeAndValue[], type: string): string => String(names.find((name) => name.type === type)?.value.valueBlock.value ?? '');

const newKeys = () => crypto.subtle.generateKey({ ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }, true, ['sign', 'verify']);

const privateKeyOf = (key: Uint8Array) => crypto.subtle.importKey('pkcs8', new Uint8Array(key), RSA, false, ['sign']);

async function begun(subject: SubjectName, from: Date, until: Date, publicKey: CryptoKey): Promise<Certificate> {
  const certificate = new Certificate();
  certificate.version = 2;
  // Positive and unguessable: 16 bytes whose first bit is clear and first byte is not zero.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] as number) & 0x3f) | 0x40;
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer });
  certificate.notBefore.value = from;
  certificate.notAfter.value = until;
  certificate.subject = distinguished(subject);
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  return certificate;
}

/** One attribute a step (C, O, CN): pkijs by itself would write all of them as one step, which readers take for a single odd name. */
function distinguished({ name, organisation }: SubjectName): RelativeDistinguishedNames {
  const steps = [
    new AttributeTypeAndValue({ type: COUNTRY, value: new PrintableString({ value: 'CN' }) }),
    ...(organisation ? [new AttributeTypeAndValue({ type: ORGANISATION, value: new Utf8String({ value: organisation }) })] : []),
    new AttributeTypeAndValue({ type: NAME, value: new Utf8String({ value: name }) }),
  ];
  const sequence = new Sequence({ value: steps.map((step) => new AsnSet({ value: [step.toSchema()] })) });
  return new RelativeDistinguishedNames({ schema: fromBER(sequence.toBER(false)).result });
}

function usage(bits: number): Extension {
  return new Extension({ extnID: '2.5.29.15', critical: true, extnValue: new BitString({ valueHex: new Uint8Array([bits]).buffer }).toBER(false) });
}

async function keyed(certificate: Certificate, key: CryptoKey): Promise<KeyedCertificate> {
  return { certificate: new Uint8Array(certificate.toSchema(true).toBER(false)), key: new Uint8Array(await crypto.subtle.exportKey('pkcs8', key)) };
}
