import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormRow } from '../../form/orderForm.schema';
import type { Quote } from '../../views/orderView.schema';
import type { PerspectiveCalls } from '../perspectiveCalls';

type Asked = Pick<FormRow, 'skuId' | 'unitId' | 'qty'> & { gift?: boolean; manualPrice?: string | boolean };
type Line = Pick<Asked, 'skuId' | 'unitId' | 'qty'> & { ahead: Pick<Asked, 'unitId' | 'qty'>[] };
/** Lines of the same goods before it count: they leave less of a price that is limited. */
const keyOf = ({ skuId, unitId, qty, ahead }: Line): string => [`${skuId}/${unitId}/${qty}`, ...ahead.map((one) => `${one.unitId}/${one.qty}`)].join(';');
const takes = (row: Asked): boolean => row.qty !== '' && row.unitId !== '' && !row.gift && !row.manualPrice;
const same = (a: Asked, b: Asked): boolean => a.skuId === b.skuId && a.unitId === b.unitId && a.qty === b.qty;

/** Of rows alike the last: what is shown is never less than what is asked for. */
function lineOf(row: Asked, rows: readonly Asked[]): Line {
  const at = rows.findLastIndex((one) => same(one, row));
  const ahead = rows.slice(0, Math.max(at, 0)).filter((one) => one.skuId === row.skuId && takes(one));
  return { skuId: row.skuId, unitId: row.unitId, qty: row.qty, ahead: ahead.map(({ unitId, qty }) => ({ unitId, qty })) };
}
/** Whose prices and which warehouse's stock; '' is none. */
export interface Buying {
  customerId: string;
  projectId: string;
  warehouseId: string;
  /** The order that is being changed. */
  orderId?: string;
}
const PAUSE_MS = 250;
const RETRY_MS = 5000;

/**
 * Prices and stock of the rows as they are typed; rows asked once are remembered until the customer, project or warehouse changes.
 * Another `round` asks for all of them anew, and shows what was known until the answer is there.
 */
export function useQuotes(
  perspective: PerspectiveCalls,
  { customerId, projectId, warehouseId, orderId = '' }: Buying,
  rows: readonly Asked[],
  round = 0,
): (row: Asked) => Quote | undefined {
  const [quotes, setQuotes] = useState<ReadonlyMap<string, Quote>>(new Map());
  const [failures, setFailures] = useState(0);
  const scope = `${customerId}/${projectId}/${warehouseId}/${orderId}`;
  const known = useRef(scope);
  const asked = useRef(round);
  const fresh = known.current === scope;
  const again = asked.current !== round;
  const shown = useRef(rows);
  shown.current = rows;
  const shape = rows.map((row) => `${row.skuId}/${row.unitId}/${row.qty}/${takes(row)}`).join();
  const keys = customerId ? rows.filter((row) => row.skuId && row.unitId).map((row) => keyOf(lineOf(row, rows))) : [];
  const wanted = [...new Set(keys.filter((key) => again || !(fresh && quotes.has(key))))];
  const text = wanted.join('|');
  useEffect(() => {
    if (!text) return;
    const lines = text.split('|').map(lineOfKey);
    let retry: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    const timer = setTimeout(async () => {
      const answers = await perspective.quote({ customerId, projectId, warehouseId, orderId, lines }).catch(() => null);
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
  }, [text, scope, perspective, customerId, projectId, warehouseId, orderId, round, failures]);
  return useCallback((row: Asked) => (fresh ? quotes.get(keyOf(lineOf(row, shown.current))) : undefined), [fresh, quotes, shape]);
}

function lineOfKey(key: string): Line {
  const [own = '', ...before] = key.split(';');
  const [skuId = '', unitId = '', qty = ''] = own.split('/');
  return {
    skuId,
    unitId,
    qty,
    ahead: before.map((one) => {
      const [unit = '', much = ''] = one.split('/');
      return { unitId: unit, qty: much };
    }),
  };
}

/** Lines whose goods or unit are gone get no answer; the others come in their order. */
function answersTo(lines: readonly Line[], answers: readonly Quote[]): [string, Quote][] {
  let next = 0;
  return lines.map((line) => {
    const answer = answers[next];
    if (answer?.skuId !== line.skuId || answer.unitId !== line.unitId) return [keyOf(line), gone(line)];
    next += 1;
    return [keyOf(line), answer];
  });
}

const gone = ({ skuId, unitId }: Line): Quote => ({
  skuId,
  unitId,
  price: null,
  listPrice: null,
  source: null,
  amount: '0.00',
  problem: '商品或单位已取消，请移除后重新选择',
  suggested: null,
  left: null,
  split: null,
  trace: [],
  available: null,
  stockHint: null,
});
