import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { mayFollow } from './closed';
import { cx } from './cx';
import { type Action, type Actions, presentActions } from './types';
import { usePress } from './usePress';

const look = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded font-medium whitespace-nowrap no-underline transition-colors select-none hover:no-underline disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        primary: 'border border-brand-fill bg-brand-fill text-on-brand shadow-card hover:border-brand-deep hover:bg-brand-deep',
        secondary: 'border border-line-strong bg-paper text-ink shadow-card hover:border-brand-line hover:bg-hover hover:text-brand',
        ghost: 'border border-transparent text-ink-2 hover:bg-hover hover:text-ink',
        danger: 'border border-danger-fill bg-danger-fill text-white shadow-card hover:brightness-95',
        link: 'rounded-sm border-0 text-brand hover:underline',
      },
      size: { sm: 'min-h-7 px-2.5 text-sm', md: 'min-h-[34px] px-3.5 text-base', lg: 'min-h-10 px-5 text-lg' },
    },
    compoundVariants: [
      { tone: 'link', size: 'sm', class: 'min-h-6 px-0' },
      { tone: 'link', size: 'md', class: 'min-h-6 px-0' },
    ],
    defaultVariants: { tone: 'secondary', size: 'md' },
  },
);

type Look = VariantProps<typeof look>;

/** A page draws dozens of buttons of a few looks: each is composed once. */
const composed = new Map<string, string>();
function classesOf(tone: Look['tone'], size: Look['size'], className: string | undefined): string {
  const key = `${tone}|${size}|${className}`;
  let classes = composed.get(key);
  if (classes === undefined) {
    classes = cx(look({ tone, size }), className);
    if (composed.size < 500) composed.set(key, classes);
  }
  return classes;
}

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'>, Look {
  loading?: boolean;
  icon?: ReactNode;
  href?: string | undefined;
  external?: boolean | undefined;
  /** Like onClick without the event; may be async. */
  onPress?: (() => unknown) | undefined;
  children?: ReactNode;
}

export function Button({ tone, size, loading, icon, href, external, onPress, onClick, type = 'button', className, children, disabled, ...rest }: ButtonProps) {
  const { pending, press } = usePress(onPress);
  const busy = loading || pending;
  const body = (
    <>
      {busy ? <LoaderCircle aria-hidden className="spin" /> : icon}
      {children}
    </>
  );
  const classes = classesOf(tone, size, className);
  if (href !== undefined && !mayFollow(href)) return null;
  if (href !== undefined && !disabled) {
    return (
      <a
        href={href}
        className={classes}
        title={rest.title}
        aria-label={rest['aria-label']}
        {...(external ? { target: '_blank', rel: 'noreferrer' } : {})}
        {...(onPress ? { onClick: press } : onClick ? { onClick: onClick as unknown as (event: MouseEvent<HTMLAnchorElement>) => void } : {})}
      >
        {body}
      </a>
    );
  }
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) return event.preventDefault();
    onClick?.(event);
    if (onPress && !event.defaultPrevented) press();
  };
  return (
    // Disabled, a pressed button would lose the focus, and the dialog it opened could not give it back.
    <button type={type} className={classes} disabled={disabled} aria-disabled={busy || undefined} aria-busy={busy || undefined} onClick={click} {...rest}>
      {body}
    </button>
  );
}

export function IconButton({
  label,
  icon,
  className,
  size = 'md',
  tone = 'ghost',
  ...rest
}: Omit<ButtonProps, 'children'> & { label: string; icon: ReactNode }) {
  return (
    <Button
      {...rest}
      tone={tone}
      size={size}
      icon={icon}
      aria-label={label}
      title={rest.title ?? label}
      className={cx(size === 'sm' ? 'w-7 px-0' : 'w-[34px] px-0', className)}
    />
  );
}

export function ActionButton({ action, size, tone }: { action: Action } & Look) {
  return (
    <Button
      tone={action.tone ?? tone ?? 'secondary'}
      size={size ?? 'md'}
      icon={action.icon}
      href={action.href}
      external={action.external}
      onPress={action.onPress}
      disabled={action.disabled}
      title={action.reason}
    >
      {action.label}
    </Button>
  );
}

/** A row of buttons; quieter ones first would be odd, so order is the caller's. */
export function ActionRow({ actions, size, className }: { actions: Actions | undefined; size?: Look['size']; className?: string }) {
  const present = presentActions(actions);
  if (present.length === 0) return null;
  return (
    <div className={cx('flex flex-wrap items-center gap-2', className)}>
      {present.map((action) => (
        <ActionButton key={action.key ?? action.label} action={action} size={size} />
      ))}
    </div>
  );
}
