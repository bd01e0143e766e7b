import { href } from '~/portal/href';
import { compareQty } from '~/shared/money';
import { formatQty } from '~/ui/values/format';
import type { StockMove } from '../stock';

const F = '/portal/supplyChain/factory';
const pages: Record<string, string> = { ORDER: `${F}/order/detail`, DELIVERY: `${F}/deliver/detail`, STOCK_IN: `${F}/warehouse/inDetail` };

/** The document that made a movement. */
export function DocLink({ move }: { move: Pick<StockMove, 'bizType' | 'bizId' | 'bizNo'> }) {
  const page = pages[move.bizType];
  return page && move.bizNo ? <a href={href(page, { id: move.bizId })}>{move.bizNo}</a> : <span>{move.bizNo || '- -'}</span>;
}

/** +5, −3, or a dash where nothing moved. */
export function SignedQty({ value }: { value: string }) {
  const sign = compareQty(value, '0');
  if (sign === 0) return <span className="text-ink-3">- -</span>;
  return <span className={`figures ${sign > 0 ? 'text-ok' : 'text-danger'}`}>{sign > 0 ? `+${formatQty(value)}` : formatQty(value)}</span>;
}
