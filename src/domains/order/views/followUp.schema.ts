import { z } from 'zod';
import { ReceiptWay } from '~/domains/finance/receiptWay.schema';
import { BizDate, Instant, Qty, Yuan } from '~/shared/fields.schema';

/** A delivery of the order, with where each of its packages was last. */
export const Delivered = z.object({
  id: z.string(),
  no: z.string(),
  status: z.string(),
  quantities: z.array(z.object({ unitName: z.string(), qty: Qty })),
  amount: Yuan,
  shippedAt: Instant.nullable(),
  signedAt: Instant.nullable(),
  packages: z.array(z.object({ carrier: z.string(), waybillNo: z.string(), tracedAt: Instant.nullable(), trace: z.string() })),
});

export const Owed = z.object({
  id: z.string(),
  no: z.string(),
  deliveryNo: z.string(),
  amount: Yuan,
  settled: Yuan,
  open: Yuan,
  dueDate: BizDate,
  status: z.string(),
});

/** What was paid towards one receivable: by a receipt, or out of what the balance held. */
export const Collected = z.object({
  id: z.string(),
  receivableNo: z.string(),
  receiptId: z.string().nullable(),
  no: z.string(),
  payWay: ReceiptWay.nullable(),
  amount: Yuan,
  discount: Yuan,
  at: Instant,
  reversed: z.boolean(),
});
