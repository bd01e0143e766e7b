import { sql } from 'kysely';
import { defineWork } from '~/server/work.server';

export const work = defineWork({
  key: 'auditTask',
  label: '待办的审批',
  place: 5,
  table: 'wf_task',
  person: 'assignee_id',
  open: sql`status = 'PENDING' and kind <> 'CC'`,
  name: sql`coalesce((select nullif(i.subject_no, '') from wf_instance i where i.tenant_id = wf_task.tenant_id and i.id = wf_task.instance_id), '草稿')`,
  customer: sql`customer_id`,
  touch: sql`origin_id = coalesce(origin_id, assignee_id)`,
});
