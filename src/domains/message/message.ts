import { z } from 'zod';
import { Instant, RangeEnd } from '~/shared/fields';
import { PageQuery } from '~/shared/page';

export const messageStates: Record<string, string> = { UNREAD: '未读', READ: '已读' };
/** First part of a notice's kind (`order.submitted`) to what people call it. */
export const messageTypes: Record<string, string> = {
  order: '订单',
  delivery: '发货',
  stock: '库存',
  fund: '资金',
  receivable: '应收',
  customer: '客户',
  import: '导入',
  export: '导出',
  account: '账号',
  system: '系统',
};
export const typeOfKind = (kind: string): string => {
  const type = kind.split('.')[0] ?? '';
  return Object.hasOwn(messageTypes, type) ? type : 'system';
};

const Range = z
  .union([z.literal(''), RangeEnd])
  .catch('')
  .default('');

export const MessageQuery = PageQuery.extend({
  messageStatus: z.enum(['', 'UNREAD', 'READ']).catch('').default(''),
  startTime: Range,
  endTime: Range,
  messageTitle: z.string().trim().max(60).default(''),
  messageType: z.string().max(20).default(''),
});
export type MessageQuery = z.output<typeof MessageQuery>;

export const Message = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  /** Where the message leads, '' for nowhere. */
  link: z.string(),
  messageType: z.string(),
  messageStatus: z.string(),
  createdAt: Instant,
});
export type Message = z.input<typeof Message>;
