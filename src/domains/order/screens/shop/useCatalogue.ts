import { useCallback, useEffect, useRef, useState } from 'react';
import { goodsPage } from '~/domains/product/pickers/goodsPage';
import type { PickedSku } from '~/domains/product/product.schema';
import { sentenceOf } from '~/ui/kit/sentence';

const PAGE = 48;

export interface Found {
  skus: readonly PickedSku[];
  more: boolean;
  busy: boolean;
  failed: string;
  loadMore: () => void;
}

const none = { skus: [] as readonly PickedSku[], page: 0, more: true, busy: false, failed: '' };

/** The catalogue under a word and a category, one page after the other; asks nothing while `off`. */
export function useCatalogue(word: string, categoryId: string, projectId: string, off: boolean, learn: (skus: readonly PickedSku[]) => void): Found {
  const [state, setState] = useState(none);
  const running = useRef<AbortController>(undefined);
  const load = useCallback(
    async (page: number) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setState((before) => ({ ...(page === 1 ? none : before), busy: true, failed: '' }));
      try {
        const answer = await goodsPage({ word, categoryId, projectId, pageNo: page, pageSize: PAGE }, own.signal);
        const skus = answer.pagedRecords;
        learn(skus);
        setState((before) => ({ skus: page === 1 ? skus : [...before.skus, ...skus], page, more: skus.length === PAGE, busy: false, failed: '' }));
      } catch (error) {
        if (!own.signal.aborted) setState((before) => ({ ...before, busy: false, failed: sentenceOf(error) }));
      }
    },
    [word, categoryId, projectId, learn],
  );
  useEffect(() => {
    if (off) return;
    void load(1);
    return () => running.current?.abort();
  }, [load, off]);
  const loadMore = useCallback(() => {
    if (!state.busy) void load(state.page + 1);
  }, [load, state.busy, state.page]);
  return { ...state, loadMore };
}
