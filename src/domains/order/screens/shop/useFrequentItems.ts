import { useCallback, useEffect, useState } from 'react';
import { findByCodes } from '~/domains/product/pickers/findByCodes';
import type { PickedSku } from '~/domains/product/product.schema';
import { call } from '~/shell/call';
import { sentenceOf } from '~/ui/kit/sentence';
import { toast } from '~/ui/kit/toast';
import { myFavourite, myFrequentItems } from '../../calls';
import type { FrequentItem } from '../lines/FrequentItemsDialog';

export interface FrequentItems {
  /** Undefined while they are being fetched; goods of today's catalogue, favourites first, then by how often they were ordered. */
  goods: readonly (FrequentItem & { sku: PickedSku })[] | undefined;
  isFavourite: (skuId: string) => boolean;
  favour: (skuId: string, on: boolean) => void;
}

/** 常购: what was ordered before and may be ordered today, at today's price. */
export function useFrequentItems(customerId: string, learn: (skus: readonly PickedSku[]) => void): FrequentItems {
  const [goods, setGoods] = useState<FrequentItems['goods']>();
  const [favourites, setFavourites] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let current = true;
    const load = async () => {
      const bought = (await call(myFrequentItems, {})).goods;
      const found = await findByCodes(
        bought.map((one) => one.skuCode),
        customerId,
        '',
      );
      if (!current) return;
      const skus = found.map(({ sku }) => sku);
      learn(skus.filter((sku) => sku !== null));
      setFavourites(new Set(bought.filter((one) => one.favourite).map((one) => one.skuId)));
      setGoods(bought.flatMap((one, index) => (skus[index] ? [{ ...one, sku: skus[index] }] : [])));
    };
    load().catch(() => current && setGoods([]));
    return () => {
      current = false;
    };
  }, [customerId, learn]);
  const favour = useCallback((skuId: string, on: boolean) => {
    const mark = (kept: boolean) => setFavourites((before) => new Set(kept ? [...before, skuId] : [...before].filter((id) => id !== skuId)));
    mark(on);
    call(myFavourite, { skuId, on }).catch((error: unknown) => {
      mark(!on);
      toast(sentenceOf(error), 'error');
    });
  }, []);
  return { goods, isFavourite: (skuId) => favourites.has(skuId), favour };
}
