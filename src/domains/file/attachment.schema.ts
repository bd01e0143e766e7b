import { z } from 'zod';
import { Instant } from '~/shared/fields.schema';
import { MOST_ATTACHMENTS } from './attachment';

export const FileKey = z.string().regex(/^[0-9a-f-]{36}\.[a-z]{3,4}$/, '文件编号不正确');

/** A stored file as forms hold it. Only `key` counts when it is sent; the rest is what the server said of it. */
export const AttachedFile = z.object({
  key: FileKey,
  name: z.string().max(120).default(''),
  mime: z.string().max(120).default(''),
  size: z.number().int().min(0).default(0),
});
export type AttachedFile = z.output<typeof AttachedFile>;
/** A field of a document's form and call: `attachments: AttachedFiles`. */
export const AttachedFiles = z.array(AttachedFile).max(MOST_ATTACHMENTS, `附件最多${MOST_ATTACHMENTS}个`).default([]);

export const Attachment = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number(),
  addedBy: z.string(),
  addedAt: Instant,
});
export type Attachment = z.input<typeof Attachment>;
