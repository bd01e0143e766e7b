import { useEffect, useRef } from 'react';
import type { FormRow } from '../../form/orderForm';
import type { Quote } from '../../views/orderView';
import { amountOf } from '../lines/FormLines';

/** What the goods come to, in 分; the last sum that was known while a price is being asked for. */
export function useGoodsSum(lines: readonly FormRow[], quoteOf: (row: FormRow) => Quote | undefined): { goods: bigint; busy: boolean } {
  const now = lines.reduce((sum, row) => sum + amountOf(row, quoteOf(row)), 0n);
  const busy = lines.some((row) => row.skuId && row.unitId && /[1-9]/.test(row.qty) && !row.gift && !row.manualPrice && !quoteOf(row));
  const last = useRef(now);
  useEffect(() => {
    if (!busy) last.current = now;
  }, [now, busy]);
  return { goods: busy ? last.current : now, busy };
}
