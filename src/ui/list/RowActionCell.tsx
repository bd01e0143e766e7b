import { Menu } from '../kit/Popover';
import { type Action, type Actions, presentActions } from '../kit/types';
import { usePress } from '../kit/usePress';

/** Up to three actions show; of more, the first two, and the rest go into a menu. */
export function RowActionCell({ actions }: { actions: Actions }) {
  const present = presentActions(actions);
  const shown = present.length <= 3 ? present : present.slice(0, 2);
  const rest = present.slice(shown.length);
  if (present.length === 0) return null;
  return (
    <span className="inline-flex items-center gap-3">
      {shown.map((action) =>
        action.href !== undefined && !action.disabled ? (
          <a
            key={action.key ?? action.label}
            href={action.href}
            className="row-action"
            data-tone={action.tone}
            {...(action.external ? { target: '_blank', rel: 'noreferrer' } : {})}
          >
            {action.label}
          </a>
        ) : (
          <RowButton key={action.key ?? action.label} action={action} />
        ),
      )}
      {rest.length > 0 && <Menu label="更多" actions={rest} />}
    </span>
  );
}

function RowButton({ action }: { action: Action }) {
  const { pending, press } = usePress(action.onPress);
  return (
    <button
      type="button"
      className="row-action"
      data-tone={action.tone}
      disabled={action.disabled}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      title={action.reason}
      onClick={press}
    >
      {action.label}
    </button>
  );
}
