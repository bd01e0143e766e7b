import { createHash } from 'node:crypto';
import { PDF, PdfArray, type PdfDict, PdfNumber, type PdfRef, PdfString, type SignatureField } from '@libpdf/core';
import { Certificate } from 'pkijs';
import { shanghaiDate } from '~/shared/dates';
import { type FileVerdict, fileStates, type SignatureVerdict } from '~/shared/signatureVerdict';
import { factsOf } from './certificates.server';
import { derLength, readSignature, type Signed } from './cms.server';
import { contentHash } from './contentHash.server';
import { proofsIn, type Standing, standingOf } from './revocation.server';

export interface Trust {
  /** DER of the authorities that are relied on. */
  roots: readonly Uint8Array[];
  /** When a certificate of ours was revoked; null when it was not. */
  revokedAt(serial: string): Promise<Date | null>;
  /** Authorities whose time stamps are relied on; the same as `roots` where none are named. */
  stampRoots?: readonly Uint8Array[];
}

/** Looks at every signature of a file, from anywhere. Reads nothing but the file and `trust`: works without a network. */
export async function verifyPdf(bytes: Uint8Array, trust: Trust): Promise<FileVerdict> {
  const basis = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, pages: 0, signatures: [], added: false };
  let pdf: PDF;
  try {
    pdf = await PDF.load(bytes);
    basis.pages = pdf.getPageCount();
  } catch {
    return { ...basis, state: 'UNREADABLE', summary: '文件不是PDF，或已损坏、不完整，无法验证' };
  }
  const found = placed(pdf, bytes);
  if (found.length === 0) {
    const traces = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/ByteRange');
    return traces
      ? { ...basis, state: 'INVALID', summary: '文件中有签名的痕迹，但签名已被移除或损坏' }
      : { ...basis, state: 'UNSIGNED', summary: '文件中没有数字签名，无法证明由谁签署、是否被改动' };
  }
  const signatures: SignatureVerdict[] = [];
  for (const [index, one] of found.entries()) signatures.push(await judge({ pdf, bytes, one, index, count: found.length, trust }));
  const end = Math.max(...found.map(({ end }) => end));
  const added = !/^\s*$/.test(Buffer.from(bytes.subarray(end)).toString('latin1'));
  return { ...basis, signatures, added, ...summed(signatures, added) };
}

interface Placed {
  field: SignatureField;
  dict: PdfDict;
  /** Of the file, what it says it covers; empty when the range is not one that covers a revision. */
  start: number;
  gap: number;
  end: number;
  sound: boolean;
}

/** The signed fields by how far they reach. */
function placed(pdf: PDF, bytes: Uint8Array): Placed[] {
  const fields = pdf.getForm()?.getSignatureFields() ?? [];
  return fields
    .flatMap((field): Placed[] => {
      const dict = field.isSigned() ? field.getSignatureDict() : null;
      if (!dict) return [];
      const range = dict.get('ByteRange', (ref) => pdf.getObject(ref));
      const [zero, gap, start, length] = range instanceof PdfArray ? [...range].map((one) => (one instanceof PdfNumber ? one.value : Number.NaN)) : [];
      if (range instanceof PdfArray && range.length === 4 && zero === 0 && gap !== undefined && start !== undefined && length !== undefined)
        return [{ field, dict, gap, start, end: start + length, sound: isRevision(bytes, gap, start, start + length) }];
      return [{ field, dict, gap: 0, start: 0, end: 0, sound: false }];
    })
    .sort((a, b) => a.end - b.end);
}

/** The hole is exactly the signature's own text, and the end is the end of a revision. */
function isRevision(bytes: Uint8Array, gap: number, start: number, end: number): boolean {
  if (![gap, start, end].every(Number.isSafeInteger) || gap <= 0 || start <= gap || end <= start || end > bytes.length) return false;
  if (bytes[gap] !== 0x3c || bytes[start - 1] !== 0x3e) return false;
  const hole = Buffer.from(bytes.subarray(gap + 1, start - 1)).toString('latin1');
  // One case of letters, as every writer has it: a changed letter would else read as the same signature.
  if (!/^([0-9a-f]*|[0-9A-F]*)$/.test(hole)) return false;
  return /%%EOF\s*$/.test(Buffer.from(bytes.subarray(Math.max(0, end - 16), end)).toString('latin1'));
}

