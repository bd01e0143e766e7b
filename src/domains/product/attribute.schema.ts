import { z } from 'zod';
import { Id, OptionalId, OptionalText, RowVersion, Text } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { Code, State } from './category.schema';

const Kind = z.enum(['SALE', 'DESC']);
const InputKind = z.enum(['TEXT', 'NUMBER', 'SINGLE', 'MULTI', 'DATE']);

export const AttributeQuery = tells(
  PageQuery.extend({
    name: z.string().trim().max(60).default(''),
    kind: z.union([Kind, z.literal('')]).default(''),
    status: z.union([State, z.literal('')]).default(''),
    categoryId: OptionalId,
  }),
  { name: [] },
);
export type AttributeQuery = z.output<typeof AttributeQuery>;

const AttributeValue = z.object({ id: Id, code: z.string(), name: z.string() });
export const Attribute = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  kind: Kind,
  input: InputKind,
  unit: z.string(),
  required: z.boolean(),
  categoryIds: z.array(Id),
  categoryNames: z.array(z.string()),
  status: State,
  version: z.number(),
  values: z.array(AttributeValue),
  useCount: z.number(),
});
export type Attribute = z.input<typeof Attribute>;

export const AttributeInput = z.object({
  id: Id.optional(),
  version: RowVersion.optional(),
  code: Code(20, '属性编码'),
  name: Text(20, '属性名称'),
  kind: Kind,
  input: InputKind,
  unit: OptionalText(10, '单位'),
  required: z.boolean().default(false),
  categoryIds: z.array(Id).max(200).default([]),
  values: z
    .array(z.object({ id: OptionalId, code: Code(20, '属性值编码'), name: Text(30, '属性值名称') }))
    .max(200, '属性值最多200个')
    .default([]),
});
export type AttributeInput = z.output<typeof AttributeInput>;
