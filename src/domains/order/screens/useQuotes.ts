import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormRow } from '../orderForm';
import type { Quote } from '../orderView';
import type { Face } from './face';

type Asked = Pick<FormRow, 'skuId' | 'unitId' | 'qty'>;
const keyOf = (line: Asked): string => `${line.skuId}/${line.unitId}/${line.qty}`;
const PAUSE_MS = 250;

/** Prices and stock of the rows as they are typed; rows asked once are remembered until the customer or warehouse changes. */
export function useQuotes(face: Face, customerId: string, warehouseId: string, rows: readonly Asked[]): (row: Asked) => Quote | undefined {
  const [quotes, setQuotes] = useState<ReadonlyMap<string, Quote>>(new Map());
  const scope = `${customerId}/${warehouseId}`;
  const known = useRef(scope);
  const fresh = known.current === scope;
  const wanted = customerId ? [...new Set(rows.filter((row) => row.skuId && row.unitId && !(fresh && quotes.has(keyOf(row)))).map(keyOf))] : [];
  const text = wanted.join('|');
  useEffect(() => {
    if (!text) return;
    const keys = text.split('|');
    const timer = setTimeout(async () => {
      const lines = keys.map((key) => key.split('/')).map(([skuId = '', unitId = '', qty = '']) => ({ skuId, unitId, qty }));
      const answers = await face.quote({ customerId, warehouseId, lines }).catch(() => []);
      const byLine = new Map(answers.map((answer, index) => [keyOf(lines[index] ?? { ...answer, qty: '' }), answer] as const));
      setQuotes((before) => new Map([...(known.current === scope ? before : []), ...byLine]));
      known.current = scope;
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, scope, face, customerId, warehouseId]);
  return useCallback((row: Asked) => (fresh ? quotes.get(keyOf(row)) : undefined), [fresh, quotes]);
}
