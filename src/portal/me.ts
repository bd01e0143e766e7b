import { z } from 'zod';
import { BigId } from '~/shared/fields';
import { Preferences } from '~/shared/preferences';
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

const TenantChoice = z.object({ tenantId: BigId, tenantName: z.string() });

/** What the browser may know of its own session. */
export const MeView = z.object({
  accountId: z.string(),
  name: z.string(),
  mobile: z.string(),
  loginAccount: z.string(),
  userType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  identity: z.enum(['1', '2', '3']),
  tenantId: BigId,
  tenantName: z.string(),
  trusteeship: z.boolean(),
  isAdmin: z.boolean(),
  customerId: z.string().nullable(),
  customerName: z.string(),
  customerType: z.number(),
  permissions: z.array(z.string()),
  /** Paths of screens that would refuse the person: what leads there is not offered. */
  closed: z.array(z.string()).readonly(),
  preview: z.object({ roleId: z.string(), roleName: z.string(), visit: z.boolean().optional() }).nullish(),
  preferences: Preferences.optional(),
  apps: z.array(z.string()),
  tenants: z.array(TenantChoice),
  customerTenants: z.array(TenantChoice),
});
export type MeView = z.input<typeof MeView>;
