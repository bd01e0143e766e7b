import { clockOfMinutes, minutesOf } from '~/shared/clock';
import type { Shown } from './StrategyHome';

export interface StepDraft {
  basis: string;
  offset: string;
  channel: string;
  auto: string;
  assignee: string;
  escalateHours: string;
  title: string;
  body: string;
  repeatEvery: string;
  repeatMax: string;
}
export interface StrategyDraft {
  name: string;
  priority: string;
  notes: string;
  entry: string;
  steps: StepDraft[];
  levelIds: string;
  tags: string;
  regions: string;
  minAmount: string;
  minOverdue: string;
  maxOverdue: string;
  minDays: string;
  maxDays: string;
  gapDays: string;
  dailyCap: string;
  windowFrom: string;
  windowUntil: string;
  workdaysOnly: string;
  stopOn: string;
  promiseGrace: string;
  endAction: string;
  endAfter: string;
}
const due = '{客户}：贵司在{厂家}有{逾期笔数}笔货款已到期，逾期金额{逾期金额}元，最早到期日{最早到期日}。请安排付款，如已付款请忽略本提醒。';
const soon = '{客户}：贵司应付{厂家}货款{应收金额}元，部分即将到期，请留意安排付款。';
export const newStep = (): StepDraft => ({
  basis: 'DUE',
  offset: '1',
  channel: 'MESSAGE',
  auto: 'true',
  assignee: 'SALES',
  escalateHours: '0',
  title: '',
  body: due,
  repeatEvery: '0',
  repeatMax: '0',
});

export const blankDraft = (): StrategyDraft => ({
  name: '',
  priority: '50',
  notes: '',
  entry: 'CONTEXTUAL',
  steps: [
    { ...newStep(), offset: '-3', body: soon },
    newStep(),
    { ...newStep(), offset: '7', channel: 'PHONE', auto: 'false', escalateHours: '24', body: '' },
    { ...newStep(), offset: '30', channel: 'LETTER', auto: 'false', body: '逾期{逾期天数}天，请制作催款函并寄送' },
  ],
  levelIds: '',
  tags: '',
  regions: '',
  minAmount: '100',
  minOverdue: '',
  maxOverdue: '',
  minDays: '',
  maxDays: '',
  gapDays: '3',
  dailyCap: '0',
  windowFrom: '09:00',
  windowUntil: '18:00',
  workdaysOnly: 'true',
  stopOn: 'PTP,DISPUTE,LEGAL',
  promiseGrace: '1',
  endAction: 'MANUAL',
  endAfter: '7',
});

/** What is no time is refused by the call. */
const typedMinutes = (text: string): number => minutesOf(text.replace('：', ':'));

export function draftOf(of: Shown): StrategyDraft {
  const spec = (of.draft ?? of.published)?.spec;
  if (!spec) return { ...blankDraft(), name: of.name, priority: String(of.priority) };
  return {
    name: of.name,
    priority: String(of.priority),
    notes: of.draft?.notes ?? '',
    entry: spec.entry,
    steps: spec.steps.map((one) => ({
      basis: one.basis,
      offset: String(one.offset),
      channel: one.channel,
      auto: String(one.auto),
      assignee: one.assignee,
      escalateHours: String(one.escalateHours),
      title: one.title ?? '',
      body: one.body,
      repeatEvery: String(one.repeatEvery),
      repeatMax: String(one.repeatMax),
    })),
    levelIds: spec.match.levelIds.join(','),
    regions: spec.match.regions.join('，'),
    tags: (spec.match.tags ?? []).join(','),
    minAmount: spec.minAmount,
    minOverdue: spec.match.minOverdue ?? '',
    maxOverdue: spec.match.maxOverdue ?? '',
    minDays: spec.match.minDays === null ? '' : String(spec.match.minDays),
    maxDays: spec.match.maxDays === null ? '' : String(spec.match.maxDays),
    gapDays: String(spec.gapDays),
    dailyCap: String(spec.dailyCap),
    windowFrom: clockOfMinutes(spec.windowFrom),
    windowUntil: clockOfMinutes(spec.windowUntil),
    workdaysOnly: String(spec.workdaysOnly),
    stopOn: spec.stopOn.join(','),
    promiseGrace: String(spec.promiseGrace),
    endAction: spec.endAction,
    endAfter: String(spec.endAfter),
  };
}

const listed = (joined: string): string[] =>
  joined
    .split(/[,，]/)
    .map((one) => one.trim())
    .filter(Boolean);
const maybe = (text: string): number | null => (text === '' ? null : Number(text));

export const specOf = (draft: StrategyDraft) => ({
  match: {
    levelIds: listed(draft.levelIds),
    regions: listed(draft.regions),
    tags: listed(draft.tags),
    minOverdue: draft.minOverdue || null,
    maxOverdue: draft.maxOverdue || null,
    minDays: maybe(draft.minDays),
    maxDays: maybe(draft.maxDays),
  },
  entry: draft.entry,
  gapDays: Number(draft.gapDays),
  dailyCap: Number(draft.dailyCap),
  windowFrom: typedMinutes(draft.windowFrom),
  windowUntil: typedMinutes(draft.windowUntil),
  workdaysOnly: draft.workdaysOnly === 'true',
  minAmount: draft.minAmount || '0',
  stopOn: listed(draft.stopOn),
  promiseGrace: Number(draft.promiseGrace),
  endAction: draft.endAction,
  endAfter: Number(draft.endAfter),
  steps: draft.steps.map((one) => ({
    basis: one.basis,
    offset: Number(one.offset),
    channel: one.channel,
    auto: one.auto === 'true',
    title: one.title,
    body: one.body,
    assignee: one.assignee,
    escalateHours: Number(one.escalateHours || 0),
    repeatEvery: Number(one.repeatEvery || 0),
    repeatMax: Number(one.repeatMax || 0),
  })),
});
