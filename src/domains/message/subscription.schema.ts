import { z } from 'zod';
import { clockPattern } from '~/shared/clock';
import { type ChannelName, channelKeys } from './subscription';

const Clock = z.string().regex(clockPattern, '时间应为HH:mm，如22:00');

/** What one person wants to be told where. */
export const Subscription = z
  .object({
    /** Event kind to channels; an event not named is told in the portal only. */
    choices: z.record(z.string().max(60), z.array(z.enum(channelKeys as [ChannelName, ...ChannelName[]])).max(5)).default({}),
    quietFrom: z.union([z.literal(''), Clock]).default(''),
    quietTo: z.union([z.literal(''), Clock]).default(''),
    urgentThrough: z.boolean().default(true),
    mailDigest: z.boolean().default(false),
    digestAt: Clock.default('09:00'),
  })
  .superRefine((given, context) => {
    if ((given.quietFrom === '') !== (given.quietTo === ''))
      context.addIssue({ code: 'custom', path: [given.quietFrom === '' ? 'quietFrom' : 'quietTo'], message: '免打扰的开始和结束时间需同时填写' });
    if (given.quietFrom !== '' && given.quietFrom === given.quietTo)
      context.addIssue({ code: 'custom', path: ['quietTo'], message: '免打扰的开始和结束时间不能相同' });
  });
export type Subscription = z.output<typeof Subscription>;

const channelKey = z.enum(channelKeys as [ChannelName, ...ChannelName[]]);
/** A person's choices with what they can choose from. */
export const MySubscription = z.object({
  subscription: Subscription,
  version: z.number(),
  events: z.array(z.object({ kind: z.string(), name: z.string(), type: z.string(), important: z.boolean() })),
  channels: z.array(
    z.object({
      key: channelKey,
      /** The operator set the channel up; what is chosen before is kept, not sent. */
      configured: z.boolean(),
      /** Masked; '' when the person cannot be reached on it yet. */
      address: z.string(),
    }),
  ),
});
export type MySubscription = z.input<typeof MySubscription>;
