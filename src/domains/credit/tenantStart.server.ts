import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';

/** The four kinds of limit factories speak of; what comes back of the second and the last is not lent again. */
const types = [
  ['FIXED', '固定额度', true],
  ['TEMP', '临时额度', false],
  ['PROJECT', '项目额度', true],
  ['ORDER', '单笔额度', false],
] as const;

export async function startTenant(tx: Tx, me: Me): Promise<void> {
  await tx
    .insertInto('credit_type')
    .values(types.map(([code, name, revolving], at) => ({ tenant_id: me.tenantId, id: newId(), code, name, revolving, sort: at + 1 })))
    .onConflict((on) => on.doNothing())
    .execute();
}
