/** What a look at a signed file says: for people, so the sentences are Chinese. Instants are ISO. */
export interface FileVerdict {
  state: FileState;
  /** One sentence that names what was found. */
  summary: string;
  sha256: string;
  size: number;
  pages: number;
  signatures: SignatureVerdict[];
  /** Bytes behind the last signature. */
  added: boolean;
}
export interface SignatureVerdict {
  field: string;
  state: SignatureState;
  /** Its revision among those that were signed, from 1. */
  revision: number;
  revisions: number;
  coversWholeFile: boolean;
  /** Behind it more than further signatures came: pages, forms or attachments differ. */
  changedAfter: boolean;
  subject: string;
  organisation: string;
  issuer: string;
  serial: string;
  notBefore: string;
  notAfter: string;
  reason: string;
  /** What the signer's own clock said. */
  claimedAt: string;
  /** What a time-stamp authority vouches for. */
  stampedAt: string;
  stampedBy: string;
  /** Bytes of the file it covers, from the beginning. */
  coveredBytes: number;
  checks: { name: string; ok: boolean; note: string }[];
}

export const fileStates = {
  VALID: '验证通过',
  APPENDED: '签署后有追加内容',
  UNTRUSTED: '签名完整，身份未核实',
  INVALID: '验证不通过',
  UNSIGNED: '没有数字签名',
  UNREADABLE: '文件无法读取',
} as const;
export type FileState = keyof typeof fileStates;

export const signatureStates = {
  VALID: '有效',
  UNTRUSTED: '完整，颁发者不受信任',
  EXPIRED: '签署时证书不在有效期',
  REVOKED: '签署时证书已吊销',
  BROKEN: '无效，内容被改动或签名损坏',
} as const;
export type SignatureState = keyof typeof signatureStates;
