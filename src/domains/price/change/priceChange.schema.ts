import { z } from 'zod';
import { BizDate, FilterChoice, FilterId, Id, Instant, OptionalText, Price, Qty, RowVersion } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { changeKinds, changeStates } from './priceChange';

/** What a write of customers' prices answers besides: the change that waits for approval; null when it holds already. */
export const Pending = z.object({ id: Id, no: z.string() }).nullable();
export type Pending = z.output<typeof Pending>;

export const ChangeQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    kind: FilterChoice(changeKinds),
    status: FilterChoice(changeStates),
    customerId: FilterId,
  }),
  { no: [] },
);
export type ChangeQuery = z.output<typeof ChangeQuery>;

export const ChangeRow = z.object({
  id: Id,
  no: z.string(),
  kind: z.enum(keysOf(changeKinds)),
  status: z.enum(keysOf(changeStates)),
  lineCount: z.number(),
  customerCount: z.number(),
  lowCount: z.number(),
  /** Percent, "12.5". */
  deepestFall: z.string(),
  creator: z.string(),
  createdAt: Instant,
  decider: z.string(),
  decidedAt: Instant.nullable(),
  version: z.number(),
});
export const ChangeDetail = ChangeRow.extend({
  opinion: z.string(),
  /** Lines the person sees; the others are of customers outside the person's data scope. */
  seenCount: z.number(),
  mine: z.boolean(),
  mayDecide: z.boolean(),
});
export type ChangeRow = z.input<typeof ChangeRow>;
export type ChangeDetail = z.input<typeof ChangeDetail>;

export const ChangeLineQuery = PageQuery.extend({ changeId: Id });
export type ChangeLineQuery = z.output<typeof ChangeLineQuery>;
export const ChangeLine = z.object({
  id: Id,
  customerName: z.string(),
  skuCode: z.string(),
  productName: z.string(),
  unitName: z.string(),
  minQty: Qty,
  validFrom: BizDate,
  validTo: BizDate.nullable(),
  action: z.string(),
  oldPrice: Price.nullable(),
  newPrice: Price.nullable(),
  floorPrice: Price.nullable(),
});
export type ChangeLine = z.input<typeof ChangeLine>;

export const ChangeRef = z.object({ id: Id, version: RowVersion });
export const ChangeDecision = ChangeRef.extend({ pass: z.boolean(), opinion: OptionalText(200, '意见') });
