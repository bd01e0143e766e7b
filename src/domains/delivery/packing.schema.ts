import { z } from 'zod';
import { Id, Instant, OptionalText, PositiveQty, Qty, Text } from '~/shared/fields.schema';
import { compactCode } from '~/shared/identifiers';
import { keysOf } from '~/shared/keysOf';
import { packageStates, transitStates } from './packing';

export const PackageInput = z.object({
  carrier: OptionalText(40, '物流公司'),
  waybillNo: z
    .string()
    .overwrite(compactCode)
    .regex(/^[A-Za-z0-9-]{0,40}$/, '物流单号只能由字母、数字和短横线组成，最多40位')
    .default(''),
  pieces: z.coerce.number('件数应为整数').int('件数应为整数').min(1, '件数至少为1').max(9999, '件数不能超过9999').default(1),
  weightKg: Qty.refine((qty) => !qty.startsWith('-'), '重量不能为负数').nullish(),
  /** What it holds, by order line: a delivery has each at most once. Absent leaves it as it is; empty says it is not known. */
  lines: z
    .array(z.object({ orderLineId: Id, qty: PositiveQty }))
    .max(500, '一个包裹最多500行商品')
    .optional(),
});
export type PackageInput = z.output<typeof PackageInput>;

export const TraceInput = z.object({
  packageId: Id,
  at: Instant,
  node: OptionalText(40, '节点'),
  text: Text(200, '轨迹内容'),
  status: z.enum(keysOf(transitStates)).optional(),
});

export const PackageView = z.object({
  id: Id,
  seq: z.number(),
  carrier: z.string(),
  waybillNo: z.string(),
  pieces: z.number(),
  weightKg: Qty.nullable(),
  status: z.enum(keysOf(packageStates)),
  /** The delivery's only package, nobody said what is inside: it holds everything. */
  implied: z.boolean(),
  /** Empty when nobody said what is inside. */
  lines: z.array(z.object({ lineId: Id, qty: Qty, signed: Qty, refused: Qty, damage: Qty })),
  traces: z.array(z.object({ id: Id, at: Instant, node: z.string(), text: z.string(), actor: z.string() })),
});
