import { z } from 'zod';
import { Address } from '~/domains/customer/customer.schema';
import { CustomerFunds, OfferedCredit } from '~/domains/finance/fund.schema';
import { ApprovalState } from '~/domains/workflow/approval.schema';
import { BizDate, Instant, Price, Qty, Yuan } from '~/shared/fields.schema';
import { NotedEntry } from '~/shared/logEntries.schema';
import { LineSource, OrderSource, OrderStatus, PayMethod, PayState } from '../order.schema';
import { Collected, Delivered, Owed } from './followUp.schema';

/** What a customer last paid for one SKU. */
export const RecentDeals = z.object({
  deals: z.array(z.object({ id: z.string(), orderId: z.string(), orderNo: z.string(), at: Instant, qty: Qty, unitName: z.string(), price: Price })),
});
export type RecentDeal = z.input<typeof RecentDeals>['deals'][number];

export const TraceStep = z.object({
  layer: z.string(),
  id: z.string().nullable(),
  price: Price,
  hit: z.boolean(),
  reason: z.string(),
  name: z.string().optional(),
});
const DealerLine = z.object({
  id: z.string(),
  lineNo: z.number(),
  skuId: z.string(),
  skuCode: z.string(),
  productCode: z.string(),
  name: z.string(),
  spec: z.string(),
  saleText: z.string(),
  image: z.string().nullable(),
  unitId: z.string(),
  unitName: z.string(),
  unitDecimals: z.number(),
  qty: Qty,
  listPrice: Price.nullable(),
  price: Price,
  priceSource: LineSource,
  amount: Yuan,
  taxRatePpm: z.number(),
  gift: z.boolean(),
  shipped: Qty,
  signed: Qty,
  refused: Qty,
  returned: Qty,
  closed: Qty,
  remark: z.string(),
  trace: z.array(TraceStep),
});
export const OrderLine = DealerLine.extend({
  baseQty: Qty,
  baseUnitName: z.string(),
  manualPrice: z.boolean(),
  manualReason: z.string(),
  minPrice: Price.nullable(),
  belowFloor: z.boolean(),
  /** In base units, like `available`. */
  reserved: Qty,
  available: Qty,
  short: z.boolean(),
  warehouseId: z.string(),
});
export type OrderLine = z.input<typeof OrderLine>;

