import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

type Ask = (tx: Tx, me: Me, applyId: string) => Promise<boolean>;
/** What an application asks about its agreement; the domain of contracts answers. */
interface Agreements {
  /** On its way, and not signed yet. */
  open: Ask;
  /** What passes now has to wait for one: it is on its way, was rescinded, or says other figures than those that pass. */
  awaited: Ask;
}

const shared = globalThis as { portalApplyAgreements?: Agreements };

export const defineAgreements = (agreements: Agreements): void => {
  shared.portalApplyAgreements = agreements;
};
export const agreementOpen: Ask = async (tx, me, applyId) => (await shared.portalApplyAgreements?.open(tx, me, applyId)) ?? false;
export const agreementAwaited: Ask = async (tx, me, applyId) => (await shared.portalApplyAgreements?.awaited(tx, me, applyId)) ?? false;
