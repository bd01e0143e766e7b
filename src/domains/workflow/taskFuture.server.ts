import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { approvalNamed } from './approvalKind.server';
import { type Asking, anyOfPool, askedAt, candidatesOf, type Everybody } from './flowPeople.server';
import { emptyFlow, treeOf, varsOf } from './flowStore.server';
import type { ProcessTree } from './process';
import { type ProcessPath, pathThrough } from './processPath';
import { emptyRules, isTask, modeKinds } from './processTree';
import type { Instance } from './taskRows.server';
import type { Step } from './taskTrail.server';

/** The steps that are still to come by the values it was submitted with, with the people who would be asked today. */
export async function futureOf(tx: Tx, me: Me, instance: Instance, now: Date): Promise<Step[]> {
  const tree = await treeOf(tx, me, instance.version_id);
  const open = await openNodes(tx, me, instance);
  const { department: _, ...row } = instance;
  return stepsAhead({ tx, me, approval: approvalNamed(instance.subject_type), flow: emptyFlow(row, tree), now }, open);
}

/** Where the values lead after the `open` steps, or from the start, when everybody agrees; nothing is written. */
export async function stepsAhead(on: Asking, open: ReadonlySet<string> = new Set()): Promise<Step[]> {
  const path = pathThrough(on.flow.tree, varsOf(on.flow), on.approval.form?.fields ?? []);
  const steps: Step[] = [];
  for (const { node } of path.steps.slice(lastOf(path.steps, open) + 1)) {
    if (node.kind === 'CC') steps.push(step(node.id, node.name, '抄送', await namesOf(on, await candidatesOf(on, node.candidates, node.id, false))));
    if (!isTask(node)) continue;
    const names = await namesOf(on, await askedAt(on, node));
    const nobody = `没有合适的人，${emptyRules[node.onEmpty.kind]}`;
    steps.push(step(node.id, node.name, names.length > 1 ? modeKinds[node.mode.kind] : '', names.length ? names : [nobody]));
  }
  return [...steps, ending(path)];
}

async function namesOf(on: Asking, { asked, pools }: Everybody): Promise<string[]> {
  const names = asked.map(({ person }) => person.name);
  for (const { pool, why, barred } of pools) names.push((await anyOfPool(on, pool, barred)) || why || '管理员');
  return names;
}

const endings = { PASS: '结束', REJECT: '自动驳回' } as const;
const ending = ({ ends }: ProcessPath): Step => ({
  ...{ key: 'over', nodeId: 'end', title: ends ? endings[ends] : '没有可走的分支，请联系管理员检查审批流程' },
  ...{ note: '', state: 'future', people: [] },
});

const step = (id: string, title: string, note: string, names: readonly string[]): Step => ({
  key: `future-${id}`,
  nodeId: id,
  title,
  note,
  state: 'future',
  people: names.map((name) => ({ name, state: '', tone: 'future' as const, at: null, took: '', opinion: '', files: [], signature: '' })),
});

/** Where it stands: everything up to the last open step is behind it or under way. */
const lastOf = (steps: readonly { node: ProcessTree['nodes'][number] }[], open: ReadonlySet<string>): number =>
  steps.reduce((last, { node }, at) => (open.has(node.id) ? at : last), -1);

async function openNodes(tx: Tx, me: Pick<Me, 'tenantId'>, instance: Instance): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('wf_node_run')
    .select('node_id')
    .where('tenant_id', '=', me.tenantId)
    .where('instance_id', '=', instance.id)
    .where('status', '=', 'OPEN')
    .execute();
  return new Set(rows.map(({ node_id }) => node_id));
}
