import { z } from 'zod';
import { BizDate, Id, PositiveQty, Qty, RowVersion } from '~/shared/fields.schema';

/** Of a delivery's goods kept by batch, in base units: where they lie and what is to be taken of each. */
export const Picks = z.object({
  lines: z.array(
    z.object({
      id: Id,
      lineNo: z.number(),
      skuCode: z.string(),
      name: z.string(),
      unitName: z.string(),
      baseQty: Qty,
      /** Somebody said which; otherwise the oldest are suggested. */
      chosen: z.boolean(),
      batches: z.array(z.object({ batchNo: z.string(), expiresOn: BizDate.nullable(), onHand: Qty, take: Qty })),
    }),
  ),
});
export type Picks = z.input<typeof Picks>;

export const PickInput = z.object({
  id: Id,
  version: RowVersion,
  lineId: Id,
  /** None: the oldest again. */
  batches: z
    .array(z.object({ batchNo: z.string().trim().max(40, '批次号不能超过40个字'), qty: PositiveQty }))
    .max(100, '一行最多指定100个批次')
    .default([]),
});
export type PickInput = z.output<typeof PickInput>;
