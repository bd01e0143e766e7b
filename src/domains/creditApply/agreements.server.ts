import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** Whether an application's agreement is on its way and not signed yet; the domain of contracts answers. */
type Waits = (tx: Tx, me: Me, applyId: string) => Promise<boolean>;

const shared = globalThis as { portalApplyAgreements?: Waits };

export const defineAgreements = (waits: Waits): void => {
  shared.portalApplyAgreements = waits;
};
export const waitsForAgreement = async (tx: Tx, me: Me, applyId: string): Promise<boolean> => (await shared.portalApplyAgreements?.(tx, me, applyId)) ?? false;
