import { z } from 'zod';
import { Id, Instant, RowVersion, Yuan } from '~/shared/fields.schema';

/** `confirm` repeats it after a warning. */
export const MergeInput = z.object({ fromId: Id, fromVersion: RowVersion, intoId: Id, intoVersion: RowVersion, confirm: z.boolean().default(false) });
export const MergePair = z.object({ fromId: Id, intoId: Id });

const Side = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  status: z.string(),
  version: z.number(),
  uscc: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  salesName: z.string(),
  createdAt: Instant,
  balance: Yuan,
  held: Yuan,
  openReceivable: Yuan,
  counts: z.array(z.object({ name: z.string(), count: z.number() })),
});
export type MergeSide = z.input<typeof Side>;

export const MergePreview = z.object({
  from: Side,
  into: Side,
  /** Fields the remaining customer lacks and takes over. */
  fills: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Active prices of the same goods and days: those of the remaining customer stand. */
  priceClashes: z.number(),
  /** Why this pair cannot be merged; '' when it can. */
  problem: z.string(),
  warning: z.string(),
});
export type MergePreview = z.input<typeof MergePreview>;

/** A merge as the remaining customer's page shows it. */
export const MergeRecord = z.object({
  id: z.string(),
  fromName: z.string(),
  fromCode: z.string(),
  intoId: z.string(),
  intoName: z.string(),
  actor: z.string(),
  at: Instant,
  undoUntil: Instant,
  undone: z.boolean(),
  undoneBy: z.string(),
  /** Whether the time for taking it back is not over. */
  undoable: z.boolean(),
  moved: z.array(z.object({ name: z.string(), count: z.number(), kept: z.number() })),
});
export type MergeRecord = z.input<typeof MergeRecord>;
