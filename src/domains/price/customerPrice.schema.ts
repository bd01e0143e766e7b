import { z } from 'zod';
import { isPriceInRange, PRICE_RANGE } from '~/domains/product/product';
import { BizDate, EnteredDate, FilterDay, Id, Instant, OptionalId, OptionalText, Price, Qty, RowVersion } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { Pending } from './change/priceChange.schema';

const State = z.enum(['ACTIVE', 'NOT_STARTED', 'EXPIRED', 'DISABLED']);

export const CustomerPriceQuery = tells(
  PageQuery.extend({
    customerId: OptionalId,
    levelId: OptionalId,
    word: z.string().trim().max(60).default(''),
    productId: OptionalId,
    skuId: OptionalId,
    state: z.enum(['', ...State.options]).default(''),
    /** Rows valid on any day of the range. */
    validStart: FilterDay,
    validEnd: FilterDay,
    /** Ends within 30 days. */
    expiring: z.enum(['true', 'false', '']).default(''),
  }),
  { word: [] },
);
export type CustomerPriceQuery = z.output<typeof CustomerPriceQuery>;

export const CustomerPriceRow = z.object({
  id: Id,
  customerId: Id,
  customerCode: z.string(),
  customerName: z.string(),
  skuId: Id,
  skuCode: z.string(),
  productId: Id,
  productName: z.string(),
  spec: z.string(),
  saleText: z.string(),
  unitId: Id,
  unitName: z.string(),
  minQty: Qty,
  listPrice: Price.nullable(),
  minPrice: Price.nullable(),
  price: Price,
  /** Percent of the list price, "87.5". */
  discount: z.string().nullable(),
  validFrom: BizDate,
  validTo: BizDate.nullable(),
  state: State,
  remark: z.string(),
  version: z.number(),
  updatedBy: z.string(),
  updatedAt: Instant,
});
export type CustomerPriceRow = z.input<typeof CustomerPriceRow>;

export const CustomerPriceDetail = CustomerPriceRow.extend({
  /** The tiers of the same customer, SKU, unit and days, this one among them. */
  tiers: z.array(z.object({ id: Id, version: z.number(), minQty: Qty, price: Price })),
  history: z.array(z.object({ id: Id, action: z.string(), oldPrice: Price.nullable(), newPrice: Price.nullable(), actor: z.string(), at: Instant })),
});
export type CustomerPriceDetail = z.input<typeof CustomerPriceDetail>;

const UnitPrice = Price.refine(isPriceInRange, `客户价${PRICE_RANGE}`);
export const PriceLineInput = z.object({
  id: OptionalId,
  version: RowVersion.optional(),
  skuId: z.uuid('请选择商品'),
  unitId: z.uuid('请选择单位'),
  minQty: z.union([z.literal(''), Qty]).default(''),
  price: UnitPrice,
});
export const CustomerPriceInput = z
  .object({
    customerId: z.uuid('请选择客户'),
    validFrom: EnteredDate,
    validTo: z.union([z.literal(''), EnteredDate]).default(''),
    remark: OptionalText(200, '备注'),
    /** Rows being edited: those missing from `lines` are disabled. */
    replaces: z.array(Id).max(200).default([]),
    lines: z.array(PriceLineInput).min(1, '请至少添加一行价格').max(200, '一次最多200行'),
    /** Yes to prices below the floor. */
    confirm: z.boolean().default(false),
  })
  .refine((input) => input.validTo === '' || input.validTo >= input.validFrom, { message: '失效日期不能早于生效日期', path: ['validTo'] });
export type CustomerPriceInput = z.output<typeof CustomerPriceInput>;

const Picked = z
  .array(z.object({ id: Id, version: RowVersion }))
  .min(1, '请先选择客户价')
  .max(500, '一次最多500行');
export const Adjustment = z.object({
  rows: Picked,
  mode: z.enum(['PERCENT', 'AMOUNT']),
  /** "-5" is five percent or 5 元 less. */
  by: z.string().regex(/^[+-]?\d{1,8}(\.\d{1,4})?$/, '调整值应为数字，最多四位小数'),
  /** Decimals the new price keeps. */
  digits: z.coerce.number().int().min(0).max(6).default(2),
  confirm: z.boolean().default(false),
});
export type Adjustment = z.output<typeof Adjustment>;

export const AdjustedRow = z.object({
  id: Id,
  customerName: z.string(),
  skuCode: z.string(),
  productName: z.string(),
  unitName: z.string(),
  oldPrice: Price,
  newPrice: z.string(),
  minPrice: Price.nullable(),
  problem: z.string(),
  belowFloor: z.boolean(),
});

export const PickedPrices = z.object({ rows: Picked });
export const CopyInput = z.object({
  ids: z.array(Id).min(1, '请先选择客户价').max(200, '一次最多200行'),
  customerIds: z.array(Id).min(1, '请选择客户').max(100, '一次最多100个客户'),
});
export const CopyResult = z.object({
  change: Pending,
  created: z.number(),
  skipped: z.array(z.object({ customerName: z.string(), skuCode: z.string(), reason: z.string() })),
});
