import { href } from '~/portal/href';
import { compareQty } from '~/shared/money';
import { Link } from '~/ui/kit/Link';
import { formatQty } from '~/ui/values/format';
import type { StockMove } from '../stock';

const F = '/portal/supplyChain/factory';
const pages: Record<string, string> = { ORDER: `${F}/order/detail`, DELIVERY: `${F}/deliver/detail`, STOCK_IN: `${F}/warehouse/inDetail` };

type Source = Pick<StockMove, 'bizType' | 'bizId' | 'bizNo'>;

/** Where the document that made a movement is shown; '' when it has no page. */
export function docHref(move: Source): string {
  const page = pages[move.bizType];
  return page && move.bizNo ? href(page, { id: move.bizId }) : '';
}

export function DocLink({ move }: { move: Source }) {
  const address = docHref(move);
  return address ? <Link href={address}>{move.bizNo}</Link> : <span>{move.bizNo || '- -'}</span>;
}

/** +5, −3, or a dash where nothing moved. */
export function SignedQty({ value }: { value: string }) {
  const sign = compareQty(value, '0');
  if (sign === 0) return <span className="text-ink-3">- -</span>;
  return <span className={`figures ${sign > 0 ? 'text-ok' : 'text-danger'}`}>{sign > 0 ? `+${formatQty(value)}` : formatQty(value)}</span>;
}
