import { sql } from 'kysely';
import { type Authority, authorityOfRoles, type Dimension, gainedBeyond, noAuthority } from '~/portal/authority';
import type { Me } from '~/portal/me';
import { allPermissions } from '~/portal/permissionTree';
import { refuseField } from '~/shared/refusal';
import { colleaguesOf, roleHolders } from './authority.server';
import type { Tx } from './db.server';
import { decidingRoles } from './decidingRoles.server';

export const authorityOfMe = (me: Me): Authority => ({ permissions: me.permissions, scope: me.scope ?? null, hidden: me.hidden ?? [] });

const DECIDES = '得到指定给角色的审批，该角色您没有';
/** What is gained, in words that follow a name. */
export const gainWords: Record<Dimension, string> = {
  permissions: '得到您没有的权限',
  customers: '看到您数据范围以外的客户',
  warehouses: '看到您数据范围以外的仓库',
  fields: '看到对您隐藏的字段',
};

/**
 * Runs a change of roles, seats or departments, and refuses it (beside `field`) when by it anybody, its maker included, comes to do or
 * see what the maker does not. Asked of everybody before and after: a role, a department or a missing limit reaches further than its row.
 * A role that settings name as one that decides gives that too, whatever permissions it holds.
 */
export async function granting<T>(tx: Tx, me: Me, field: string, change: () => Promise<T>): Promise<T> {
  if (me.isAdmin) return change();
  // Two changes that each look right must not give too much together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`granting/${me.tenantId}`}, 0))`.execute(tx);
  const [before, deciding] = [await authorities(tx, me), await decidingRoles(tx, me)];
  const done = await change();
  for (const [id, { name, authority, roles }] of await authorities(tx, me)) {
    const own = id === me.memberId ? '' : id;
    const whose = own ? `“${name}”` : '您自己';
    const gained = gainedBeyond(before.get(id)?.authority ?? noAuthority, authority, authorityOfMe(me), own);
    if (gained) refuseField(field, `保存后${whose}将${gainWords[gained]}，超过您自己的权限或数据范围，只能由管理员操作`);
    const known = [before.get(id), before.get(me.memberId ?? '')].flatMap((one) => one?.roles ?? []);
    if (roles.some((role) => deciding.has(role) && !known.includes(role))) refuseField(field, `保存后${whose}将${DECIDES}，只能由管理员操作`);
  }
  return done;
}

/** In what the whole authority would be more than the giver's own: of one who acts alone (a program), by the same rule. */
export const beyondGiver = (me: Me, whole: Authority): Dimension | undefined =>
  me.isAdmin ? undefined : gainedBeyond(noAuthority, whole, authorityOfMe(me), '');

/** What the account of each active member may do and see. */
export const authoritiesByAccount = async (tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Map<string, Authority>> =>
  new Map([...(await authorities(tx, me)).values()].map((one) => [one.accountId, one.authority]));

interface Held {
  name: string;
  accountId: string;
  roles: string[];
  authority: Authority;
}

/** What each active member may do and see, and by which roles. */
async function authorities(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Map<string, Held>> {
  const people = await roleHolders(tx, me.tenantId);
  const byDepartment = people.filter(({ roles }) => roles.some((role) => role.dataScope === 'DEPARTMENT')).map((one) => one.id);
  const colleagues = byDepartment.length ? await colleaguesOf(tx, me.tenantId, byDepartment) : new Map<string, string[]>();
  const authorityOf = ({ id, isAdmin, roles }: (typeof people)[number]): Authority =>
    isAdmin ? { permissions: allPermissions, scope: null, hidden: [] } : authorityOfRoles(roles, { memberId: id, colleagues: colleagues.get(id) ?? [] });
  return new Map(
    people.map((one) => [one.id, { name: one.name, accountId: one.accountId, roles: one.roles.map(({ id }) => id), authority: authorityOf(one) }]),
  );
}
