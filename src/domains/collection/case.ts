import { addDays } from '~/shared/dates';
import { stateTable } from '~/shared/states';

/** A case: everything one customer owes beyond its day, and what is done about it. */
export const caseStates = {
  NEW: '待催收',
  WORKING: '催收中',
  PROMISED: '承诺中',
  DISPUTED: '争议中',
  ESCALATED: '已升级/法务',
  CLEARED: '已结清',
  BAD: '转坏账',
} as const;
export type CaseState = keyof typeof caseStates;
export const caseTones = { NEW: 'warn', WORKING: 'info', PROMISED: 'info', DISPUTED: 'warn', ESCALATED: 'danger', CLEARED: 'ok', BAD: 'neutral' } as const;
export const caseFlow = stateTable<CaseState>(caseStates, {
  NEW: ['WORKING', 'PROMISED', 'DISPUTED', 'ESCALATED', 'CLEARED'],
  WORKING: ['NEW', 'PROMISED', 'DISPUTED', 'ESCALATED', 'CLEARED'],
  PROMISED: ['NEW', 'WORKING', 'DISPUTED', 'ESCALATED', 'CLEARED'],
  DISPUTED: ['NEW', 'WORKING', 'PROMISED', 'ESCALATED', 'CLEARED'],
  ESCALATED: ['WORKING', 'CLEARED', 'BAD'],
  CLEARED: [],
  BAD: [],
});
export const isOpenCase = (status: string): boolean => status !== 'CLEARED' && status !== 'BAD';

export const contactWays = { PHONE: '电话', VISIT: '上门', WECHAT: '微信', MESSAGE: '站内信', SMS: '短信', MAIL: '邮件', OTHER: '其他' } as const;
export const contactResults = {
  REACHED: '已联系',
  NO_ANSWER: '未接',
  PROMISED: '承诺还款',
  REFUSED: '拒付',
  DISPUTED: '有争议',
  LOST: '失联',
} as const;
export const promiseStates = { OPEN: '待履约', KEPT: '已履约', PARTIAL: '部分履约', BROKEN: '已违约', CANCELLED: '已取消' } as const;
export const promiseTones = { OPEN: 'info', KEPT: 'ok', PARTIAL: 'warn', BROKEN: 'danger', CANCELLED: 'neutral' } as const;
export const sendStates = { SENT: '已发送', TASK: '待办理', DONE: '已办理', SKIPPED: '不再需要', FAILED: '发送失败' } as const;
/** Where a step of the strategy stands: what came of it, next, yet to come, or gone by before the case took this strategy. */
export const stepStates = { ...sendStates, NEXT: '下一步', AHEAD: '', PASSED: '未执行' } as const;
export type StepState = keyof typeof stepStates;
export const recordKinds = {
  CONTACT: '跟进',
  TOLD: '催款',
  SEND: '提醒',
  TASK: '任务',
  PROMISE: '承诺',
  STATE: '案件',
  NOTE: '备注',
  LETTER: '函件',
  RETURN: '阶段回款',
} as const;
export const caseSources = { AUTO: '自动', MANUAL: '手工' } as const;
/** So many tasks, the oldest, stand on the collector's day. */
export const TASKS_SHOWN = 100;
export const letterKinds = { LETTER: '催款函', LAWYER: '律师函' } as const;
export type LetterKind = keyof typeof letterKinds;

export const returnStates = { REVIEWING: '审批中', PASSED: '已通过', REJECTED: '已驳回', WITHDRAWN: '已撤回' } as const;
export type ReturnState = keyof typeof returnStates;
export const returnFlow = stateTable<ReturnState>(returnStates, { REVIEWING: ['PASSED', 'REJECTED', 'WITHDRAWN'], PASSED: [], REJECTED: [], WITHDRAWN: [] });
export const returnStages = { EARLY: '逾期初期', MIDDLE: '逾期中期', LATE: '逾期后期', LEGAL: '法务阶段' } as const;

/** A day's part of the score: one point for so many days, at most so many. The rest of it is kept with the case (`base_points`). */
export const DAYS_A_POINT = 3;
export const DAY_POINTS = 30;
export const DUE_POINTS = 15;
/** A follow-up whose day has come, or a promise that ends today or tomorrow. */
export const isDue = ({ followOn, promisedUntil }: { followOn: string | null; promisedUntil: string | null }, today: string): boolean =>
  (followOn !== null && followOn <= today) || (promisedUntil !== null && promisedUntil <= addDays(today, 1));

interface Scored {
  overdue: bigint;
  days: number;
  broken: number;
  status: string;
  /** A promise that is due today, or a follow-up whose day has come. */
  dueToday: boolean;
}
export interface ScorePart {
  label: string;
  points: number;
}
/**
 * What to do first. Every part stands on the row: one point for 10,000 元 (at most 40), one for three days (at most 30), ten for a broken promise
 * (at most 20), fifteen for what is due today; what is disputed or at law waits.
 */
export function scoreOf({ overdue, days, broken, status, dueToday }: Scored): { score: number; parts: ScorePart[] } {
  const tenThousands = Number(overdue / 1_000_000n);
  const parts = [
    { label: '逾期金额', points: Math.min(40, tenThousands) },
    { label: '逾期天数', points: Math.min(DAY_POINTS, Math.floor(days / DAYS_A_POINT)) },
    { label: '违约承诺', points: Math.min(20, broken * 10) },
    { label: '今日到期', points: dueToday ? DUE_POINTS : 0 },
    { label: '争议或法务', points: status === 'DISPUTED' || status === 'ESCALATED' ? -20 : 0 },
  ].filter(({ points }) => points !== 0);
  return {
    score: Math.max(
      0,
      parts.reduce((sum, { points }) => sum + points, 0),
    ),
    parts,
  };
}

/** What stands between braces in words of reminders and letters. */
export interface Words {
  customer: string;
  factory: string;
  open: string;
  overdue: string;
  days: string;
  count: string;
  firstDue: string;
  promised: string;
  today: string;
}
const words: Record<string, (one: Words) => string> = {
  客户: (one) => one.customer,
  厂家: (one) => one.factory,
  应收金额: (one) => one.open,
  逾期金额: (one) => one.overdue,
  逾期天数: (one) => one.days,
  逾期笔数: (one) => one.count,
  最早到期日: (one) => one.firstDue,
  承诺日: (one) => one.promised,
  今天: (one) => one.today,
};
export const reminderWords = Object.keys(words);
/** The first word in braces that means nothing; undefined when all are known. */
export const unknownWord = (body: string): string | undefined =>
  [...body.matchAll(/\{([^{}]*)\}/g)].map((found) => found[1] ?? '').find((word) => !Object.hasOwn(words, word));
export const filled = (body: string, one: Words): string => body.replace(/\{([^{}]*)\}/g, (braced, word: string) => words[word]?.(one) ?? braced);

/** What a wording reads like before it is of anybody. */
export const exampleWords: Words = {
  customer: '杭州示例建材有限公司',
  factory: '示例厂家',
  open: '128,600.00',
  overdue: '86,000.00',
  days: '45',
  count: '3',
  firstDue: '2026-01-15',
  promised: '2026-03-10',
  today: '2026-03-01',
};
