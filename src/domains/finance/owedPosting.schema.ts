import { z } from 'zod';
import { Id, Yuan } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';

/** One posting on what a customer owes (account 1122), as it stands in the ledger. */
export const OwedPosting = z.object({
  id: Id,
  bizDate: z.string(),
  kind: z.string(),
  kindName: z.string(),
  bizId: Id,
  bizNo: z.string(),
  memo: z.string(),
  debit: Yuan,
  credit: Yuan,
  orderId: Id.nullable(),
});
export type OwedPosting = z.input<typeof OwedPosting>;
/** Its totals are the sums of all rows: debit − credit is the figure that was opened. */
export const OwedPostings = pageOf(OwedPosting);
