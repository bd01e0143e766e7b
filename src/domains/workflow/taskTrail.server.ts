import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { DB, Tx } from '~/server/db.server';
import { spent } from './approval';
import { approvalNamed } from './approvalKind.server';
import { anyOfPool } from './flowPeople.server';
import { modeKinds } from './processTree';
import { type TaskState, taskStates } from './task';
import type { LogLine, TrailStep } from './task.schema';
import type { Instance } from './taskRows.server';

export type Step = z.output<typeof TrailStep>;
type Person = Step['people'][number];
type Run = Selectable<DB['wf_node_run']>;
type Task = Selectable<DB['wf_task']> & { assignee: string | null; origin: string | null };

/** Everything of a process that is no longer to come: its runs with everybody who was asked, in the order they were entered. */
export async function trailOf(tx: Tx, me: Pick<Me, 'tenantId'>, instance: Instance, now: Date): Promise<Step[]> {
  const runs = await tx
    .selectFrom('wf_node_run')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('instance_id', '=', instance.id)
    .orderBy('seq')
    .execute();
  const tasks: Task[] = await tx
    .selectFrom('wf_task as task')
    .leftJoin('member as m', (on) => on.onRef('m.tenant_id', '=', 'task.tenant_id').onRef('m.id', '=', 'task.assignee_id'))
    .leftJoin('member as o', (on) => on.onRef('o.tenant_id', '=', 'task.tenant_id').onRef('o.id', '=', 'task.origin_id'))
    .selectAll('task')
    .select(['m.name as assignee', 'o.name as origin'])
    .where('task.tenant_id', '=', me.tenantId)
    .where('task.instance_id', '=', instance.id)
    .orderBy('task.turn')
    .orderBy('task.created_at')
    .orderBy('task.id')
    .execute();
  const started: Step = {
    key: 'start',
    nodeId: 'start',
    title: '发起',
    note: instance.round > 1 ? `第${instance.round}次提交` : '',
    state: 'done',
    people: [{ ...nobody, name: instance.starter, state: '提交', tone: 'done', at: instance.started_at }],
  };
  await nameAnybody({ tx, me, approval: approvalNamed(instance.subject_type), flow: { instance } }, tasks);
  const steps = runs.map((run) =>
    stepOf(
      run,
      tasks.filter((task) => task.run_id === run.id),
      now,
    ),
  );
  return [started, ...steps, ...endOf(instance)];
}

/** Whom a step still waits for, where any of several may answer it. */
async function nameAnybody(on: Parameters<typeof anyOfPool>[0], tasks: readonly Task[]): Promise<void> {
  for (const task of tasks) if (task.status === 'PENDING' && !task.assignee_id) task.assignee = (await anyOfPool(on, task.pool, task.barred)) || null;
}

const nobody: Pick<Person, 'at' | 'took' | 'opinion' | 'files' | 'signature'> = { at: null, took: '', opinion: '', files: [], signature: '' };

const runStates = { OPEN: 'now', PASSED: 'done', REJECTED: 'stopped', RETURNED: 'back', CANCELLED: 'void', SKIPPED: 'void' } as const;
const runWords: Record<string, string> = { CANCELLED: '已作废', SKIPPED: '已跳过' };

function stepOf(run: Run, tasks: readonly Task[], now: Date): Step {
  const votes = tasks.filter((task) => task.kind === 'NORMAL');
  const agreed = votes.filter((task) => task.status === 'APPROVED' || task.status === 'AUTO').length;
  const mode = run.mode !== 'ANY' && votes.length > 1 ? `${modeKinds[run.mode as keyof typeof modeKinds]} ${agreed}/${run.need}` : '';
  const people = tasks.filter((task) => task.status !== 'CANCELLED' || task.opinion !== '').map((task) => personOf(task, now));
  const silent = people.length === 0 && run.reason !== '' ? [{ ...nobody, name: '系统', state: run.reason, tone: 'done' as const, at: run.closed_at }] : people;
  return {
    key: run.id,
    nodeId: run.node_id,
    title: run.node_name,
    note: [run.kind === 'CC' && '抄送', mode, runWords[run.status]].filter(Boolean).join(' · '),
    state: run.kind === 'CC' ? 'done' : runStates[run.status as keyof typeof runStates],
    people: silent,
  };
}

