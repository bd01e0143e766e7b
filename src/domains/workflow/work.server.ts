import { sql } from 'kysely';
import { PROCESS_CONFIG } from '~/portal/permissions';
import { defineWork } from '~/server/work.server';
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
  async moved(tx, me, ids, { to, toId }) {
    if (ids.length === 0) return;
    const own = await tx
      .selectFrom('wf_task')
      .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'wf_task.tenant_id').onRef('member.id', '=', 'wf_task.assignee_id'))
      .select('wf_task.id')
      .where('wf_task.tenant_id', '=', me.tenantId)
      .where('wf_task.id', 'in', [...ids])
      .where('member.id', '=', toId)
      .where(sql<boolean>`member.account_id = any(wf_task.barred)`)
      .limit(1)
      .executeTakeFirst();
    if (own) refuseField('toId', `待办的审批中有“${to}”自己提交的单据，不能由其审批，请选择另一位同事`);
  },
});
