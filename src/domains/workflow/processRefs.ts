import { comparisonsOf } from './condition';
import type { Candidates, Condition, FormField, ProcessNode, ProcessTree } from './process';
import { isTask, nodesOf } from './processTree';

export type RefKind = 'MEMBER' | 'ROLE' | 'DEPARTMENT' | 'GROUP';
export const refKinds: Record<RefKind, string> = { MEMBER: '成员', ROLE: '角色', DEPARTMENT: '部门', GROUP: '用户组' };
/** Somebody or something of the company that a node names. */
export interface NodeRef {
  kind: RefKind;
  id: string;
  node: ProcessNode;
}

export function refsOf(tree: ProcessTree, fields: readonly FormField[]): NodeRef[] {
  return nodesOf(tree)
    .flatMap((node) => namedBy(node, fields).map((ref) => ({ ...ref, node })))
    .map((ref) => ({ ...ref, id: ref.id.toLowerCase() }))
    .filter(({ id }) => id !== '');
}

type Ref = Omit<NodeRef, 'node'>;
const each = (kind: RefKind, ids: readonly string[]): Ref[] => ids.map((id) => ({ kind, id }));

function namedBy(node: ProcessNode, fields: readonly FormField[]): Ref[] {
  if (node.kind === 'CC') return node.candidates.flatMap(ofCandidates);
  if (node.kind === 'AUTO') return ofCondition(node.when, fields);
  if (node.kind === 'CONDITION') return node.branches.flatMap(({ when }) => (when ? ofCondition(when, fields) : []));
  if (!isTask(node)) return [];
  return [...node.candidates.flatMap(ofCandidates), ...(node.onEmpty.kind === 'MEMBER' ? each('MEMBER', [node.onEmpty.memberId]) : [])];
}

function ofCandidates(one: Candidates): Ref[] {
  if (one.kind === 'MEMBERS' || one.kind === 'STARTER_CHOICE') return each('MEMBER', one.memberIds);
  if (one.kind === 'ROLES') return each('ROLE', one.roleIds);
  if (one.kind === 'GROUP') return each('GROUP', [one.groupId]);
  return one.kind === 'DEPARTMENT_HEAD' ? each('DEPARTMENT', [one.departmentId]) : [];
}

function ofCondition(when: Condition, fields: readonly FormField[]): Ref[] {
  return comparisonsOf(when).flatMap(({ field, value }) => {
    const type = fields.find(({ key }) => key === field)?.type;
    return type === 'MEMBER' || type === 'DEPARTMENT' ? each(type, [value].flat()) : [];
  });
}
