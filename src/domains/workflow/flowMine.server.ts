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

type Passed = Pick<FlowTask, 'id' | 'kind' | 'status' | 'parent_id' | 'giver_id'>;
const parentOf = (tasks: readonly Passed[], task: Passed): Passed | undefined => tasks.find(({ id }) => id === task.parent_id);
/** 转办 of this very task: not a signature asked for, nor an opinion. */
const isPassedOn = (tasks: readonly Passed[], task: Passed): boolean => parentOf(tasks, task)?.status === 'TRANSFERRED';
const isAsked = (tasks: readonly Passed[], task: Passed): boolean => task.kind.startsWith('ADD_') && task.giver_id !== null && !isPassedOn(tasks, task);

/** The same task as far back as it was passed on or delegated, up to where somebody asked for it. */
function lineOf(tasks: readonly Passed[], task: Passed): Passed[] {
  const before = isAsked(tasks, task) ? undefined : parentOf(tasks, task);
  return before ? [task, ...lineOf(tasks, before)] : [task];
}

/**
 * Whether an open further signature (加签) was asked for on the task that is `mine`, whoever has either of them by now. Setting it aside is of
 * that task: not of whoever passed the signature on, nor of an agent, who says what they think and does not decide.
 */
export function isSignatureOf(tasks: readonly Passed[], mine: Passed, task: Passed): boolean {
  if (task.status !== 'PENDING') return false;
  const first = lineOf(tasks, task).at(-1) as Passed;
  if (!isAsked(tasks, first)) return false;
  const line = mine.kind === 'DELEGATE' ? [mine] : lineOf(tasks, mine);
  return line.some(({ id }) => id === first.parent_id);
}

/** What a member gave away and may take back (收回) while nobody has answered it. */
export const isGivenBy = (memberId: string | null, tasks: readonly Passed[], task: Passed): boolean =>
  task.status === 'PENDING' && task.giver_id !== null && task.giver_id === memberId && !isAsked(tasks, task);

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
