import { z } from 'zod';
import { Id, Text } from '~/shared/fields.schema';

export const UnitRow = z.object({ id: Id, name: z.string(), decimals: z.number(), useCount: z.number() });
export type UnitRow = z.input<typeof UnitRow>;

export const UnitInput = z.object({
  id: Id.optional(),
  name: Text(10, '单位名称'),
  decimals: z.coerce.number().int().min(0, '小数位数为0到4').max(4, '小数位数为0到4'),
});
export type UnitInput = z.output<typeof UnitInput>;
