import { z } from 'zod';
import { everyField } from '~/portal/authority';
import { FilterChoice, FilterTime, Instant } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { outboundMessageStates, sentChannels } from './outbox';

export const SentQuery = tells(
  PageQuery.extend({
    channel: FilterChoice(sentChannels),
    state: FilterChoice(outboundMessageStates),
    keyword: z.string().trim().max(60).default(''),
    startTime: FilterTime,
    endTime: FilterTime,
  }),
  { keyword: everyField },
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
