import { newId } from '~/server/ids.server';
import { holds } from './condition';
import { type Asked, type Asking, askedAt, candidatesOf, type Everybody, peopleOfPool } from './flowPeople.server';
import { addRun, addTask, change, countsAs, type Flow, type FlowTask, note, openRuns, type Run, stateOfFlow, tasksOfRun, varsOf } from './flowStore.server';
import { after, agreed, betweenOf, dueAt, idsWithin, neededOf, verdictOf } from './flowTree';
import type { AutoNode, ConditionNode, CopyNode, FormField, ParallelNode, ProcessNode, TaskNode } from './process';
import { branchTaken } from './processPath';
import { findNode, isTask } from './processTree';

/** How a flow came to its end, or back to who made the document, in this transaction. */
export type Outcome = 'PASSED' | 'REJECTED' | 'RETURNED' | 'WITHDRAWN' | 'TERMINATED';

/** A flow on its way: what the steps below read and write. `outcome` is set when it stops; nothing is entered after that. */
export interface Moving extends Asking {
  outcome?: Outcome;
  /** Branchings whose branches are still being entered: their meeting waits for the last. */
  entering: Set<string>;
}
export const moving = (on: Asking): Moving => ({ ...on, entering: new Set() });

const fieldsOf = (on: Asking): readonly FormField[] => on.approval.form?.fields ?? [];

/** Brings the flow to a node, and on from there as far as nobody is asked. */
export async function enter(on: Moving, node: ProcessNode): Promise<void> {
  if (on.outcome) return;
  switch (node.kind) {
    case 'START':
      return goOn(on, node.id);
    case 'END':
      return stop(on, 'PASSED');
    case 'CC':
      return copy(on, node);
    case 'AUTO':
      return decideAlone(on, node);
    case 'CONDITION':
      return branch(on, node);
    case 'PARALLEL':
      return fork(on, node);
    case 'APPROVE':
    case 'HANDLE':
      return ask(on, node);
  }
}

/** From a node that is done to whatever follows it. */
export async function goOn(on: Moving, nodeId: string): Promise<void> {
  if (on.outcome) return;
  const next = after(on.flow.tree, nodeId);
  if (next.kind === 'NODE') return enter(on, next.node);
  if (next.kind === 'OVER') return stop(on, 'PASSED');
  if (!on.entering.has(next.parallel.id)) await join(on, next.parallel);
}

async function fork(on: Moving, node: ParallelNode): Promise<void> {
  on.entering.add(node.id);
  for (const { nodes } of node.branches) if (nodes[0]) await enter(on, nodes[0]);
  on.entering.delete(node.id);
  await join(on, node);
}
/** All branches are at their end when nothing inside is open. */
async function join(on: Moving, node: ParallelNode): Promise<void> {
  const inside = idsWithin(node);
  if (!openRuns(on.flow).some((run) => inside.has(run.node_id))) await goOn(on, node.id);
}

const at = (on: Moving, node: ProcessNode) => ({ node_id: node.id, node_name: node.name, kind: node.kind, opened_at: on.now });
/** A step nobody is asked at is written down all the same: the history says which way it went. */
const closed = (on: Moving, status: 'PASSED' | 'REJECTED' | 'SKIPPED', reason: string) => ({ status, reason, closed_at: on.now });

async function branch(on: Moving, node: ConditionNode): Promise<void> {
  const taken = branchTaken(node, varsOf(on.flow), fieldsOf(on));
  addRun(on.flow, { ...at(on, node), ...closed(on, 'PASSED', taken?.name ?? '') });
  if (taken?.nodes[0]) return enter(on, taken.nodes[0]);
  return goOn(on, node.id);
}

async function decideAlone(on: Moving, node: AutoNode): Promise<void> {
  if (!holds(node.when, varsOf(on.flow), fieldsOf(on))) return goOn(on, node.id);
  addRun(on.flow, { ...at(on, node), ...closed(on, node.then === 'PASS' ? 'PASSED' : 'REJECTED', node.then === 'PASS' ? '自动通过' : '自动拒绝') });
  return stop(on, node.then === 'PASS' ? 'PASSED' : 'REJECTED');
}

