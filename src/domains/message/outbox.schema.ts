import { z } from 'zod';
import { everyField } from '~/portal/authority';
import { Instant, RangeEnd } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { sentChannels } from './outbox';

const sentChannelKeys = Object.keys(sentChannels) as (keyof typeof sentChannels)[];

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
