import { stateTable } from '~/shared/states';

export const stockInKinds = { PURCHASE: '采购入库', PRODUCE: '生产入库', RETURN: '退货入库', OPENING: '期初入库', OTHER: '其它入库' } as const;
export type StockInKind = keyof typeof stockInKinds;
/** What a person may write down as a stock-out. */
export const ownOutKinds = { USE: '领用出库', SAMPLE: '样品出库', SUPPLIER: '采购退货', SCRAP: '报废出库', LOSS: '损耗出库', OTHER: '其它出库' } as const;
/** 调拨短少 is made where a transfer is closed short: it takes goods off the way, not out of a warehouse. */
export const stockOutKinds = { ...ownOutKinds, TRANSIT_LOSS: '调拨短少' } as const;
export type StockOutKind = keyof typeof stockOutKinds;
export const stockDocStates = { DRAFT: '草稿', PENDING_AUDIT: '待审核', DONE: '已完成', REVERSED: '已冲销' } as const;
export type StockDocState = keyof typeof stockDocStates;
export const stockDocFlow = stateTable<StockDocState>(stockDocStates, {
  DRAFT: ['PENDING_AUDIT'],
  PENDING_AUDIT: ['DONE', 'DRAFT'],
  DONE: ['REVERSED'],
  REVERSED: [],
});
export const isEditable = (state: StockDocState): boolean => state === 'DRAFT';
/** The transfer says what it holds: it goes on or is thrown away as it is. */
export const isTransitLoss = (doc: { kind: string }): boolean => doc.kind === 'TRANSIT_LOSS';
/** The most lines one document carries. */
export const MAX_LINES = 500;
