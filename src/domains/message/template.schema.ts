import { z } from 'zod';
import { BODY_MAX, TITLE_MAX } from './template';

export const WordingForm = z.object({
  title: z.string().trim().min(1, '标题不能为空').max(TITLE_MAX, `标题不能超过${TITLE_MAX}个字`),
  body: z.string().trim().min(1, '内容不能为空').max(BODY_MAX, `内容不能超过${BODY_MAX}个字`),
});

export const Template = z.object({
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  /** 0: the product's own wording. */
  version: z.number(),
});
export type Template = z.input<typeof Template>;
