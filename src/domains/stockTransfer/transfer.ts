import { stateTable } from '~/shared/states';

export const transferStates = {
  DRAFT: '草稿',
  PENDING_AUDIT: '待审核',
  IN_TRANSIT: '在途',
  PART_RECEIVED: '部分收货',
  RECEIVED: '已收货',
  CLOSED_LOSS: '短少结案',
} as const;
export type TransferState = keyof typeof transferStates;
/** A loss that is reversed, or a stock-out of it thrown away, opens a closed transfer again. */
export const transferFlow = stateTable<TransferState>(transferStates, {
  DRAFT: ['PENDING_AUDIT'],
  PENDING_AUDIT: ['IN_TRANSIT', 'DRAFT'],
  IN_TRANSIT: ['PART_RECEIVED', 'RECEIVED', 'CLOSED_LOSS'],
  PART_RECEIVED: ['PART_RECEIVED', 'RECEIVED', 'CLOSED_LOSS'],
  RECEIVED: [],
  CLOSED_LOSS: ['IN_TRANSIT', 'PART_RECEIVED'],
});
export const isEditable = (state: TransferState): boolean => state === 'DRAFT';
export const onTheWay: readonly TransferState[] = ['IN_TRANSIT', 'PART_RECEIVED'];
