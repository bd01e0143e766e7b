import { z } from 'zod';
import { BigId } from '~/shared/fields.schema';
import { Preferences } from '~/shared/preferences.schema';

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
