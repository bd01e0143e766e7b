import { conditionProblems } from './condition';
import type { Branch, FormField } from './process';
import { calledNode, type Problem, type ProblemCode } from './processProblem';
import { isBranching, type Place } from './processTree';

/** What is wrong with the branches of a branching. */
export function branchProblems({ node }: Place, fields: readonly FormField[]): Problem[] {
  if (!isBranching(node)) return [];
  const { branches } = node;
  const error = (code: ProblemCode, words: string, branch?: Branch): Problem => ({
    code,
    level: 'ERROR',
    nodeId: node.id,
    ...(branch ? { branchId: branch.id } : {}),
    words: `${calledNode(node)}${branch ? `的分支“${branch.name || '未命名'}”` : ''}${words}`,
  });
  const problems = branches.filter(({ name }) => name.trim() === '').map((branch) => error('NO_NAME', '没有填写名称', branch));
  if (branches.length < 2) problems.push(error('FEW_BRANCHES', '至少要有两个分支'));
  if (node.kind === 'PARALLEL')
    return [
      ...problems,
      ...branches.filter(({ nodes }) => nodes.length === 0).map((branch) => error('EMPTY_BRANCH', '里没有节点', branch)),
      ...branches.filter(({ when }) => when !== null).map((branch) => error('CONDITION', '不应有条件：并行分支全部执行', branch)),
    ];
  const last = branches.at(-1);
  if (last && last.when !== null) problems.push(error('NO_DEFAULT', '缺少默认分支：都不满足条件的单据将无路可走'));
  for (const branch of branches) {
    if (branch.when === null && branch !== last) problems.push(error('CONDITION', '没有设置条件，只有排在最后的默认分支可以没有条件', branch));
    if (branch.when) problems.push(...conditionProblems(branch.when, fields).map((words) => error('CONDITION', `：${words}`, branch)));
  }
  return problems;
}
