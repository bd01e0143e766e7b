import { branchProblems } from './branchCheck';
import { nodeProblems } from './nodeCheck';
import type { FormField, ProcessTree } from './process';
import { calledNode, errorAt, type Problem, type ProblemCode } from './processProblem';
import { reachedIn, takenOf } from './processReach';
import { endsHere, isBranching, isTask, nodeKinds, type Place, placesOf, rulesOf } from './processTree';

/** Everything that keeps a process from being published, each with its node, in the order of the tree. None: every document comes to an end by rules that fit the form. */
export function checkProcess(tree: ProcessTree, fields: readonly FormField[]): Problem[] {
  const places = placesOf(tree.nodes);
  const problems = [
    ...endProblems(tree),
    ...places.flatMap((place) => [...placeProblems(place), ...nodeProblems(place, tree, fields), ...branchProblems(place, fields)]),
    ...sameIds(places),
    ...summaryProblems(tree, fields),
    ...(places.some(({ node }) => isTask(node))
      ? []
      : [{ code: 'NOBODY_ASKED', level: 'WARN', nodeId: '', words: '流程中没有审批或办理节点，提交后将立即通过' } as const]),
  ];
  // What can be reached is asked once the tree itself is sound.
  const sound = !problems.some(({ code }) => code !== 'NO_CANDIDATES' && code !== 'NO_NAME' && code !== 'BATCH' && code !== 'NOBODY_ASKED');
  const order = new Map(places.map(({ node }, at) => [node.id, at]));
  return [...problems, ...(sound ? reachProblems(tree, places, fields) : [])].sort((a, b) => (order.get(a.nodeId) ?? -1) - (order.get(b.nodeId) ?? -1));
}
export const mayPublish = (problems: readonly Problem[]): boolean => problems.every(({ level }) => level !== 'ERROR');

function endProblems({ nodes }: ProcessTree): Problem[] {
  const about = (code: ProblemCode, words: string): Problem => ({ code, level: 'ERROR', nodeId: '', words });
  return [
    ...(nodes[0]?.kind === 'START' ? [] : [about('NO_START', '流程的第一个节点应为发起节点')]),
    ...(nodes.at(-1)?.kind === 'END' ? [] : [about('NO_END', '流程没有结束节点，单据无法走到结束')]),
  ];
}

function placeProblems({ node, list, at, within }: Place): Problem[] {
  const problems: Problem[] = [];
  if (node.name.trim() === '') problems.push(errorAt(node, 'NO_NAME', `有一个${nodeKinds[node.kind]}节点没有填写名称`));
  if (node.kind === 'START' && (at > 0 || within.length > 0)) problems.push(errorAt(node, 'MISPLACED', `发起节点${calledNode(node)}只能排在流程最前面`));
  const parallel = within.find((one) => one.node.kind === 'PARALLEL');
  if (parallel && (node.kind === 'END' || (node.kind === 'AUTO' && node.then === 'PASS')))
    problems.push(errorAt(node, 'ENDS_IN_PARALLEL', `${calledNode(node)}位于并行分支${calledNode(parallel.node)}内，会使其他分支没有结果，请移到并行分支之后`));
  const end = list.slice(0, at).find(endsHere);
  const closing = at === list.length - 1 && within.length === 0 && node.kind === 'END';
  if (end && !closing) problems.push(errorAt(node, 'ORPHAN', `${calledNode(node)}排在${calledNode(end)}之后，而流程到那里已经结束，永远不会走到`));
  return problems;
}

function summaryProblems(tree: ProcessTree, fields: readonly FormField[]): Problem[] {
  const gone = rulesOf(tree).summary.filter((key) => !fields.some((field) => field.key === key));
  return gone.map((key) => ({ code: 'FIELD', level: 'ERROR', nodeId: '', words: `摘要字段“${key}”已不存在，请在“高级设置”中重新选择` }));
}

function sameIds(places: readonly Place[]): Problem[] {
  const seen = new Set<string>();
  const owners = places.flatMap(({ node }) => [{ id: node.id, node }, ...(isBranching(node) ? node.branches.map(({ id }) => ({ id, node })) : [])]);
  return owners.flatMap(({ id, node }) => {
    const twice = id === '' || seen.has(id);
    seen.add(id);
    return twice ? [errorAt(node, 'SAME_ID', `${calledNode(node)}的编号${id === '' ? '为空' : '与其他节点重复'}，请删除后重新添加`)] : [];
  });
}

function reachProblems(tree: ProcessTree, places: readonly Place[], fields: readonly FormField[]): Problem[] {
  const reached = reachedIn(tree, fields);
  const isReached = (id: string) => !reached || reached.has(id);
  return places.flatMap(({ node, within }) => {
    // What stands in a branch nobody takes is said of the branch.
    if (within.some(({ node: outer, branch }) => !isReached(outer.id) || !isReached(branch.id))) return [];
    if (!isReached(node.id)) return node.kind === 'END' ? [] : [errorAt(node, 'UNREACHABLE', `${calledNode(node)}永远不会走到：前面的自动处理已使流程结束`)];
    if (node.kind !== 'CONDITION') return [];
    const taken = reached ?? takenOf(node, fields);
    return node.branches
      .filter(({ id, when }) => when !== null && taken && !taken.has(id))
      .map((branch) => ({
        ...errorAt(node, 'UNREACHABLE', `${calledNode(node)}的分支“${branch.name}”永远不会走到：它的条件互相矛盾，或已被前面的条件全部包含`),
        branchId: branch.id,
      }));
  });
}
