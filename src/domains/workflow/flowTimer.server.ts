import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { log } from '~/server/log.server';
import { publish } from '~/server/outbox.server';
import { clockOf } from '~/server/tenantChore.server';
import { Refusal, refuse } from '~/shared/refusal';
import { blockedBy } from './approval';
import { holding } from './approval.server';
import { ADMINS, approvalNamed } from './approvalKind.server';
import { conclude, eventOf } from './flowEnd.server';
import { handOver, runOf } from './flowHands.server';
import { headOf } from './flowPeople.server';
import { givenAlone } from './flowStart.server';
import { type Moving, moving, settle } from './flowStep.server';
import { addTask, change, type FlowTask, flush, lockFlow, note } from './flowStore.server';
import { findNode, isTask } from './processTree';

const MOST_ATTEMPTS = 5;
const AGAIN_MS = 3600_000;

/** Does what steps say of those who are late. Each in its own transaction; what a document's guard refuses is tried again, and its reason kept. */
export async function fireTimers(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  const tenants = await opened.inSystem((tx) =>
    tx
      .selectFrom('wf_timer')
      .innerJoin('tenant', 'tenant.id', 'wf_timer.tenant_id')
      .select(['tenant.id', 'tenant.name'])
      .distinct()
      .where('fired_at', 'is', null)
      .where('fire_at', '<=', now)
      .execute(),
  );
  let fired = 0;
  for (const tenant of tenants) while (!stop?.aborted && (await fireNext(opened, clockOf(tenant), now))) fired++;
  return fired;
}

async function fireNext(opened: Opened, clock: Me, now: Date): Promise<boolean> {
  const claimed: { id?: string } = {};
  try {
    return await opened.inTenant({ tenantId: clock.tenantId }, async (tx) => {
      const timer = await claim(tx, clock, now);
      claimed.id = timer?.id;
      if (timer) await fire(tx, clock, timer, now);
      return timer !== undefined;
    });
  } catch (error) {
    const id = claimed.id;
    if (!id) throw error;
    if (!(error instanceof Refusal)) log.error({ err: error, timer: id }, 'approval timer failed');
    await opened.inTenant({ tenantId: clock.tenantId }, (tx) => putOff(tx, clock, id, error instanceof Refusal ? error.said.message : '系统处理失败', now));
    return true;
  }
}

