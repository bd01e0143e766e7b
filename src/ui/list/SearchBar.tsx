import { ChevronDown, ListFilter, Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../kit/Button';
import { cx } from '../kit/cx';
import { late } from '../kit/late';
import { plainClick } from '../kit/plainClick';
import { FilterInput } from './FilterInput';
import { queryKeys, valuesOf } from './filters';
import { addressOf, type Query, searched } from './query';
import type { Filter, ListHandle } from './types';

const SHOWN = 3;
/** Fetched after the first paint: they stand beside the label and move nothing. */
const DateShortcuts = late(() => import('./DateShortcuts'));

interface Props {
  filters: readonly Filter[];
  list: Pick<ListHandle<unknown>, 'query' | 'search' | 'loading'>;
  /** Keys of the query a search leaves alone (the tab). */
  kept?: readonly string[];
}

/** A real GET form: it searches before hydration too, when empty inputs travel along and are dropped by the server. */
export function SearchBar({ filters, list, kept = [] }: Props) {
  const { query } = list;
  const [values, setValues] = useState<Query>(() => valuesOf(filters, query));
  const [open, setOpen] = useState(() => filters.slice(SHOWN).some((filter) => queryKeys(filter).some((key) => query[key])));
  // Most searches need no more than the first, and what nobody asked for yet is not worth drawing.
  const [asked, setAsked] = useState(open);
  const [opened, setOpened] = useState(false);
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const id = useId();
  const used = filters.filter((filter) => queryKeys(filter).some((key) => query[key])).length;
  const foldable = filters.length > SHOWN;
  useEffect(() => setValues(valuesOf(filters, query)), [query]);
  const change = (patch: Query) => setValues((before) => ({ ...before, ...patch }));
  const stays = searched(query, {}, kept);
  return (
    // A printed list says what it was searched for, if anything.
    <search className="@container block" data-print={used ? undefined : 'hide'}>
      {/* Phones fold the conditions away behind a box that can be ticked without script too. */}
      <input type="checkbox" id={`${id}-open`} checked={opened} onChange={() => setOpened(!opened)} className="peer sr-only sm:hidden" />
      <label
        htmlFor={`${id}-open`}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-md border border-line-strong bg-paper px-3 peer-checked:mb-2 peer-focus-visible:outline-2 peer-focus-visible:outline-brand sm:hidden"
      >
        <ListFilter aria-hidden className="size-4" />
        筛选{used > 0 && ` (${used})`}
      </label>
      <form
        method="get"
        aria-label="查询条件"
        className="search-form grid grid-cols-1 gap-x-5 gap-y-3 rounded-lg border border-line bg-paper p-4 shadow-card max-sm:hidden max-sm:peer-checked:grid @xl:grid-cols-2 @3xl:grid-cols-[repeat(3,minmax(0,1fr))_minmax(max-content,1fr)]"
        onSubmit={(event) => {
          event.preventDefault();
          if (list.search(values)) setOpened(false);
        }}
      >
        {Object.entries(stays).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        {/* Only the buttons may ask for width, or one wide input narrows the other columns. */}
        {filters.slice(0, asked ? filters.length : SHOWN).map((filter, index) => (
          <div
            key={filter.key}
            data-kind={filter.kind}
            className={cx('search-field w-0 min-w-full', index >= SHOWN && !open && 'hidden', filter.kind === 'dates' && '@3xl:@max-[68rem]:col-span-2')}
          >
            <div className="search-label mb-1 flex items-baseline justify-between gap-2 text-sm text-ink-2">
              <label htmlFor={`${id}-${filter.key}`} title={filter.hint} className="truncate">
                {filter.label}
              </label>
              {mounted && filter.kind === 'dates' && <DateShortcuts filter={filter} onChoose={change} />}
            </div>
            <FilterInput filter={filter} id={`${id}-${filter.key}`} values={values} onChange={change} />
          </div>
        ))}
        <div data-print="hide" className="search-buttons flex items-end gap-2 @xl:col-start-[-2] @xl:justify-end">
          {foldable && (
            <Button
              tone="link"
              aria-expanded={open}
              onClick={() => {
                setAsked(true);
                setOpen(!open);
              }}
              className="mr-1 h-[34px] text-sm"
            >
              {open ? '收起条件' : '展开更多条件'}
              <ChevronDown aria-hidden className={open ? 'rotate-180' : ''} />
            </Button>
          )}
          <Button
            href={addressOf(stays)}
            onClick={(event) => {
              if (!plainClick(event)) return;
              event.preventDefault();
              setValues(valuesOf(filters, {}));
              list.search({});
            }}
          >
            重置
          </Button>
          <Button type="submit" tone="primary" icon={<Search aria-hidden />} loading={list.loading}>
            查询
          </Button>
        </div>
      </form>
    </search>
  );
}
