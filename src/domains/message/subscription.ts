import { z } from 'zod';
import { clockPattern, minuteOfDay, minutesOf } from '~/shared/clock';
import type { EventKind } from './events';

export const channelNames = { INAPP: '站内', SMS: '短信', MAIL: '邮件', DINGTALK: '钉钉', WECHAT: '微信' } as const;
export type ChannelName = keyof typeof channelNames;
export const channelKeys = Object.keys(channelNames) as ChannelName[];

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

export const channelsFor = (choices: Subscription['choices'], event: Pick<EventKind, 'kind'>): readonly ChannelName[] => choices[event.kind] ?? ['INAPP'];

const DAY_MIN = 24 * 60;

/** The next instant a Shanghai clock shows this time, at or after `from`. */
export function nextAt(clock: string, from: Date): Date {
  const wait = (minutesOf(clock) - minuteOfDay(from) + DAY_MIN) % DAY_MIN;
  return wait === 0 ? from : new Date(Math.floor(from.getTime() / 60_000) * 60_000 + wait * 60_000);
}

/** When an outbound message may go out: now, or when the quiet hours it falls into end. Quiet hours may pass midnight; their end is loud. */
export function dueAfterQuiet(habit: Pick<Subscription, 'quietFrom' | 'quietTo' | 'urgentThrough'>, important: boolean, now: Date): Date {
  if (!habit.quietFrom || !habit.quietTo || (important && habit.urgentThrough)) return now;
  const from = minutesOf(habit.quietFrom);
  const to = minutesOf(habit.quietTo);
  const at = minuteOfDay(now);
  const quiet = from < to ? at >= from && at < to : at >= from || at < to;
  return quiet ? nextAt(habit.quietTo, now) : now;
}

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
