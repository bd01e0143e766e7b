import type { Preferences } from '~/shared/preferences.schema';
import type { DataScope } from './scope';

export type UserType = 1 | 2 | 3;
/** Spec section 4: '1' factory side, '2' customer side, '3' identity chooser. */
export type Identity = '1' | '2' | '3';

/** The person behind a request, as the server knows them. Never sent as it is: see `MeView`. */
export interface Me {
  accountId: string;
  name: string;
  mobile: string;
  loginAccount: string;
  userType: UserType;
  identity: Identity;
  tenantId: bigint;
  tenantName: string;
  trusteeship: boolean;
  /** Set when acting for the factory. */
  memberId: string | null;
  isAdmin: boolean;
  /** Set when acting for a customer of the tenant. */
  customerId: string | null;
  customerName: string;
  customerType: number;
  permissions: ReadonlySet<string>;
  /** The rows the person's roles limit them to; null or absent: all of the tenant. */
  scope?: DataScope | null;
  /** Kinds of fields the person's roles keep from them: mobile, idCard, amount, cost. */
  hidden?: readonly string[];
  /** Set while an administrator looks at the portal as this role, or a prospect looks around the demo company; nothing can be changed then. */
  preview?: { roleId: string; roleName: string; visit?: boolean } | null;
  /** Set for a program of the tenant instead of a person: the calls given to it (`POST /path`); a sandbox's changes are undone. */
  app?: { id: string; calls: ReadonlySet<string>; sandbox: boolean };
  preferences?: Preferences;
  apps: readonly string[];
  tenants: readonly { tenantId: bigint; tenantName: string }[];
  customerTenants: readonly { tenantId: bigint; tenantName: string }[];
}

/** A member, or a program with rights of its own. */
export const actsForFactory = (me: Pick<Me, 'customerId' | 'memberId' | 'app'>): boolean =>
  me.customerId === null && (me.memberId !== null || me.app !== undefined);
export const isDealer = (me: Pick<Me, 'customerId'>): boolean => me.customerId !== null;
export const holdsAny = (me: Pick<Me, 'permissions'>, ...codes: string[]): boolean => codes.some((code) => me.permissions.has(code));
export const holds = (me: Pick<Me, 'permissions'>, code: string): boolean => me.permissions.has(code);
/** How documents and logs name the actor. */
export const actorName = (me: Pick<Me, 'name'>): string => me.name;
