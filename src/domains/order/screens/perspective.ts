import { href } from '~/portal/href';

const FACTORY = '/portal/supplyChain/factory/order';
const DEALER = '/portal/supplyChain/dealer/order';

/** Who looks at the one order engine, as far as a list needs it: what the calls behind it load stays out. */
export interface Perspective {
  dealer: boolean;
  base: typeof FACTORY | typeof DEALER;
}
export const factoryPerspective = { dealer: false, base: FACTORY } as const satisfies Perspective;
export const dealerPerspective = { dealer: true, base: DEALER } as const satisfies Perspective;

export const detailHref = ({ base }: Perspective, id: string): string => href(`${base}/detail`, { id });
/** Dealers edit their drafts where they place orders. */
export const editHref = ({ dealer }: Perspective, id: string): string => href(dealer ? `${DEALER}/create` : `${FACTORY}/edit`, { id });
