import { stateTable } from '~/shared/states';

export const withdrawalStates = { PENDING: '待审批', APPROVED: '待付款', PAID: '已付款', REJECTED: '已驳回', CANCELLED: '已撤销' } as const;
export type WithdrawalState = keyof typeof withdrawalStates;
export const withdrawalFlow = stateTable<WithdrawalState>(withdrawalStates, {
  PENDING: ['APPROVED', 'REJECTED', 'CANCELLED'],
  APPROVED: ['PAID', 'CANCELLED'],
  PAID: [],
  REJECTED: [],
  CANCELLED: [],
});
export const withdrawalSources = { FACTORY: '厂家代办', DEALER: '客户申请' } as const;
export type WithdrawalSource = keyof typeof withdrawalSources;
