import { stateTable } from '~/shared/states';

export const changeKinds = {
  SAVE: '新建或编辑',
  ADJUST: '批量调价',
  COPY: '复制到其他客户',
  DISABLE: '停用',
  ORDER: '由订单改价写入',
  IMPORT: '导入',
} as const;
export type ChangeKind = keyof typeof changeKinds;

export const changeStates = { PENDING: '待审批', EFFECTIVE: '已生效', REJECTED: '已驳回', WITHDRAWN: '已撤回' } as const;
export const changeTones = { PENDING: 'warn', EFFECTIVE: 'ok', REJECTED: 'danger', WITHDRAWN: 'neutral' } as const;
export type ChangeState = keyof typeof changeStates;
export const changeFlow = stateTable<ChangeState>(changeStates, {
  PENDING: ['EFFECTIVE', 'REJECTED', 'WITHDRAWN'],
  EFFECTIVE: [],
  REJECTED: [],
  WITHDRAWN: [],
});

export const changePath = '/portal/supplyChain/factory/customerPrice/change';

export const submitted = ({ no }: { no: string }): string => `已提交审批：客户价变更单${no}，通过后生效`;
