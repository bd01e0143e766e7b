export const identityVerificationKinds = { ENTERPRISE: '企业认证', PERSON: '个人认证' } as const;
export type IdentityVerificationKind = keyof typeof identityVerificationKinds;
/** Where a company or person stands. */
export const standings = { NONE: '未认证', PENDING: '待审核', APPROVED: '已认证', REJECTED: '已驳回', CHANGING: '变更中' } as const;
export type Standing = keyof typeof standings;
export const applicationStates = { PENDING: '待审核', APPROVED: '已认证', REJECTED: '已驳回', WITHDRAWN: '已撤回', REPLACED: '已变更' } as const;
/** Of standings and applications alike. */
export const identityVerificationTones = {
  NONE: 'neutral',
  PENDING: 'warn',
  CHANGING: 'warn',
  APPROVED: 'ok',
  REJECTED: 'danger',
  WITHDRAWN: 'neutral',
  REPLACED: 'neutral',
} as const;
export type ApplicationState = keyof typeof applicationStates;

/** 未认证 → 待审核 → 已认证 or 已驳回; a new application beside a valid one is a change. */
export function standingOf(applications: readonly { status: ApplicationState }[]): Standing {
  const has = (status: ApplicationState): boolean => applications.some((one) => one.status === status);
  if (has('PENDING')) return has('APPROVED') ? 'CHANGING' : 'PENDING';
  if (has('APPROVED')) return 'APPROVED';
  return applications[0]?.status === 'REJECTED' ? 'REJECTED' : 'NONE';
}

export const steps = ['类型', '资料', '法人', '账户', '审核'] as const;
