/** Seals a company registers; a person's own signature needs none. */
export const sealKinds = { COMPANY: '公章', CONTRACT: '合同专用章', FINANCE: '财务专用章', LEGAL: '法定代表人章' } as const;
export type SealKind = keyof typeof sealKinds;

export const authStates = { ACTIVE: '生效中', LATER: '未生效', ENDED: '已过期', REVOKED: '已收回' } as const;
export type AuthState = keyof typeof authStates;

/** How a permission to use a seal stands on a day. */
export function authState({ from, to, revoked }: { from: string; to: string; revoked: boolean }, day: string): AuthState {
  if (revoked) return 'REVOKED';
  if (day < from) return 'LATER';
  return day > to ? 'ENDED' : 'ACTIVE';
}

/** Longest time one permission may last (three years, as for signing without asking each time). */
export const LONGEST_DAYS = 1096;
