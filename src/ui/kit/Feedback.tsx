import { CircleAlert, CircleCheck, Inbox, Info, LoaderCircle, ShieldX, TriangleAlert, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionRow } from './Button';
import { cx } from './cx';
import type { Actions } from './types';

const alerts = {
  info: { icon: Info, look: 'border-info/30 bg-info-soft', ink: 'text-info' },
  ok: { icon: CircleCheck, look: 'border-ok/30 bg-ok-soft', ink: 'text-ok' },
  warn: { icon: TriangleAlert, look: 'border-warn/30 bg-warn-soft', ink: 'text-warn' },
  danger: { icon: CircleAlert, look: 'border-danger/30 bg-danger-soft', ink: 'text-danger' },
} as const;

export function Alert({
  tone = 'info',
  title,
  children,
  actions,
  className,
}: {
  tone?: keyof typeof alerts;
  title?: ReactNode;
  children?: ReactNode;
  actions?: Actions;
  className?: string;
}) {
  const { icon: Icon, look, ink } = alerts[tone];
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cx('flex items-start gap-2.5 rounded border px-3.5 py-2.5', look, className)}>
      <Icon aria-hidden className={cx('mt-0.5 size-[18px] shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="whitespace-pre-line">{children}</div>}
      </div>
      <ActionRow actions={actions} size="sm" />
    </div>
  );
}

const empties = { empty: Inbox, error: Unplug, denied: ShieldX } as const;

export function EmptyState({ title, note, actions, kind = 'empty' }: { title: string; note?: ReactNode; actions?: Actions; kind?: keyof typeof empties }) {
  const Icon = empties[kind];
  return (
    <div role={kind === 'error' ? 'alert' : undefined} className="flex flex-col items-center px-6 py-12 text-center whitespace-pre-line">
      <span
        aria-hidden
        className={cx('grid size-14 place-items-center rounded-full', kind === 'error' ? 'bg-danger-soft text-danger' : 'bg-sunken text-ink-3')}
      >
        <Icon className="size-7" strokeWidth={1.5} />
      </span>
      <p className="mt-3 font-medium text-ink">{title}</p>
      {note && <p className="mt-1 max-w-md text-sm text-ink-3">{note}</p>}
      <ActionRow actions={actions} className="mt-4 justify-center" />
    </div>
  );
}

export function Skeleton({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div role="status" aria-label="正在加载" className={cx('flex flex-col gap-3', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={`line-${index + 1}`} aria-hidden className="sheen block h-4 rounded bg-line" style={{ width: `${92 - (index % 3) * 18}%` }} />
      ))}
    </div>
  );
}

export function Spinner({ label = '正在加载' }: { label?: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-ink-2">
      <LoaderCircle aria-hidden className="spin size-4" />
      {label}
    </span>
  );
}

/** `value` of `max`, with words beside it: never the bar alone. */
export function Progress({
  value,
  max = 100,
  label,
  shown = label,
  tone = 'brand',
  narrow = false,
}: {
  value: number;
  max?: number;
  label: string;
  /** In place of the label, for eyes. */
  shown?: string;
  tone?: 'brand' | 'ok' | 'warn' | 'danger';
  /** A short bar, for a column among many. */
  narrow?: boolean;
}) {
  const share = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0;
  const fills = { brand: 'bg-brand-fill', ok: 'bg-ok', warn: 'bg-warn', danger: 'bg-danger-fill' } as const;
  return (
    <span className={cx('flex items-center gap-2', !narrow && 'min-w-24')}>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(share)}
        aria-valuemin={0}
        aria-valuemax={100}
        className={cx('flex h-1.5 overflow-hidden rounded-full bg-line', narrow ? 'w-8' : 'min-w-10 flex-1')}
      >
        <span className={cx('h-full rounded-full', fills[tone])} style={{ width: `${share}%` }} />
      </span>
      <span className="figures text-xs whitespace-nowrap text-ink-2">{shown}</span>
    </span>
  );
}
