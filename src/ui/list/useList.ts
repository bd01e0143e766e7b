import { useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '~/shared/page';
import { isLeaving } from '../kit/page';
import { toast } from '../kit/toast';
import { preferredSize } from './preference';
import { addressOf, pageNoOf, pageSizeOf, patched, type Query, queryOf, searched, withoutEmpties } from './query';
import type { ListHandle, ListSource, Picked } from './types';

/** The state of one list: its query (kept in the URL), its page, what is picked. */
export function useList<Row>(source: ListSource<Row>, keptBySearch: readonly string[] = []): ListHandle<Row> {
  const [query, setQuery] = useState<Query>(() => withoutEmpties(source.query ?? {}));
  const [page, setPage] = useState<Page<Row> | null>(source.first ?? null);
  const [loading, setLoading] = useState(!source.first);
  const [error, setError] = useState<unknown>(null);
  const live = useRef({ source, query, turn: 0 });
  live.current.source = source;
  live.current.query = query;
  const rowKey = source.rowKey ?? idOf;
  const picked = usePicked(rowKey);

  const load = (next: Query) => {
    live.current.turn += 1;
    const { turn } = live.current;
    setQuery(next);
    live.current.query = next;
    setLoading(true);
    setError(null);
    live.current.source
      .load(next)
      .then(
        (loaded) => turn === live.current.turn && setPage(loaded),
        (failure: unknown) => {
          if (turn !== live.current.turn) return;
          // Its total and the counts of its tabs answer another question than the one that failed.
          setPage(null);
          setError(failure);
        },
      )
      .finally(() => turn === live.current.turn && setLoading(false));
  };
  const go = (next: Query) => {
    if (!live.current.source.local) window.history.pushState(null, '', addressOf(next));
    load(next);
  };

  useEffect(() => {
    if (!source.first) load(live.current.query);
    if (source.local) return;
    const back = () => !isLeaving() && load(withoutEmpties({ pageSize: preferredSize(), ...queryOf(new URLSearchParams(window.location.search)) }));
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, []);

  return {
    query,
    page,
    loading,
    error,
    pageNo: pageNoOf(query),
    pageSize: pageSizeOf(query),
    picked,
    rowKey,
    href: (patch) => addressOf(patched(query, patch)),
    go: (patch) => go(patched(live.current.query, patch)),
    search: (values) => {
      const verdict = live.current.source.beforeSearch?.(values) ?? true;
      if (verdict !== true) {
        if (typeof verdict === 'string') toast(verdict, 'warn');
        return false;
      }
      picked.clear();
      go(searched(live.current.query, values, keptBySearch));
      return true;
    },
    reload: () => load(live.current.query),
  };
}

const idOf = (row: unknown): string => String((row as { id?: unknown }).id ?? '');

function usePicked<Row>(rowKey: (row: Row) => string): Picked<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  return useMemo(
    () => ({
      keys: [...rows.keys()],
      rows: [...rows.values()],
      has: (key) => rows.has(key),
      set: (changed, on) =>
        setRows((before) => {
          const next = new Map(before);
          for (const row of changed) {
            if (on) next.set(rowKey(row), row);
            else next.delete(rowKey(row));
          }
          return next;
        }),
      clear: () => setRows(new Map()),
    }),
    [rows, rowKey],
  );
}
