import { businesses as all } from '~/domains/events';
import type { Side } from '~/portal/event';
import { href } from '~/portal/href';

export const messageStates: Record<string, string> = { UNREAD: '未读', READ: '已读' };
/** The tabs of the message centre. */
export const messageTypes: Record<string, string> = { todo: '待办', alert: '预警', system: '系统' };
/** First part of a notice's kind (`order.submitted`) to what people call it. */
export const businesses: Record<string, string> = Object.fromEntries(all.map(({ key, name }) => [key, name]));
/** What only the other side is told of, nobody filters by. */
export const businessesOf = (side: Side): Record<string, string> =>
  Object.fromEntries(all.flatMap(({ key, name, sides }) => (sides.includes(side) ? [[key, name]] : [])));
export const businessOf = (kind: string): string => {
  const first = kind.split('.')[0] ?? '';
  return Object.hasOwn(businesses, first) ? first : 'system';
};

/** More alike are not counted. */
export const FOLD_CAP = 1000;
export const alikeText = (alike: number): string => `${alike >= FOLD_CAP ? `${FOLD_CAP - 1}+` : alike}条`;
/** Each of the unread messages of a kind. */
export const alikeHref = (kind: string): string => href('/portal/message/list', { kind, messageStatus: 'UNREAD' });
