import { z } from 'zod';
import { ChoiceOf, Id, OptionalId, OptionalText, RowVersion, Text } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { warehouseKinds, warehouseStates } from './warehouse';

const Kind = ChoiceOf(warehouseKinds, '仓库类型');
const State = z.enum(keysOf(warehouseStates));

export const WarehouseForm = z.object({
  id: OptionalId,
  version: RowVersion.default(1),
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,20}$/, '仓库编码只能是1到20位字母、数字或 - _'),
  name: Text(40, '仓库名称'),
  kind: Kind,
  province: OptionalText(30, '省'),
  city: OptionalText(30, '市'),
  district: OptionalText(30, '区'),
  address: OptionalText(120, '详细地址'),
  manager: OptionalText(30, '负责人'),
  isDefault: z.boolean().default(false),
});
export type WarehouseForm = z.output<typeof WarehouseForm>;

export const Warehouse = z.object({
  id: Id,
  version: z.number(),
  code: z.string(),
  name: z.string(),
  kind: Kind,
  province: z.string(),
  city: z.string(),
  district: z.string(),
  address: z.string(),
  manager: z.string(),
  isDefault: z.boolean(),
  status: State,
  /** SKUs with goods in it. */
  skuCount: z.number(),
});
export type Warehouse = z.input<typeof Warehouse>;

export const WarehouseOption = z.object({ id: Id, code: z.string(), name: z.string(), kind: Kind, isDefault: z.boolean(), status: State });
export type WarehouseOption = z.input<typeof WarehouseOption>;
export const WarehouseSwitch = z.object({ id: Id, version: RowVersion, status: State });
