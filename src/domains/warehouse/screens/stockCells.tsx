import { href } from '~/portal/href';
import type { PortalPath } from '~/portal/screens';
import { compareQty } from '~/shared/money';
import { Link } from '~/ui/kit/Link';
import { formatQty } from '~/ui/values/format';
import type { StockMovement } from '../stock';

const F = '/portal/supplyChain/factory';
const pages: Record<string, PortalPath> = {
  ORDER: `${F}/order/detail`,
  DELIVERY: `${F}/deliver/detail`,
  STOCK_IN: `${F}/warehouse/inDetail`,
  STOCK_OUT: `${F}/warehouse/outDetail`,
};

type Source = Pick<StockMovement, 'bizType' | 'bizId' | 'bizNo'>;

/** Where the document that made a movement is shown; '' when it has no page. */
export function docHref(movement: Source): string {
  const page = pages[movement.bizType];
  return page && movement.bizNo ? href(page, { id: movement.bizId }) : '';
}

export function DocLink({ movement }: { movement: Source }) {
  const address = docHref(movement);
  return address ? <Link href={address}>{movement.bizNo}</Link> : <span>{movement.bizNo || '- -'}</span>;
}

/** +5, −3, or a dash where nothing moved. */
export function SignedQty({ value }: { value: string }) {
  const sign = compareQty(value, '0');
  if (sign === 0) return <span className="text-ink-3">- -</span>;
  return <span className={`figures ${sign > 0 ? 'text-ok' : 'text-danger'}`}>{sign > 0 ? `+${formatQty(value)}` : formatQty(value)}</span>;
}
