import { currently, stateTable } from '~/shared/states';

export const countStates = { CREATED: '待盘点', COUNTING: '盘点中', WAIT_REVIEW: '待复核', DONE: '已完成', CANCELLED: '已作废' } as const;
export type CountState = keyof typeof countStates;
export const countFlow = stateTable<CountState>(countStates, {
  CREATED: ['COUNTING', 'CANCELLED'],
  COUNTING: ['WAIT_REVIEW', 'CANCELLED'],
  WAIT_REVIEW: ['DONE', 'COUNTING', 'CANCELLED'],
  DONE: [],
  CANCELLED: [],
});
/** Why a count takes no quantities; none while it is on. */
export const entryProblem = ({ no, status }: { no: string; status: CountState }): string =>
  status === 'COUNTING' ? '' : `盘点单${no}${currently(countStates[status], '不能导入实盘')}`;
export const countScopes = { ALL: '全仓', CATEGORY: '按分类', BRAND: '按品牌', SKU: '指定商品' } as const;
export type CountScope = keyof typeof countScopes;
export const countModes = { OPEN: '明盘', BLIND: '盲盘' } as const;
export type CountMode = keyof typeof countModes;
export const lineShows = { OPEN: '未盘', DIFF: '有差异', GAIN: '盘盈', LOSS: '盘亏', AGAIN: '要求复盘' } as const;
export type LineShow = keyof typeof lineShows;

/** Whoever counts blind sees neither book nor difference before it is decided; whoever reviews sees both as soon as it waits for them. */
export const hidesBook = (count: { mode: string; status: string }, reviews: boolean): boolean =>
  count.mode === 'BLIND' && count.status !== 'DONE' && !(reviews && count.status === 'WAIT_REVIEW');
