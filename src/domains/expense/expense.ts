import { stateTable } from '~/shared/states';

export const expenseKinds = { REBATE: '返利', MARKET: '市场费用', MAKEUP: '补差', OTHER: '其他' } as const;
export type ExpenseKind = keyof typeof expenseKinds;
export const expenseStates = { DRAFT: '草稿', PENDING: '待确认', CONFIRMED: '已入账', REJECTED: '已驳回', REVERSED: '已冲销' } as const;
export type ExpenseState = keyof typeof expenseStates;
export const expenseFlow = stateTable<ExpenseState>(expenseStates, {
  DRAFT: ['PENDING'],
  PENDING: ['CONFIRMED', 'REJECTED'],
  CONFIRMED: ['REVERSED'],
  REJECTED: [],
  REVERSED: [],
});
/** Which goods a lot may be used for. */
export const lotScopes = { ALL: '全部商品', CATEGORY: '指定分类', PRODUCT: '指定商品' } as const;
export type LotScope = keyof typeof lotScopes;

/** Where a lot stands; never stored, it follows from its figures and the day. */
export const lotStates = { OPEN: '可用', HELD: '冻结中', USED: '已用完', EXPIRED: '已过期' } as const;
export type LotState = keyof typeof lotStates;
export function lotState(lot: { remaining: bigint; held: bigint; expired: bigint; validTo: string | null }, today: string): LotState {
  if (lot.remaining === 0n) return lot.expired > 0n ? 'EXPIRED' : 'USED';
  if (lot.held === lot.remaining) return 'HELD';
  return isOver(lot, today) ? 'EXPIRED' : 'OPEN';
}
/** A lot is good through its last day, in Shanghai. */
export const isOver = (lot: { validTo: string | null }, today: string): boolean => lot.validTo !== null && lot.validTo < today;

/** Whole percents, as people agree on them, in the database ppm. */
export const ppmOf = (percent: number): number => percent * 10_000;
export const percentOf = (ppm: number): number => ppm / 10_000;