const tones: Partial<Record<TaskState, Person['tone']>> = {
  PENDING: 'now',
  WAITING: 'future',
  REJECTED: 'stopped',
  RETURNED: 'back',
  CANCELLED: 'void',
  SKIPPED: 'void',
};
const kinds: Record<string, string> = { ADD_BEFORE: '前加签', ADD_AFTER: '后加签', DELEGATE: '受托', CC: '抄送' };
const pools: Record<string, string> = { ADMIN: '管理员' };

function personOf(task: Task, now: Date): Person {
  const status = task.status as TaskState;
  const stays = status === 'PENDING' ? `，已停留${spent(task.created_at, now)}` : '';
  const asked = task.assignee ?? pools[task.pool] ?? '有审核权限的同事';
  const who = task.actor || asked;
  const forWhom = task.origin && task.origin !== who ? `（代${task.origin}）` : '';
  return {
    name: `${who}${forWhom}`,
    state: [kinds[task.kind], task.auto_reason || `${taskStates[status]}${stays}`, task.urged > 0 && status === 'PENDING' && `催办${task.urged}次`]
      .filter(Boolean)
      .join(' · '),
    tone: tones[status] ?? 'done',
    at: task.acted_at,
    took: task.acted_at ? spent(task.created_at, task.acted_at) : '',
    opinion: [task.words && task.giver ? `${task.giver}：${task.words}` : '', task.opinion].filter(Boolean).join('\n'),
    files: filesIn(task.files),
    signature: task.signature,
  };
}

const filesIn = (files: unknown): { key: string; name: string }[] =>
  Array.isArray(files)
    ? files.flatMap((one) =>
        typeof one === 'string' ? [{ key: one, name: '附件' }] : one && typeof one === 'object' ? [one as { key: string; name: string }] : [],
      )
    : [];

const ends = {
  PASSED: ['结束：已通过', 'done'],
  REJECTED: ['结束：已驳回', 'stopped'],
  WITHDRAWN: ['已撤回', 'void'],
  TERMINATED: ['已终止', 'void'],
  RETURNED: ['退回发起人修改', 'back'],
} as const;
const endOf = ({ status, ended_at, updated_at }: Instance): Step[] => {
  const end = ends[status as keyof typeof ends];
  return end
    ? [
        {
          key: 'end',
          nodeId: 'end',
          title: end[0],
          note: '',
          state: end[1],
          people: [{ ...nobody, name: '', state: '', tone: end[1], at: ended_at ?? updated_at }],
        },
      ]
    : [];
};

export const actions: Record<string, string> = {
  SUBMIT: '提交',
  RESUBMIT: '重新提交',
  PASS: '同意',
  REJECT: '驳回',
  RETURN: '退回',
  WITHDRAW: '撤回',
  RECALL: '收回审批',
  TRANSFER: '转办',
  DELEGATE: '委派',
  ADD_BEFORE: '前加签',
  ADD_AFTER: '后加签',
  REMOVE_SIGN: '减签',
  ANSWER: '答复',
  TAKE_BACK: '收回',
  COPY: '抄送',
  URGE: '催办',
  COMMENT: '评论',
  TERMINATE: '终止',
  AUTO: '自动处理',
  TIMEOUT: '超时处理',
  HAND_OVER: '工作交接',
  ENDED: '结束',
};

/** What was done, the newest first; names as they were then. */
export async function logOf(tx: Tx, me: Pick<Me, 'tenantId'>, instanceId: string): Promise<z.output<typeof LogLine>[]> {
  const rows = await tx
    .selectFrom('wf_action_log')
    .select(['id', 'actor', 'on_behalf', 'action', 'node_name', 'about', 'opinion', 'at'])
    .where('tenant_id', '=', me.tenantId)
    .where('instance_id', '=', instanceId)
    .orderBy('at', 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(300)
    .execute();
  return rows.map(({ id, actor, on_behalf, action, node_name, about, opinion, at }) => ({
    id,
    actor: on_behalf ? `${actor}（代${on_behalf}）` : actor,
    action: actions[action] ?? action,
    node: node_name,
    words: [about, opinion].filter(Boolean).join('：'),
    at,
  }));
}
