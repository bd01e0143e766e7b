import { sql } from 'kysely';
import { type Authority, authorityOfRoles, type GrantedRole, hiddenByRoles } from '~/portal/authority';
import type { Me } from '~/portal/me';
import { allPermissions } from '~/portal/permissionTree';
import { type DataScope, inScope, type ScopedRole, type ScopedRow, type ScopeKind, scopeOfRoles } from '~/portal/scope';
import type { Tx } from './db.server';
import { anyOf } from './given.server';

/** What a member may do and over which rows: all roles together; an administrator everything. */
export async function authorityOf(tx: Tx, tenantId: bigint, memberId: string, isAdmin: boolean): Promise<Authority> {
  if (isAdmin) return { permissions: allPermissions, scope: null, hidden: [] };
  const roles = await tx
    .selectFrom('member_role')
    .innerJoin('role', (join) => join.onRef('role.tenant_id', '=', 'member_role.tenant_id').onRef('role.id', '=', 'member_role.role_id'))
    .select(['role.permissions', 'role.data_scope', 'role.scope_regions', 'role.scope_warehouses', 'role.hidden_fields'])
    .where('member_role.tenant_id', '=', tenantId)
    .where('member_role.member_id', '=', memberId)
    .execute();
  return authorityOfRoles(
    roles.map((role) => ({ permissions: role.permissions, hidden: role.hidden_fields, ...limitOf(role) })),
    { memberId, colleagues: await colleaguesFor(tx, tenantId, memberId, roles.map(limitOf)) },
  );
}

/** The fields hidden from each of these accounts by all their roles in the tenant; accounts not named see everything. */
export async function hiddenFrom(tx: Tx, tenantId: bigint, accountIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('member')
    .leftJoin('member_role', (on) => on.onRef('member_role.tenant_id', '=', 'member.tenant_id').onRef('member_role.member_id', '=', 'member.id'))
    .leftJoin('role', (on) => on.onRef('role.tenant_id', '=', 'member_role.tenant_id').onRef('role.id', '=', 'member_role.role_id'))
    .select(['member.account_id', 'role.hidden_fields'])
    .where('member.tenant_id', '=', tenantId)
    .where('member.account_id', 'in', accountIds)
    .where('member.is_admin', '=', false)
    .execute();
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  return new Map([...byAccount].map(([id, roles]) => [id, hiddenByRoles(roles.flatMap((role) => (role.hidden_fields ? [role.hidden_fields] : [])))]));
}

/**
 * The same person with the permissions and rows of one role, as far as they hold them themselves; unchanged when the role is gone.
 * "本人" and "本部门" mean the person who looks.
 */
