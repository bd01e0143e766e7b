import type { Branch, Candidates, ConditionNode, Mode, NodeKind, ParallelNode, ProcessNode, ProcessRules, ProcessTree, TaskNode, TimeOut } from './process';

/** What is said of a tree's parts, and how it is walked. */

export const nodeKinds: Record<NodeKind, string> = {
  START: '发起',
  APPROVE: '审批',
  HANDLE: '办理',
  CC: '抄送',
  AUTO: '自动处理',
  CONDITION: '条件分支',
  PARALLEL: '并行分支',
  END: '结束',
};
export const candidateKinds: Record<Candidates['kind'], string> = {
  PERMISSION: '有审核权限的人',
  MEMBERS: '指定成员',
  ROLES: '指定角色',
  GROUP: '用户组',
  DEPARTMENT_HEAD: '部门负责人',
  STARTER_HEAD: '发起人的上级',
  SALESPERSON: '客户的业务员',
  STARTER_CHOICE: '发起人自选',
  FIELD: '表单中的成员',
};
export const modeKinds: Record<Mode['kind'], string> = { ANY: '或签', ALL: '会签', RATIO: '票签', SEQUENCE: '依次审批' };
export const modeHints: Record<Mode['kind'], string> = {
  ANY: '一人同意即可',
  ALL: '须所有人同意',
  RATIO: '同意的人达到比例即可',
  SEQUENCE: '按顺序逐个同意',
};
export const emptyRules: Record<TaskNode['onEmpty']['kind'], string> = { PASS: '自动通过', REJECT: '自动驳回', ADMIN: '转交管理员', MEMBER: '转交指定成员' };
export const selfRules: Record<TaskNode['onSelf'], string> = { ALLOW: '由发起人自己审批', SKIP: '自动跳过', HEAD: '转交其上级', ADMIN: '转交管理员' };
export const repeatedRules: Record<TaskNode['onRepeated'], string> = {
  ASK: '每次都要审批',
  PASS_ADJACENT: '与上一节点连续相同时自动通过',
  PASS_ANY: '已审批过的自动通过',
};
export const departedRules: Record<TaskNode['onDeparted'], string> = { HEAD: '转交其上级', ADMIN: '转交管理员' };
export const rejectRules: Record<TaskNode['onReject']['kind'], string> = { END: '结束流程', START: '退回发起人', NODE: '退回指定节点' };
export const timeOutRules: Record<TimeOut['then'], string> = { REMIND: '提醒审批人', PASS: '自动通过', REJECT: '自动驳回', ESCALATE: '转交其上级' };
export const fieldRules: Record<TaskNode['fields'][string], string> = { HIDE: '隐藏' };
export const withdrawRules: Record<ProcessRules['withdraw'], string> = {
  UNTOUCHED: '还没有人处理时可以撤回',
  RUNNING: '审批结束前随时可以撤回',
  NEVER: '提交后不能撤回',
};
export const tellRules: Record<ProcessRules['tellStarter'], string> = { END: '审批结束时通知', EACH: '每个节点通过时都通知' };
export const MOST_SUMMARY = 3;
export const plainRules: ProcessRules = { withdraw: 'RUNNING', tellStarter: 'END', summary: [] };
export const rulesOf = ({ rules }: ProcessTree): ProcessRules => rules ?? plainRules;

export const MOST_NODES = 200;
/** How deep branchings may stand in one another. */
export const MOST_LEVELS = 5;
export const MOST_BRANCHES = 12;
export const MOST_HOURS = 720;
export const MOST_HEADS = 10;

export const isBranching = (node: ProcessNode): node is ConditionNode | ParallelNode => node.kind === 'CONDITION' || node.kind === 'PARALLEL';
export const isTask = (node: ProcessNode): node is TaskNode => node.kind === 'APPROVE' || node.kind === 'HANDLE';

export interface Within {
  node: ConditionNode | ParallelNode;
  branch: Branch;
}
/** Where a node stands: its list, its position there, and the branches around it, the outermost first. */
export interface Place {
  node: ProcessNode;
  list: ProcessNode[];
  at: number;
  within: Within[];
}

/** Every node with its place, as read from top to bottom and from the first branch to the last. */
export function placesOf(list: ProcessNode[], within: Within[] = []): Place[] {
  return list.flatMap((node, at) => [
    { node, list, at, within },
    ...(isBranching(node) ? node.branches.flatMap((branch) => placesOf(branch.nodes, [...within, { node, branch }])) : []),
  ]);
}
export const nodesOf = (tree: ProcessTree): ProcessNode[] => placesOf(tree.nodes).map(({ node }) => node);
export const findNode = (tree: ProcessTree, id: string): ProcessNode | undefined => nodesOf(tree).find((node) => node.id === id);

/** The tasks that every way to this node has passed, the first of all first: where a rejection may send the document back to. */
export function returnTargets(tree: ProcessTree, id: string): TaskNode[] {
  const place = placesOf(tree.nodes).find(({ node }) => node.id === id);
  if (!place) return [];
  const lists = [tree.nodes, ...place.within.map(({ branch }) => branch.nodes)];
  const stops = [...place.within.map(({ node }) => node), place.node];
  return lists.flatMap((list, level) => list.slice(0, list.indexOf(stops[level] as ProcessNode))).filter(isTask);
}

/** Whether nothing that stands after this node is ever come to. */
export const endsHere = (node: ProcessNode): boolean =>
  node.kind === 'END' || (isBranching(node) && node.branches.length > 0 && node.branches.every(({ nodes }) => nodes.some(endsHere)));

/** What a step is before anybody changes it. */
export const plainTask = (id: string, name: string, kind: TaskNode['kind'] = 'APPROVE'): TaskNode => ({
  kind,
  id,
  name,
  candidates: [],
  mode: { kind: 'ANY' },
  onEmpty: { kind: 'ADMIN' },
  onSelf: 'ALLOW',
  onRepeated: 'ASK',
  onDeparted: 'ADMIN',
  onReject: { kind: 'END' },
  mayReturn: true,
  mayBatch: true,
  opinionRequired: false,
  signatureRequired: false,
  fields: {},
  timeOut: null,
});

/** One step that anybody with the permission decides. */
export const oneStep = (id: string, name: string): ProcessTree => ({
  nodes: [
    { kind: 'START', id: 'start', name: '发起' },
    { ...plainTask(id, name), candidates: [{ kind: 'PERMISSION' }] },
    { kind: 'END', id: 'end', name: '结束' },
  ],
});
