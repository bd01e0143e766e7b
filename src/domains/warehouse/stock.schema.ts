import { z } from 'zod';
import { BizDate, FilterId, Id, Instant, Price, Qty, RangeEnd, Yuan } from '~/shared/fields.schema';
import { compareQty } from '~/shared/money';
import { PageQuery, tells } from '~/shared/page.schema';

const Word = z.string().trim().max(60).default('');

export const StockQuery = tells(
  PageQuery.extend({
    warehouseId: FilterId,
    skuId: FilterId,
    word: Word,
    categoryId: FilterId,
    brand: Word,
    state: z.enum(['ZERO', 'ALERT', 'LOW', 'HIGH', 'SHORT', '']).default(''),
    hideZero: z.enum(['true', 'false', '']).default(''),
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
    direction: z.enum(['IN', 'OUT', 'HOLD', '']).default(''),
    bizType: z.enum(['ORDER', 'DELIVERY', 'STOCK_IN', 'STOCK_OUT', 'TRANSFER', 'COUNT', 'RETURN', '']).default(''),
    bizId: FilterId,
    bizNo: Word,
    atStart: RangeEnd.optional(),
    atEnd: RangeEnd.optional(),
  }),
  { word: [], bizNo: [] },
);
export type LedgerQuery = z.output<typeof LedgerQuery>;

/** A movement as the detail of the document that moved it shows it. */
export const StockStep = z.object({ id: Id, at: Instant, skuCode: z.string(), dOnHand: Qty, afterOnHand: Qty, actor: z.string(), step: z.string() });

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
