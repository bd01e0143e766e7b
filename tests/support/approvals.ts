import type { Opened } from '~/server/db.server';

/** What was decided of a document and by whom, oldest first: `2 RETURN 复核员 数量不对`, the first word being the round. */
export async function decisionsOn({ pool }: Opened, id: string): Promise<string[]> {
  const { rows } = await pool.query('select round, action, actor, opinion from approval_log where subject_id = $1 order by at, id', [id]);
  return rows.map(({ round, action, actor, opinion }) => [round, action, actor, opinion].filter(Boolean).join(' '));
}
