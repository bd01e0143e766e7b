import type { ReactNode } from 'react';
import { cx } from '../kit/cx';
import { Copyable } from '../values/Copyable';
import { DASHES } from '../values/format';

export interface Description {
  label: string;
  value?: ReactNode;
  span?: 1 | 2 | 3 | 4;
  /** Adds a copy button; only for text. */
  copy?: boolean;
}

interface Props {
  items: readonly (Description | false | null | undefined)[];
  columns?: 1 | 2 | 3 | 4;
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' } as const;
const spans = { 1: '', 2: 'sm:col-span-2', 3: 'sm:col-span-2 lg:col-span-3', 4: 'sm:col-span-full' } as const;

/** Names and values of a record; what is missing shows dashes. */
export function Descriptions({ items, columns = 3 }: Props) {
  return (
    <dl className={cx('grid grid-cols-1 gap-x-6 gap-y-3', grids[columns])}>
      {items.map(
        (item) =>
          item && (
            <div key={item.label} className={cx('flex min-w-0 gap-3', spans[item.span ?? 1])}>
              <dt className="w-28 shrink-0 text-ink-3">{item.label}</dt>
              <dd className="min-w-0 flex-1 break-words whitespace-pre-line">{shownOf(item)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function shownOf({ value, copy }: Description): ReactNode {
  if (value === undefined || value === null || value === '' || value === false) return <span className="text-ink-3">{DASHES}</span>;
  return copy && typeof value === 'string' ? <Copyable value={value} /> : value;
}
