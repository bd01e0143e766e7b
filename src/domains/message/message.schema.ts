import { z } from 'zod';
import { everyField } from '~/portal/authority';
import { isTime } from '~/shared/dates';
import { Instant, RangeEnd } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';

const Range = (label: string) => {
  const form = `${label}格式应如2026-12-31或2026-12-31 18:00:00`;
  return z
    .string(form)
    .refine((text) => text === '' || (RangeEnd.safeParse(text).success && isTime(text)), form)
    .default('');
};

const filters = {
  /** `SUCCESS` is the word other programs know for messages that arrived and wait to be read. */
  messageStatus: z
    .enum(['', 'SUCCESS', 'UNREAD', 'READ'], '消息状态只能是 SUCCESS（未读）、UNREAD（未读）或 READ（已读）')
    .default('')
    .transform((status) => (status === 'SUCCESS' ? 'UNREAD' : status)),
  startTime: Range('开始时间'),
  endTime: Range('结束时间'),
  messageTitle: z.string().trim().max(60).default(''),
  messageType: z.enum(['', 'todo', 'alert', 'system'], '消息类型只能是待办、预警或系统，取值见接口文档').default(''),
  business: z.string().max(20).default(''),
  /** The event a message tells of, `order.submitted`. */
  kind: z.string().max(60).default(''),
};
const toldByFilter = { messageTitle: everyField, business: [], kind: [] };
export const MessageFilter = tells(z.object(filters), toldByFilter);
export type MessageFilter = z.output<typeof MessageFilter>;
export const MessageQuery = tells(
  PageQuery.extend({
    ...filters,
    /** Unread messages of one kind and title as one row, the newest, unless the list is narrowed to some of them. */
    fold: z.enum(['', 'true', 'false']).default(''),
  }),
  toldByFilter,
);
export type MessageQuery = z.output<typeof MessageQuery>;

export const Message = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  /** Where the message leads, '' for nowhere. */
  link: z.string(),
  messageType: z.string(),
  business: z.string(),
  messageStatus: z.string(),
  important: z.boolean(),
  kind: z.string(),
  /** How many unread ones this row stands for, itself among them; counted up to `FOLD_CAP`. */
  alike: z.number(),
  createdAt: Instant,
});
export type Message = z.input<typeof Message>;
