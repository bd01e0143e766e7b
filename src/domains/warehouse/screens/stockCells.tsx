import { href } from '~/portal/href';
import type { PortalPath } from '~/portal/screens';
import { Link } from '~/ui/kit/Link';
import type { StockMovement } from '../stock.schema';

const F = '/portal/supplyChain/factory';
const pages: Record<string, PortalPath> = {
  ORDER: `${F}/order/detail`,
  DELIVERY: `${F}/deliver/detail`,
  STOCK_IN: `${F}/warehouse/inDetail`,
  STOCK_OUT: `${F}/warehouse/outDetail`,
  RETURN: `${F}/reverseOrder/detail`,
  TRANSFER: `${F}/warehouse/transfers/detail`,
  COUNT: `${F}/warehouse/inventory/detail`,
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
