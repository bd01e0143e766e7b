import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { publish } from '~/server/outbox.server';
import { Yuan } from '~/shared/fields.schema';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import type { Decision } from './approval';
import { decideAll, type Held, hold } from './approval.server';
import { approvalNamed } from './approvalKind.server';
import { conclude, eventOf } from './flowEnd.server';
import { isLeftToAdmin, isMine } from './flowMine.server';
import { givenAlone } from './flowStart.server';
import { type Moving, moving, whoIsNext } from './flowStep.server';
import { change, type Flow, type FlowTask, flush, note } from './flowStore.server';
import { findNode, isTask } from './processTree';
import type { SubmitInput } from './task.schema';
import { actionsOffered } from './taskAllowed.server';
import { type Acting, deeds } from './taskDeeds.server';
import { keepFiles, refuseForeignSignature } from './taskFiles.server';
import { found, pastOf, type TaskOf } from './taskInfo.server';
import type { Instance } from './taskRows.server';
import { actions } from './taskTrail.server';

interface Submitted {
  message: string;
  next: string;
  status: string;
}
const nameOf = (action: string): string => (Object.hasOwn(actions, action) ? actions[action] : undefined) ?? `“${action}”`;
const decisions = ['PASS', 'REJECT', 'RETURN'] as const satisfies readonly Decision[];
const isDecision = (action: string): action is Decision => (decisions as readonly string[]).includes(action);

/** One action on a task or its process. The document's row is locked first, then the process: whoever comes second reads who was first and when. */
export async function submitTask(tx: Tx, me: Me, input: SubmitInput, now: Date): Promise<Submitted> {
  const { instance, tasks } = await found(tx, me, { id: input.taskId, instanceId: input.instanceId });
  const approval = approvalNamed(instance.subject_type);
  const held = await hold(tx, me, approval, { id: instance.subject_id });
  const flow = held.flow?.instance.id === instance.id ? held.flow : undefined;
  const task = flow?.tasks.find((one) => one.id === input.taskId && one.status === 'PENDING' && !one.barred.includes(me.accountId));
  const mine = task && (isMine(me, approval, task) || isLeftToAdmin(me, task)) ? task : undefined;
  if (!flow || (isDecision(input.action) && !mine)) return refuseGone(tx, me, instance, tasks, input);
  await refuseUnasked(tx, me, { instance, flow, mine }, input);
  await refuseForeignSignature(tx, me, input.signature);
  const files = await keepFiles(tx, me, instance.id, [...input.files, ...(input.signature ? [input.signature] : [])]);
  const given = files.filter(({ key }) => key !== input.signature);
  if (mine && isDecision(input.action) && mine.kind !== 'ADD_BEFORE') {
    const voice = { taskId: mine.id, files: given, signature: input.signature, ...(input.target && input.target !== 'start' ? { backTo: input.target } : {}) };
    await decideAll(
      tx,
      me,
      [held],
      input.action,
      approval.given?.(input.opinion, input.action === 'PASS' ? input.more : {}) ?? { opinion: input.opinion },
      now,
      voice,
    );
  } else await act({ tx, me, now, held, on: moving({ tx, me, approval, flow, now }), task: mine, input, files: given });
  return outcome(tx, me, held, flow, input, now);
}

/** What is no vote of a step. */
async function act(acting: Acting): Promise<void> {
  const { tx, on, held, input, task, me, now } = acting;
  const { action, opinion } = input;
  if (action === 'WITHDRAW') return void (await held.approval.withdraw?.(tx, me, held.doc, opinion, now));
  if (task && isDecision(action)) answer(acting, task);
  else await (deeds[action] ?? notFound('该操作'))(acting);
  if (action === 'URGE') {
    const event = eventOf(on, me, opinion);
    await flush(tx, on.flow, now);
    await publish(tx, me, 'approval.urged', event);
  } else await conclude(on, held.approval, held.doc, givenAlone(held.approval, opinion), { opinion, quiet: action === 'COMMENT' });
  await held.approval.colleagues?.record(tx, me, held.doc, now, actions[action] ?? '', opinion);
}

/** 加签 before asks for an opinion, which lets the document pass or holds it up. */
function answer({ on, me, now, input, files }: Acting, task: FlowTask): void {
  const status = input.action === 'PASS' ? 'APPROVED' : 'REJECTED';
  change(on.flow, task, { status, opinion: input.opinion, acted_at: now, acted_by: me.accountId, actor: actorName(me), files: files as never });
  note(on.flow, me, now, { action: 'ANSWER', task, about: status === 'APPROVED' ? '同意' : '不同意', opinion: input.opinion, files });
}

interface Standing {
  instance: Instance;
  flow: Flow;
  mine: FlowTask | undefined;
}

/** Only what the page offers, with what it asks for. */
async function refuseUnasked(tx: Tx, me: Me, { instance, flow, mine }: Standing, input: SubmitInput): Promise<void> {
  const offered = await actionsOffered(tx, me, { instance, tasks: flow.tasks as TaskOf[], tree: flow.tree, task: mine as TaskOf | undefined });
  const allowed = offered.find(({ action }) => action === input.action);
  const name = nameOf(input.action);
  if (!allowed) return refuse('BAD_STATE', `${instance.subject_name || instance.title}现在不能${name}，请刷新后查看`);
  const node = mine && findNode(flow.tree, mine.node_id);
  if ((allowed.opinion || input.action === 'COMMENT') && input.opinion === '') refuseField('opinion', `${name}须填写意见`);
  if (allowed.signature && input.signature === '' && node && isTask(node)) refuseField('signature', `“${node.name}”要求手写签名`);
  for (const { key, label } of allowed.asks) if (!Yuan.safeDecode(input.more[key] ?? '').success) refuseField(`more.${key}`, `请${label}，最多两位小数`);
  if (allowed.people && input.users.length === 0) refuseField('users', `请选择${name}的同事`);
  if (allowed.targets.length && !allowed.targets.some(({ id }) => id === (input.target || 'start'))) refuseField('target', '请选择可以退回的节点');
}

async function refuseGone(tx: Tx, me: Me, instance: Instance, tasks: readonly TaskOf[], input: SubmitInput): Promise<never> {
  const past = await pastOf(
    tx,
    me,
    instance,
    tasks.find(({ id }) => id === input.taskId),
  );
  return refuse('BAD_STATE', `${instance.subject_name || instance.title}的这项任务已不在您处${past ? `：${past}` : ''}`);
}

async function outcome(tx: Tx, me: Me, { approval }: Held, flow: Flow, { action }: SubmitInput, now: Date): Promise<Submitted> {
  const { starter, subject_name, title } = flow.instance;
  // The document's own function ends the process; it has locked and read it anew.
  const status = action === 'WITHDRAW' ? 'WITHDRAWN' : flow.instance.status;
  const on: Moving = moving({ tx, me, approval, flow, now });
  const next: Record<string, string> = {
    RUNNING: `现在到：${await whoIsNext(on)}`,
    PASSED: '流程已全部通过',
    REJECTED: `流程已结束，${starter}会看到结果`,
    RETURNED: `等待${starter}修改后重新提交`,
  };
  return { message: `${subject_name || title}：已${nameOf(action)}`, next: next[status] ?? '', status };
}
