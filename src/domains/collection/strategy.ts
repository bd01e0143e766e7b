/** How a customer who owes is reminded: steps around the due day, and what holds them back. Days are Shanghai's yyyy-MM-dd, amounts 分. */

export const channels = {
  MESSAGE: '站内信',
  SMS: '短信',
  MAIL: '邮件',
  PHONE: '电话任务',
  VISIT: '上门任务',
  LETTER: '催款函',
  LAWYER: '律师函',
} as const;
export type Channel = keyof typeof channels;
/** What a person does; the others the system sends by itself unless the step says otherwise. */
export const isTask = (channel: Channel): boolean => channel === 'PHONE' || channel === 'VISIT';

export const bases = { DUE: '到期日', PREV: '上一步', MONTH_END: '到期月末' } as const;
export type Basis = keyof typeof bases;
export const entryModes = { STANDARD: '从第一步开始', CONTEXTUAL: '从逾期天数对应的步骤开始' } as const;
export type EntryMode = keyof typeof entryModes;
export const stops = { PTP: '有承诺时暂停', DISPUTE: '有争议的金额不催', LEGAL: '转法务后停止' } as const;
export type Stop = keyof typeof stops;
export const endActions = { NONE: '不处理', MANUAL: '转人工', LEGAL: '转法务', FREEZE: '冻结额度' } as const;
export type EndAction = keyof typeof endActions;
export const assignees = { SALES: '业务员', OWNER: '催收员' } as const;
export type Assignee = keyof typeof assignees;

export interface Step {
  /** Days from the basis; below 0 is before the due day. */
  offset: number;
  basis: Basis;
  channel: Channel;
  /** False: a person sends it from the list of tasks. */
  auto: boolean;
  title: string;
  body: string;
  assignee: Assignee;
  /** An undone task goes to the manager after so many hours; 0: never. */
  escalateHours: number;
  /** 0: once. */
  repeatEvery: number;
  repeatMax: number;
}

/** What a customer must be like; an empty list asks nothing. */
export interface Match {
  levelIds: string[];
  /** 销售区域 of the customer. */
  regions: string[];
  /** 标签: the customer bears one of them. */
  tags: string[];
  /** Overdue 分; null: no limit. */
  minOverdue: bigint | null;
  maxOverdue: bigint | null;
  minDays: number | null;
  maxDays: number | null;
}

export interface Rhythm {
  entry: EntryMode;
  /** Between two contacts of any channel, so many days at least. */
  gapDays: number;
  /** What the system sends a day by this strategy; 0: no limit. */
  dailyCap: number;
  /** Minutes after midnight. */
  windowFrom: number;
  windowUntil: number;
  workdaysOnly: boolean;
  /** Who owes less is left alone. */
  minAmount: bigint;
  stopOn: Stop[];
  /** Days after a promised day before the promise is broken. */
  promiseGrace: number;
  endAction: EndAction;
  /** Days from the last step to the end action. */
  endAfter: number;
  steps: Step[];
  /** The company's own calendar; none: the published one. */
  works?: Works;
}
export type Works = (day: string) => boolean;
export interface Strategy extends Rhythm {
  match: Match;
}

/** What the tenant allows whatever a strategy says: the hours and days of sending, the distance of contacts, and how many a customer gets a day. */
export interface Bounds {
  windowFrom: number;
  windowUntil: number;
  workdaysOnly: boolean;
  gapDays: number;
  perCustomer: number;
  works?: Works;
}
/** The narrower of both; hours that have nothing in common are the tenant's. */
export function within(strategy: Strategy, bounds: Bounds): Strategy {
  const [from, until] = [Math.max(strategy.windowFrom, bounds.windowFrom), Math.min(strategy.windowUntil, bounds.windowUntil)];
  const [windowFrom, windowUntil] = from < until ? [from, until] : [bounds.windowFrom, bounds.windowUntil];
  return {
    ...strategy,
    windowFrom,
    windowUntil,
    workdaysOnly: strategy.workdaysOnly || bounds.workdaysOnly,
    gapDays: Math.max(strategy.gapDays, bounds.gapDays),
    ...(bounds.works ? { works: bounds.works } : {}),
  };
}

export const strategyStates = { DRAFT: '草稿', ENABLED: '启用', DISABLED: '停用' } as const;
export type StrategyState = keyof typeof strategyStates;
export const versionStates = { DRAFT: '草稿', PUBLISHED: '已发布', RETIRED: '已替换' } as const;

export const stepOf = (more: Partial<Step> & Pick<Step, 'offset' | 'channel'>): Step => ({
  basis: 'DUE',
  auto: !isTask(more.channel),
  title: '',
  body: '',
  assignee: 'SALES',
  escalateHours: 0,
  repeatEvery: 0,
  repeatMax: 0,
  ...more,
});

/** 到期前3天 and the like. */
export function whenWords({ offset, basis }: Pick<Step, 'offset' | 'basis'>): string {
  if (basis === 'PREV') return offset === 0 ? '上一步当天' : `上一步后${offset}天`;
  if (basis === 'MONTH_END') return offset === 0 ? '到期月末' : offset < 0 ? `到期月末前${-offset}天` : `到期月末后${offset}天`;
  return offset === 0 ? '到期当天' : offset < 0 ? `到期前${-offset}天` : `逾期${offset}天`;
}

/** The first thing wrong with a strategy; '' when it may be published. */
export function problemOf({ steps, windowFrom, windowUntil, minAmount, match }: Strategy): string {
  if (steps.length === 0) return '请至少添加一个步骤';
  if (windowFrom >= windowUntil) return '发送窗口的开始须早于结束';
  if (minAmount < 0n) return '最低催收金额不能为负数';
  if (match.minOverdue !== null && match.maxOverdue !== null && match.minOverdue > match.maxOverdue) return '适用的逾期金额下限不能大于上限';
  if (match.minDays !== null && match.maxDays !== null && match.minDays > match.maxDays) return '适用的逾期天数下限不能大于上限';
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, step] of steps.entries()) {
    const named = `第${index + 1}步`;
    if (step.basis === 'PREV' && index === 0) return `${named}前面没有步骤，不能按上一步计算`;
    if (step.basis === 'PREV' && step.offset < 0) return `${named}不能早于上一步`;
    if (step.basis === 'DUE') {
      if (step.offset < last) return `${named}（${whenWords(step)}）早于前一步，请按时间先后排列`;
      last = step.offset;
    }
    if (step.body.trim() === '' && !isTask(step.channel)) return `${named}没有填写内容`;
    if (step.repeatMax > 0 && step.repeatEvery < 1) return `${named}的重复间隔至少1天`;
  }
  return '';
}

/** What a customer's account looks like to match rules. */
export interface Figures {
  levelId: string | null;
  region: string;
  tags: readonly string[];
  overdue: bigint;
  days: number;
}
export function matches({ levelIds, regions, tags, minOverdue, maxOverdue, minDays, maxDays }: Match, one: Figures): boolean {
  if (levelIds.length && (one.levelId === null || !levelIds.includes(one.levelId))) return false;
  if (regions.length && !regions.includes(one.region)) return false;
  if (tags.length && !tags.some((tag) => one.tags.includes(tag))) return false;
  if (minOverdue !== null && one.overdue < minOverdue) return false;
  if (maxOverdue !== null && one.overdue > maxOverdue) return false;
  if (minDays !== null && one.days < minDays) return false;
  return maxDays === null || one.days <= maxDays;
}
