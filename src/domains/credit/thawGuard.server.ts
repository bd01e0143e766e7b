import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

type Guard = (tx: Tx, me: Me, ruleIds: readonly string[]) => Promise<void>;
const shared = globalThis as { portalThawGuard?: Guard };

/** Who may lift by hand what a rule froze, said by the domain that keeps the rules. */
export const defineThawGuard = (guard: Guard): void => {
  shared.portalThawGuard = guard;
};
export async function mustThaw(tx: Tx, me: Me, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length) await shared.portalThawGuard?.(tx, me, ruleIds);
}
