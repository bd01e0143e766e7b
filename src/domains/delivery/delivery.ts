import { stateTable } from '~/shared/states';

export const deliveryStates = {
  DRAFT: '草稿',
  WAIT_OUT: '待出库',
  SHIPPED: '已发货',
  PART_SIGNED: '部分签收',
  SIGNED: '已签收',
  CANCELLED: '已取消',
  REVERSED: '已冲销',
} as const;
export type DeliveryState = keyof typeof deliveryStates;

/** Where a delivery may go from each state. */
export const deliveryFlow = stateTable(deliveryStates, {
  DRAFT: ['WAIT_OUT', 'CANCELLED'],
  WAIT_OUT: ['SHIPPED', 'CANCELLED'],
  SHIPPED: ['PART_SIGNED', 'SIGNED', 'REVERSED'],
  PART_SIGNED: ['PART_SIGNED', 'SIGNED'],
  SIGNED: [],
  CANCELLED: [],
  REVERSED: [],
});

/** What left the warehouse is reversed, not written anew. */
export const isEditable = (state: DeliveryState): boolean => state === 'WAIT_OUT';

export const shipWays = { EXPRESS: '快递', LOGISTICS: '物流', SELF: '自提', OWN: '厂送' } as const;
export type ShipWay = keyof typeof shipWays;
/** Refused goods go back by a return document; until one exists they are listed as awaiting it. */
export const AWAITING_RETURN = '拒收/破损数量待退货处理，应收金额暂不变动';
