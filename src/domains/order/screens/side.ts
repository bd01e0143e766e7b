import { href } from '~/portal/href';

/** A side of the one order engine, as far as a list needs it: what the calls behind it load stays out. */
export interface Side {
  dealer: boolean;
  base: string;
}
export const factorySide: Side = { dealer: false, base: '/portal/supplyChain/factory/order' };
export const dealerSide: Side = { dealer: true, base: '/portal/supplyChain/dealer/order' };

export const detailHref = (side: Side, id: string): string => href(`${side.base}/detail`, { id });
/** Dealers edit their drafts where they place orders. */
export const editHref = (side: Side, id: string): string => href(`${side.base}/${side.dealer ? 'create' : 'edit'}`, { id });
