import { actorName, type Me } from '~/portal/me';
import { refuse } from '~/shared/refusal';
import type { Ended } from './approval.schema';
import type { Person } from './flowPeople.server';
import { closeRun, isOpen, type Moving, settle } from './flowStep.server';
import { addTask, change, type Flow, type FlowTask, type Run, tasksOfRun } from './flowStore.server';
import { agreed } from './flowTree';

/** What is done with a task besides answering it. Each takes the flow as it stands under its lock, and writes nothing by itself. */
type On = Pick<Moving, 'flow' | 'me' | 'now'>;

export const runOf = (flow: Flow, task: FlowTask): Run => flow.runs.find((run) => run.id === task.run_id) as Run;
export const refuseTaken = (flow: Flow): never => refuse('BAD_STATE', `${flow.instance.subject_name}的这项任务已被处理，请刷新后查看`);
const acted = ({ me, now }: On) => ({ acted_at: now, acted_by: me.accountId, actor: actorName(me) });
const given = (me: Me, words: string) => ({ giver_id: me.memberId, giver: actorName(me), words });
const end = (flow: Flow, task: FlowTask, ended: Ended, now: Date) => change(flow, task, { ended, ended_at: now });

/** 转交: from now on it is the colleague's. What others were asked about it goes along. */
export function handOver({ flow, me, now }: On, task: FlowTask, to: Pick<Person, 'id'>, words: string, why = `“${actorName(me)}”转交`): FlowTask {
  change(flow, task, { status: 'TRANSFERRED', ...acted({ flow, me, now }) });
  if (task.giver_id) end(flow, task, 'PASSED_ON', now);
  const { kind, turn, origin_id } = task;
  const origin = origin_id ?? task.assignee_id;
  const next = addTask(flow, runOf(flow, task), {
    ...given(me, words),
    created_at: now,
    kind,
    assignee_id: to.id,
    origin_id: origin,
    parent_id: task.id,
    turn,
    why,
  });
  for (const one of flow.tasks) if (one.parent_id === task.id && one !== next && isOpen(one)) change(flow, one, { parent_id: next.id });
  return next;
}

/** 委派: the agent says what they think, and the task comes back. An agent asks others to sign (加签) or passes on (转办). */
export function delegate({ flow, me, now }: On, task: FlowTask, to: Pick<Person, 'id'>, words: string): FlowTask {
  if (task.kind === 'DELEGATE') refuse('BAD_STATE', '受托的任务不能再委派，可转办给同事或请同事加签');
  change(flow, task, { status: 'DELEGATED', ...acted({ flow, me, now }) });
  const { turn } = task;
  const why = `“${actorName(me)}”委派`;
  return addTask(flow, runOf(flow, task), {
    ...given(me, words),
    created_at: now,
    kind: 'DELEGATE',
    assignee_id: to.id,
    origin_id: me.memberId,
    parent_id: task.id,
    turn,
    why,
  });
}

/** 加签 before: passing waits for these. Whoever is asked again answers anew. */
export function askBefore({ flow, me, now }: On, task: FlowTask, people: readonly Pick<Person, 'id'>[], words: string): FlowTask[] {
  return people.map((person) => {
    for (const one of tasksOfRun(flow, { id: task.run_id }))
      if (one.kind === 'ADD_BEFORE' && one.assignee_id === person.id && !one.ended) end(flow, one, 'ASKED_AGAIN', now);
    const why = `“${actorName(me)}”请您加签`;
    return addTask(flow, runOf(flow, task), { ...given(me, words), created_at: now, kind: 'ADD_BEFORE', assignee_id: person.id, parent_id: task.id, why });
  });
}

/** 加签 after: the step is not over before these have agreed, too. */
export function askAfter({ flow, me, now }: On, task: FlowTask, people: readonly Pick<Person, 'id'>[], words: string): FlowTask[] {
  const why = `“${actorName(me)}”请您后加签`;
  return people.map((person) =>
    addTask(flow, runOf(flow, task), { ...given(me, words), created_at: now, kind: 'ADD_AFTER', assignee_id: person.id, parent_id: task.id, why }),
  );
}

/** 收回转交: opens what it was made of. */
export async function takeBack(on: Moving, task: FlowTask): Promise<void> {
  const { flow } = on;
  const before = flow.tasks.find((one) => one.id === task.parent_id);
  if (before) {
    change(flow, before, { status: 'PENDING', acted_at: null, acted_by: null, actor: '', due_at: null, ended: null, ended_at: null });
    for (const one of flow.tasks) if (one.parent_id === task.id && isOpen(one)) change(flow, one, { parent_id: before.id });
  }
  await setAside(on, task);
}

/** 撤回加签: the signature is waited for no more. */
export async function setAside(on: Moving, task: FlowTask): Promise<void> {
  const { flow, now } = on;
  change(flow, task, { ...(isOpen(task) ? { status: 'CANCELLED' } : {}), ended: 'TAKEN_BACK', ended_at: now });
  await settle(on, runOf(flow, task));
}

/** 撤回已审: one's own answer, as long as nobody has acted on what it led to. Answers whether it could be. */
export function recall(on: Moving, task: FlowTask): boolean {
  const { flow, now } = on;
  const run = runOf(flow, task);
  if (task.status !== 'APPROVED' || flow.instance.status !== 'RUNNING') return false;
  // An opinion that was asked for (委派) went back to who decides: it is taken back only before they have.
  const back = task.kind === 'DELEGATE' ? tasksOfRun(flow, run).find((one) => one.parent_id === task.id && !one.giver_id) : undefined;
  if (back && back.status !== 'PENDING') return false;
  if (run.status !== 'OPEN') {
    const later = flow.runs.filter((one) => one.seq > run.seq);
    const touched = later.some((one) => tasksOfRun(flow, one).some((other) => other.acted_by !== null || other.status === 'READ'));
    if (run.status !== 'PASSED' || touched) return false;
    for (const one of later) if (one.status === 'OPEN') closeRun(on, one, 'CANCELLED');
    change(flow, run, { status: 'OPEN', closed_at: null });
    for (const one of tasksOfRun(flow, run))
      if (one.status === 'CANCELLED' && !one.acted_at && one.kind === 'NORMAL' && one.ended !== 'TAKEN_BACK')
        change(flow, one, { status: 'PENDING', ended: null, ended_at: null });
  } else if (tasksOfRun(flow, run).some((one) => one.parent_id === task.id && one.kind === 'ADD_AFTER' && agreed(one))) return false;
  for (const one of tasksOfRun(flow, run))
    if (one.parent_id === task.id && one !== back && one.kind === 'ADD_AFTER' && isOpen(one))
      change(flow, one, { status: 'CANCELLED', ended: 'TAKEN_BACK', ended_at: now });
  if (back) change(flow, back, { status: 'CANCELLED' });
  change(flow, task, { status: 'PENDING', acted_at: null, acted_by: null, actor: '', opinion: '' });
  return true;
}
