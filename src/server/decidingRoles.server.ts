import { holds, type Me } from '~/portal/me';
import type { Tx } from './db.server';

/** Settings of a company that name roles: whoever has one of them decides there, whatever permissions the role holds. */
interface Naming {
  /** Who may change the settings, and so name themselves. */
  setBy: string;
  /** Ids of the roles they name now. */
  roles(tx: Tx, me: Me): Promise<readonly string[]>;
}
const namings: Naming[] = [];

/** Called by the domain of the settings when its file loads. */
export const nameDecidingRoles = (naming: Naming): void => void namings.push(naming);

/** Ids of all roles that decide where this giver of roles may not say who decides. */
export async function decidingRoles(tx: Tx, me: Me): Promise<ReadonlySet<string>> {
  const roles = new Set<string>();
  for (const naming of namings) if (!holds(me, naming.setBy)) for (const id of await naming.roles(tx, me)) roles.add(id);
  return roles;
}
