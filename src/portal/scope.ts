/**
 * Which rows a member may see. The database applies it to every statement (`scope_table` in migrations/0075-helpers-in-scope.sql);
 * `inScope` says the same about one given row, for explanations.
 */
export type ScopeKind = 'ALL' | 'DEPARTMENT' | 'SELF' | 'REGION' | 'WAREHOUSE';

export const scopeKinds: Record<ScopeKind, string> = {
  ALL: '全部',
  DEPARTMENT: '本部门及以下',
  SELF: '本人',
  REGION: '指定区域',
  WAREHOUSE: '指定仓库',
};

/** Null stands for "not limited". `member` helps with customers of others, `owners` are member ids, `regions` names as customers carry them. */
export interface DataScope {
  customers: { member: string; owners: readonly string[]; regions: readonly string[] } | null;
  warehouses: readonly string[] | null;
}

export interface ScopedRole {
  dataScope: ScopeKind;
  regions: readonly string[];
  warehouses: readonly string[];
}

export interface ScopedMember {
  memberId: string;
  /** Members of the person's departments and all below them. */
  colleagues: readonly string[];
}

/**
 * Several roles add up: one that sees everything lifts every limit; salespeople and regions join, and so do warehouses.
 * Customers and warehouses are two conditions on a document that has both. No role at all: one's own customers.
 * The customers one helps with come on top of whatever the roles say.
 */
export function scopeOfRoles(roles: readonly ScopedRole[], member: ScopedMember): DataScope | null {
  if (roles.some((role) => role.dataScope === 'ALL')) return null;
  const all = roles.length ? roles : [{ dataScope: 'SELF', regions: [], warehouses: [] } as const];
  const byCustomer = all.filter((role) => role.dataScope !== 'WAREHOUSE');
  const byWarehouse = all.filter((role) => role.dataScope === 'WAREHOUSE');
  const owners = byCustomer.flatMap((role) =>
    role.dataScope === 'DEPARTMENT' ? [member.memberId, ...member.colleagues] : role.dataScope === 'SELF' ? [member.memberId] : [],
  );
  const regions = byCustomer.flatMap((role) => (role.dataScope === 'REGION' ? role.regions : []));
  return {
    customers: byCustomer.length ? { member: member.memberId, owners: [...new Set(owners)], regions: [...new Set(regions)] } : null,
    warehouses: byWarehouse.length ? [...new Set(byWarehouse.flatMap((role) => role.warehouses))] : null,
  };
}

/** What of a customer decides, and the warehouse of a document about it. */
export interface ScopedRow {
  ownerId: string | null;
  /** Members who help with the customer. */
  helperIds: readonly string[];
  regionLabel: string;
  province: string;
  city: string;
  district: string;
  warehouseId?: string | undefined;
}

export function inScope(scope: DataScope | null, row: ScopedRow): boolean {
  if (!scope) return true;
  if (row.warehouseId !== undefined && scope.warehouses && !scope.warehouses.includes(row.warehouseId)) return false;
  if (!scope.customers) return true;
  return row.helperIds.includes(scope.customers.member) || rolesReach(scope.customers, row);
}

/** Without what helping adds: whose customer it is to give away. */
export const mayHandOn = (scope: DataScope | null, row: Omit<ScopedRow, 'helperIds'>): boolean => inScope(scope, { ...row, helperIds: [] });

const rolesReach = ({ owners, regions }: NonNullable<DataScope['customers']>, row: ScopedRow): boolean =>
  (row.ownerId !== null && owners.includes(row.ownerId)) || placesOf(row).some((place) => regions.includes(place));

const placesOf = ({ regionLabel, province, city, district }: ScopedRow): string[] =>
  [regionLabel, province, province + city, province + city + district].filter((place) => place !== '');
