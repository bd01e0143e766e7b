import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import { alikeHref, alikeText, messageTypes } from '../message';

/** What kind of message it is; unread ones stand out. */
export const MessageTag = ({ type, unread }: { type: string; unread: boolean }) => <Tag tone={unread ? 'warn' : 'neutral'}>{messageTypes[type] ?? '系统'}</Tag>;

/** The way to what the message tells of, or to all messages that tell the same. */
export function MessageTitle({ message }: { message: { title: string; link: string; kind: string; alike: number } }) {
  if (message.alike > 1) return <Link href={alikeHref(message.kind)}>{`${message.title}（${alikeText(message.alike)}）`}</Link>;
  return message.link ? <Link href={message.link}>{message.title}</Link> : <span>{message.title}</span>;
}
