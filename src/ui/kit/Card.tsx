import type { ReactNode } from 'react';
import { displayCount } from '~/shared/money';
import { ActionRow } from './Button';
import { mayFollow } from './closed';
import { cx } from './cx';
import type { Actions, Tone } from './types';

interface CardProps {
  title?: ReactNode;
  note?: ReactNode;
  actions?: Actions;
  /** No padding, for tables. */
  flush?: boolean;
  id?: string;
  className?: string;
  children?: ReactNode;
}

export function Card({ title, note, actions, flush, id, className, children }: CardProps) {
  return (
    <section id={id} className={cx('rounded-lg border border-line bg-paper shadow-card', className)}>
      {(title || actions) && (
        <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 sm:px-5">
          {title && <h2 className="text-lg">{title}</h2>}
          {note && <div className="text-sm text-ink-3">{note}</div>}
          <ActionRow actions={actions} size="sm" className="ml-auto" />
        </header>
      )}
      <div className={flush ? '' : 'p-4 sm:p-5'}>{children}</div>
    </section>
  );
}

const figures: Record<Tone, string> = { neutral: 'text-ink', brand: 'text-brand', ok: 'text-ok', warn: 'text-warn', danger: 'text-danger', info: 'text-info' };

/** Figures side by side, two to a row on phones, where millions to the cent fit in smaller type. */
export const Stats = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={cx('grid grid-cols-2 gap-3 max-sm:gap-2 max-sm:[&_.figures]:text-lg max-sm:[&>*]:px-3', className)}>{children}</div>
);

/** One figure with its name; a link when it leads to the list behind it. */
export function Stat({
  label,
  value,
  note,
  href,
  tone = 'neutral',
  icon,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  href?: string;
  tone?: Tone;
  icon?: ReactNode;
}) {
  const body = (
    <>
      <span className="flex items-center gap-1.5 text-sm text-ink-2 [&_svg]:size-4">
        {icon}
        {label}
      </span>
      <span className={cx('figures mt-1 block text-2xl font-semibold', figures[tone])}>{typeof value === 'number' ? displayCount(value) : value}</span>
      {note && <span className="mt-0.5 block text-xs text-ink-3">{note}</span>}
    </>
  );
  const box = 'block rounded-lg border border-line bg-paper px-4 py-3.5 shadow-card';
  return href && mayFollow(href) ? (
    <a href={href} className={cx(box, 'text-ink no-underline transition-colors hover:border-brand-line hover:no-underline')}>
      {body}
    </a>
  ) : (
    <div className={box}>{body}</div>
  );
}
