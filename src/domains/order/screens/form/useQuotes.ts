import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormRow } from '../../form/orderForm';
import type { Quote } from '../../views/orderView';
import type { PerspectiveCalls } from '../perspectiveCalls';

type Asked = Pick<FormRow, 'skuId' | 'unitId' | 'qty'>;
const keyOf = (line: Asked): string => `${line.skuId}/${line.unitId}/${line.qty}`;
/** Whose prices and which warehouse's stock; '' is none. */
export interface Buying {
  customerId: string;
  projectId: string;
  warehouseId: string;
}
const PAUSE_MS = 250;
const RETRY_MS = 5000;

/**
 * Prices and stock of the rows as they are typed; rows asked once are remembered until the customer, project or warehouse changes.
 * Another `round` asks for all of them anew, and shows what was known until the answer is there.
 */
export function useQuotes(
  perspective: PerspectiveCalls,
  { customerId, projectId, warehouseId }: Buying,
  rows: readonly Asked[],
  round = 0,
): (row: Asked) => Quote | undefined {
  const [quotes, setQuotes] = useState<ReadonlyMap<string, Quote>>(new Map());
  const [failures, setFailures] = useState(0);
  const scope = `${customerId}/${projectId}/${warehouseId}`;
  const known = useRef(scope);
  const asked = useRef(round);
  const fresh = known.current === scope;
  const again = asked.current !== round;
  const wanted = customerId ? [...new Set(rows.filter((row) => row.skuId && row.unitId && (again || !(fresh && quotes.has(keyOf(row))))).map(keyOf))] : [];
  const text = wanted.join('|');
  useEffect(() => {
    if (!text) return;
    const lines = text.split('|').map((key) => {
      const [skuId = '', unitId = '', qty = ''] = key.split('/');
      return { skuId, unitId, qty };
    });
    let retry: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    const timer = setTimeout(async () => {
      const answers = await perspective.quote({ customerId, projectId, warehouseId, lines }).catch(() => null);
      if (!answers) {
        if (current) retry = setTimeout(() => setFailures((count) => count + 1), RETRY_MS);
        return;
      }
      const kept = known.current === scope;
      known.current = scope;
      asked.current = round;
      setQuotes((before) => new Map([...(kept ? before : []), ...answersTo(lines, answers)]));
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
      clearTimeout(retry);
    };
  }, [text, scope, perspective, customerId, projectId, warehouseId, round, failures]);
  return useCallback((row: Asked) => (fresh ? quotes.get(keyOf(row)) : undefined), [fresh, quotes]);
}

/** Lines whose goods or unit are gone get no answer; the others come in their order. */
function answersTo(lines: readonly Asked[], answers: readonly Quote[]): [string, Quote][] {
  let next = 0;
  return lines.map((line) => {
    const answer = answers[next];
    if (answer?.skuId !== line.skuId || answer.unitId !== line.unitId) return [keyOf(line), gone(line)];
    next += 1;
    return [keyOf(line), answer];
  });
}

const gone = ({ skuId, unitId }: Asked): Quote => ({
  skuId,
  unitId,
  price: null,
  listPrice: null,
  source: null,
  amount: '0.00',
  problem: '商品或单位已取消，请移除后重新选择',
  suggested: null,
  trace: [],
  available: null,
  stockHint: null,
});
