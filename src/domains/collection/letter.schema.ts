import { z } from 'zod';
import { ChoiceOf, Id, Instant, OptionalId, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { letterKinds } from './case';
import { Wording } from './strategy.schema';

const Kind = ChoiceOf(letterKinds, '函件');
const Body = Wording.refine((body) => body !== '', '请填写内容');
/** A built-in wording by its kind, or one of the factory's own. */
const TemplateId = z.union([Id, Kind, z.literal('')], '请选择模板').default('');

export const LetterInput = z.object({ id: Id, templateId: TemplateId, kind: Kind, title: Text(60, '标题'), body: Body, show: z.boolean().default(false) });
export const LettersInput = z.object({
  ids: z.array(Id).min(1, '请先选择案件').max(50, '一次最多给50个案件发函'),
  templateId: z.union([Id, Kind], '请选择模板'),
  show: z.boolean().default(false),
});
export const LettersDone = z.object({ made: z.number(), skipped: z.array(z.object({ no: z.string(), reason: z.string() })) });
export const LetterPreview = z.object({ title: z.string(), body: z.string() });
export const MyLetters = z.object({
  letters: z.array(z.object({ id: Id, no: z.string(), kind: Kind, title: z.string(), outstanding: Yuan, createdAt: Instant })),
});

export const TemplateRow = z.object({
  id: z.string(),
  kind: Kind,
  name: z.string(),
  body: z.string(),
  version: z.number(),
  builtIn: z.boolean(),
  enabled: z.boolean(),
  updatedBy: z.string(),
  updatedAt: Instant.nullable(),
  versions: z.array(z.object({ ver: z.number(), body: z.string(), actor: z.string(), createdAt: Instant })),
});
export const TemplateForm = z.object({
  id: OptionalId,
  version: RowVersion.or(z.literal(0)).default(0),
  kind: Kind,
  name: Text(30, '名称'),
  body: Body,
});
export const TemplateSwitch = z.object({ id: Id, enabled: z.boolean() });
