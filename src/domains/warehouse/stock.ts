import { compareQty, subQty, sumQty } from '~/shared/money';

export const bizTypes = {
  ORDER: '订单占用',
  DELIVERY: '销售发货',
  STOCK_IN: '入库',
  STOCK_OUT: '出库',
  TRANSFER: '调拨',
  COUNT: '盘点',
  RETURN: '退货入库',
} as const;
export type BizType = keyof typeof bizTypes;
const steps: Record<string, string> = {
  RESERVE: '占用',
  RELEASE: '释放占用',
  SHIP: '出库',
  IN: '入库',
  OUT: '出库',
  SENT: '在途',
  RECEIVE: '收货',
  LACK: '短少',
  FREEZE: '冻结',
  UNFREEZE: '解冻',
  GAIN: '盘盈',
  LOSS: '盘亏',
  SHIFT: '批次调整',
  BEGIN: '开始',
  END: '停止',
  GOOD: '良品',
  BAD: '不良品',
  REVERSE: '冲销',
};

/** 订单占用·释放占用, 销售发货·出库 … */
export function movementName(bizType: string, step: string): string {
  const type = bizType === 'BATCH' ? '按批次管理' : (bizTypes[bizType as BizType] ?? bizType);
  const what = steps[step.split('#')[0] ?? ''] ?? step;
  return type.endsWith(what) ? type : `${type}·${what}`;
}

export const stockStates = { ZERO: '零库存', ALERT: '需预警（低于下限或超过上限）', LOW: '低于下限', HIGH: '超过上限', SHORT: '有欠货' } as const;

/** Where what is free in all warehouses stands against the SKU's safety levels; null: nothing to say. */
export function stockAlert(row: { skuAvailable: string; safetyLow: string | null; safetyHigh: string | null }): 'LOW' | 'HIGH' | null {
  if (row.safetyLow !== null && compareQty(row.skuAvailable, row.safetyLow) < 0) return 'LOW';
  return row.safetyHigh !== null && compareQty(row.skuAvailable, row.safetyHigh) > 0 ? 'HIGH' : null;
}

/**
 * How much of the SKU to bring in, once it is free below its lower level or owed: up to its upper level (else the lower), what orders lack besides,
 * less what is on its way between warehouses; null where nothing is needed.
 */
export function suggestedIn(row: { skuAvailable: string; skuInTransit: string; skuShort: string; safetyLow: string | null; safetyHigh: string | null }) {
  const low = row.safetyLow !== null && compareQty(row.skuAvailable, row.safetyLow) < 0;
  if (!low && compareQty(row.skuShort, '0') <= 0) return null;
  const level = low ? (row.safetyHigh ?? (row.safetyLow as string)) : row.skuAvailable;
  const wanted = subQty(sumQty([level, row.skuShort]), sumQty([row.skuAvailable, row.skuInTransit]));
  return compareQty(wanted, '0') > 0 ? wanted : null;
}
