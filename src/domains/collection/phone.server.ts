import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { notFound, refuse } from '~/shared/refusal';
import { addressees } from './send.server';
import * as subjects from './subjects';

/** The number to call from a phone; kept in the log like every number that was looked up. */
export async function phoneOf(tx: Tx, me: Me, { id }: { id: string }): Promise<{ contactMobile: string }> {
  const row = await tx.selectFrom('urge_case').select(['no', 'customer_id']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!row) return notFound('该催收案件');
  const mobile = (await addressees(tx, me, [row.customer_id])).get(row.customer_id)?.mobile ?? '';
  if (!mobile) refuse('BAD_STATE', `案件${row.no}的客户联系人没有手机号，请先在客户详情中填写`);
  await audit(tx, me, { action: '查看联系电话', subject: subjects.urgeCase, id, no: row.no });
  return { contactMobile: mobile };
}
