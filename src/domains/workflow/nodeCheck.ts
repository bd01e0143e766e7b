import { conditionProblems } from './condition';
import type { Candidates, FormField, ProcessNode, ProcessTree, TaskNode } from './process';
import { calledNode, type Problem, type ProblemCode } from './processProblem';
import { isTask, MOST_HEADS, MOST_HOURS, type Place, returnTargets } from './processTree';

/** What a single node lacks or says wrongly. */
export function nodeProblems({ node }: Place, tree: ProcessTree, fields: readonly FormField[]): Problem[] {
  const error = (code: ProblemCode, words: string): Problem => ({ code, level: 'ERROR', nodeId: node.id, words: `${calledNode(node)}${words}` });
  if (node.kind === 'AUTO') return conditionProblems(node.when, fields).map((words) => error('CONDITION', `：${words}`));
  if (node.kind === 'CC') return candidateProblems(node, node.candidates, fields).map((words) => error('NO_CANDIDATES', words));
  if (!isTask(node)) return [];
  return [
    ...candidateProblems(node, node.candidates, fields).map((words) => error('NO_CANDIDATES', words)),
    ...modeProblems(node).map((words) => error('MODE', words)),
    ...returnProblems(node, tree).map((words) => error('RETURN_TARGET', words)),
    ...fieldProblems(node, fields).map((words) => error('FIELD', words)),
    ...timeOutProblems(node).map((words) => error('TIME_OUT', words)),
    ...(node.mayBatch && node.signatureRequired ? [{ ...error('BATCH', '要求手写签名，批量同意时会跳过该节点的单据'), level: 'WARN' as const }] : []),
  ];
}

const isCount = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most;

function candidateProblems(node: ProcessNode, candidates: readonly Candidates[], fields: readonly FormField[]): string[] {
  const noun = node.kind === 'CC' ? '抄送人' : node.kind === 'HANDLE' ? '办理人' : '审批人';
  return candidates.length === 0 ? [`没有设置${noun}`] : candidates.flatMap((one) => candidateProblem(one, noun, fields));
}

function candidateProblem(one: Candidates, noun: string, fields: readonly FormField[]): string[] {
  switch (one.kind) {
    case 'MEMBERS':
      return one.memberIds.length === 0 ? [`的${noun}没有选择成员`] : [];
    case 'ROLES':
      return one.roleIds.length === 0 ? [`的${noun}没有选择角色`] : [];
    case 'GROUP':
      return one.groupId === '' ? [`的${noun}没有选择用户组`] : [];
    case 'DEPARTMENT_HEAD':
      if (one.departmentId === '') return [`的${noun}没有选择部门`];
      return isCount(one.levels, 0, MOST_HEADS) ? [] : [`的${noun}级数应为0到${MOST_HEADS}的整数`];
    case 'STARTER_HEAD':
      return isCount(one.levels, 0, MOST_HEADS) ? [] : [`的${noun}级数应为0到${MOST_HEADS}的整数`];
    case 'FIELD': {
      const field = fields.find(({ key }) => key === one.field);
      if (!field) return [one.field ? `的${noun}取自字段“${one.field}”，但表单中没有该字段` : `的${noun}没有选择表单字段`];
      return field.type === 'MEMBER' ? [] : [`的${noun}取自“${field.label}”，但该字段不是成员`];
    }
    default:
      return [];
  }
}

function modeProblems({ mode, onEmpty }: TaskNode): string[] {
  return [
    ...(mode.kind === 'RATIO' && !isCount(mode.percent, 1, 100) ? [`的票签比例应为1到100的整数（当前值：${mode.percent}）`] : []),
    ...(onEmpty.kind === 'MEMBER' && onEmpty.memberId === '' ? ['在审批人为空时转交指定成员，但没有选择成员'] : []),
  ];
}

function returnProblems(node: TaskNode, tree: ProcessTree): string[] {
  const { onReject } = node;
  if (onReject.kind !== 'NODE') return [];
  return returnTargets(tree, node.id).some(({ id }) => id === onReject.nodeId)
    ? []
    : [onReject.nodeId ? '驳回后退回的节点不存在，或不是每次都会经过的前面节点（例如在另一分支里）' : '驳回后退回指定节点，但没有选择节点'];
}

const fieldProblems = (node: TaskNode, fields: readonly FormField[]): string[] =>
  Object.keys(node.fields)
    .filter((key) => !fields.some((field) => field.key === key))
    .map((key) => `的字段权限用到“${key}”，但表单中没有该字段`);

const timeOutProblems = ({ timeOut }: TaskNode): string[] =>
  timeOut && !isCount(timeOut.hours, 1, MOST_HOURS) ? [`的超时时间应为1到${MOST_HOURS}小时的整数（当前值：${timeOut.hours}）`] : [];
