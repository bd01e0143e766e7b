import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiTime } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { approvalNamed } from './approvalKind.server';
import { treeOf } from './flowStore.server';
import type { TaskNode } from './process';
import { findNode, isTask } from './processTree';
import type { InstanceState } from './task';
import type { TaskInfo } from './task.schema';
import { actionsOffered } from './taskAllowed.server';
import { taskCardOf } from './taskCard.server';
import { futureOf } from './taskFuture.server';
import { holdersOf, neighboursOf } from './taskList.server';
import { type Instance, instancesOf, rowOf } from './taskRows.server';
import { actions, logOf, type Step, trailOf } from './taskTrail.server';

type Info = z.output<typeof TaskInfo>;
type Ref = { id: string; instanceId: string };

/** A task, or the process it is one of, for whoever had or has part in it; anybody else is answered as of something missing. */
export async function taskInfo(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Info> {
  const { instance, tasks } = await found(tx, me, ref);
  const mine = tasks.filter((task) => task.status === 'PENDING' && holdersOf(me).includes(task.holder) && !task.barred.includes(me.accountId));
  const task = mine.find((one) => one.id === ref.id) ?? mine.find((one) => one.assignee_id) ?? mine[0];
  const shown = task ?? tasks.find((one) => one.id === ref.id);
  const tree = await treeOf(tx, me, instance.version_id);
  const node = shown && findNode(tree, shown.node_id);
  const hidden = hiddenAt(node && isTask(node) ? node : undefined);
  const allowed = await actionsOffered(tx, me, { instance, tasks, tree, task });
  return {
    ...rowOf(instance),
    id: shown?.id ?? '',
    taskId: task?.id ?? '',
    taskName: shown?.node_name ?? instance.at_node,
    status: instance.status as InstanceState,
    round: instance.round,
    arrivedAt: task?.created_at ?? null,
    dueAt: task?.due_at ?? null,
    overdue: task?.due_at != null && task.due_at < now,
    why: task?.why ?? '',
    words: task?.words ? [task.giver, task.words].filter(Boolean).join('：') : '',
    past: task
      ? ''
      : await pastOf(
          tx,
          me,
          instance,
          tasks.find((one) => one.id === ref.id),
        ),
    card: await taskCardOf(tx, me, { type: instance.subject_type, id: instance.subject_id, summary: summaryOf(instance) }, hidden, now),
    allowed,
    trail: await wholeTrail(tx, me, instance, now),
    log: await logOf(tx, me, instance.id),
    unread: tasks.some((one) => one.status === 'COPIED' && one.assignee_id === me.memberId),
    neighbours: await neighboursOf(tx, me, shown ?? { id: instance.id, created_at: now }),
  };
}

/** The way of a process: what was, what is, and who is expected to come. */
export async function taskStack(tx: Tx, me: Me, { processInstanceId }: { processInstanceId: string }, now: Date): Promise<{ trail: Step[] }> {
  const { instance } = await found(tx, me, { id: '', instanceId: processInstanceId });
  return { trail: await wholeTrail(tx, me, instance, now) };
}

/** The copies the person was sent of this process are read. */
export async function markCopyRead(tx: Tx, me: Me, { instanceId }: { instanceId: string }, now: Date): Promise<Record<string, never>> {
  await tx
    .updateTable('wf_task')
    .set({ status: 'READ', acted_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'CC')
    .where('assignee_id', '=', me.memberId)
    .where('status', '=', 'COPIED')
    .execute();
  return {};
}

/** What was, what is, and while it runs who is expected to come. */
export async function wholeTrail(tx: Tx, me: Me, instance: Instance, now: Date): Promise<Step[]> {
  const past = await trailOf(tx, me, instance, now);
  return instance.status === 'RUNNING' ? [...past, ...(await futureOf(tx, me, instance, now))] : past;
}

const summaryOf = (instance: Instance) => instance.summary as unknown as { label: string; value: string }[];
const hiddenAt = (node: TaskNode | undefined): Set<string> =>
  new Set(Object.entries(node?.fields ?? {}).flatMap(([field, rule]) => (rule === 'HIDE' ? [field] : [])));

export type TaskOf = Awaited<ReturnType<typeof tasksIn>>[number];
export const tasksIn = (tx: Tx, me: Pick<Me, 'tenantId'>, instanceId: string) =>
  tx.selectFrom('wf_task').selectAll().where('tenant_id', '=', me.tenantId).where('instance_id', '=', instanceId).orderBy('created_at').orderBy('id').execute();

/** The process with its tasks, for whom it concerns. */
export async function found(tx: Tx, me: Me, ref: Ref): Promise<{ instance: Instance; tasks: TaskOf[] }> {
  const id = ref.instanceId || (await instanceOfTask(tx, me, ref.id));
  const instance = (await instancesOf(tx, me, [id])).get(id) ?? notFound('该任务');
  const tasks = await tasksIn(tx, me, id);
  return concerns(me, instance, tasks) ? { instance, tasks } : notFound('该任务');
}

async function instanceOfTask(tx: Tx, me: Me, id: string): Promise<string> {
  const row = await tx.selectFrom('wf_task').select('instance_id').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  return row?.instance_id ?? notFound('该任务');
}

/** Who began it, who was or is asked or told, who did something with it, who decides such documents anyway, and administrators. */
export function concerns(me: Me, instance: Instance, tasks: readonly TaskOf[]): boolean {
  if (me.isAdmin || instance.starter_id === me.accountId) return true;
  const hands = new Set(holdersOf(me));
  if (hands.has(approvalNamed(instance.subject_type).type)) return true;
  return tasks.some((task) => hands.has(task.holder) || task.acted_by === me.accountId || task.origin_id === me.memberId || task.giver_id === me.memberId);
}

/** Why there is nothing for the person to do: who took it last and when, or with whom it is. */
export async function pastOf(tx: Tx, me: Me, instance: Instance, task: TaskOf | undefined): Promise<string> {
  const after = task ? sql<boolean>`at >= ${task.created_at}` : sql<boolean>`true`;
  const last = await tx
    .selectFrom('wf_action_log')
    .select(['actor', 'action', 'at', 'node_name'])
    .where('tenant_id', '=', me.tenantId)
    .where('instance_id', '=', instance.id)
    .where('action', 'not in', ['COMMENT', 'URGE', 'COPY'])
    .where(after)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const said = last ? `${last.actor}于${shanghaiTime(last.at).slice(0, 16)}${last.node_name ? `在“${last.node_name}”` : ''}${actions[last.action] ?? ''}` : '';
  const stands = instance.status === 'RUNNING' ? (instance.at_node ? `现在到了“${instance.at_node}”` : '') : '';
  return [said, stands].filter(Boolean).join('，');
}
