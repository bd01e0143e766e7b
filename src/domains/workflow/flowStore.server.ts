import { type Insertable, type Selectable, sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { DB, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { parseYuan } from '~/shared/money';
import type { Subject } from './approvalKind.server';
import type { FormValues, ProcessTree } from './process';

export type Instance = Selectable<DB['wf_instance']>;
export type Run = Selectable<DB['wf_node_run']>;
export type FlowTask = Selectable<DB['wf_task']>;
type NewLog = Insertable<DB['wf_action_log']>;
type NewTimer = Insertable<DB['wf_timer']>;

/** What only the engine reads of an instance. */
export interface FlowState {
  /** Whom the starter chose, by node. */
  choices?: Record<string, string[]>;
  /** Where a returned document goes on when it is submitted again; from the start otherwise. */
  resume?: string;
  /** Agreements of runs up to this one were given to something else than what is asked now. */
  since?: number;
}

/** An instance whose row is locked, as far as this transaction has brought it; `flush` writes what changed. */
export interface Flow {
  instance: Instance;
  tree: ProcessTree;
  runs: Run[];
  tasks: FlowTask[];
  logs: NewLog[];
  timers: NewTimer[];
  fresh: Set<object>;
  touched: Set<object>;
  /** Tasks that came back to somebody, or were urged: those who have them are told. */
  recalled: Set<object>;
}

/** Trees of published versions: they never change. */
const trees = new Map<string, ProcessTree>();
const MOST_TREES = 500;
export async function treeOf(tx: Tx, me: Pick<Me, 'tenantId'>, versionId: string): Promise<ProcessTree> {
  const known = trees.get(versionId);
  if (known) return known;
  const row = await tx
    .selectFrom('wf_version')
    .select(['tree', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  const tree = row.tree as unknown as ProcessTree;
  if (row.status === 'DRAFT') return tree;
  if (trees.size >= MOST_TREES) trees.clear();
  trees.set(versionId, tree);
  return tree;
}

/** The active instances of these documents, locked, in the order of their ids. The documents are locked already, or nothing of them is asked. */
export async function lockFlows(tx: Tx, me: Pick<Me, 'tenantId'>, key: string, subjectIds: readonly string[]): Promise<Flow[]> {
  const active = tx
    .selectFrom('wf_instance')
    .where('tenant_id', '=', me.tenantId)
    .where('subject_id', '=', sql<string>`any(${[...subjectIds]}::uuid[])`)
    .where('key', '=', key)
    .where('ended_at', 'is', null);
  return loaded(tx, me, active.selectAll().orderBy('id').forUpdate().execute(), active);
}

/** One instance, locked, whatever its state. */
export async function lockFlow(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Flow | undefined> {
  const one = tx.selectFrom('wf_instance').where('tenant_id', '=', me.tenantId).where('id', '=', id);
  return (await loaded(tx, me, one.selectAll().forUpdate().execute(), one))[0];
}

type Found = ReturnType<ReturnType<Tx['selectFrom']>['where']>;
/** Sent together: each statement sees what the lock before it waited for. */
async function loaded(tx: Tx, me: Pick<Me, 'tenantId'>, locking: Promise<Instance[]>, which: unknown): Promise<Flow[]> {
  const ids = (which as { select(column: 'id'): Found }).select('id') as never;
  const [instances, runs, tasks] = await Promise.all([
    locking,
    tx.selectFrom('wf_node_run').selectAll().where('tenant_id', '=', me.tenantId).where('instance_id', 'in', ids).orderBy('seq').execute(),
    tx.selectFrom('wf_task').selectAll().where('tenant_id', '=', me.tenantId).where('instance_id', 'in', ids).orderBy('id').execute(),
  ]);
  const flows: Flow[] = [];
  for (const instance of instances)
    flows.push({
      ...emptyFlow(instance, await treeOf(tx, me, instance.version_id)),
      runs: runs.filter((run) => run.instance_id === instance.id),
      tasks: tasks.filter((task) => task.instance_id === instance.id),
    });
  return flows;
}

export const emptyFlow = (instance: Instance, tree: ProcessTree): Flow => ({
  instance,
  tree,
  runs: [],
  tasks: [],
  logs: [],
  timers: [],
  fresh: new Set(),
  touched: new Set(),
  recalled: new Set(),
});

export const stateOfFlow = ({ instance }: Flow): FlowState => instance.state as unknown as FlowState;
export const varsOf = ({ instance }: Pick<Flow, 'instance'>): FormValues => instance.vars as unknown as FormValues;
export const openRuns = (flow: Flow): Run[] => flow.runs.filter((run) => run.status === 'OPEN');
export const tasksOfRun = (flow: Flow, run: Pick<Run, 'id'>): FlowTask[] => flow.tasks.filter((task) => task.run_id === run.id);
/** What a task weighs in its step: an agent's (委派) as much as the one they were asked about. */
export function countsAs(flow: Pick<Flow, 'tasks'>, task: FlowTask): string {
  const asked = task.kind === 'DELEGATE' ? flow.tasks.find((one) => one.id === task.parent_id) : undefined;
  return asked ? countsAs(flow, asked) : task.kind;
}
export const subjectOfFlow = ({ instance }: Pick<Flow, 'instance'>): Subject => ({
  type: instance.subject_type,
  id: instance.subject_id,
  no: instance.subject_no,
  name: instance.subject_name,
  customerId: instance.customer_id,
  warehouseId: instance.warehouse_id ?? undefined,
});

/** Changes a row of the flow; `flush` writes it. */
export function change<Row extends Instance | Run | FlowTask>(flow: Flow, row: Row, set: Partial<Row>): void {
  Object.assign(row, set);
  flow.touched.add(row);
  if (('status' in set && set.status === 'PENDING') || 'urged' in set) flow.recalled.add(row);
}

type RunStart = Pick<Run, 'node_id' | 'node_name' | 'kind' | 'opened_at'> & Partial<Run>;
export function addRun(flow: Flow, start: RunStart): Run {
  const { instance } = flow;
  change(flow, instance, { node_seq: instance.node_seq + 1 });
  const defaults = { mode: 'ANY', need: 1, status: 'OPEN', reason: '', closed_at: null };
  const run = { ...defaults, ...start, tenant_id: instance.tenant_id, id: newId(), instance_id: instance.id, seq: instance.node_seq, round: instance.round };
  flow.runs.push(run);
  flow.fresh.add(run);
  return run;
}

type TaskStart = Pick<FlowTask, 'created_at'> & Partial<FlowTask>;
export function addTask(flow: Flow, run: Pick<Run, 'id' | 'node_id' | 'node_name'>, start: TaskStart): FlowTask {
  const { instance } = flow;
  const { tenant_id, key, subject_type, subject_id, customer_id, warehouse_id, starter } = instance;
  const task = {
    ...blank,
    ...{ tenant_id, key, subject_type, subject_id, customer_id, warehouse_id, starter, amount: amountOf(varsOf(flow)) },
    ...{ id: newId(), instance_id: instance.id },
    ...{ run_id: run.id, node_id: run.node_id, node_name: run.node_name },
    ...start,
  } as FlowTask;
  task.holder = task.assignee_id ?? task.pool;
  flow.tasks.push(task);
  flow.fresh.add(task);
  return task;
}
const blank = {
  ...{ kind: 'NORMAL', parent_id: null, assignee_id: null, pool: '', origin_id: null, barred: [] as string[], turn: 1, giver_id: null, giver: '' },
  ...{ words: '', why: '', status: 'PENDING', due_at: null, acted_at: null, acted_by: null, actor: '', opinion: '', files: [], signature: '' },
  ...{ auto_reason: '', urged_at: null, urged: 0, ended: null, ended_at: null, instance_status: 'RUNNING' },
};

/** In 分, as lists of tasks are narrowed by it; null where the document has none. */
export const amountOf = ({ amount }: FormValues): bigint | null => (typeof amount === 'string' && amount !== '' ? parseYuan(amount) : null);

export interface Entry {
  action: string;
  task?: FlowTask | undefined;
  about?: string;
  opinion?: string;
  onBehalf?: string;
  files?: unknown;
  signature?: string;
}
export function note(flow: Flow, me: Me, now: Date, { action, task, about = '', opinion = '', onBehalf = '', files = [], signature = '' }: Entry): void {
  const { instance } = flow;
  flow.logs.push({
    ...{ tenant_id: instance.tenant_id, id: newId(), instance_id: instance.id, run_id: task?.run_id ?? null, task_id: task?.id ?? null },
    ...{ node_name: task?.node_name ?? '', subject_type: instance.subject_type, subject_id: instance.subject_id, customer_id: instance.customer_id },
    ...{ round: instance.round, action, account_id: me.accountId, actor: actorName(me), on_behalf: onBehalf, about, opinion, at: now },
    ...{ files: sql`${JSON.stringify(files)}::jsonb` as never, signature },
  });
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb` as never;
/** `instance_status` follows the process by itself afterwards (0561). */
const written = ({ holder: _, ...task }: FlowTask, instance: Instance) => ({ ...task, files: json(task.files), instance_status: instance.status });

/** Writes what changed, parents first. Statements leave together. */
export async function flush(tx: Tx, flow: Flow, now: Date): Promise<void> {
  const { instance, fresh, touched, logs, timers } = flow;
  const at = flow.runs.filter((run) => run.status === 'OPEN').map((run) => run.node_name);
  const kept = { ...instance, at_node: [...new Set(at)].join('、').slice(0, 200), updated_at: now, vars: json(instance.vars), state: json(instance.state) };
  const row = { ...kept, summary: json(instance.summary) };
  const sent: Promise<unknown>[] = [];
  if (fresh.has(instance)) sent.push(tx.insertInto('wf_instance').values(row).execute());
  else sent.push(tx.updateTable('wf_instance').set(row).where('tenant_id', '=', instance.tenant_id).where('id', '=', instance.id).execute());
  for (const run of flow.runs.filter((one) => touched.has(one) && !fresh.has(one)))
    sent.push(
      tx
        .updateTable('wf_node_run')
        .set({ status: run.status, reason: run.reason, closed_at: run.closed_at, need: run.need })
        .where('tenant_id', '=', run.tenant_id)
        .where('id', '=', run.id)
        .execute(),
    );
  const runs = flow.runs.filter((run) => fresh.has(run));
  if (runs.length) sent.push(tx.insertInto('wf_node_run').values(runs).execute());
  const tasks = flow.tasks.filter((task) => fresh.has(task));
  if (tasks.length)
    sent.push(
      tx
        .insertInto('wf_task')
        .values(tasks.map((task) => written(task, instance)))
        .execute(),
    );
  for (const task of flow.tasks.filter((one) => touched.has(one) && !fresh.has(one)))
    sent.push(tx.updateTable('wf_task').set(written(task, instance)).where('tenant_id', '=', task.tenant_id).where('id', '=', task.id).execute());
  if (logs.length) sent.push(tx.insertInto('wf_action_log').values(logs).execute());
  if (timers.length) sent.push(tx.insertInto('wf_timer').values(timers).execute());
  await Promise.all(sent);
  for (const set of [fresh, touched, flow.recalled]) set.clear();
  for (const list of [logs, timers]) list.length = 0;
}