/** Several processes share the work: a timer somebody else is at is passed over. Locked, not leased: it is done in this transaction. */
const claim = (tx: Tx, clock: Me, now: Date) =>
  tx
    .selectFrom('wf_timer')
    .select(['id', 'instance_id', 'task_id', 'action'])
    .where('tenant_id', '=', clock.tenantId)
    .where('fired_at', 'is', null)
    .where('fire_at', '<=', now)
    .orderBy('fire_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

async function putOff(tx: Tx, clock: Me, id: string, error: string, now: Date): Promise<void> {
  await tx
    .updateTable('wf_timer')
    .set({
      attempts: sql<number>`attempts + 1`,
      error: error.slice(0, 500),
      fire_at: new Date(now.getTime() + AGAIN_MS),
      fired_at: sql<Date | null>`case when attempts + 1 >= ${MOST_ATTEMPTS} then ${now}::timestamptz end`,
    })
    .where('tenant_id', '=', clock.tenantId)
    .where('id', '=', id)
    .execute();
}

async function fire(tx: Tx, clock: Me, timer: { id: string; instance_id: string; task_id: string; action: string }, now: Date): Promise<void> {
  await tx.updateTable('wf_timer').set({ fired_at: now }).where('tenant_id', '=', clock.tenantId).where('id', '=', timer.id).execute();
  const subject = await tx
    .selectFrom('wf_instance')
    .select(['subject_type', 'subject_id'])
    .where('tenant_id', '=', clock.tenantId)
    .where('id', '=', timer.instance_id)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  if (!subject) return;
  const approval = approvalNamed(subject.subject_type);
  const doc = await approval.lock(tx, clock, { id: subject.subject_id });
  const flow = await lockFlow(tx, clock, timer.instance_id);
  const task = flow?.tasks.find((one) => one.id === timer.task_id && one.status === 'PENDING');
  if (!flow || !task || flow.instance.status !== 'RUNNING') return;
  const on = moving({ tx, me: clock, approval, flow, now });
  if (timer.action === 'REMIND') return remind(on, task);
  if (timer.action === 'ESCALATE') await escalate(on, task);
  else {
    const decision = timer.action === 'PASS' ? 'PASS' : 'REJECT';
    const words = decision === 'PASS' ? '超时自动通过' : '超时自动驳回';
    approval.mustAllow(doc, decision, givenAlone(approval, words));
    if (decision === 'PASS') await refuseBlocked(on, doc, task);
    const answer = { status: decision === 'PASS' ? 'AUTO' : 'REJECTED', acted_at: now, acted_by: clock.accountId, actor: clock.name, auto_reason: words };
    change(flow, task, answer);
    note(flow, clock, now, { action: 'TIMEOUT', task, opinion: words });
    await settle(on, runOf(flow, task));
  }
  await conclude(on, approval, doc, givenAlone(approval, '审批超时，自动处理'), { opinion: '审批超时，自动处理' });
}

async function remind(on: Moving, task: FlowTask): Promise<void> {
  const { tx, me, flow, now } = on;
  note(flow, me, now, { action: 'TIMEOUT', task, opinion: '超时提醒' });
  change(flow, task, { urged: task.urged, urged_at: now });
  const event = eventOf(on, me, '审批已超时，请尽快处理');
  await publish(tx, me, 'approval.urged', { ...event, asked: event.asked.filter(({ taskId }) => taskId === task.id) });
  await flush(tx, flow, now);
}

async function refuseBlocked({ tx, me, approval, flow }: Moving, doc: unknown, task: FlowTask): Promise<void> {
  const [held] = await holding(tx, me, approval, [doc]);
  const why = blockedBy((held?.tasks ?? []).filter((one) => one.runId === task.run_id));
  if (why) refuse('OPINION_OPEN', `${flow.instance.subject_name}超时未能自动通过：${why}`);
}

/** To the head of whoever is late, or the administrators. */
async function escalate(on: Moving, task: FlowTask): Promise<void> {
  const { flow, me, now } = on;
  const head = task.assignee_id ? await headOf(on, task.assignee_id) : undefined;
  const taken = head && flow.tasks.some((one) => one.run_id === task.run_id && one.status === 'PENDING' && one.assignee_id === head.id);
  if (head && !taken) handOver(on, task, head, '', '超时未处理，转上级审批');
  else toAdmins(on, task, '超时未处理，转管理员审批');
  note(flow, me, now, { action: 'TIMEOUT', task, about: head && !taken ? head.name : '管理员', opinion: '超时转上级' });
}

/** Every administrator may answer it from now on. */
function toAdmins({ flow, me, now }: Moving, task: FlowTask, why: string): void {
  change(flow, task, {
    status: 'TRANSFERRED',
    acted_at: now,
    acted_by: me.accountId,
    actor: me.name,
    ...(task.giver_id ? { ended: 'PASSED_ON', ended_at: now } : {}),
  });
  const { kind, turn } = task;
  const next = addTask(flow, runOf(flow, task), {
    created_at: now,
    kind,
    pool: ADMINS,
    origin_id: task.origin_id ?? task.assignee_id,
    parent_id: task.id,
    turn,
    why,
  });
  for (const one of flow.tasks) if (one.parent_id === task.id && one !== next && one.status === 'PENDING') change(flow, one, { parent_id: next.id });
}

/** A member whose account is no longer in use: what waits for them goes where each step says. Doing it again changes nothing. */
export async function moveTasksOfLeaver(tx: Tx, clock: Me, memberId: string, now: Date): Promise<number> {
  const gone = await tx
    .selectFrom('member')
    .select(['id', 'name'])
    .where('tenant_id', '=', clock.tenantId)
    .where('id', '=', memberId)
    .where('status', '=', 'DISABLED')
    .executeTakeFirst();
  if (!gone) return 0;
  const instances = await tx
    .selectFrom('wf_instance as i')
    .innerJoin('wf_task as t', (on) => on.onRef('t.tenant_id', '=', 'i.tenant_id').onRef('t.instance_id', '=', 'i.id'))
    .select(['i.id', 'i.subject_type', 'i.subject_id'])
    .distinct()
    .where('t.tenant_id', '=', clock.tenantId)
    .where('t.assignee_id', '=', memberId)
    .where('t.status', 'in', ['PENDING', 'WAITING'])
    .orderBy('i.id')
    .execute();
  for (const one of instances) {
    const approval = approvalNamed(one.subject_type);
    const doc = await approval.lock(tx, clock, { id: one.subject_id });
    const flow = await lockFlow(tx, clock, one.id);
    if (!flow) continue;
    const on = moving({ tx, me: clock, approval, flow, now });
    for (const task of flow.tasks.filter((other) => other.assignee_id === memberId && (other.status === 'PENDING' || other.status === 'WAITING')))
      await leave(on, task, gone.name);
    await conclude(on, approval, doc, givenAlone(approval), { opinion: `“${gone.name}”的账号已停用` });
  }
  return instances.length;
}

async function leave(on: Moving, task: FlowTask, name: string): Promise<void> {
  const { flow, me, now } = on;
  // A question to somebody who left is not waited for; who asked may ask somebody else.
  if (task.kind === 'ADD_BEFORE') change(flow, task, { status: 'CANCELLED', ended: 'TAKEN_BACK', ended_at: now, auto_reason: '账号已停用' });
  else {
    const { status } = task;
    const node = findNode(flow.tree, task.node_id);
    const head = node && isTask(node) && node.onDeparted === 'HEAD' ? await headOf(on, task.assignee_id as string) : undefined;
    const taken =
      head && flow.tasks.some((one) => one.run_id === task.run_id && one.assignee_id === head.id && (one.status === 'PENDING' || one.status === 'WAITING'));
    if (head && !taken) handOver(on, task, head, '', `原审批人“${name}”已停用，由其部门负责人审批`);
    else toAdmins(on, task, `原审批人“${name}”已停用，由管理员审批`);
    const next = flow.tasks.at(-1);
    if (status === 'WAITING' && next) change(flow, next, { status });
  }
  note(flow, me, now, { action: 'HAND_OVER', task, about: name, opinion: '账号已停用' });
}
