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

/** Of each active member, the roles by which they decide where the giver of roles may not say who decides. */
export async function decidingSeats(tx: Tx, me: Me): Promise<Map<string, ReadonlySet<string>>> {
  const roles: string[] = [];
  for (const naming of namings) if (!holds(me, naming.setBy)) roles.push(...(await naming.roles(tx, me)));
  if (roles.length === 0) return new Map();
  const rows = await tx
    .selectFrom('member_role')
    .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'member_role.tenant_id').onRef('member.id', '=', 'member_role.member_id'))
    .select(['member_role.member_id as member', 'member_role.role_id as role'])
    .where('member_role.tenant_id', '=', me.tenantId)
    .where('member_role.role_id', 'in', [...new Set(roles)])
    .where('member.status', '=', 'ACTIVE')
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.member)].map(([member, seats]) => [member, new Set(seats.map((seat) => seat.role))]));
}
