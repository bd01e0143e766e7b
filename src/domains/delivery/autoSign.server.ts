import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { log } from '~/server/log.server';
import { autoSign } from './sign.server';

/** The clock as an actor: documents name it 系统. */
const clockOf = (tenant: { id: bigint; name: string }): Me => ({
  accountId: '00000000-0000-0000-0000-000000000000',
  name: '系统',
  mobile: '',
  loginAccount: '',
  userType: 1,
  identity: '1',
  tenantId: tenant.id,
  tenantName: tenant.name,
  trusteeship: false,
  memberId: null,
  isAdmin: false,
  customerId: null,
  customerName: '',
  customerType: 0,
  permissions: new Set(),
  apps: [],
  tenants: [],
  customerTenants: [],
});

/** Signs what is due in every tenant, a batch a transaction; one tenant's failure does not hold up the others. */
export async function signOverdue(opened: Opened, now: Date): Promise<number> {
  const tenants = await opened.inSystem((tx) => tx.selectFrom('tenant').select(['id', 'name']).where('status', '=', 'ACTIVE').execute());
  let signed = 0;
  for (const tenant of tenants) {
    try {
      for (let batch = -1; batch !== 0; signed += batch) {
        batch = await opened.inTenant({ tenantId: tenant.id }, (tx) => autoSign(tx, clockOf(tenant), now));
      }
    } catch (error) {
      log.error({ err: error, tenant: tenant.id.toString() }, 'auto-sign failed');
    }
  }
  return signed;
}
