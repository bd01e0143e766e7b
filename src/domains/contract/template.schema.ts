import { z } from 'zod';
import { ChoiceOf, FilterChoice, Id, Instant, OptionalId, OptionalText, RowVersion, Text } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { contractKinds, templateStates } from './contract';
import { blockKinds, conditionOps } from './fill';
import { valueKinds } from './variables';

export const Kind = ChoiceOf(contractKinds, '合同类型');
const Condition = z.object({
  label: OptionalText(40, '条件字段'),
  op: z.enum(keysOf(conditionOps)).default('HAS'),
  value: OptionalText(60, '条件的值'),
});
export const BlockInput = z.object({
  kind: z.enum(keysOf(blockKinds)),
  text: Text(4000, '段落内容'),
  when: Condition.default({ label: '', op: 'HAS', value: '' }),
});
export const OwnFieldInput = z.object({
  label: Text(30, '字段名称').refine((label) => !/[{}|]/.test(label), '字段名称不能含有花括号和竖线'),
  kind: ChoiceOf(valueKinds, '字段类型').default('text'),
  required: z.boolean().default(true),
});
const Body = {
  name: Text(60, '模板名称'),
  kind: Kind,
  title: Text(100, '合同标题'),
  remark: OptionalText(200, '备注'),
  blocks: z.array(BlockInput).min(1, '请至少添加一段内容').max(200, '一份模板最多200段'),
  fields: z.array(OwnFieldInput).max(30, '自定义字段最多30个').default([]),
};
export const TemplateInput = z.object({ id: OptionalId, version: RowVersion.optional(), ...Body });
export type TemplateInput = z.output<typeof TemplateInput>;
export type TemplateForm = z.input<typeof TemplateInput>;

export const TemplateQuery = tells(
  PageQuery.extend({ name: z.string().trim().max(60).default(''), kind: FilterChoice(contractKinds), status: FilterChoice(templateStates) }),
  { name: [] },
);
export type TemplateQuery = z.output<typeof TemplateQuery>;

export const TemplateRow = z.object({
  id: Id,
  name: z.string(),
  kind: Kind,
  status: z.string(),
  currentNo: z.number(),
  uses: z.number(),
  remark: z.string(),
  updater: z.string(),
  updatedAt: Instant,
  version: z.number(),
});
export type TemplateRow = z.input<typeof TemplateRow>;
export const TemplateDetail = TemplateRow.extend({
  title: z.string(),
  blocks: z.array(BlockInput),
  fields: z.array(OwnFieldInput),
  versions: z.array(z.object({ no: z.number(), creator: z.string(), createdAt: Instant })),
  logs: z.array(NotedEntry),
});
export type TemplateDetail = z.input<typeof TemplateDetail>;

const Column = z.object({ title: z.string(), right: z.boolean().optional() });
export const FilledBlock = z.union([
  z.object({ kind: z.enum(['CLAUSE', 'PARA', 'NOTE']), no: z.string(), text: z.string() }),
  z.object({ kind: z.literal('TABLE'), title: z.string(), columns: z.array(Column), rows: z.array(z.array(z.string())) }),
]);
/** A template or draft with values in it: as people look at it before it is rendered. */
export const Preview = z.object({ title: z.string(), blocks: z.array(FilledBlock), problems: z.array(z.string()) });
export type Preview = z.input<typeof Preview>;
export const TemplatePreviewInput = z.object({ kind: Kind, title: Text(100, '合同标题'), blocks: Body.blocks, fields: Body.fields });
export const TemplateVersion = z.object({ id: Id, no: z.number().int().min(1).max(100_000) });
