import { z } from 'zod';
import { BizDate, FilterId, Id, Instant, Price, Qty, RangeEnd, Yuan } from '~/shared/fields';
import { compareQty, subQty, sumQty } from '~/shared/money';
import { PageQuery, tells } from '~/shared/page';

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

const Word = z.string().trim().max(60).catch('').default('');

export const StockQuery = tells(
  PageQuery.extend({
    warehouseId: FilterId,
    skuId: FilterId,
    word: Word,
    categoryId: FilterId,
    brand: Word,
    state: z.enum(['ZERO', 'ALERT', 'LOW', 'HIGH', 'SHORT', '']).catch('').default(''),
    hideZero: z.enum(['true', 'false', '']).catch('').default(''),
  }),
  { word: [], brand: [] },
);
export type StockQuery = z.output<typeof StockQuery>;

/** Cost and amount are there only for people who may see cost. */
export const StockRow = z.object({
  id: z.string(),
  warehouseId: Id,
  warehouseName: z.string(),
  skuId: Id,
  skuCode: z.string(),
  name: z.string(),
  spec: z.string(),
  saleText: z.string(),
  categoryName: z.string(),
  brand: z.string(),
  unitName: z.string(),
  byBatch: z.boolean(),
  onHand: Qty,
  reserved: Qty,
  frozen: Qty,
  inTransit: Qty,
  available: Qty,
  /** Free in all warehouses together. */
  skuAvailable: Qty,
  /** On its way between warehouses, and owed to orders, of all of them together. */
  skuInTransit: Qty,
  skuShort: Qty,
  /** Ordered, approved and neither shipped nor allocated. */
  short: Qty,
  safetyLow: Qty.nullable(),
  safetyHigh: Qty.nullable(),
  avgCost: Price.optional(),
  amount: Yuan.optional(),
});
export type StockRow = z.input<typeof StockRow>;

export const LedgerQuery = tells(
  PageQuery.extend({
    warehouseId: FilterId,
    skuId: FilterId,
    word: Word,
    direction: z.enum(['IN', 'OUT', 'HOLD', '']).catch('').default(''),
    bizType: z.enum(['ORDER', 'DELIVERY', 'STOCK_IN', 'STOCK_OUT', 'TRANSFER', 'COUNT', 'RETURN', '']).catch('').default(''),
    bizId: FilterId,
    bizNo: Word,
    atStart: RangeEnd.optional().catch(undefined),
    atEnd: RangeEnd.optional().catch(undefined),
  }),
  { word: [], bizNo: [] },
);
export type LedgerQuery = z.output<typeof LedgerQuery>;

export const StockMovement = z.object({
  id: Id,
  at: Instant,
  warehouseName: z.string(),
  skuId: Id,
  skuCode: z.string(),
  name: z.string(),
  unitName: z.string(),
  bizType: z.string(),
  typeName: z.string(),
  bizId: Id,
  bizNo: z.string(),
  before: Qty,
  change: Qty,
  after: Qty,
  reservedChange: Qty,
  transitChange: Qty,
  afterReserved: Qty,
  cost: Price.nullable().optional(),
  actor: z.string(),
});
export type StockMovement = z.input<typeof StockMovement>;

export const AllocationQuery = PageQuery.extend({ warehouseId: Id, skuId: Id });
export type AllocationQuery = z.output<typeof AllocationQuery>;
/** What one order line holds of a balance. */
export const Allocated = z.object({
  id: Id,
  orderId: Id,
  orderNo: z.string(),
  orderStatus: z.string(),
  customerName: z.string(),
  lineNo: z.number(),
  qty: Qty,
  consumed: Qty,
  open: Qty,
  createdAt: Instant,
});
export type Allocated = z.input<typeof Allocated>;

/** One approved order line that still waits for goods; base units. */
export const Shortage = z.object({
  id: Id,
  orderId: Id,
  orderNo: z.string(),
  customerName: z.string(),
  lineNo: z.number(),
  reserved: Qty,
  short: Qty,
  expectDate: BizDate.nullable(),
  approvedAt: Instant.nullable(),
});
export type Shortage = z.input<typeof Shortage>;

const Level = z.union([z.literal(''), Qty.refine((qty) => !qty.startsWith('-'), '不能为负数')]).default('');
export const SafetyInput = z
  .object({ skuIds: z.array(Id).min(1, '请先选择商品').max(500, '一次最多设置500个SKU'), low: Level, high: Level })
  .refine((form) => form.low === '' || form.high === '' || compareQty(form.low, form.high) <= 0, { path: ['high'], message: '库存上限不能小于下限' });
export type SafetyInput = z.output<typeof SafetyInput>;
