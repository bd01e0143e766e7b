import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { approvalNamed } from './approvalKind.server';
import { askedAt } from './flowPeople.server';
import { emptyFlow, treeOf } from './flowStore.server';
import type { FormValues } from './process';
import { pathThrough } from './processPath';
import { candidateKinds, isTask, modeKinds } from './processTree';
import type { Instance } from './taskRows.server';
import type { Step } from './taskTrail.server';

/** The steps that are still to come by the values it was submitted with, with the people who would be asked today. */
export async function futureOf(tx: Tx, me: Me, instance: Instance, now: Date): Promise<Step[]> {
  const tree = await treeOf(tx, me, instance.version_id);
  const approval = approvalNamed(instance.subject_type);
  const path = pathThrough(tree, instance.vars as unknown as FormValues, approval.form?.fields ?? []);
  const open = await openNodes(tx, me, instance);
  const { department: _, ...row } = instance;
  const on = { tx, me, approval, flow: emptyFlow(row, tree), now };
  const steps: Step[] = [];
  for (const { node } of path.steps.slice(lastOf(path.steps, open) + 1)) {
    if (node.kind === 'CC')
      steps.push(
        step(
          node.id,
          node.name,
          '抄送',
          node.candidates.map(({ kind }) => candidateKinds[kind]),
        ),
      );
    if (!isTask(node)) continue;
    const { asked, pools } = await askedAt(on, node);
    const names = [...asked.map(({ person }) => person.name), ...pools.map(({ why }) => why || '管理员')];
    steps.push(step(node.id, node.name, names.length > 1 ? modeKinds[node.mode.kind] : '', names.length ? names : ['没有合适的人，按流程设置处理']));
  }
  return [...steps, { key: 'over', nodeId: 'end', title: '结束', note: '', state: 'future', people: [] }];
}

const step = (id: string, title: string, note: string, names: readonly string[]): Step => ({
  key: `future-${id}`,
  nodeId: id,
  title,
  note,
  state: 'future',
  people: names.map((name) => ({ name, state: '', tone: 'future' as const, at: null, took: '', opinion: '', files: [], signature: '' })),
});

/** Where it stands: everything up to the last open step is behind it or under way. */
const lastOf = (steps: readonly { node: { id: string } }[], open: ReadonlySet<string>): number =>
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
