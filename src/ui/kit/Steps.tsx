import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';

/** Where something stands: steps before `current` are done; `current` past the end means all are. */
export function Steps({ items, current, failed }: { items: readonly { title: string; note?: ReactNode }[]; current: number; failed?: boolean }) {
  return (
    <ol className="flex flex-wrap gap-x-2 gap-y-3 py-1">
      {items.map((item, index) => {
        const done = index < current;
        const now = index === current;
        const bad = now && failed;
        return (
          <li key={item.title} aria-current={now ? 'step' : undefined} className="flex min-w-max flex-1 items-start gap-2 last:flex-none">
            <span
              className={cx(
                'figures mt-px grid size-6 shrink-0 place-items-center rounded-full border text-xs font-semibold',
                bad
                  ? 'border-danger-fill bg-danger-fill text-white'
                  : done
                    ? 'border-brand-line bg-brand-soft text-brand'
                    : now
                      ? 'border-brand-fill bg-brand-fill text-on-brand'
                      : 'border-line-strong text-ink-3',
              )}
            >
              {bad ? <X aria-label="未通过" className="size-3.5" /> : done ? <Check aria-label="已完成" className="size-3.5" /> : index + 1}
            </span>
            <span className="min-w-0">
              <span className={cx('block whitespace-nowrap', now ? 'font-semibold text-ink' : done ? 'text-ink' : 'text-ink-3')}>{item.title}</span>
              {item.note && <span className="figures block text-xs text-ink-3">{item.note}</span>}
            </span>
            {index < items.length - 1 && <span aria-hidden className={cx('mt-3 ml-1 h-px min-w-4 flex-1', done ? 'bg-brand-line' : 'bg-line-strong')} />}
          </li>
        );
      })}
    </ol>
  );
}
