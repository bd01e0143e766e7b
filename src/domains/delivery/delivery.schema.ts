import { z } from 'zod';
import { OrderStatus } from '~/domains/order/order.schema';
import { StockStep } from '~/domains/warehouse/stock.schema';
import {
  BizDate,
  ChoiceOf,
  EnteredDate,
  FilterId,
  Id,
  IdOf,
  Instant,
  OptionalText,
  PositiveQty,
  Qty,
  RangeEnd,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { displayQty } from '~/shared/money';
import { PageQuery, tells } from '~/shared/page.schema';
import { deliveryStates, shipWays } from './delivery';
import { PackageInput, PackageView } from './packing.schema';

const stateOf = z.enum(keysOf(deliveryStates));
const wayOf = ChoiceOf(shipWays, '发货方式');

const Phone = z
  .string()
  .trim()
  .regex(/^$|^1\d{10}$|^0\d{2,3}-?\d{7,8}$/, '电话格式不正确，请填写11位手机号或区号加座机')
  .default('');
const Freight = Yuan.refine((fen) => fen >= 0n, '运费不能为负数');

export const DeliveryForm = z.object({
  id: Id.optional(),
  version: RowVersion.optional(),
  warehouseId: IdOf('发货仓'),
  shipWay: wayOf,
  carrier: OptionalText(40, '物流公司'),
  plateNo: OptionalText(20, '车牌号'),
  driver: OptionalText(20, '司机'),
  driverPhone: Phone,
  freight: Freight,
  planDate: EnteredDate.nullish(),
  remark: OptionalText(200, '备注'),
  lines: z
    .array(z.object({ orderLineId: Id, qty: PositiveQty }))
    .min(1, '请至少填写一行本次发货数量')
    .max(500, '一张发货单最多500行'),
  packages: z.array(PackageInput).max(100, '一张发货单最多100个包裹').default([]),
});
export type DeliveryForm = z.output<typeof DeliveryForm>;

export const DeliveryRef = z.object({ id: Id, version: RowVersion });
export const ReverseDelivery = DeliveryRef.extend({ reason: Text(200, '冲销原因') });
export const CancelDelivery = DeliveryRef.extend({ reason: OptionalText(200, '取消原因') });
export const PackagesInput = DeliveryRef.extend({ packages: z.array(PackageInput).max(100, '一张发货单最多100个包裹') });

const Part = Qty.refine((qty) => !qty.startsWith('-'), '数量不能为负数').default('0');
export const SignInput = DeliveryRef.extend({
  /** Signs what this package holds and nothing else. */
  packageId: Id.optional(),
  lines: z
    .array(
      z.object({
        lineId: Id,
        /** Accepted and refused now, on top of what was signed before; `damage` is the damaged part of the two. */
        signed: Part,
        refused: Part,
        damage: Part,
        note: OptionalText(200, '签收说明'),
        photos: z.array(z.string().max(200)).max(9, '每行最多9张照片').default([]),
      }),
    )
    .min(1, '请至少签收一行'),
});
export type SignInput = z.output<typeof SignInput>;

export const DeliveryQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).optional(),
    orderNo: z.string().trim().max(40).optional(),
    customerId: FilterId,
    warehouseId: FilterId,
    shipWay: wayOf.optional(),
    waybillNo: z.string().trim().max(40).optional(),
    status: stateOf.optional(),
    /** Left the warehouse and still counts. */
    out: z.literal('true').optional(),
    shippedStart: RangeEnd.optional(),
    shippedEnd: RangeEnd.optional(),
    creator: z.string().trim().max(40).optional(),
  }),
  { no: [], orderNo: [], waybillNo: [], creator: [] },
);
export const DeliveryRow = z.object({
  id: Id,
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  orderCount: z.number(),
  orderNos: z.array(z.string()),
  warehouseName: z.string(),
  quantities: z.array(z.object({ unitName: z.string(), qty: Qty })),
  amount: Yuan,
  shipWay: wayOf,
  waybillNos: z.array(z.string()),
  planDate: z.string().nullable(),
  shippedAt: Instant.nullable(),
  signedAt: Instant.nullable(),
  creator: z.string(),
  createdAt: Instant,
  status: stateOf,
  version: z.number(),
});

