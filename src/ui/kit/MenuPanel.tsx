import * as Radix from 'radix-ui/dropdown-menu';
import type { ReactElement } from 'react';
import { cx } from './cx';
import type { Action } from './types';
import { usePress } from './usePress';

/** Takes the place of the plain trigger at its first press, already open. */
export default function MenuPanel({ trigger, actions, label }: { trigger: ReactElement; actions: readonly Action[]; label: string }) {
  return (
    <Radix.Root defaultOpen modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="fade z-[70] max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-32 overflow-auto rounded-lg border border-line bg-raised p-1 shadow-raised"
        >
          {actions.map((action) => (
            <MenuItem key={action.key ?? action.label} action={action} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function MenuItem({ action }: { action: Action }) {
  const { press } = usePress(action.onPress);
  const classes = cx(
    'flex min-h-8 w-full items-center gap-2 rounded px-2.5 py-1 text-left text-base text-ink no-underline outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover data-[highlighted]:text-brand hover:no-underline [&_svg]:size-4',
    action.tone === 'danger' && 'text-danger data-[highlighted]:bg-danger-soft data-[highlighted]:text-danger',
  );
  return (
    <Radix.Item asChild disabled={action.disabled ?? false} onSelect={press}>
      {action.href && !action.disabled ? (
        <a href={action.href} className={classes} {...(action.external ? { target: '_blank', rel: 'noreferrer' } : {})}>
          {action.icon}
          {action.label}
        </a>
      ) : (
        <button type="button" className={classes} title={action.reason}>
          {action.icon}
          {action.label}
        </button>
      )}
    </Radix.Item>
  );
}
