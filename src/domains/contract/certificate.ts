export const certificateKinds = { AUTHORITY: '签署根证书', OURS: '我方证书', THEIRS: '客户证书' } as const;
export type CertificateKind = keyof typeof certificateKinds;

export const certificateStates = { ACTIVE: '有效', SOON: '即将到期', ENDED: '已到期', REVOKED: '已吊销' } as const;
export type CertificateState = keyof typeof certificateStates;
export const certificateTones = { ACTIVE: 'ok', SOON: 'warn', ENDED: 'neutral', REVOKED: 'danger' } as const;

/** Days before the end from which people are told. */
export const SOON_DAYS = 30;
const DAY_MS = 86_400_000;

export function certificateState({ validTo, revokedAt }: { validTo: Date; revokedAt: Date | null }, now: Date): CertificateState {
  if (revokedAt) return 'REVOKED';
  if (validTo <= now) return 'ENDED';
  return validTo.getTime() - now.getTime() <= SOON_DAYS * DAY_MS ? 'SOON' : 'ACTIVE';
}