interface Case {
  pdf: PDF;
  bytes: Uint8Array;
  one: Placed;
  index: number;
  count: number;
  trust: Trust;
}

async function judge({ pdf, bytes, one, index, count, trust }: Case): Promise<SignatureVerdict> {
  const signed = one.sound ? await opened(bytes, one) : null;
  const certificate = signed?.certificate ?? null;
  const facts = certificate ? factsOf(certificate) : null;
  const stamp = signed?.stamp && (await follows(signed.stamp.certificate, signed.stamp.others, trust.stampRoots ?? trust.roots)).trusted ? signed.stamp : null;
  const at = stamp?.at ?? signed?.claimedAt ?? null;
  const chain = certificate ? await follows(certificate, signed?.others ?? [], trust.roots) : { trusted: false, whole: false };
  const current = !!facts && !!at && facts.notBefore <= at && at <= facts.notAfter;
  const issuer = certificate
    ? await issuerAmong(certificate, [...(signed?.others ?? []), ...trust.roots.map((der) => Certificate.fromBER(new Uint8Array(der)))])
    : null;
  const standing = certificate ? await standingOf(certificate, issuer, await proofsIn(pdf, signed?.revocations)) : null;
  const told = facts ? await trust.revokedAt(facts.serial) : null;
  const revoked = told ?? standing?.revokedAt ?? null;
  const revokedThen = !!revoked && (!at || revoked <= at);
  const intact = !!signed?.intact && chain.whole;
  const whole = one.end === bytes.length;
  const changedAfter = one.sound && !whole && (await changedSince(pdf, bytes.subarray(0, one.end)));
  const text = (key: string): string => {
    const value = one.dict.get(key, (ref: PdfRef) => pdf.getObject(ref));
    return value instanceof PdfString ? value.asString() : '';
  };
  return {
    field: one.field.name,
    state: !intact ? 'BROKEN' : !chain.trusted ? 'UNTRUSTED' : revokedThen ? 'REVOKED' : !current ? 'EXPIRED' : 'VALID',
    revision: index + 1,
    revisions: count,
    coversWholeFile: whole,
    changedAfter,
    subject: facts?.subject ?? '',
    organisation: facts?.organisation ?? '',
    issuer: facts?.issuer ?? '',
    serial: facts?.serial ?? '',
    notBefore: facts?.notBefore.toISOString() ?? '',
    notAfter: facts?.notAfter.toISOString() ?? '',
    reason: text('Reason'),
    claimedAt: signed?.claimedAt?.toISOString() ?? '',
    stampedAt: signed?.stamp?.at.toISOString() ?? '',
    stampedBy: signed?.stamp ? factsOf(signed.stamp.certificate).subject : '',
    coveredBytes: one.sound ? one.end : 0,
    checks: [
      {
        name: '签名覆盖的字节',
        ok: one.sound,
        note: one.sound ? (whole ? '覆盖整个文件' : `覆盖第${index + 1}次签署时的全部内容，共${count}次签署`) : '签名没有完整覆盖签署时的文件',
      },
      {
        name: '内容未被改动',
        ok: intact,
        note: intact ? '内容与签署时逐字节一致' : signed?.intact ? '签名所带的证书已损坏' : (signed?.why ?? '签名范围不正确'),
      },
      {
        name: '证书颁发者',
        ok: chain.trusted,
        note: chain.trusted ? `由${facts?.issuer}颁发` : facts ? `颁发者“${facts.issuer}”不在信任名单，身份需另行核实` : '没有证书',
      },
      { name: '证书有效期', ok: current, note: facts ? `${shanghaiDate(facts.notBefore)}至${shanghaiDate(facts.notAfter)}` : '没有证书' },
      { name: '证书吊销', ok: !revokedThen, note: revocationNote(revoked, revokedThen, { ours: chain.trusted, standing }) },
      { name: '时间戳', ok: !signed?.stamp || !!stamp, note: stampNote(signed, !!stamp) },
      { name: '签署之后', ok: !changedAfter, note: changedAfter ? '签署后页面、表单或附件有变化' : whole ? '没有任何追加' : '没有改动页面与表单' },
    ],
  };
}

