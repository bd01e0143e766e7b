import type { Branch, NodeKind, ProcessNode, ProcessTree } from './process';
import { isBranching, isTask, MOST_LEVELS, MOST_NODES, nodesOf, placesOf, plainTask } from './processTree';

/** Changes of a tree, each giving a new one; what did not change is the same object, so that only what did is drawn again. */

/** Where a node may be put: the list of a branch ('' is the process itself), and before which position. */
export interface Spot {
  home: string;
  at: number;
}
/** A new id; given, so that the same change is the same tree. */
export type NewId = () => string;

type OfList = (list: ProcessNode[], home: string) => ProcessNode[];

/** Every list once, the outermost first; gives the same tree when no list changed. */
function inLists(tree: ProcessTree, change: OfList): ProcessTree {
  const through: OfList = (list, home) => {
    const changed = change(list, home);
    const inner = changed.map((node) => (isBranching(node) ? inBranches(node, (branch) => ({ ...branch, nodes: through(branch.nodes, branch.id) })) : node));
    return inner.every((node, at) => node === list[at]) && inner.length === list.length ? list : inner;
  };
  const nodes = through(tree.nodes, '');
  return nodes === tree.nodes ? tree : { ...tree, nodes };
}

function inBranches<N extends ProcessNode & { branches: Branch[] }>(node: N, change: (branch: Branch) => Branch): N {
  const branches = node.branches.map((branch) => {
    const changed = change(branch);
    return changed.nodes === branch.nodes && changed.name === branch.name && changed.when === branch.when ? branch : changed;
  });
  return branches.every((branch, at) => branch === node.branches[at]) ? node : { ...node, branches };
}

export const changeNode = (tree: ProcessTree, id: string, change: (node: ProcessNode) => ProcessNode): ProcessTree =>
  inLists(tree, (list) => (list.some((node) => node.id === id) ? list.map((node) => (node.id === id ? change(node) : node)) : list));

export const changeBranch = (tree: ProcessTree, id: string, change: (branch: Branch) => Branch): ProcessTree =>
  inLists(tree, (list) => list.map((node) => (isBranching(node) ? inBranches(node, (branch) => (branch.id === id ? change(branch) : branch)) : node)));

const withAt = <T>(list: readonly T[], at: number, ...items: T[]): T[] => [...list.slice(0, at), ...items, ...list.slice(at)];
const without = <T extends { id: string }>(list: T[], id: string): T[] => (list.some((one) => one.id === id) ? list.filter((one) => one.id !== id) : list);

export const addNode = (tree: ProcessTree, { home, at }: Spot, node: ProcessNode): ProcessTree =>
  inLists(tree, (list, name) => (name === home && !list.some(({ id }) => id === node.id) ? withAt(list, at, node) : list));
export const removeNode = (tree: ProcessTree, id: string): ProcessTree => inLists(tree, (list) => without(list, id));

/** Its place in the same list reckons with its being taken out first. A branching does not go into itself. */
export function moveNode(tree: ProcessTree, id: string, { home, at }: Spot): ProcessTree {
  const place = placesOf(tree.nodes).find(({ node }) => node.id === id);
  if (!place || branchIdsIn(place.node).has(home)) return tree;
  const sameList = (place.within.at(-1)?.branch.id ?? '') === home;
  return addNode(removeNode(tree, id), { home, at: sameList && place.at < at ? at - 1 : at }, place.node);
}
const branchIdsIn = (node: ProcessNode): Set<string> =>
  new Set(placesOf([node]).flatMap((place) => (isBranching(place.node) ? place.node.branches.map(({ id }) => id) : [])));

/** A branch more; of a condition before the default, as that stays last. */
export function addBranch(tree: ProcessTree, nodeId: string, newId: NewId): ProcessTree {
  return changeNode(tree, nodeId, (node) => {
    if (!isBranching(node)) return node;
    const condition = node.kind === 'CONDITION';
    const at = condition && node.branches.at(-1)?.when === null ? node.branches.length - 1 : node.branches.length;
    const branch = condition ? emptyBranch(newId(), `条件${at + 1}`, true) : { ...emptyBranch(newId(), `并行${at + 1}`), nodes: [plainTask(newId(), '审批')] };
    return { ...node, branches: withAt(node.branches, at, branch) };
  });
}
/** The branch that takes what no other does. */
export const addDefault = (tree: ProcessTree, nodeId: string, newId: NewId): ProcessTree =>
  changeNode(tree, nodeId, (node) => (node.kind === 'CONDITION' ? { ...node, branches: [...node.branches, emptyBranch(newId(), '默认')] } : node));

