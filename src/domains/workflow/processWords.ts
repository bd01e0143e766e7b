import { conditionWords, type NameOf } from './condition';
import type { Candidates, FormField, Mode, ProcessNode, ProcessTree, TaskNode } from './process';
import {
  candidateKinds,
  departedRules,
  emptyRules,
  fieldRules,
  isBranching,
  isTask,
  modeKinds,
  rejectRules,
  repeatedRules,
  rulesOf,
  selfRules,
  tellRules,
  timeOutRules,
  withdrawRules,
} from './processTree';

/** What a node says, as people read it: in the picture, in differences and in the log. */
export interface Said {
  fields: readonly FormField[];
  nameOf: NameOf;
  /** What a node named by its id is called. */
  nodeName: NameOf;
}

/** What holds for the whole process, as people read it. */
export function ruleLines(tree: ProcessTree, { fields }: Pick<Said, 'fields'>): Line[] {
  const { withdraw, tellStarter, summary } = rulesOf(tree);
  const labels = summary.map((key) => fields.find((field) => field.key === key)?.label ?? key);
  return [
    { label: '撤回', value: withdrawRules[withdraw] },
    { label: '通知发起人', value: tellRules[tellStarter] },
    { label: '摘要字段', value: labels.join('、') || '按单据默认' },
  ];
}

const listed = (ids: readonly string[], nameOf: NameOf): string => ids.map(nameOf).join('、');
const above = (levels: number): string => (levels ? `上${levels}级` : '');

export function candidateWords(one: Candidates, { fields, nameOf }: Pick<Said, 'fields' | 'nameOf'>): string {
  switch (one.kind) {
    case 'MEMBERS':
      return listed(one.memberIds, nameOf) || '未选择成员';
    case 'ROLES':
      return one.roleIds.length ? `角色：${listed(one.roleIds, nameOf)}` : '未选择角色';
    case 'GROUP':
      return one.groupId ? `用户组：${nameOf(one.groupId)}` : '未选择用户组';
    case 'DEPARTMENT_HEAD':
      return one.departmentId ? `${nameOf(one.departmentId)}${above(one.levels)}负责人` : '未选择部门';
    case 'STARTER_HEAD':
      return `发起人所在部门${above(one.levels)}负责人`;
    case 'STARTER_CHOICE':
      return one.memberIds.length ? `发起人从${listed(one.memberIds, nameOf)}中选择` : '发起人自选';
    case 'FIELD':
      return `表单“${fields.find(({ key }) => key === one.field)?.label ?? one.field}”中的成员`;
    default:
      return candidateKinds[one.kind];
  }
}
export const candidatesWords = (all: readonly Candidates[], said: Pick<Said, 'fields' | 'nameOf'>): string =>
  all.map((one) => candidateWords(one, said)).join('；') || '未设置';
export const modeWords = (mode: Mode): string => (mode.kind === 'RATIO' ? `${modeKinds.RATIO}（${mode.percent}%）` : modeKinds[mode.kind]);

export interface Line {
  label: string;
  value: string;
}
const yes = (on: boolean): string => (on ? '是' : '否');

/** Everything a node says besides its name, in the order of the designer. */
export function nodeLines(node: ProcessNode, said: Said): Line[] {
  if (isTask(node)) return taskLines(node, said);
  if (node.kind === 'CC') return [{ label: '抄送人', value: candidatesWords(node.candidates, said) }];
  if (node.kind === 'AUTO')
    return [
      { label: '条件', value: conditionWords(node.when, said.fields, said.nameOf) },
      { label: '满足时', value: node.then === 'PASS' ? '自动通过' : '自动驳回' },
    ];
  if (!isBranching(node)) return [];
  const { branches } = node;
  return [
    { label: '分支顺序', value: branches.map(({ name }) => name).join('、') },
    ...(node.kind === 'CONDITION'
      ? branches.map(({ name, when }) => ({ label: `分支“${name}”的条件`, value: when ? conditionWords(when, said.fields, said.nameOf) : '默认（其他情况）' }))
      : []),
  ];
}

function taskLines(node: TaskNode, said: Said): Line[] {
  const { onEmpty, onReject, timeOut } = node;
  const permissions = Object.entries(node.fields).map(([key, rule]) => `${said.fields.find((field) => field.key === key)?.label ?? key}${fieldRules[rule]}`);
  return [
    { label: node.kind === 'HANDLE' ? '办理人' : '审批人', value: candidatesWords(node.candidates, said) },
    { label: '多人时', value: modeWords(node.mode) },
    { label: '审批人为空', value: onEmpty.kind === 'MEMBER' ? `转交${said.nameOf(onEmpty.memberId)}` : emptyRules[onEmpty.kind] },
    { label: '审批人与发起人相同', value: selfRules[node.onSelf] },
    { label: '审批人重复', value: repeatedRules[node.onRepeated] },
    { label: '审批人离职', value: departedRules[node.onDeparted] },
    { label: '驳回后', value: onReject.kind === 'NODE' ? `退回“${said.nodeName(onReject.nodeId)}”` : rejectRules[onReject.kind] },
    { label: '允许退回', value: yes(node.mayReturn) },
    { label: '允许批量', value: yes(node.mayBatch) },
    { label: '意见必填', value: yes(node.opinionRequired) },
    { label: '手写签名', value: yes(node.signatureRequired) },
    { label: '字段权限', value: permissions.join('、') || '按表单' },
    { label: '超时', value: timeOut ? `${timeOut.hours}小时后${timeOutRules[timeOut.then]}` : '不限时' },
  ];
}
