import { ActionButton } from '../kit/Button';
import { Menu } from '../kit/Popover';
import { type Actions, presentActions } from '../kit/types';

/** Up to three actions show; of more, the first two, and the rest go into a menu. */
export function RowActionCell({ actions }: { actions: Actions }) {
  const present = presentActions(actions);
  const shown = present.length <= 3 ? present : present.slice(0, 2);
  return (
    <span className="inline-flex items-center gap-3">
      {shown.map((action) => (
        <ActionButton key={action.key ?? action.label} action={{ ...action, tone: 'link', icon: undefined }} size="sm" />
      ))}
      <Menu label="更多" actions={present.slice(shown.length)} />
    </span>
  );
}
