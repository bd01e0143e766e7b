import type { ReactNode } from 'react';
import { cx } from './cx';
import type { Tone } from './types';

export interface TimelineItem {
  title: ReactNode;
  time?: ReactNode;
  who?: ReactNode;
  note?: ReactNode;
  tone?: Tone;
}

const dots: Record<Tone, string> = {
  neutral: 'border-line-strong',
  brand: 'border-brand bg-brand',
  ok: 'border-ok bg-ok',
  warn: 'border-warn bg-warn',
  danger: 'border-danger bg-danger',
  info: 'border-info bg-info',
};

/** What happened, newest first as given. */
export function Timeline({ items, empty = '暂无记录' }: { items: readonly TimelineItem[]; empty?: string }) {
  if (items.length === 0) return <p className="py-2 text-ink-3">{empty}</p>;
  return (
    <ol>
      {items.map((item, index) => (
        <li key={index} className="relative flex gap-3 pb-5 last:pb-0">
          {index < items.length - 1 && <span aria-hidden className="absolute top-4 bottom-0 left-[5px] w-px bg-line" />}
          <span
            aria-hidden
            className={cx('relative mt-[7px] size-[11px] shrink-0 rounded-full border-2 bg-paper', dots[item.tone ?? (index === 0 ? 'brand' : 'neutral')])}
          />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">{item.title}</span>
              {item.who && <span className="text-ink-2">{item.who}</span>}
              {item.time && <span className="figures ml-auto text-sm text-ink-3">{item.time}</span>}
            </p>
            {item.note && <div className="mt-1 whitespace-pre-line text-ink-2">{item.note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
