import { z } from 'zod';
import { Id, RowVersion, Text } from '~/shared/fields.schema';

export const State = z.enum(['ACTIVE', 'DISABLED']);

/** Codes people type: letters, digits, - _ . */
export const Code = (max = 20, title = '编码') => Text(max, title).regex(/^[A-Za-z0-9\-_.]+$/, `${title}只能包含字母、数字和 - _ .`);

export const Category = z.object({
  id: Id,
  parentId: Id.nullable(),
  code: z.string(),
  name: z.string(),
  level: z.number(),
  sort: z.number(),
  status: State,
  version: z.number(),
  /** Products of the whole branch. */
  productCount: z.number(),
});
export type Category = z.input<typeof Category>;

export const CategoryOption = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  fullName: z.string(),
  level: z.number(),
  status: State,
  /** Itself and its ancestors. */ branch: z.array(Id),
});
export type CategoryOption = z.input<typeof CategoryOption>;

export const CategoryInput = z.object({
  id: Id.optional(),
  version: RowVersion.optional(),
  parentId: Id.nullable().default(null),
  code: Code(20, '分类编码'),
  name: Text(30, '分类名称'),
});
export type CategoryInput = z.output<typeof CategoryInput>;