/** The last but one takes the branching with it: what stands in the branch that is left takes its place. */
export function removeBranch(tree: ProcessTree, branchId: string): ProcessTree {
  return inLists(tree, (list) =>
    list.flatMap((node) => {
      if (!isBranching(node) || !node.branches.some(({ id }) => id === branchId)) return [node];
      const branches = without(node.branches, branchId);
      return branches.length > 1 ? [{ ...node, branches }] : (branches[0]?.nodes ?? []);
    }),
  );
}

/** Among those of its branching. The default of a condition is last, and nothing goes behind it. */
export function moveBranch(tree: ProcessTree, branchId: string, to: number): ProcessTree {
  return inLists(tree, (list) =>
    list.map((node) => {
      const branch = isBranching(node) ? node.branches.find(({ id }) => id === branchId) : undefined;
      if (!isBranching(node) || !branch) return node;
      const isDefault = (one: Branch | undefined) => node.kind === 'CONDITION' && one?.when === null && one === node.branches.at(-1);
      const last = isDefault(node.branches.at(-1)) ? node.branches.length - 2 : node.branches.length - 1;
      const at = Math.max(0, Math.min(to, last));
      if (isDefault(branch) || node.branches.indexOf(branch) === at) return node;
      return { ...node, branches: withAt(without(node.branches, branchId), at, branch) };
    }),
  );
}

/** Behind itself, with ids of its own. Ways back within the copy lead to the copies. */
export function copyNode(tree: ProcessTree, id: string, newId: NewId): ProcessTree {
  const place = placesOf(tree.nodes).find(({ node }) => node.id === id);
  if (!place) return tree;
  const renamed = new Map(placesOf([place.node]).map(({ node }) => [node.id, newId()]));
  const copied = (node: ProcessNode): ProcessNode => {
    const own = { ...node, id: renamed.get(node.id) ?? newId() };
    if (isBranching(own)) return { ...own, branches: own.branches.map((branch) => ({ ...branch, id: newId(), nodes: branch.nodes.map(copied) })) };
    const back = isTask(own) && own.onReject.kind === 'NODE' ? renamed.get(own.onReject.nodeId) : undefined;
    return isTask(own) && back ? { ...own, onReject: { kind: 'NODE', nodeId: back } } : own;
  };
  const copy = copied(place.node);
  return addNode(tree, { home: place.within.at(-1)?.branch.id ?? '', at: place.at + 1 }, { ...copy, name: copyName(tree, copy.name) });
}

/** 审批副本, then 审批副本2 and so on, also of a copy. */
function copyName(tree: ProcessTree, name: string): string {
  const taken = new Set(nodesOf(tree).map((node) => node.name));
  const stem = `${name.replace(/副本\d*$/, '').slice(0, 25)}副本`;
  for (let n = 1; ; n += 1) {
    const own = n === 1 ? stem : `${stem}${n}`;
    if (!taken.has(own)) return own;
  }
}

export type AddedKind = Exclude<NodeKind, 'START'>;
export const addedKinds: readonly AddedKind[] = ['APPROVE', 'HANDLE', 'CC', 'CONDITION', 'PARALLEL', 'AUTO', 'END'];

export function newNode(kind: AddedKind, newId: NewId): ProcessNode {
  const id = newId();
  switch (kind) {
    case 'APPROVE':
      return plainTask(id, '审批');
    case 'HANDLE':
      return { ...plainTask(id, '办理', kind), mayBatch: false };
    case 'CC':
      return { kind, id, name: '抄送', candidates: [] };
    case 'AUTO':
      return { kind, id, name: '自动处理', when: { all: [] }, then: 'PASS' };
    case 'END':
      return { kind, id, name: '结束' };
    case 'CONDITION':
      return { kind, id, name: '条件分支', branches: [emptyBranch(newId(), '条件1', true), emptyBranch(newId(), '默认')] };
    case 'PARALLEL':
      return {
        kind,
        id,
        name: '并行分支',
        branches: [1, 2].map((number) => ({ ...emptyBranch(newId(), `并行${number}`), nodes: [plainTask(newId(), '审批')] })),
      };
  }
}
const emptyBranch = (id: string, name: string, conditional = false): Branch => ({ id, name, when: conditional ? { all: [] } : null, nodes: [] });

/** Why none of this kind can be put into the list `home`, or ''; `full`: as many nodes as there may be, `deep`: as many branchings around. */
export function whyNotAdd(kind: AddedKind, { home, full, deep }: { home: string; full: boolean; deep: boolean }): string {
  if (full) return `一个流程不能超过${MOST_NODES}个节点`;
  if (deep && (kind === 'CONDITION' || kind === 'PARALLEL')) return `分支最多嵌套${MOST_LEVELS}层`;
  return kind === 'END' && home === '' ? '流程最后已有结束节点，提前结束请加在条件分支里' : '';
}