export async function asRole(tx: Tx, me: Me, roleId: string): Promise<Me> {
  if (!me.memberId) return me;
  const role = await tx
    .selectFrom('role')
    .select(['id', 'name', 'permissions', 'data_scope', 'scope_regions', 'scope_warehouses', 'hidden_fields'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', roleId)
    .executeTakeFirst();
  if (!role) return me;
  return {
    ...me,
    isAdmin: false,
    permissions: new Set(role.permissions.filter((code) => me.permissions.has(code))),
    scope: me.scope ?? scopeOfRoles([limitOf(role)], { memberId: me.memberId, colleagues: await colleaguesFor(tx, me.tenantId, me.memberId, [limitOf(role)]) }),
    hidden: [...new Set([...(me.hidden ?? []), ...role.hidden_fields])],
    preview: { roleId: role.id, roleName: role.name },
  };
}

/** What the person would have by this role alone. */
export const authorityAlone = async (tx: Tx, me: Me, role: GrantedRole): Promise<Authority> =>
  authorityOfRoles([role], { memberId: me.memberId ?? '', colleagues: await colleaguesFor(tx, me.tenantId, me.memberId ?? '', [role]) });

export const limitOf = (role: { data_scope: string; scope_regions: string[]; scope_warehouses: string[] }): ScopedRole => ({
  dataScope: role.data_scope as ScopeKind,
  regions: role.scope_regions,
  warehouses: role.scope_warehouses,
});

/** The person's colleagues, where one of the roles asks for them. */
async function colleaguesFor(tx: Tx, tenantId: bigint, memberId: string, roles: readonly ScopedRole[]): Promise<string[]> {
  const byDepartment = roles.some((role) => role.dataScope === 'DEPARTMENT') && !roles.some((role) => role.dataScope === 'ALL');
  return byDepartment ? ((await colleaguesOf(tx, tenantId, [memberId])).get(memberId) ?? []) : [];
}

/** For each member, everybody in their departments and the departments below. */
export async function colleaguesOf(tx: Tx, tenantId: bigint, memberIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ member_id: string; colleagues: string[] }>`
    with recursive reach (member_id, department_id) as (
      select member_id, department_id from member_department where tenant_id = ${tenantId} and member_id = any(${memberIds as string[]}::uuid[])
      union
      select r.member_id, d.id from reach r join department d on d.tenant_id = ${tenantId} and d.parent_id = r.department_id
    )
    select r.member_id, array_agg(distinct md.member_id) as colleagues from reach r
    join member_department md on md.tenant_id = ${tenantId} and md.department_id = r.department_id group by r.member_id`.execute(tx);
  return new Map(rows.map((row) => [row.member_id, row.colleagues]));
}

export interface HeldRole extends GrantedRole {
  id: string;
  name: string;
}
export interface RoleHolder {
  id: string;
  accountId: string;
  name: string;
  jobTitle: string;
  isAdmin: boolean;
  roles: HeldRole[];
}

/** Active members of a tenant with the roles they hold. */
export async function roleHolders(tx: Tx, tenantId: bigint): Promise<RoleHolder[]> {
  const rows = await tx
    .selectFrom('member')
    .leftJoin('member_role', (on) => on.onRef('member_role.tenant_id', '=', 'member.tenant_id').onRef('member_role.member_id', '=', 'member.id'))
    .leftJoin('role', (on) => on.onRef('role.tenant_id', '=', 'member_role.tenant_id').onRef('role.id', '=', 'member_role.role_id'))
    .select(['member.id', 'member.account_id as accountId', 'member.name', 'member.job_title as jobTitle', 'member.is_admin as isAdmin'])
    .select([
      'role.id as roleId',
      'role.name as roleName',
      'role.permissions',
      'role.data_scope',
      'role.scope_regions',
      'role.scope_warehouses',
      'role.hidden_fields',
    ])
    .where('member.tenant_id', '=', tenantId)
    .where('member.status', '=', 'ACTIVE')
    .orderBy('member.name')
    .orderBy('member.id')
    .execute();
  const people = new Map<string, RoleHolder>();
  for (const { roleId, roleName, permissions, data_scope, scope_regions, scope_warehouses, hidden_fields, ...person } of rows) {
    const one = people.get(person.id) ?? { ...person, roles: [] };
    people.set(person.id, one);
    if (roleId !== null && roleName !== null && permissions && data_scope && scope_regions && scope_warehouses && hidden_fields)
      one.roles.push({ id: roleId, name: roleName, permissions, hidden: hidden_fields, ...limitOf({ data_scope, scope_regions, scope_warehouses }) });
  }
  return [...people.values()];
}

/** What a document is about, as far as data scopes ask; several customers where one notice counts many documents. */
export interface About {
  customerId?: string | undefined;
  customerIds?: readonly string[] | undefined;
  warehouseId?: string | undefined;
}

/** Accounts of members who hold the code (administrators hold all) and whose rows include all of what it is about. */
export async function accountsFor(tx: Tx, tenantId: bigint, code: string, about: About = {}): Promise<string[]> {
  return (await accountsForEach(tx, tenantId, [{ code, about }]))[0] ?? [];
}

/** The accounts of each question, asked of the database as one. */
export async function accountsForEach(tx: Tx, tenantId: bigint, asked: readonly { code: string; about?: About | undefined }[]): Promise<string[][]> {
  if (!asked.length) return [];
  const people = (await roleHolders(tx, tenantId)).filter((one) => asked.some(({ code }) => holds(one, code)));
  const { everywhere, limited } = await limitsOf(tx, tenantId, people);
  const all = new Set(asked.flatMap(({ about }) => customersOf(about)));
  const places = limited.length && all.size ? await placesOf(tx, tenantId, [...all]) : [];
  return asked.map(({ code, about = {} }) => {
    const customers = customersOf(about);
    const own = places.filter(({ id }) => customers.includes(id));
    const reaches = ({ scope }: Limited): boolean => !(customers.length || about.warehouseId) || isWithin(scope, customers, own, about);
    const holders = new Set(people.filter((one) => holds(one, code)).map((one) => one.accountId));
    return [...everywhere, ...limited.filter(reaches).map((one) => one.accountId)].filter((id) => holders.has(id));
  });
}

const holds = (one: RoleHolder, code: string): boolean => one.isAdmin || one.roles.some((role) => role.permissions.includes(code));
const customersOf = ({ customerId, customerIds = [] }: About = {}): string[] => [...new Set(customerId ? [...customerIds, customerId] : customerIds)];

/** Of these customers, those each limited holder of the code sees: for people who see some of them and not all. */
export async function partsFor(tx: Tx, tenantId: bigint, code: string, customerIds: readonly string[]): Promise<Map<string, string[]>> {
  const { limited } = await holdersOf(tx, tenantId, code);
  const places = limited.length ? await placesOf(tx, tenantId, customerIds) : [];
  const parts = limited.map(({ accountId, scope }) => [accountId, places.filter((row) => inScope(scope, row)).map((row) => row.id)] as const);
  return new Map(parts.filter(([, seen]) => seen.length > 0 && seen.length < places.length));
}

type Places = Awaited<ReturnType<typeof placesOf>>;
function isWithin(scope: DataScope | null, customers: readonly string[], places: Places, { warehouseId }: About): boolean {
  if (customers.length) return places.length === customers.length && places.every((row) => inScope(scope, { ...row, warehouseId }));
  return !scope?.warehouses || scope.warehouses.includes(warehouseId ?? '');
}

/** Whether the rows of one who acts alone include all of what it is about. */
export async function reachesAll(tx: Tx, tenantId: bigint, scope: DataScope | null, about: About): Promise<boolean> {
  const customers = customersOf(about);
  if (!scope || !(customers.length || about.warehouseId)) return true;
  return isWithin(scope, customers, await placesOf(tx, tenantId, customers), about);
}

interface Limited {
  accountId: string;
  scope: DataScope | null;
}

/** Of these members, those whose rows include what it is about. */
export async function whoReach(tx: Tx, tenantId: bigint, memberIds: readonly string[], about: About): Promise<Set<string>> {
  if (!memberIds.length || !(about.customerId || about.warehouseId)) return new Set(memberIds);
  const people = (await roleHolders(tx, tenantId)).filter((one) => memberIds.includes(one.id));
  const { everywhere, limited } = await limitsOf(tx, tenantId, people);
  const places = limited.length && about.customerId ? await placesOf(tx, tenantId, [about.customerId]) : [];
  const reaches = ({ scope }: Limited) =>
    about.customerId
      ? places.some((row) => inScope(scope, { ...row, warehouseId: about.warehouseId }))
      : !scope?.warehouses || scope.warehouses.includes(about.warehouseId ?? '');
  const accounts = new Set([...everywhere, ...limited.filter(reaches).map((one) => one.accountId)]);
  return new Set(people.filter((one) => accounts.has(one.accountId)).map((one) => one.id));
}

async function holdersOf(tx: Tx, tenantId: bigint, code: string): Promise<{ everywhere: string[]; limited: Limited[] }> {
  const people = (await roleHolders(tx, tenantId)).filter((one) => holds(one, code));
  return limitsOf(tx, tenantId, people);
}

/** Who sees all rows of the tenant, and who sees which. */
async function limitsOf(tx: Tx, tenantId: bigint, people: readonly RoleHolder[]): Promise<{ everywhere: string[]; limited: Limited[] }> {
  const free = (one: RoleHolder): boolean => one.isAdmin || one.roles.some((role) => role.dataScope === 'ALL');
  const bound = people.filter((one) => !free(one));
  const colleagues = bound.length
    ? await colleaguesOf(
        tx,
        tenantId,
        bound.map((one) => one.id),
      )
    : new Map<string, string[]>();
  return {
    everywhere: people.filter(free).map((one) => one.accountId),
    limited: bound.map(({ id, accountId, roles }) => ({ accountId, scope: scopeOfRoles(roles, { memberId: id, colleagues: colleagues.get(id) ?? [] }) })),
  };
}

/** What of the customer data scopes go by, for a select that names it `customer`. */
export const scopedColumns = [
  'customer.sales_member_id as ownerId',
  'customer.region_label as regionLabel',
  'customer.province',
  'customer.city',
  'customer.district',
] as const;
export const helperIds = sql<string[]>`array(select h.member_id from customer_helper h where h.tenant_id = customer.tenant_id and h.customer_id = customer.id)`;

function placesOf(tx: Tx, tenantId: bigint, customerIds: readonly string[]): Promise<(ScopedRow & { id: string })[]> {
  return tx
    .selectFrom('customer')
    .select(['customer.id', ...scopedColumns, helperIds.as('helperIds')])
    .where('tenant_id', '=', tenantId)
    .where('customer.id', '=', anyOf(customerIds))
    .execute();
}