async function copy(on: Moving, node: CopyNode): Promise<void> {
  const run = addRun(on.flow, { ...at(on, node), ...closed(on, 'PASSED', '') });
  const { asked } = await candidatesOf(on, node.candidates, node.id, false);
  for (const { person, why } of asked)
    if (person.active) addTask(on.flow, run, { created_at: on.now, kind: 'CC', assignee_id: person.id, status: 'COPIED', why });
  return goOn(on, node.id);
}

async function ask(on: Moving, node: TaskNode): Promise<void> {
  const everybody = await askedAt(on, node);
  const count = everybody.asked.length + everybody.pools.length;
  if (count === 0) return withoutAnybody(on, node);
  const run = addRun(on.flow, { ...at(on, node), mode: node.mode.kind, need: neededOf(node.mode, count) });
  for (const [index, start] of (await startsOf(on, node, everybody)).entries()) addTask(on.flow, run, { created_at: on.now, turn: index + 1, ...start });
  takeTurns(on, run);
  await settle(on, run);
}

async function withoutAnybody(on: Moving, node: TaskNode): Promise<void> {
  const rejects = node.onEmpty.kind === 'REJECT';
  const run = addRun(on.flow, { ...at(on, node), ...closed(on, rejects ? 'REJECTED' : 'SKIPPED', `审批人为空，自动${rejects ? '拒绝' : '通过'}`) });
  return rejects ? refused(on, node, run) : goOn(on, node.id);
}

async function startsOf(on: Moving, node: TaskNode, { asked, pools }: Everybody): Promise<Partial<FlowTask>[]> {
  const passed = passersFor(on.flow, node);
  const auto = { status: 'AUTO', acted_at: on.now, auto_reason: '审批人已同意过，自动通过' };
  const one = ({ person, why, origin }: Asked) => ({ assignee_id: person.id, origin_id: origin ?? null, why, ...(passed.has(person.accountId) ? auto : {}) });
  const starts: Partial<FlowTask>[] = asked.map(one);
  for (const { pool, why, barred } of pools) {
    const repeated = passed.size > 0 && (await peopleOfPool(on, pool)).some(({ accountId }) => passed.has(accountId) && !barred.includes(accountId));
    starts.push({ pool, barred, why, ...(repeated ? auto : {}) });
  }
  return starts;
}

/** Accounts that have agreed already, as far as the step takes that for an answer. */
function passersFor({ instance, runs, tasks, ...flow }: Flow, node: TaskNode): Set<string> {
  if (node.onRepeated === 'ASK') return new Set();
  const since = stateOfFlow({ instance, runs, tasks, ...flow }).since ?? 0;
  const done = runs.filter((run) => run.status === 'PASSED' && run.seq > since && (run.kind === 'APPROVE' || run.kind === 'HANDLE'));
  const counted = new Set((node.onRepeated === 'PASS_ANY' ? done : done.slice(-1)).map(({ id }) => id));
  return new Set(tasks.flatMap((task) => (counted.has(task.run_id) && task.status === 'APPROVED' && task.acted_by ? [task.acted_by] : [])));
}

/** 依次: one at a time is asked, the next when the one before has agreed. */
export function takeTurns(on: Pick<Moving, 'flow'>, run: Run): void {
  if (run.mode !== 'SEQUENCE' || run.status !== 'OPEN') return;
  const turns = [...new Set(votesOf(on.flow, run).map((task) => task.turn))].sort((a, b) => a - b);
  const current = turns.find((turn) => votesOf(on.flow, run).some((task) => task.turn === turn && !agreed(task)));
  for (const task of votesOf(on.flow, run)) {
    if (task.turn === current && task.status === 'WAITING') change(on.flow, task, { status: 'PENDING' });
    if (task.turn !== current && task.status === 'PENDING') change(on.flow, task, { status: 'WAITING' });
  }
}
const votesOf = (flow: Flow, run: Run): FlowTask[] =>
  tasksOfRun(flow, run).filter(
    (task) =>
      countsAs(flow, task) === 'NORMAL' &&
      ['WAITING', 'PENDING', 'APPROVED', 'AUTO', 'REJECTED'].includes(task.status) &&
      !(task.kind === 'DELEGATE' && task.acted_at),
  );

