import { stateTable } from '~/shared/states';

export const stockInKinds = { PURCHASE: '采购入库', PRODUCE: '生产入库', RETURN: '退货入库', OPENING: '期初入库', OTHER: '其它入库' } as const;
export type StockInKind = keyof typeof stockInKinds;
export const stockDocStates = { DRAFT: '草稿', PENDING_AUDIT: '待审核', DONE: '已完成', REVERSED: '已冲销' } as const;
export type StockDocState = keyof typeof stockDocStates;
export const stockDocFlow = stateTable<StockDocState>(stockDocStates, {
  DRAFT: ['PENDING_AUDIT'],
  PENDING_AUDIT: ['DONE', 'DRAFT'],
  DONE: ['REVERSED'],
  REVERSED: [],
});