function revocationNote(revoked: Date | null, then: boolean, { ours, standing }: { ours: boolean; standing: Standing | null }): string {
  const by = standing?.by ? `（依据文件内附的${standing.by}${standing.until ? `，有效至${shanghaiDate(standing.until)}` : ''}）` : '';
  if (revoked) return `${shanghaiDate(revoked)}吊销${then ? '' : '，在签署之后'}${by}`;
  if (by) return `未吊销${by}`;
  return ours ? '未吊销' : '文件没有附带吊销信息，是否吊销需向颁发者查询';
}

function stampNote(signed: Signed | null, trusted: boolean): string {
  if (!signed?.stamp) return '没有时间戳，签署时间由签署系统的时钟给出';
  return trusted ? `由${factsOf(signed.stamp.certificate).subject}证明` : '时间戳服务不在信任名单，按签署系统的时钟判断';
}

/** The signature's bytes as they stand in the file, over the bytes around them. */
async function opened(bytes: Uint8Array, { gap, start, end }: Placed): Promise<Signed | null> {
  const room = Buffer.from(Buffer.from(bytes.subarray(gap + 1, start - 1)).toString('latin1'), 'hex');
  const length = derLength(room);
  if (room.subarray(length).some((byte) => byte !== 0)) return null;
  return readSignature(room.subarray(0, length), Buffer.concat([bytes.subarray(0, gap), bytes.subarray(start, end)]));
}

async function issuerAmong(one: Certificate, all: readonly Certificate[]): Promise<Certificate | null> {
  for (const other of all) if (other.subject.isEqual(one.issuer) && (await one.verify(other).catch(() => false))) return other;
  return null;
}

/** Whether a certificate leads to a root that is relied on, and whether every certificate that came along is whole. */
async function follows(certificate: Certificate, others: readonly Certificate[], roots: readonly Uint8Array[]): Promise<{ trusted: boolean; whole: boolean }> {
  const relied = roots.map((der) => ({ der: Buffer.from(der), certificate: Certificate.fromBER(new Uint8Array(der)) }));
  const all = [...others, ...relied.map((one) => one.certificate)];
  const issuerOf = (one: Certificate) => issuerAmong(one, all);
  const chained = await Promise.all(others.map(issuerOf));
  const whole = chained.every((issuer) => issuer !== null);
  let now: Certificate | null = certificate;
  for (let step = 0; now && step < 6; step++) {
    const der = Buffer.from(now.toSchema().toBER(false));
    if (relied.some((root) => root.der.equals(der))) return { trusted: true, whole };
    const issuer: Certificate | null = await issuerOf(now);
    now = issuer === now ? null : issuer;
  }
  return { trusted: false, whole };
}

async function changedSince(pdf: PDF, revision: Uint8Array): Promise<boolean> {
  try {
    return contentHash(await PDF.load(revision)) !== contentHash(pdf);
  } catch {
    return true;
  }
}

function summed(signatures: readonly SignatureVerdict[], added: boolean): Pick<FileVerdict, 'state' | 'summary'> {
  const who = signatures.map(({ subject, organisation }) => subject || organisation || '未知').join('、');
  const bad = signatures.filter(({ state }) => state !== 'VALID' && state !== 'UNTRUSTED');
  if (bad.length > 0)
    return { state: 'INVALID', summary: `共${signatures.length}个签名，${bad.length}个无效：${bad.map(({ subject, field }) => subject || field).join('、')}` };
  if (added || signatures.some(({ changedAfter }) => changedAfter))
    return { state: 'APPENDED', summary: `${fileStates.APPENDED}：${who}的签名只证明签署时的内容，请以签署时的版本为准` };
  if (signatures.some(({ state }) => state === 'UNTRUSTED'))
    return { state: 'UNTRUSTED', summary: `共${signatures.length}个签名（${who}），内容未被改动，但签名证书的颁发者不在信任名单` };
  return { state: 'VALID', summary: `共${signatures.length}个签名（${who}），全部有效，签署后内容未被改动` };
}
