import type { ScopeKind } from '~/portal/scope';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';

export interface BuiltIn {
  name: string;
  remark: string;
  permissions: string[];
  /** Default: everything. */
  dataScope?: ScopeKind;
}

/** Roles a new company begins with. */
export async function addBuiltIn(tx: Tx, tenantId: bigint, roles: readonly BuiltIn[]): Promise<void> {
  await tx
    .insertInto('role')
    .values(
      roles.map(({ name, remark, permissions, dataScope = 'ALL' }) => ({
        tenant_id: tenantId,
        id: newId(),
        name,
        remark,
        permissions,
        data_scope: dataScope,
        built_in: true,
      })),
    )
    .execute();
}
