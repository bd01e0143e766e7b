import { useEffect, useState } from 'react';
import type { FormRow } from '../../form/orderForm.schema';
import { type Change, changesSince, type SeenRows, seenIn, withSeen } from '../../lines/shopping';
import type { DealerOrderDetail, OrderDetail, Quote } from '../../views/orderView.schema';

type QuoteOf = (row: FormRow) => Quote | undefined;

/** Prices and stock as the dealer last saw them; kept for the visit, so that a reload does not hide a change. */
export function useSeen(
  rows: readonly FormRow[],
  quoteOf: QuoteOf,
  kept: DealerOrderDetail | OrderDetail | undefined,
): { changes: Change[]; accept: () => void } {
  const name = `seen:order/${kept?.id ?? 'new'}`;
  const [seen, setSeen] = useState<SeenRows>(() => ({ ...(kept && seenIn(kept)), ...read(name) }));
  const keep = (next: SeenRows) => {
    if (next === seen) return;
    setSeen(next);
    try {
      sessionStorage.setItem(name, JSON.stringify(next));
    } catch {
      // Without room for it changes are told as long as the page is open.
    }
  };
  useEffect(() => keep(withSeen(seen, rows, quoteOf)), [rows, quoteOf]);
  return { changes: changesSince(seen, rows, quoteOf), accept: () => keep(withSeen(seen, rows, quoteOf, true)) };
}

function read(name: string): SeenRows {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}') as SeenRows;
  } catch {
    return {};
  }
}
