import { stateTable } from '~/shared/states';

/** Applications about a customer's credit. What each kind asks for is `kindRules`; repayment cycles are another domain's. */

export const applyKinds = {
  NEW: '首次授信',
  INCREASE: '额度调增',
  TEMP: '临时额度',
  RENEW: '授信续期',
  UNFREEZE: '解冻',
  DECREASE: '额度调减',
  EXPIRE: '额度失效',
} as const;
export type ApplyKind = keyof typeof applyKinds;

export const applyStates = {
  DRAFT: '草稿',
  REVIEWING: '审批中',
  SIGNING: '待签约',
  EFFECTIVE: '已生效',
  REJECTED: '已拒绝',
  RETURNED: '已退回',
  WITHDRAWN: '已撤回',
  LAPSED: '未签失效',
} as const;
export type ApplyState = keyof typeof applyStates;
/** Passing makes it effective in the same moment, unless its agreement is on its way to be signed: then the last signature does. */
export const applyFlow = stateTable<ApplyState>(applyStates, {
  DRAFT: ['REVIEWING', 'WITHDRAWN'],
  REVIEWING: ['EFFECTIVE', 'SIGNING', 'REJECTED', 'RETURNED', 'WITHDRAWN'],
  SIGNING: ['EFFECTIVE', 'LAPSED'],
  RETURNED: ['REVIEWING', 'WITHDRAWN'],
  EFFECTIVE: [],
  REJECTED: [],
  WITHDRAWN: [],
  LAPSED: [],
});
export const isEditable = (status: string): boolean => status === 'DRAFT' || status === 'RETURNED';

interface KindRule {
  /** 'limit' is the whole limit afterwards, 'extra' what comes on top. */
  amount: 'limit' | 'extra' | null;
  /** Whether days of validity are asked for, and whether the last may be left open. */
  validity: 'span' | 'until' | null;
  /** Terms, per-order limit and guarantors are agreed anew. */
  terms: boolean;
  /** Whether the rules of the checkpoint APPLY are asked: taking credit away needs none. */
  checked: boolean;
  approval: 'credit_apply' | 'credit_change' | 'credit_expire';
}
export const kindRules: Record<ApplyKind, KindRule> = {
  NEW: { amount: 'limit', validity: 'span', terms: true, checked: true, approval: 'credit_apply' },
  INCREASE: { amount: 'limit', validity: null, terms: false, checked: true, approval: 'credit_apply' },
  TEMP: { amount: 'extra', validity: 'span', terms: false, checked: true, approval: 'credit_apply' },
  RENEW: { amount: null, validity: 'until', terms: false, checked: true, approval: 'credit_apply' },
  UNFREEZE: { amount: null, validity: null, terms: false, checked: true, approval: 'credit_change' },
  DECREASE: { amount: 'limit', validity: null, terms: false, checked: false, approval: 'credit_change' },
  EXPIRE: { amount: null, validity: null, terms: false, checked: false, approval: 'credit_expire' },
};
export const approvalTypeOf = (kind: string): KindRule['approval'] => kindRules[kind as ApplyKind].approval;

export const guarantorKinds = { PERSON: '个人', COMPANY: '企业' } as const;
export interface Guarantor {
  name: string;
  kind: keyof typeof guarantorKinds;
  note: string;
}
/** Files of an application under the material they are for. */
export interface MaterialFiles {
  materialId: string;
  keys: string[];
}

export interface Standing {
  no: string;
  status: string;
  /** Of base lines; null unlimited. */
  base: bigint | null;
  validFrom: string;
  validTo: string | null;
}
export interface Wanted {
  kind: ApplyKind;
  requested: bigint | null;
  validFrom: string | null;
  validTo: string | null;
}

/** Why this cannot be asked of the account as it stands; '' when it can. Asked when it is submitted, and again when it passes. */
export function problemOf({ kind, requested, validFrom, validTo }: Wanted, account: Standing | null, today: string, yuan: (fen: bigint) => string): string {
  if (kind === 'NEW') {
    if (account && account.status !== 'CLOSED') return `客户已有授信账户${account.no}，请申请调整`;
    if (requested === 0n) return '授信额度必须大于0';
    return validTo !== null && validTo < today ? `有效期止${validTo}早于今天${today}` : '';
  }
  if (!account) return '客户还没有该类型的授信账户，请先申请首次授信';
  if (account.status === 'CLOSED') return `授信账户${account.no}已注销`;
  const words = account.base === null ? '不限额' : `${yuan(account.base)}元`;
  switch (kind) {
    case 'INCREASE':
      return account.base === null
        ? `授信账户${account.no}不限额，无需调增`
        : requested !== null && requested <= account.base
          ? `调增后的额度${yuan(requested)}元须大于现有额度${words}`
          : '';
    case 'DECREASE':
      if (requested === null) return '调减后的额度不能为不限';
      return account.base !== null && requested >= account.base ? `调减后的额度${yuan(requested)}元须小于现有额度${words}` : '';
    case 'TEMP':
      if (account.base === null) return `授信账户${account.no}不限额，无需临时额度`;
      if (requested === null || requested === 0n) return '临时额度必须大于0';
      if (validTo === null || validTo < today) return `临时额度的有效期止须不早于今天${today}`;
      return validFrom !== null && validFrom > validTo ? '有效期起不能晚于有效期止' : '';
    case 'RENEW':
      if (account.validTo === null) return `授信账户${account.no}长期有效，无需续期`;
      return validTo !== null && (validTo <= account.validTo || validTo < today) ? `续期后的有效期止${validTo}须晚于现有的${account.validTo}和今天` : '';
    case 'UNFREEZE':
      return account.status === 'FROZEN' ? '' : `授信账户${account.no}没有冻结`;
    case 'EXPIRE':
      return account.status === 'EXPIRED'
        ? `授信账户${account.no}已经失效`
        : account.validFrom >= today
          ? `授信账户${account.no}今天才开始生效，请改为注销`
          : '';
  }
}

/** Why an approver cannot grant this instead of what was asked for; '' when they can. Nobody is granted more, or cut further, than was asked. */
export function grantProblem(
  { kind, requested, granted, validFrom, validTo }: Wanted & { granted: bigint },
  account: Standing | null,
  today: string,
  yuan: (fen: bigint) => string,
): string {
  if (kindRules[kind].amount === null) return `${applyKinds[kind]}不涉及额度，不能核定金额`;
  if (kind === 'DECREASE') {
    if (requested !== null && granted < requested) return `核定额度${yuan(granted)}元不能低于申请调减到的${yuan(requested)}元，要减更多请退回后重新申请`;
  } else if (requested !== null && granted > requested) return `核定额度${yuan(granted)}元不能超过申请的${yuan(requested)}元，要授更多请退回后重新申请`;
  return problemOf({ kind, requested: granted, validFrom, validTo }, account, today, yuan);
}
