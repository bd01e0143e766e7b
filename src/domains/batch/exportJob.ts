import { stateTable } from '~/shared/states';

export const exportStates = {
  PENDING_APPROVAL: '待审批',
  QUEUED: '排队中',
  RUNNING: '执行中',
  DONE: '已完成',
  FAILED: '失败',
  REFUSED: '已驳回',
  CANCELLED: '已取消',
  EXPIRED: '已过期',
} as const;
export type ExportState = keyof typeof exportStates;

/** RUNNING back to QUEUED when its process ended. */
export const exportFlow = stateTable<ExportState>(exportStates, {
  PENDING_APPROVAL: ['QUEUED', 'REFUSED', 'CANCELLED'],
  QUEUED: ['RUNNING', 'CANCELLED'],
  RUNNING: ['DONE', 'FAILED', 'CANCELLED', 'QUEUED'],
  DONE: ['EXPIRED'],
  FAILED: ['QUEUED', 'PENDING_APPROVAL'],
  CANCELLED: ['QUEUED', 'PENDING_APPROVAL'],
  EXPIRED: ['QUEUED', 'PENDING_APPROVAL'],
  REFUSED: [],
});
/** States an export can be asked for again from. */
export const mayRetry = (state: ExportState): boolean => state === 'FAILED' || state === 'CANCELLED' || state === 'EXPIRED';
export const isUnderWay = (state: ExportState): boolean => state === 'QUEUED' || state === 'RUNNING';

export const formats = { xlsx: 'Excel（.xlsx）', csv: 'CSV（.csv）' } as const;
