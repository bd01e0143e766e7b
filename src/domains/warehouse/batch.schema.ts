import { z } from 'zod';
import { BizDate, FilterChoice, FilterId, Id, Instant, Qty } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { batchLooks } from './batch';

const Look = z.enum(['GOOD', 'SOON', 'EXPIRED']);
export const BatchQuery = tells(
  PageQuery.extend({
    warehouseId: FilterId,
    skuId: FilterId,
    word: z.string().trim().max(60).default(''),
    batchNo: z.string().trim().max(40).default(''),
    look: FilterChoice(batchLooks),
  }),
  { word: [], batchNo: [] },
);
export type BatchQuery = z.output<typeof BatchQuery>;

/** One batch in one warehouse; only such as there is something of. */
export const BatchRow = z.object({
  id: z.string(),
  batchId: Id,
  warehouseId: Id,
  warehouseName: z.string(),
  skuId: Id,
  skuCode: z.string(),
  name: z.string(),
  saleText: z.string(),
  unitName: z.string(),
  /** '' : goods without one. */
  batchNo: z.string(),
  expiresOn: BizDate.nullable(),
  look: Look,
  onHand: Qty,
  inTransit: Qty,
});
export type BatchRow = z.input<typeof BatchRow>;

export const BatchLedgerQuery = PageQuery.extend({ warehouseId: FilterId, batchId: FilterId, bizId: FilterId });
export type BatchLedgerQuery = z.output<typeof BatchLedgerQuery>;
export const BatchMovement = z.object({
  id: Id,
  at: Instant,
  warehouseName: z.string(),
  skuCode: z.string(),
  name: z.string(),
  unitName: z.string(),
  batchNo: z.string(),
  expiresOn: BizDate.nullable(),
  bizType: z.string(),
  typeName: z.string(),
  bizId: Id,
  bizNo: z.string(),
  change: Qty,
  transitChange: Qty,
  after: Qty,
  actor: z.string(),
});
export type BatchMovement = z.input<typeof BatchMovement>;
