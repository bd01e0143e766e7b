import type { Me } from '~/portal/me';
import { publish } from '~/server/outbox.server';
import type { Approval, Opinion } from './approvalKind.server';
import { complete, type Moving, type Outcome } from './flowStep.server';
import { type FlowTask, flush, subjectOfFlow } from './flowStore.server';
import { rulesOf } from './processTree';

/** What `approval.started`, `approval.advanced`, `approval.ended` and `approval.urged` tell. The simple process tells nothing of its start: its document does. */
export interface ApprovalEvent {
  instanceId: string;
  key: string;
  title: string;
  subject: { type: string; id: string; no: string; name: string; customerId: string | null; warehouseId?: string | undefined };
  /** RUNNING, or how it ended; RETURNED waits for the starter. */
  status: string;
  starter: { accountId: string; memberId: string | null; name: string };
  actor: string;
  /** What was said with the step that led here. */
  opinion: string;
  /** Tasks that came to somebody by this change: a member, or a pool. `aside` ones are copies and opinions. */
  asked: { taskId: string; nodeName: string; kind: string; memberId: string | null; pool: string; why: string }[];
  /** Steps that were passed by this change, where the process tells the starter of each. */
  passed: string[];
  /** Members who had a task that is no longer theirs, other than by their own hand. */
  spared: string[];
}

const ending: Record<Outcome, readonly ('PASS' | 'REJECT' | 'RETURN')[]> = {
  PASSED: ['PASS'],
  REJECTED: ['REJECT', 'RETURN'],
  RETURNED: ['RETURN', 'REJECT'],
  WITHDRAWN: [],
  TERMINATED: ['REJECT', 'RETURN'],
};

/** What the change leads to: the document's own part when it is over, then everything is written and, unless it is `quiet`, published. Undefined while it goes on. */
export async function conclude<Doc, Given extends Opinion, Done>(
  on: Moving,
  approval: Approval<Doc, Given, Done>,
  doc: Doc,
  given: Given,
  said: { opinion: string; quiet?: boolean },
): Promise<Done | undefined> {
  const { tx, me, flow, now } = on;
  const decision = on.outcome && ending[on.outcome].find((one) => approval.on[one]);
  if (on.outcome && !decision && on.outcome !== 'WITHDRAWN') throw new Error(`${approval.type} is never decided by ${on.outcome}`);
  const done = decision && (await approval.on[decision]?.(tx, me, doc, given, now));
  complete(on);
  const event = eventOf(on, me, said.opinion);
  const kind = on.outcome ? 'approval.ended' : flow.fresh.has(flow.instance) ? 'approval.started' : 'approval.advanced';
  await Promise.all([flush(tx, flow, now), said.quiet || publish(tx, me, kind, event)]);
  return done;
}

export function eventOf({ flow }: Moving, me: Me, opinion: string): ApprovalEvent {
  const { instance } = flow;
  // What somebody took back themselves is no news to them.
  const news = (task: FlowTask): boolean => flow.fresh.has(task) || (flow.recalled.has(task) && task.assignee_id !== me.memberId);
  const asked = flow.tasks.filter((task) => news(task) && (task.status === 'PENDING' || task.status === 'COPIED'));
  const passed = flow.runs.filter((run) => flow.touched.has(run) && !flow.fresh.has(run) && run.status === 'PASSED').map((run) => run.node_name);
  const spared = flow.tasks.filter((task) => flow.touched.has(task) && !flow.fresh.has(task) && task.status === 'CANCELLED' && task.assignee_id);
  return {
    ...{ instanceId: instance.id, key: instance.key, title: instance.title, subject: subjectOfFlow(flow), status: instance.status },
    starter: { accountId: instance.starter_id, memberId: instance.starter_member_id, name: instance.starter },
    ...{ actor: me.name, opinion },
    passed: rulesOf(flow.tree).tellStarter === 'EACH' ? [...new Set(passed)] : [],
    asked: asked.map((task) => ({ taskId: task.id, nodeName: task.node_name, kind: task.kind, memberId: task.assignee_id, pool: task.pool, why: task.why })),
    spared: spared.flatMap((task) => (task.assignee_id && task.assignee_id !== me.memberId ? [task.assignee_id] : [])),
  };
}
