import { useCallback, useEffect, useState } from 'react';
import { findByCodes } from '~/domains/product/pickers/findByCodes';
import type { PickedSku } from '~/domains/product/product.schema';
import type { FormRow } from '../../form/orderForm.schema';

export interface Goods {
  known: ReadonlyMap<string, PickedSku>;
  learn: (skus: readonly PickedSku[]) => void;
}

/** The SKUs met so far. Lines that came from elsewhere (a draft, an earlier order, a sheet) are looked up in one call. */
export function useGoods(customerId: string, rows: readonly FormRow[]): Goods {
  const [known, setKnown] = useState<ReadonlyMap<string, PickedSku>>(new Map());
  const learn = useCallback((skus: readonly PickedSku[]) => setKnown((before) => new Map([...before, ...skus.map((sku) => [sku.skuId, sku] as const)])), []);
  const missing = [...new Set(rows.filter((row) => row.skuId && !known.has(row.skuId)).map((row) => row.skuCode))].join('\n');
  useEffect(() => {
    if (!missing) return;
    let current = true;
    findByCodes(missing.split('\n'), customerId, '').then(
      (found) => current && learn(found.flatMap(({ sku }) => (sku ? [sku] : []))),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [missing, customerId, learn]);
  return { known, learn };
}
