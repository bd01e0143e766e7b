import { useStore } from '@nanostores/react';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { unreadCount } from '~/domains/message/calls';
import { Badge } from '~/ui/kit/Tag';
import { call } from './call';
import { $unread } from './session';

const EVERY_MS = 30_000;

/** Asks while the page is visible only; message pages set the store at once when something is read. */
export default function MessageBell() {
  const unread = useStore($unread, { ssr: 'initial' });
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible')
        call(unreadCount, {}).then(
          ({ count }) => $unread.set(count),
          () => undefined,
        );
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return (
    <a
      href="/portal/message/list"
      className="relative inline-flex h-9 w-9 items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
      aria-label={unread ? `消息，${unread}条未读` : '消息'}
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
