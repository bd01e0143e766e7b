import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { PROCESS_CONFIG } from '~/portal/permissions';
import { whoReach } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { defineWork, type Hands } from '~/server/work.server';
import { refuseField } from '~/shared/refusal';

export const work = defineWork({
  key: 'auditTask',
  label: '待办的审批',
  place: 5,
  table: 'wf_task',
  person: 'assignee_id',
  open: sql`status = 'PENDING' and kind <> 'CC'`,
  name: sql`coalesce((select nullif(i.subject_no, '') from wf_instance i where i.tenant_id = wf_task.tenant_id and i.id = wf_task.instance_id), '草稿')`,
  customer: sql`customer_id`,
  namedBy: { code: PROCESS_CONFIG, name: '审批流程' },
  touch: sql`origin_id = coalesce(origin_id, assignee_id)`,
  moved: refuseUnfit,
});

/** Refuses a taker who would find the tasks closed to them: made by themselves, or about what they do not see once everything chosen has moved. */
async function refuseUnfit(tx: Tx, me: Me, ids: readonly string[], { to, toId }: Hands): Promise<void> {
  if (ids.length === 0) return;
  const tasks = await tx
    .selectFrom('wf_task')
    .innerJoin('wf_instance as i', (on) => on.onRef('i.tenant_id', '=', 'wf_task.tenant_id').onRef('i.id', '=', 'wf_task.instance_id'))
    .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'wf_task.tenant_id').onRef('member.id', '=', 'wf_task.assignee_id'))
    .select(['i.customer_id as customerId', 'i.warehouse_id as warehouseId', sql<boolean>`member.account_id = any(wf_task.barred)`.as('own')])
    .distinct()
    .where('wf_task.tenant_id', '=', me.tenantId)
    .where('wf_task.id', 'in', [...ids])
    .execute();
  if (tasks.some(({ own }) => own)) refuseField('toId', `待办的审批中有“${to}”自己提交的单据，不能由其审批，请选择另一位同事`);
  for (const { customerId, warehouseId } of tasks) {
    const reached = await whoReach(tx, me.tenantId, [toId], { customerId: customerId ?? undefined, warehouseId: warehouseId ?? undefined });
    if (!reached.has(toId)) refuseField('toId', `待办的审批中有“${to}”数据范围以外的单据，请选择能看到的同事，或先交接其客户`);
  }
}
