import { z } from 'zod';
import { BizDate, Instant, Qty, Yuan } from '~/shared/fields.schema';
import { OrderSource, OrderStatus, PayMethod, PayState } from '../order.schema';

/** An order in the lists of both sides. */
export const OrderRow = z.object({
  id: z.string(),
  no: z.string(),
  createdAt: Instant,
  customerId: z.string(),
  customerName: z.string(),
  source: OrderSource,
  status: OrderStatus,
  payMethod: PayMethod,
  /** What the order costs as it is delivered; what was closed stands beside it. */
  payable: Yuan,
  closedAmount: Yuan,
  expenseUsed: Yuan,
  held: Yuan,
  paid: Yuan,
  payState: PayState,
  invoiceState: z.enum(['NONE', 'PART', 'ALL']),
  returnState: z.enum(['NONE', 'PART', 'ALL']),
  lineCount: z.number(),
  /** Lines with nothing left to ship. */
  doneLines: z.number(),
  quantities: z.array(z.object({ unitName: z.string(), qty: Qty, shipped: Qty, signed: Qty, closed: Qty })),
  totalQty: Qty,
  shippedQty: Qty,
  signedQty: Qty,
  closedQty: Qty,
  expectDate: BizDate.nullable(),
  salesName: z.string(),
  projectName: z.string(),
  /** Province and city of the destination. */
  place: z.string(),
  short: z.boolean(),
  changing: z.boolean(),
  /** A delivery can be made: something is left that no waiting delivery holds. */
  sendable: z.boolean(),
  rowVersion: z.number(),
  /** First goods of the order, for cards. */
  preview: z.array(z.object({ name: z.string(), image: z.string().nullable() })),
});
export type OrderRow = z.input<typeof OrderRow>;
