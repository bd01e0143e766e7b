import { z } from 'zod';
import { ChoiceOf, Text } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { categoryOf, dictColors } from './dictionary';

export const CategoryCode = z.string().refine((code) => categoryOf(code) !== undefined, '没有这个字典类型');

export const DictItem = z.object({
  /** '' for a platform item the tenant has neither moved nor switched. */
  id: z.string(),
  code: z.string(),
  name: z.string(),
  sort: z.number(),
  color: z.enum(keysOf(dictColors)),
  enabled: z.boolean(),
  source: z.enum(['PLATFORM', 'TENANT']),
  /** 0: never saved by the tenant. */
  version: z.number(),
});
export type DictItem = z.output<typeof DictItem>;
export const Use = z.object({
  /** With its measure word, as it stands behind a number: 个客户. */
  what: z.string(),
  n: z.number(),
});
export type Use = z.output<typeof Use>;
export const UsedItem = DictItem.extend({
  /** How many documents name it, and where they are. */
  uses: z.number(),
  usedIn: z.array(Use),
});
export type UsedItem = z.output<typeof UsedItem>;

export const ItemForm = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,20}$/, '编码只能是1到20位字母、数字或 - _'),
  name: Text(20, '名称'),
  color: ChoiceOf(dictColors, '颜色').default('neutral'),
});
export type ItemForm = z.output<typeof ItemForm>;
