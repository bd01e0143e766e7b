import { z } from 'zod';
import { BizDate, FilterDay, FilterId, Id, Instant, Price, Qty, Yuan } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';

export const ValueQuery = PageQuery.extend({ warehouseId: FilterId, dayStart: FilterDay, dayEnd: FilterDay });
export type ValueQuery = z.output<typeof ValueQuery>;
export const ValueDay = z.object({
  id: Id,
  day: BizDate,
  warehouseId: Id,
  warehouseName: z.string(),
  opening: Yuan,
  came: Yuan,
  went: Yuan,
  closing: Yuan,
});
export type ValueDay = z.input<typeof ValueDay>;

export const ValueRowQuery = tells(PageQuery.extend({ warehouseId: Id, day: BizDate }), { day: [] });
export type ValueRowQuery = z.output<typeof ValueRowQuery>;
/** A movement with what it made of the value; `value` is signed. */
export const ValueRow = z.object({
  id: Id,
  at: Instant,
  typeName: z.string(),
  bizType: z.string(),
  bizId: Id,
  bizNo: z.string(),
  skuCode: z.string(),
  name: z.string(),
  unitName: z.string(),
  change: Qty,
  afterCost: Price.nullable(),
  value: Yuan,
});
export type ValueRow = z.input<typeof ValueRow>;
