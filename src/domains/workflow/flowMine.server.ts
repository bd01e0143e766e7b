import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { ADMINS, type Approval, isDecider } from './approvalKind.server';
import type { Flow, FlowTask } from './flowStore.server';

type Asked = Pick<FlowTask, 'assignee_id' | 'pool' | 'kind'> & { giver_id: string | null };

/** Whether a task is this person's to answer: their own, or one of a pool they belong to. */
export function isMine(me: Me, approval: Pick<Approval, 'decide' | 'type'>, task: Asked): boolean {
  if (task.assignee_id) return task.assignee_id === me.memberId;
  return task.pool === ADMINS ? me.isAdmin : task.pool === approval.type && isDecider(me, approval);
}
/** Whether an administrator may answer it all the same: what was handed over, which blocks nothing for good. A vote is nobody else's. */
export const isLeftToAdmin = (me: Me, task: Asked): boolean => me.isAdmin && task.kind === 'NORMAL' && task.giver_id !== null;

/** The step that a decision on the document's own page takes: one's own before one of a pool, then what an administrator may. */
export function mineOf(me: Me, approval: Pick<Approval, 'decide' | 'type'>, { tasks }: Flow): FlowTask | undefined {
  const asked = tasks.filter((task) => task.status === 'PENDING' && task.kind !== 'ADD_BEFORE' && task.kind !== 'CC');
  const mine = asked.filter((task) => isMine(me, approval, task));
  return (
    mine.find((task) => task.assignee_id) ??
    mine.find((task) => !task.barred.includes(me.accountId)) ??
    mine[0] ??
    asked.find((task) => isLeftToAdmin(me, task))
  );
}

/** In words: with whom it is now. */
export async function whoseNow(tx: Tx, me: Pick<Me, 'tenantId'>, { tasks }: Flow): Promise<string> {
  const asked = tasks.filter((task) => task.status === 'PENDING' && task.kind !== 'CC');
  const names = await tx
    .selectFrom('member')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', sql<string>`any(${asked.flatMap((task) => task.assignee_id ?? [])}::uuid[])`)
    .execute();
  const nameOf = (task: FlowTask) => names.find(({ id }) => id === task.assignee_id)?.name ?? (task.pool === ADMINS ? '管理员' : '有审核权限的人');
  return [...new Set(asked.map((task) => `${nameOf(task)}（${task.node_name}）`))].join('、');
}
