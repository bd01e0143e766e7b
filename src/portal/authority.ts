import { type DataScope, type ScopedMember, type ScopedRole, scopeOfRoles } from './scope';

/** What a role may keep from its people; the names they read. */
export const hideableFields = {
  mobile: '手机号与联系电话',
  idCard: '证件号',
  amount: '金额与单价',
  cost: '成本',
} as const;
export type HideableField = keyof typeof hideableFields;
export const everyField: readonly string[] = Object.keys(hideableFields);

/** What a person may do, over which rows, with which fields: the three together. */
export interface Authority {
  permissions: ReadonlySet<string>;
  scope: DataScope | null;
  hidden: readonly string[];
}

/** What one role shows, another does not take away; without any role nothing that can be hidden is shown. */
export const hiddenByRoles = (roles: readonly (readonly string[])[]): string[] => everyField.filter((field) => roles.every((hidden) => hidden.includes(field)));

export interface GrantedRole extends ScopedRole {
  permissions: readonly string[];
  hidden: readonly string[];
}
/** All roles together. */
export const authorityOfRoles = (roles: readonly GrantedRole[], member: ScopedMember): Authority => ({
  permissions: new Set(roles.flatMap((role) => role.permissions)),
  scope: scopeOfRoles(roles, member),
  hidden: hiddenByRoles(roles.map((role) => role.hidden)),
});

export const noAuthority: Authority = {
  permissions: new Set(),
  scope: { customers: { member: '', owners: [], regions: [] }, warehouses: [] },
  hidden: everyField,
};

export type Dimension = 'permissions' | 'customers' | 'warehouses' | 'fields';
type Beyond = (one: Authority, within: readonly Authority[], own: string) => boolean;

/** Whether one authority reaches further in this respect than the others together. */
const beyond: Record<Dimension, Beyond> = {
  permissions: (one, within) => [...one.permissions].some((code) => !within.some((other) => other.permissions.has(code))),
  customers: (one, within, own) => {
    const [mine, others] = [one.scope?.customers, within.map((other) => other.scope?.customers)];
    if (others.some((other) => !other)) return false;
    if (!mine) return true;
    const owned = (member: string): boolean => member === own || others.some((other) => other?.owners.includes(member));
    return !mine.owners.every(owned) || !mine.regions.every((region) => others.some((other) => other?.regions.includes(region)));
  },
  warehouses: (one, within) => {
    const [mine, others] = [one.scope?.warehouses, within.map((other) => other.scope?.warehouses)];
    if (others.some((other) => !other)) return false;
    return !mine?.every((id) => others.some((other) => other?.includes(id)));
  },
  fields: (one, within) => everyField.some((field) => !one.hidden.includes(field) && within.every((other) => other.hidden.includes(field))),
};
const dimensions = Object.keys(beyond) as Dimension[];

/**
 * THE rule of giving: whatever a change lets somebody do or see that they could not before, its giver can do and see themselves.
 * Answers the first respect in which it goes further, undefined when it does not. A right that is gained counts over all rows and
 * fields of its new holder, rows and fields with all their rights. `own` names the person whose own customers need no giving, as long as
 * the rights over them are the giver's too; '' for none.
 */
export function gainedBeyond(before: Authority, after: Authority, giver: Authority, own: string): Dimension | undefined {
  if (after.permissions.size === 0) return undefined;
  const gained = dimensions.filter((dimension) => beyond[dimension](after, [before], ''));
  return dimensions.find(
    (dimension) => beyond[dimension](after, [before, giver], own) || (gained.some((other) => other !== dimension) && beyond[dimension](after, [giver], own)),
  );
}
