import type { ReactNode } from 'react';
import { cx } from './cx';
import type { Tone } from './types';

const tints: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-2 ring-line',
  brand: 'bg-brand-soft text-brand ring-transparent',
  ok: 'bg-ok-soft text-ok ring-transparent',
  warn: 'bg-warn-soft text-warn ring-transparent',
  danger: 'bg-danger-soft text-danger ring-transparent',
  info: 'bg-info-soft text-info ring-transparent',
};

export function Tag({ tone = 'neutral', dot, children, className }: { tone?: Tone; dot?: boolean; children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex h-[22px] items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap ring-1 ring-inset',
        tints[tone],
        className,
      )}
    >
      {dot && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}

/** A count as badges show it; what is read aloud must hold the same words. */
export const badgeText = (count: number, max = 99): string => (count > max ? `${max}+` : String(count));

/** A count; above `max` it shows "99+", at 0 nothing. */
export function Badge({ count, max = 99, label = '条未读' }: { count: number; max?: number; label?: string }) {
  if (count <= 0) return null;
  return (
    <span className="figures inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-danger-fill px-1 text-[11px] leading-none font-medium text-white">
      {badgeText(count, max)}
      <span className="sr-only">{label}</span>
    </span>
  );
}
