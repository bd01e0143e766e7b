export const resultNames = { OK: '成功', FAILED: '失败' } as const;
/** Kinds of security events that tell of somebody kept out. */
export const failedLogins = ['LOGIN_FAILED', 'LOCKED'];
export const isFailedLogin = (kind: string): boolean => failedLogins.includes(kind);
