import { Ellipsis } from 'lucide-react';
import { ActionButton, IconButton } from '../kit/Button';
import { Menu } from '../kit/Popover';
import { type Actions, presentActions } from '../kit/types';

/** A list's buttons; on a phone the first of them, the rest behind ⋯. */
export function ListButtonRow({ actions }: { actions: Actions | undefined }) {
  const present = presentActions(actions);
  const [first, ...rest] = [...present].sort((a, b) => Number(b.tone === 'primary') - Number(a.tone === 'primary'));
  if (!first) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {present.map((action) => (
        <span key={action.key ?? action.label} className={action === first ? 'contents' : 'contents max-sm:hidden'}>
          <ActionButton action={action} />
        </span>
      ))}
      {rest.length > 0 && (
        <span className="sm:hidden">
          <Menu label="更多操作" trigger={<IconButton label="更多操作" tone="secondary" icon={<Ellipsis aria-hidden />} />} actions={rest} />
        </span>
      )}
    </div>
  );
}
