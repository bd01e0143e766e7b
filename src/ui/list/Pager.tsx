import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { displayCount } from '~/shared/money';
import type { Preferences } from '~/shared/preferences.schema';
import { cx } from '../kit/cx';
import { plainClick } from '../kit/plainClick';
import { prefer } from './preference';
import { PAGE_SIZES, pageNumbers } from './query';
import type { ListHandle } from './types';

const box = 'figures inline-grid h-8 min-w-8 place-items-center rounded px-1.5 text-ink no-underline hover:no-underline';

interface Props {
  /** Of the list: a page may hold several. */
  title: string;
  list: Pick<ListHandle<unknown>, 'page' | 'pageNo' | 'pageSize' | 'href' | 'go'>;
}

/** Real links, so it turns pages before hydration too. */
export function Pager({ title, list }: Props) {
  const { page, pageNo, pageSize } = list;
  if (!page || page.totalCount === 0) return null;
  const last = Math.max(1, Math.ceil(page.totalCount / pageSize));
  const turn = (to: number) => (event: MouseEvent) => {
    if (!plainClick(event)) return;
    event.preventDefault();
    list.go({ pageNo: String(to) });
  };
  const edge = (to: number, label: string, icon: ReactNode) =>
    to >= 1 && to <= last ? (
      <a
        href={list.href({ pageNo: String(to) })}
        onClick={turn(to)}
        aria-label={label}
        rel={to < pageNo ? 'prev' : 'next'}
        className={cx(box, 'text-ink-2 hover:bg-hover')}
      >
        {icon}
      </a>
    ) : (
      <span aria-hidden className={cx(box, 'text-ink-3 opacity-50')}>
        {icon}
      </span>
    );
  return (
    <nav aria-label={`${title}翻页`} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-5" data-print="hide">
      <span className="flex items-center gap-3 text-sm text-ink-2">
        <span className="figures">共 {`${displayCount(page.totalCount)}${page.capped ? '+' : ''}`} 条</span>
        <select
          aria-label="每页条数"
          value={pageSize}
          onChange={(event) => {
            prefer({ pageSize: Number(event.target.value) as NonNullable<Preferences['pageSize']> });
            list.go({ pageSize: event.target.value, pageNo: '1' });
          }}
          className="figures h-8 rounded border border-line-strong bg-paper px-1.5 text-sm text-ink"
        >
          {[...new Set([...PAGE_SIZES, pageSize])]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size} value={size}>
                {size} 条/页
              </option>
            ))}
        </select>
      </span>
      <span className="flex items-center gap-0.5">
        {edge(pageNo - 1, '上一页', <ChevronLeft aria-hidden className="size-4" />)}
        {pageNumbers(pageNo, last).map((number, index) =>
          number === 0 ? (
            <span key={`gap-${index}`} aria-hidden className="px-1 text-ink-3">
              …
            </span>
          ) : (
            <a
              key={number}
              href={list.href({ pageNo: String(number) })}
              onClick={turn(number)}
              aria-label={`第${number}页`}
              aria-current={number === pageNo ? 'page' : undefined}
              className={cx(box, number === pageNo ? 'bg-brand-soft font-semibold text-brand' : 'hover:bg-hover')}
            >
              {number}
            </a>
          ),
        )}
        {edge(pageNo + 1, '下一页', <ChevronRight aria-hidden className="size-4" />)}
      </span>
    </nav>
  );
}
