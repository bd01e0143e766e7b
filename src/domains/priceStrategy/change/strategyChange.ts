import { stateTable } from '~/shared/states';

export const strategyChangeKinds = { SAVE: '新建或编辑', SWITCH: '启用或停用', MOVE: '调整优先级', RESTORE: '恢复版本', IMPORT: '导入' } as const;
export type StrategyChangeKind = keyof typeof strategyChangeKinds;

export const strategyChangeStates = { PENDING: '待审批', EFFECTIVE: '已生效', REJECTED: '已驳回', WITHDRAWN: '已撤回' } as const;
export const strategyChangeTones = { PENDING: 'warn', EFFECTIVE: 'ok', REJECTED: 'danger', WITHDRAWN: 'neutral' } as const;
export type StrategyChangeState = keyof typeof strategyChangeStates;
export const strategyChangeFlow = stateTable<StrategyChangeState>(strategyChangeStates, {
  PENDING: ['EFFECTIVE', 'REJECTED', 'WITHDRAWN'],
  EFFECTIVE: [],
  REJECTED: [],
  WITHDRAWN: [],
});

export const strategyChangePath = '/portal/supplyChain/factory/pricestrategy/change';

/** One label of a strategy that became different. */
export interface WordChange {
  label: string;
  before: string;
  after: string;
}
/** One strategy a change is about; a new one has neither id nor number before it holds. */
export interface ChangedStrategy {
  strategyId: string;
  no: string;
  name: string;
  action: string;
  changes: WordChange[];
}
export type Words = Record<string, string>;

/** Label by label what is different; nothing was there before: all of it. */
export const differences = (before: Words | null, after: Words): WordChange[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])]
    .map((label) => ({ label, before: before?.[label] ?? '', after: after[label] ?? '' }))
    .filter((one) => one.before !== one.after);

export const strategySubmitted = ({ no }: { no: string }): string => `已提交审批：价格策略变更单${no}，通过后生效`;
