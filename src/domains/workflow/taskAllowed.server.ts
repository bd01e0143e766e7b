import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { approvalNamed } from './approvalKind.server';
import { isGivenBy, isSignatureOf } from './flowMine.server';
import { mayTakeBack } from './flowStart.server';
import type { ProcessTree } from './process';
import { findNode, isTask, returnTargets } from './processTree';
import type { Allowed } from './task.schema';
import type { TaskOf } from './taskInfo.server';
import type { Instance } from './taskRows.server';

interface Standing {
  instance: Instance;
  tasks: readonly TaskOf[];
  tree: ProcessTree;
  /** The person's open task. */
  task: TaskOf | undefined;
}
const plain = (action: string, more: Partial<Allowed> = {}): Allowed => ({
  action,
  people: false,
  targets: [],
  opinion: false,
  signature: false,
  asks: [],
  ...more,
});

/** What the person is offered now. The engine decides again when it is asked. */
export async function actionsOffered(tx: Tx, me: Me, standing: Standing): Promise<Allowed[]> {
  const { instance, tree } = standing;
  const running = instance.status === 'RUNNING';
  return [...(running ? withTask(me, standing) : []), ...aboutIt(me, standing, running && (await mayTakeBack(tx, tree, instance))), plain('COMMENT')];
}

function withTask(me: Me, { instance, tasks, tree, task }: Standing): Allowed[] {
  if (!task) return [];
  if (task.kind === 'ADD_BEFORE') return [plain('PASS', { opinion: false }), plain('REJECT', { opinion: true })];
  const approval = approvalNamed(instance.subject_type);
  const found = findNode(tree, task.node_id);
  const node = found && isTask(found) ? found : undefined;
  const decision = { opinion: node?.opinionRequired ?? false, signature: node?.signatureRequired ?? false };
  const passed = new Set(tasks.filter((one) => one.status === 'APPROVED').map((one) => one.node_id));
  const back = node?.mayReturn ? returnTargets(tree, node.id).filter(({ id }) => passed.has(id)) : [];
  const targets = [...(approval.on.RETURN || approval.on.REJECT ? [{ id: 'start', name: '发起人' }] : []), ...back.map(({ id, name }) => ({ id, name }))];
  const own = task.assignee_id === me.memberId;
  return [
    plain('PASS', { ...decision, asks: [...(approval.asks ?? [])] }),
    ...(approval.on.REJECT ? [plain('REJECT', { ...decision, opinion: true })] : []),
    ...(approval.on.RETURN || back.length ? [plain('RETURN', { opinion: true, targets })] : []),
    plain('TRANSFER', { people: true }),
    ...(own && task.kind !== 'DELEGATE' ? [plain('DELEGATE', { people: true })] : []),
    plain('ADD_BEFORE', { people: true, opinion: true }),
    plain('ADD_AFTER', { people: true, opinion: true }),
    plain('COPY', { people: true }),
  ];
}

function aboutIt(me: Me, { instance, tasks, task }: Standing, takesBack: boolean): Allowed[] {
  const approval = approvalNamed(instance.subject_type);
  const running = instance.status === 'RUNNING';
  const mine = instance.starter_id === me.accountId;
  const given = !task && tasks.some((one) => isGivenBy(me.memberId, tasks, one));
  const asked = task && tasks.some((one) => isSignatureOf(tasks, task, one));
  const last = tasks.filter((one) => one.acted_by === me.accountId && one.status === 'APPROVED').at(-1);
  return [
    ...(running && mine && !task ? [plain('URGE')] : []),
    ...(running && given ? [plain('TAKE_BACK')] : []),
    ...(running && asked ? [plain('REMOVE_SIGN', { people: true })] : []),
    ...(running && last && !task ? [plain('RECALL')] : []),
    ...(takesBack && mine && approval.withdraw ? [plain('WITHDRAW')] : []),
    ...(running && me.isAdmin ? [plain('TERMINATE', { opinion: true })] : []),
  ];
}
