import type { Opened } from '~/server/db.server';

/** What was decided of a document and by whom, oldest first: `2 RETURN 复核员 数量不对`, the first word being the round. */
export async function decisionsOn({ pool }: Opened, id: string): Promise<string[]> {
  const { rows } = await pool.query(
    `select round, action, actor, opinion from (select * from wf_action_log where action <> 'RESUBMIT' union all
      select tenant_id, id, null, null, null, '', subject_type, subject_id, customer_id, round, action, account_id, actor, '', about, opinion, '[]', '', at from approval_log) l
     where subject_id = $1 order by at, id`,
    [id],
  );
  return rows.map(({ round, action, actor, opinion }) => [round, action, actor, opinion].filter(Boolean).join(' '));
}

/** What colleagues were given of a document, 转交 and 加签, oldest first. */
export const givenOf = `select id, case kind when 'NORMAL' then 'TRANSFER' else 'OPINION' end as kind, assignee_id as member_id, ended, tenant_id, subject_id,
  case when kind = 'ADD_BEFORE' then case status when 'APPROVED' then 'AGREE' when 'REJECTED' then 'DISAGREE' end end as answer
  from wf_task where giver_id is not null and kind in ('NORMAL', 'ADD_BEFORE') order by created_at, id`;
