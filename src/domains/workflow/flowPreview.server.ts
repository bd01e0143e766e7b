import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { ADMINS, type Approval, approvalNamed, subjectOf } from './approvalKind.server';
import { type Asking, askedAt, candidatesOf } from './flowPeople.server';
import { inForce, valuesOf } from './flowStart.server';
import { emptyFlow, type Instance, treeOf, varsOf } from './flowStore.server';
import type { FormValues, NodeKind, ProcessTree } from './process';
import { pathThrough } from './processPath';
import { isTask } from './processTree';

export interface PreviewStep {
  nodeId: string;
  name: string;
  kind: NodeKind;
  /** Of a condition: the branch it takes. */
  branch: string;
  mode: string;
  people: { memberId: string | null; name: string; why: string }[];
  /** Nobody is found: what happens then. */
  empty: string;
}
export interface Preview {
  steps: PreviewStep[];
  ends: 'PASS' | 'REJECT' | null;
}

interface Along {
  approval: Approval;
  tree: ProcessTree;
  values: FormValues;
  starter: Pick<Instance, 'starter_id' | 'starter_member_id'>;
  customerId: string | null;
  warehouseId?: string | null | undefined;
  choices?: Record<string, string[]> | undefined;
}

/** Which steps these values lead through when everybody agrees, and who would be asked today; nothing is written. */
export async function peopleAlong(tx: Tx, me: Me, { approval, tree, values, starter, ...about }: Along, now: Date): Promise<Preview> {
  const instance = {
    ...starter,
    key: approval.key,
    customer_id: about.customerId,
    warehouse_id: about.warehouseId ?? null,
    vars: values,
    state: { choices: about.choices },
  };
  const flow = emptyFlow(instance as unknown as Instance, tree);
  return along({ tx, me, approval, flow, now });
}

/** What will happen with a document that was not submitted yet, by the process in force. The caller may read the document. */
export async function pathOf(tx: Tx, me: Me, ref: { type: string; id: string; choices?: Record<string, string[]> }, now: Date): Promise<Preview> {
  const approval = approvalNamed(ref.type);
  const doc = await approval.lock(tx, me, { id: ref.id });
  const { customerId, warehouseId } = subjectOf(approval, doc);
  const process = await inForce(tx, me, approval, now);
  const tree = await treeOf(tx, me, process.version_id);
  const starter = { starter_id: me.accountId, starter_member_id: me.memberId };
  return peopleAlong(tx, me, { approval, tree, values: await valuesOf(tx, me, approval, doc), starter, customerId, warehouseId, choices: ref.choices }, now);
}

async function along(on: Asking): Promise<Preview> {
  const { steps, ends } = pathThrough(on.flow.tree, varsOf(on.flow), on.approval.form?.fields ?? []);
  const shown: PreviewStep[] = [];
  for (const { node, branch } of steps) {
    const step = {
      nodeId: node.id,
      name: node.name,
      kind: node.kind,
      branch: branch?.name ?? '',
      mode: isTask(node) ? node.mode.kind : '',
      people: [],
      empty: '',
    };
    shown.push(isTask(node) || node.kind === 'CC' ? { ...step, ...(await peopleAt(on, node)) } : step);
  }
  return { steps: shown, ends };
}

const emptyWords = { PASS: '审批人为空，自动通过', REJECT: '审批人为空，自动拒绝', ADMIN: '', MEMBER: '' } as const;
async function peopleAt(on: Asking, node: Extract<Parameters<typeof pathThrough>[0]['nodes'][number], { candidates: unknown }>) {
  const { asked, pools } = isTask(node) ? await askedAt(on, node) : await candidatesOf(on, node.candidates, node.id, false);
  const people = [
    ...asked.map(({ person, why }) => ({ memberId: person.id as string | null, name: person.name, why })),
    ...pools.map(({ pool, why }) => ({ memberId: null, name: pool === ADMINS ? '管理员' : `有“${on.approval.title}”权限的人`, why })),
  ];
  return { people, empty: people.length || !isTask(node) ? '' : emptyWords[node.onEmpty.kind] };
}
