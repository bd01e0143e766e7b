import { sql } from 'kysely';
import { authorityOfRoles } from '~/portal/authority';
import type { Me } from '~/portal/me';
import { isForPrograms } from '~/portal/programs';
import { limitOf } from '../authority.server';
import type { Tx } from '../db.server';

/** An app as its requests are judged by, with what it may do. */
export interface Program {
  tenantId: bigint;
  id: string;
  name: string;
  status: string;
  secret: string;
  oldSecret: string | null;
  oldUntil: Date | null;
  addresses: string[];
  /** Its last Shanghai day. */
  expiresOn: string | null;
  perMinute: number;
  perDay: number;
  me: Me;
}

export const secretUse = (tenantId: bigint): string => `open_app.secret/${tenantId}`;

/** The app by its key or by one of its tokens; of a closed company, none. */
export async function programBy(tx: Tx, by: { key: string } | { token: string; now: Date }): Promise<Program | null> {
  const row = await tx
    .selectFrom('open_app as a')
    .innerJoin('tenant as t', 't.id', 'a.tenant_id')
    .selectAll('a')
    .select(['t.name as tenant_name', 't.apps', 't.trusteeship', sql<string | null>`to_char(a.expires_on, 'YYYY-MM-DD')`.as('last_day')])
    .where('t.status', '=', 'ACTIVE')
    .where((eb) =>
      'key' in by
        ? eb('a.app_key', '=', by.key)
        : eb.exists(
            eb
              .selectFrom('open_token as k')
              .select('k.hash')
              .whereRef('k.tenant_id', '=', 'a.tenant_id')
              .whereRef('k.app_id', '=', 'a.id')
              .where('k.hash', '=', by.token)
              .where('k.expires_at', '>', by.now),
          ),
    )
    .executeTakeFirst();
  if (!row) return null;
  const authority = authorityOfRoles([{ permissions: row.permissions.filter(isForPrograms), hidden: row.hidden_fields, ...limitOf(row) }], {
    memberId: row.id,
    colleagues: [],
  });
  return {
    tenantId: row.tenant_id,
    id: row.id,
    name: row.name,
    status: row.status,
    secret: row.secret,
    oldSecret: row.old_secret,
    oldUntil: row.old_until,
    addresses: row.ip_allow,
    expiresOn: row.last_day,
    perMinute: row.per_minute,
    perDay: row.per_day,
    me: {
      ...authority,
      accountId: row.id,
      name: `应用：${row.name}`,
      mobile: '',
      loginAccount: row.app_key,
      userType: 1,
      identity: '1',
      tenantId: row.tenant_id,
      tenantName: row.tenant_name,
      trusteeship: row.trusteeship,
      memberId: null,
      isAdmin: false,
      customerId: null,
      customerName: '',
      customerType: 0,
      apps: row.apps,
      tenants: [{ tenantId: row.tenant_id, tenantName: row.tenant_name }],
      customerTenants: [],
      app: { id: row.id, calls: new Set(row.calls), sandbox: row.kind === 'SANDBOX' },
    },
  };
}
