import type { Condition, FormField } from '~/domains/workflow/process';

/** A rule of credit: when its condition holds it reacts. Evaluation is in `judge.ts`; this is what a rule is. */

export const checkpoints = { APPLY: '授信申请', ORDER: '下单', AUDIT: '订单审核', DELIVER: '发货', REOPEN: '重新打开' } as const;
export type Checkpoint = keyof typeof checkpoints;
/** From the mildest; what is decided is the worst of those that count. */
export const reactions = { PASS: '直接放行', WARN: '提醒', APPROVE: '转特批', BLOCK: '拦截' } as const;
export type Reaction = keyof typeof reactions;
const severity: Record<Reaction, number> = { PASS: 0, WARN: 1, APPROVE: 2, BLOCK: 3 };
export const isWorse = (one: Reaction, other: Reaction): boolean => severity[one] > severity[other];

/** What a check comes to. */
export const verdicts = { PASS: '通过', WARN: '提醒', APPROVE: '需特批', BLOCK: '拦截' } as const;

/** Of a special approval. */
export const specialStates = { PENDING: '待审批', PASSED: '已通过', REJECTED: '已驳回', WITHDRAWN: '已撤回' } as const;

const statesAsked = { NONE: '未授信', PENDING: '待激活', ACTIVE: '正常', FROZEN: '已冻结', EXPIRED: '已失效', CLOSED: '已注销' } as const;

/** Whom a rule is for; an empty list is everybody. */
export interface RuleScope {
  levelIds: readonly string[];
  typeIds: readonly string[];
  customerIds: readonly string[];
}

/** One version of a rule. Versions are never changed: the one in force on a day is the last that begins by then. */
export interface Rule {
  ruleId: string;
  ver: number;
  name: string;
  checkpoints: readonly Checkpoint[];
  scope: RuleScope;
  condition: Condition;
  reaction: Reaction;
  /** Smaller comes first; a 放行 that holds ends the check for all behind it. */
  priority: number;
  /** YYYY-MM-DD. */
  effectiveFrom: string;
  /** A version that switches the rule off. */
  enabled: boolean;
  /** Of 转特批: by how many percent an order that was released may grow, and for how many days, before it is asked again. */
  releaseDeviationPct: number;
  releaseValidDays: number;
}

/** What may be asked. A figure the customer has none of (an unlimited account has no 可用额度) holds no comparison. */
export const ruleFields: readonly FormField[] = [
  { key: 'orderAmount', label: '本次金额', type: 'AMOUNT' },
  { key: 'available', label: '可用额度', type: 'AMOUNT' },
  { key: 'projected', label: '本次之后可用额度', type: 'AMOUNT' },
  { key: 'usagePct', label: '本次之后使用率(%)', type: 'NUMBER' },
  { key: 'limit', label: '授信额度', type: 'AMOUNT' },
  { key: 'overPerOrder', label: '超过单笔限额', type: 'AMOUNT' },
  { key: 'overdueAmount', label: '逾期金额', type: 'AMOUNT' },
  { key: 'overdueDays', label: '最长逾期天数', type: 'NUMBER' },
  { key: 'worstOverdueDays', label: '近一年最长逾期天数', type: 'NUMBER' },
  { key: 'purchases', label: '近一年采购额', type: 'AMOUNT' },
  { key: 'cooperationDays', label: '合作天数', type: 'NUMBER' },
  { key: 'concentrationPct', label: '占全部授信使用的比例(%)', type: 'NUMBER' },
  { key: 'validDays', label: '额度剩余有效天数', type: 'NUMBER' },
  { key: 'watched', label: '在关注名单', type: 'BOOLEAN' },
  { key: 'deliveryStopped', label: '已停止发货', type: 'BOOLEAN' },
  { key: 'accountStatus', label: '额度状态', type: 'CHOICE', choices: statesAsked },
];

/** The version of each rule that is in force on the day, those switched off left out, as they are asked. */
export function inForceOn<R extends Pick<Rule, 'ruleId' | 'ver' | 'effectiveFrom' | 'enabled' | 'priority'>>(versions: readonly R[], day: string): R[] {
  const latest = new Map<string, R>();
  for (const one of versions) {
    const other = latest.get(one.ruleId);
    if (one.effectiveFrom <= day && (!other || one.ver > other.ver)) latest.set(one.ruleId, one);
  }
  return [...latest.values()].filter(({ enabled }) => enabled).sort(byPriority);
}
export const byPriority = (a: Pick<Rule, 'priority' | 'ruleId'>, b: Pick<Rule, 'priority' | 'ruleId'>): number =>
  a.priority - b.priority || (a.ruleId < b.ruleId ? -1 : a.ruleId > b.ruleId ? 1 : 0);

/** Holds without being written: who was stopped by an automatic action gets no goods on credit until it is lifted. */
export const stopRule: Rule = {
  ruleId: '00000000-0000-0000-0000-000000000001',
  ver: 1,
  name: '停止发货',
  checkpoints: ['DELIVER'],
  scope: { levelIds: [], typeIds: [], customerIds: [] },
  condition: { field: 'deliveryStopped', op: 'EQ', value: 'true' },
  reaction: 'BLOCK',
  priority: 0,
  effectiveFrom: '2000-01-01',
  enabled: true,
  releaseDeviationPct: 0,
  releaseValidDays: 1,
};
