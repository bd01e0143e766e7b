import { z } from 'zod';
import { Id, OptionalId, Price, Qty } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';

export const Unit = z.object({ unitId: Id, name: z.string(), decimals: z.number(), num: z.number(), den: z.number(), listPrice: Price.nullable() });

/** What pickers show; `price` is this customer's own price for the base unit, null while no customer is known or nothing is priced. */
export const PickedSku = z.object({
  skuId: Id,
  productId: Id,
  productCode: z.string(),
  skuCode: z.string(),
  barcode: z.string(),
  name: z.string(),
  spec: z.string(),
  saleText: z.string(),
  image: z.string().nullable(),
  categoryName: z.string(),
  baseUnitId: Id,
  units: z.array(Unit),
  /** For members: its stock is kept by batch. */
  byBatch: z.boolean().optional(),
  moq: Qty,
  multiple: Qty,
  taxRatePpm: z.number(),
  listPrice: Price.nullable(),
  price: Price.nullable(),
  priceSource: z.string().nullable(),
  /** For dealers only as far as the factory shows it. */
  stockHint: z.enum(['ENOUGH', 'TIGHT', 'OUT']).nullable(),
  available: Qty.nullable(),
});
export type PickedSku = z.input<typeof PickedSku>;

export const SkuQuery = tells(
  PageQuery.extend({
    word: z.string().trim().max(60).default(''),
    categoryId: OptionalId,
    brand: z.string().trim().max(60).default(''),
    customerId: OptionalId,
    warehouseId: OptionalId,
    /** Whose prices come first, of the customer's own. */
    projectId: OptionalId,
    /** Products off the shelf and disabled SKUs too (stock documents need them). */
    all: z.enum(['true', 'false', '']).default(''),
  }),
  { word: [], brand: [] },
);
export type SkuQuery = z.output<typeof SkuQuery>;
