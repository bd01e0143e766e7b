import { useStore } from '@nanostores/react';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { Badge, badgeText } from '~/ui/kit/Tag';
import { $unread } from './session';
import { followMessages } from './told';

/** The badge equals the unread count of the message list, in every open page. */
export default function MessageBell() {
  const unread = useStore($unread, { ssr: 'initial' });
  useEffect(followMessages, []);
  return (
    <a
      href="/portal/message/list"
      className="relative inline-flex h-9 w-9 items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
      aria-label={unread ? `消息，${badgeText(unread)}条未读` : '消息'}
    >
      <Bell size={18} aria-hidden="true" />
      {unread > 0 && (
        <span className="absolute -right-0.5 -top-0.5">
          <Badge count={unread} max={99} />
        </span>
      )}
    </a>
  );
}
