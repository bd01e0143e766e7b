import { stateTable } from '~/shared/states';

export const depositStates = { DRAFT: '草稿', PENDING: '待确认', CONFIRMED: '已入账', REJECTED: '已驳回', REVERSED: '已冲销' } as const;
export type DepositState = keyof typeof depositStates;

export const depositFlow = stateTable<DepositState>(depositStates, {
  DRAFT: ['PENDING'],
  PENDING: ['CONFIRMED', 'REJECTED'],
  CONFIRMED: ['REVERSED'],
  REJECTED: [],
  REVERSED: [],
});