export const ToDeliverQuery = tells(
  PageQuery.extend({
    customerId: FilterId,
    orderNo: z.string().trim().max(40).optional(),
    product: z.string().trim().max(60).optional(),
    warehouseId: FilterId,
    expectStart: BizDate.optional(),
    expectEnd: BizDate.optional(),
    complete: z.enum(['true', 'false']).optional(),
  }),
  { orderNo: [], product: [] },
);
export const ToDeliverRow = z.object({
  id: Id,
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  warehouseId: Id,
  warehouseName: z.string(),
  receiver: z.string(),
  receiverPhone: z.string(),
  address: z.string(),
  /** Same key: may go on one delivery. */
  mergeKey: z.string(),
  pendingQty: Qty,
  deliverableQty: Qty,
  /** Units of what is left; quantities stand for something only in one. */
  units: z.array(z.string()),
  pendingLines: z.number(),
  readyLines: z.number(),
  complete: z.boolean(),
  changing: z.boolean(),
  expectDate: z.string().nullable(),
  approvedAt: Instant.nullable(),
  status: z.string(),
});

/** What of an order is left, or ready, to send: in its one unit, else in lines. */
export function leftText(
  row: Pick<z.input<typeof ToDeliverRow>, 'units' | 'pendingLines' | 'readyLines' | 'pendingQty' | 'deliverableQty'>,
  what: 'pending' | 'ready',
): string {
  const [unit, ...others] = row.units;
  if (unit === undefined || others.length) return `${what === 'pending' ? row.pendingLines : row.readyLines} 行`;
  return `${displayQty(what === 'pending' ? row.pendingQty : row.deliverableQty)} ${unit}`;
}

export const FormLine = z.object({
  orderLineId: Id,
  orderId: Id,
  orderNo: z.string(),
  lineNo: z.number(),
  skuCode: z.string(),
  name: z.string(),
  spec: z.string(),
  unitName: z.string(),
  unitDecimals: z.number(),
  ordered: Qty,
  shipped: Qty,
  closed: Qty,
  remaining: Qty,
  deliverable: Qty,
  changing: z.boolean(),
  qty: Qty,
});
export const FormData = z.object({
  customerId: Id,
  customerName: z.string(),
  warehouseId: Id,
  warehouseName: z.string(),
  warehouses: z.array(z.object({ id: Id, name: z.string() })),
  receiver: z.string(),
  receiverPhone: z.string(),
  address: z.string(),
  waybillRequired: z.boolean(),
  lines: z.array(FormLine),
});

export const LineView = z.object({
  id: Id,
  lineNo: z.number(),
  orderId: Id,
  orderNo: z.string(),
  orderLineId: Id,
  skuCode: z.string(),
  name: z.string(),
  spec: z.string(),
  image: z.string().nullable(),
  unitName: z.string(),
  unitDecimals: z.number(),
  ordered: Qty,
  qty: Qty,
  amount: Yuan,
  signed: Qty,
  refused: Qty,
  damage: Qty,
  signNote: z.string(),
  signPhotos: z.array(z.string()),
  signedAt: Instant.nullable(),
});
const Head = z.object({
  id: Id,
  no: z.string(),
  status: stateOf,
  version: z.number(),
  shipWay: wayOf,
  carrier: z.string(),
  plateNo: z.string(),
  driver: z.string(),
  driverPhone: z.string(),
  receiver: z.string(),
  receiverPhone: z.string(),
  address: z.string(),
  planDate: z.string().nullable(),
  shippedAt: Instant.nullable(),
  signedAt: Instant.nullable(),
  lines: z.array(LineView),
  packages: z.array(PackageView),
});
export const DeliveryDetail = Head.extend({
  customerId: Id,
  customerName: z.string(),
  warehouseId: Id,
  warehouseName: z.string(),
  freight: Yuan,
  amount: Yuan,
  remark: z.string(),
  reverseReason: z.string(),
  creator: z.string(),
  createdAt: Instant,
  stock: z.array(StockStep.extend({ dReserved: Qty })),
  receivables: z.array(z.object({ id: Id, no: z.string(), orderNo: z.string(), amount: Yuan, open: Yuan, dueDate: z.string(), status: z.string() })),
  events: z.array(NotedEntry.extend({ id: Id })),
});
export const Logistic = z.object({
  orderId: Id,
  orderNo: z.string(),
  status: OrderStatus,
  expectDate: z.string().nullable(),
  deliveries: z.array(Head.extend({ signable: z.boolean() })),
  /** What has not left yet. */
  waiting: z.array(z.object({ id: Id, skuCode: z.string(), name: z.string(), spec: z.string(), unitName: z.string(), ordered: Qty, shipped: Qty, left: Qty })),
});
