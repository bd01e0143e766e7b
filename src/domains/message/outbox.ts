import { z } from 'zod';
import { everyField } from '~/portal/authority';
import { Instant, RangeEnd } from '~/shared/fields';
import { PageQuery, tells } from '~/shared/page';
import { channelNames } from './subscription';

/** Where the portal says something: what people subscribe to, and groups. */
export const sentChannels = { ...channelNames, ROBOT: '钉钉群' } as const;
const sentChannelKeys = Object.keys(sentChannels) as (keyof typeof sentChannels)[];

export const outboundMessageStates: Record<string, string> = {
  WAITING: '待发送',
  SENT: '已发送',
  KEPT: '已留存',
  FAILED: '发送失败',
  EXPIRED: '已过期',
  COLLECTED: '待汇总',
  MERGED: '已汇总',
};
export const outboundMessageTones = {
  WAITING: 'info',
  SENT: 'ok',
  KEPT: 'warn',
  FAILED: 'danger',
  EXPIRED: 'neutral',
  COLLECTED: 'info',
  MERGED: 'neutral',
} as const;

const Range = z
  .union([z.literal(''), RangeEnd])
  .catch('')
  .default('');
export const SentQuery = tells(
  PageQuery.extend({
    channel: z
      .enum(['', ...sentChannelKeys])
      .catch('')
      .default(''),
    state: z.string().max(20).catch('').default(''),
    keyword: z.string().trim().max(60).default(''),
    startTime: Range,
    endTime: Range,
  }),
  { state: [], keyword: everyField },
);
export type SentQuery = z.output<typeof SentQuery>;

export const SentMessage = z.object({
  id: z.string(),
  channel: z.string(),
  receiver: z.string(),
  /** Masked by the server. */
  address: z.string(),
  title: z.string(),
  body: z.string(),
  state: z.string(),
  attempts: z.number(),
  lastError: z.string(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
});
export type SentMessage = z.input<typeof SentMessage>;

export const PlatformMessage = z.object({ id: z.string(), channel: z.string(), address: z.string(), body: z.string(), createdAt: Instant });
