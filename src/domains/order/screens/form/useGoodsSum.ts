import { useEffect, useRef } from 'react';
import { sumFen } from '~/shared/money';
import type { FormRow } from '../../form/orderForm.schema';
import type { Quote } from '../../views/orderView.schema';
import { amountOf } from '../lines/FormLines';

/** What the goods come to, in 分 (null: kept from the person); the last sum that was known while a price is being asked for. */
export function useGoodsSum(lines: readonly FormRow[], quoteOf: (row: FormRow) => Quote | undefined): { goods: bigint | null; busy: boolean } {
  const now = sumFen(lines.map((row) => amountOf(row, quoteOf(row))));
  const busy = lines.some((row) => row.skuId && row.unitId && /[1-9]/.test(row.qty) && !row.gift && !row.manualPrice && !quoteOf(row));
  const last = useRef(now);
  useEffect(() => {
    if (!busy) last.current = now;
  }, [now, busy]);
  return { goods: busy ? last.current : now, busy };
}
