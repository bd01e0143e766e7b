import type { EventKind } from '~/portal/event';
import { minuteOfDay, minutesOf } from '~/shared/clock';
import type { Subscription } from './subscription.schema';

export const channelNames = { INAPP: '站内', SMS: '短信', MAIL: '邮件', DINGTALK: '钉钉', WECHAT: '微信' } as const;
export type ChannelName = keyof typeof channelNames;
export const channelKeys = Object.keys(channelNames) as ChannelName[];

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
