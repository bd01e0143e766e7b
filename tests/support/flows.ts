import type { Decision } from '~/domains/workflow/approval';
import { decideAll, holding, submitDocument } from '~/domains/workflow/approval.server';
import { conclude } from '~/domains/workflow/flowEnd.server';
import type { Moving } from '~/domains/workflow/flowStep.server';
import { moving } from '~/domains/workflow/flowStep.server';
import { type FlowTask, lockFlow } from '~/domains/workflow/flowStore.server';
import type { ProcessNode, ProcessTree, TaskNode } from '~/domains/workflow/process';
import { plainTask } from '~/domains/workflow/processTree';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { notFound, refuse } from '~/shared/refusal';
import { lending, type Slip } from './slips';
import { as } from './stock';

/** START, these, END. */
export const treeOf = (...nodes: ProcessNode[]): ProcessTree => ({
  nodes: [{ kind: 'START', id: 'start', name: '发起' }, ...nodes, { kind: 'END', id: 'end', name: '结束' }],
});
export const step = (id: string, people: readonly Me[], more: Partial<TaskNode> = {}): TaskNode => ({
  ...plainTask(id, id),
  candidates: [{ kind: 'MEMBERS', memberIds: people.map((one) => one.memberId as string) }],
  ...more,
});

/** From now on slips of the tenant run by this process. */
export async function publishProcess({ pool }: Opened, tenantId: bigint, tree: ProcessTree, key = 'testSlip'): Promise<void> {
  const [process, version] = [newId(), newId()];
  await pool.query("update wf_process set status = 'DISABLED' where tenant_id = $1 and key = $2", [tenantId, key]);
  await pool.query("insert into wf_process (tenant_id, id, key, name, created_at, updated_at) values ($1, $2, $3, '测试', now(), now())", [
    tenantId,
    process,
    key,
  ]);
  await pool.query(
    "insert into wf_version (tenant_id, id, process_id, ver, tree, status, created_at, updated_at, published_at) values ($1, $2, $3, 1, $4, 'PUBLISHED', now(), now(), now())",
    [tenantId, version, process, JSON.stringify(tree)],
  );
  await pool.query("update wf_process set version_id = $3, status = 'ENABLED' where tenant_id = $1 and id = $2", [tenantId, process, version]);
}

export const submitSlip = (opened: Opened, me: Me, slip: Slip, now: Date, how: Parameters<typeof submitDocument>[5] = {}) =>
  as(opened, me, async (tx) => submitDocument(tx, me, lending, await lending.lock(tx, me, { id: slip.id }), now, how));

/** As a click in the to-do list: the document is locked first, then its instance, and the task is looked at under the lock. */
export const actOn = (
  opened: Opened,
  me: Me,
  slip: Slip,
  taskId: string,
  work: (on: Moving, task: FlowTask) => Promise<unknown> | unknown,
  now: Date,
  answered = false,
) =>
  as(opened, me, async (tx) => {
    const doc = await lending.lock(tx, me, { id: slip.id });
    const row = await tx.selectFrom('wf_task').select('instance_id').where('tenant_id', '=', me.tenantId).where('id', '=', taskId).executeTakeFirst();
    const flow = (await lockFlow(tx, me, row?.instance_id ?? notFound())) ?? notFound();
    const task = flow.tasks.find((one) => one.id === taskId) ?? notFound();
    const on = moving({ tx, me, approval: lending, flow, now });
    if (!answered) mustWait(task);
    await work(on, task);
    await conclude(on, lending, doc, { opinion: '' }, { opinion: '', quiet: true });
  });
const mustWait = (task: FlowTask): void => {
  if (task.status !== 'PENDING') refuse('BAD_STATE', '该任务已被处理');
};

/** A vote on one task. */
export const voteOn = (opened: Opened, me: Me, slip: Slip, taskId: string, decision: Decision, now: Date, backTo?: string) =>
  as(opened, me, async (tx) => {
    const [held] = await holding(tx, me, lending, [await lending.lock(tx, me, { id: slip.id })]);
    const task = held?.flow?.tasks.find((one) => one.id === taskId);
    if (!held || !task) return notFound();
    mustWait(task);
    return decideAll(tx, me, [held], decision, { opinion: '意见' }, now, { taskId, files: [], signature: '', backTo });
  });

export interface Row {
  id: string;
  node_id: string;
  kind: string;
  status: string;
  assignee_id: string | null;
  pool: string;
  run_id: string;
}
export const tasksOn = async ({ pool }: Opened, slip: Slip): Promise<Row[]> =>
  (
    await pool.query(
      // By the instance and its tenant, as the indexes have it: the benchmark asks this among 200,000 others.
      `select t.* from tenant e join wf_instance i on i.tenant_id = e.id and i.subject_id = $1 join wf_task t on t.tenant_id = i.tenant_id and t.instance_id = i.id
       order by t.created_at, t.id`,
      [slip.id],
    )
  ).rows;
export const pendingOn = async (opened: Opened, slip: Slip): Promise<Row[]> => (await tasksOn(opened, slip)).filter((task) => task.status === 'PENDING');
export const instanceOf = async ({ pool }: Opened, slip: Slip): Promise<{ id: string; status: string; at_node: string; round: number; title: string }> =>
  (await pool.query('select * from wf_instance where subject_id = $1 order by started_at desc, id desc limit 1', [slip.id])).rows[0];
export const runsOn = async (
  { pool }: Opened,
  slip: Slip,
): Promise<{ id: string; node_id: string; status: string; seq: number; need: number; mode: string }[]> =>
  (await pool.query('select r.* from wf_node_run r join wf_instance i on i.id = r.instance_id where i.subject_id = $1 order by r.seq', [slip.id])).rows;