/** Ends the step when its votes decide it, and goes where that leads. */
export async function settle(on: Moving, run: Run): Promise<void> {
  if (on.outcome || run.status !== 'OPEN') return;
  const votes = tasksOfRun(on.flow, run).map((task) => ({ status: task.status, kind: isOpen(task) ? countsAs(on.flow, task) : task.kind }));
  const verdict = verdictOf(run.mode, run.need, votes);
  if (verdict === 'OPEN') return takeTurns(on, run);
  if (verdict === 'BASE') {
    for (const task of votesOf(on.flow, run)) if (isOpen(task)) cancel(on, task);
    return;
  }
  closeRun(on, run, verdict);
  const node = findNode(on.flow.tree, run.node_id);
  if (verdict === 'PASSED') return goOn(on, run.node_id);
  if (node && isTask(node)) await refused(on, node, run);
}

async function refused(on: Moving, node: TaskNode, run: Run): Promise<void> {
  if (node.onReject.kind === 'END') return stop(on, 'REJECTED');
  if (node.onReject.kind === 'START') return stop(on, 'RETURNED');
  await goBack(on, run.node_id, node.onReject.nodeId);
}

/** Back to a step that was passed: everything between is given up, and the step is asked anew. */
export async function goBack(on: Moving, fromId: string, toId: string): Promise<void> {
  const between = betweenOf(on.flow.tree, fromId, toId);
  for (const run of openRuns(on.flow)) if (between.has(run.node_id)) closeRun(on, run, 'CANCELLED');
  change(on.flow, on.flow.instance, { state: { ...stateOfFlow(on.flow), since: on.flow.instance.node_seq } as never });
  const node = findNode(on.flow.tree, toId);
  if (!node) throw new Error(`process has no node ${toId}`);
  await enter(on, node);
}

export const isOpen = (task: Pick<FlowTask, 'status'>): boolean => task.status === 'PENDING' || task.status === 'WAITING';
const cancel = (on: Pick<Moving, 'flow' | 'now'>, task: FlowTask): void =>
  change(on.flow, task, { status: 'CANCELLED', ...(task.giver_id ? { ended: 'DECIDED', ended_at: on.now } : {}) });

/** The step is over: nobody of it is asked any more. */
export function closeRun(on: Pick<Moving, 'flow' | 'now'>, run: Run, status: string): void {
  change(on.flow, run, { status, closed_at: on.now });
  for (const task of tasksOfRun(on.flow, run)) {
    if (isOpen(task)) cancel(on, task);
    else if (task.giver_id && !task.ended) change(on.flow, task, { ended: 'DECIDED', ended_at: on.now });
  }
}

/** Nothing is asked any more. What that does to the document is the caller's. */
export function stop(on: Moving, outcome: Outcome): void {
  on.outcome = outcome;
  for (const run of openRuns(on.flow)) closeRun(on, run, outcome === 'RETURNED' ? 'RETURNED' : 'CANCELLED');
  change(on.flow, on.flow.instance, { status: outcome, ended_at: outcome === 'RETURNED' ? null : on.now });
}

/** In words: who is asked now. */
export async function whoIsNext(on: Asking): Promise<string> {
  const names: string[] = [];
  for (const task of on.flow.tasks.filter((one) => one.status === 'PENDING' && one.kind !== 'CC')) {
    const person = task.assignee_id ? await nameOf(on, task.assignee_id) : task.why;
    names.push(`${task.node_name}：${person}`);
  }
  return [...new Set(names)].join('、');
}
const nameOf = async ({ tx, me }: Asking, memberId: string): Promise<string> =>
  (await tx.selectFrom('member').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', memberId).executeTakeFirst())?.name ?? '';

/** What is written with every change: automatic answers in the log, and when tasks that came to somebody are late. */
export function complete(on: Moving): void {
  const { flow, me, now } = on;
  for (const task of flow.tasks) {
    if (task.status === 'AUTO' && flow.fresh.has(task)) note(flow, me, now, { action: 'AUTO', task, opinion: task.auto_reason });
    const node = task.status === 'PENDING' && !task.due_at && !isAside(task) ? findNode(flow.tree, task.node_id) : undefined;
    if (!node || !isTask(node) || !node.timeOut) continue;
    const due = dueAt(node.timeOut, now) as Date;
    change(flow, task, { due_at: due });
    flow.timers.push({ tenant_id: task.tenant_id, id: newId(), instance_id: task.instance_id, task_id: task.id, fire_at: due, action: node.timeOut.then });
  }
}
const isAside = (task: FlowTask): boolean => task.kind === 'CC' || task.kind === 'ADD_BEFORE';