export const OrderEvent = NotedEntry.extend({ id: z.string(), side: z.string(), from: z.string(), to: z.string() });
export const Difference = z.object({ path: z.string(), label: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export const OrderVersion = z.object({
  id: z.string(),
  version: z.number(),
  kind: z.string(),
  state: z.string(),
  reason: z.string(),
  actor: z.string(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
  diff: z.array(Difference),
  hash: z.string(),
});
export type OrderVersion = z.input<typeof OrderVersion>;
/** What dealers see: no cost, floor, internal remark, stock or losing price candidates. */
export const DealerOrderDetail = z.object({
  id: z.string(),
  no: z.string(),
  rowVersion: z.number(),
  version: z.number(),
  status: OrderStatus,
  source: OrderSource,
  type: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  projectId: z.string().nullable(),
  projectName: z.string(),
  /** The number the order has where it was imported from. */
  externalNo: z.string(),
  payMethod: PayMethod,
  receiver: z.string(),
  receiverPhone: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  address: z.string(),
  expectDate: BizDate.nullable(),
  goodsAmount: Yuan,
  discount: Yuan,
  /** Chosen at entry, and what its lines carry since it was submitted. */
  expenseAsked: Yuan,
  expenseUsed: Yuan,
  freight: Yuan,
  payable: Yuan,
  closedAmount: Yuan,
  tax: Yuan,
  held: Yuan,
  paid: Yuan,
  payState: PayState,
  totalQty: Qty,
  shippedQty: Qty,
  signedQty: Qty,
  closedQty: Qty,
  remark: z.string(),
  creator: z.string(),
  createdAt: Instant,
  submittedAt: Instant.nullable(),
  approvedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  closeReason: z.string(),
  pending: z.object({ id: z.string(), reason: z.string(), actor: z.string(), createdAt: Instant, diff: z.array(Difference) }).nullable(),
  lines: z.array(DealerLine),
  deliveries: z.array(Delivered),
  receivables: z.array(Owed),
  receipts: z.array(Collected),
  events: z.array(OrderEvent),
});
export const OrderDetail = DealerOrderDetail.extend({
  internalRemark: z.string(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  salesMemberId: z.string().nullable(),
  salesName: z.string(),
  short: z.boolean(),
  sendable: z.boolean(),
  audit: ApprovalState,
  lines: z.array(OrderLine),
  /** Fields that changed since the version audited before. */
  diff: z.array(Difference),
  buyer: CustomerFunds.extend({
    overdueDays: z.number(),
    paymentDays: z.number(),
    recentOrders: z.number(),
    recentAmount: Yuan,
    credit: OfferedCredit,
  }),
});
export type OrderDetail = z.input<typeof OrderDetail>;
export type DealerOrderDetail = z.input<typeof DealerOrderDetail>;

/** What the entry form knows of one line as typed; `problem` says why it cannot be ordered so, `suggested` what could. */
const DealerQuote = z.object({
  skuId: z.string(),
  unitId: z.string(),
  price: Price.nullable(),
  listPrice: Price.nullable(),
  taxRatePpm: z.number(),
  source: z.string().nullable(),
  amount: Yuan,
  problem: z.string(),
  /** In the line's unit. */
  suggested: Qty.nullable(),
  /** How much is to be had at this price; null: any. */
  left: Qty.nullable(),
  /** Beyond what is left of a price: what the first of two lines may have. */
  split: Qty.nullable(),
  trace: z.array(TraceStep),
  available: Qty.nullable(),
  stockHint: z.string().nullable(),
});
export const DealerQuotes = z.object({ lines: z.array(DealerQuote) });
/** `manualPrice`: what the price policy says of prices by hand. */
export const Quotes = z.object({
  lines: z.array(DealerQuote.extend({ minPrice: Price.nullable(), belowFloor: z.boolean(), manualPrice: z.enum(['OFF', 'NEED_REASON', 'NEED_AUDIT']) })),
});
export type Quote = Omit<z.input<typeof DealerQuote>, 'taxRatePpm'> & {
  taxRatePpm?: number;
  minPrice?: string | null;
  belowFloor?: boolean;
  manualPrice?: string;
};

/** The buyer's side of the entry form. */
export const Buyer = CustomerFunds.extend({
  customerId: z.string(),
  name: z.string(),
  active: z.boolean(),
  salesMemberId: z.string(),
  salesName: z.string(),
  credit: OfferedCredit,
  addresses: z.array(Address),
});
export type Buyer = z.input<typeof Buyer>;
export const Warehouses = z.object({ warehouses: z.array(z.object({ id: z.string(), name: z.string(), isDefault: z.boolean() })) });
export const FrequentItems = z.object({
  goods: z.array(
    z.object({
      skuId: z.string(),
      skuCode: z.string(),
      name: z.string(),
      spec: z.string(),
      image: z.string().nullable(),
      times: z.number(),
      lastAt: Instant.nullable(),
      lastQty: Qty.nullable(),
      unitId: z.string().nullable(),
      unitName: z.string(),
      favourite: z.boolean(),
    }),
  ),
});
/** What an order that waits for its money lacks, in figures finance decides by. */
export const Due = z.object({ no: z.string(), customerName: z.string(), rowVersion: z.number(), payable: Yuan, held: Yuan, due: Yuan, available: Yuan });
export const Done = z.object({ id: z.string(), no: z.string(), status: OrderStatus, rowVersion: z.number() });
export type Done = z.output<typeof Done>;

/** Lines with a price set by hand, beside what the customer pays today; `minQty` is the tier that would change, until `validTo`. */
export const PriceBack = z.object({
  rowVersion: z.number(),
  customerName: z.string(),
  lines: z.array(
    z.object({
      id: z.string(),
      lineNo: z.number(),
      skuCode: z.string(),
      name: z.string(),
      spec: z.string(),
      unitName: z.string(),
      qty: Qty,
      price: Price,
      minQty: Qty,
      validTo: z.string().nullable(),
      current: z.object({ price: Price, validFrom: z.string(), validTo: z.string().nullable() }).nullable(),
      same: z.boolean(),
      belowFloor: z.boolean(),
      problem: z.string(),
    }),
  ),
});

/** What was read of a file: every row with a quantity, what is wrong with some of them, and the rows that order nothing. */
export const EntrySheet = z.object({
  entries: z.array(z.object({ row: z.number(), code: z.string(), qty: z.string(), unit: z.string(), remark: z.string() })),
  problems: z.array(z.object({ row: z.number(), column: z.string(), value: z.string(), message: z.string() })),
  /** Rows without a quantity: a price list comes with all goods, and a person fills in some. */
  empty: z.array(z.number()),
});
