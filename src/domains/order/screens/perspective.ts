import { href } from '~/portal/href';

/** A side of the one order engine, as far as a list needs it: what the calls behind it load stays out. */
export interface Perspective {
  dealer: boolean;
  base: string;
}
export const factoryPerspective: Perspective = { dealer: false, base: '/portal/supplyChain/factory/order' };
export const dealerPerspective: Perspective = { dealer: true, base: '/portal/supplyChain/dealer/order' };

export const detailHref = (perspective: Perspective, id: string): string => href(`${perspective.base}/detail`, { id });
/** Dealers edit their drafts where they place orders. */
export const editHref = (perspective: Perspective, id: string): string => href(`${perspective.base}/${perspective.dealer ? 'create' : 'edit'}`, { id });
