import { useCallback, useMemo } from 'react';
import { Descriptions } from '~/ui/detail/Descriptions';
import { Card } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import type { TaskNode } from '../../process';
import { processStates, versionStates } from '../../processConfig';
import { departedRules, emptyRules, fieldRules, isTask, nodesOf, repeatedRules, selfRules, timeOutRules } from '../../processTree';
import { changeNode } from '../../treeEdit';
import { useDesigning } from './DesignContext';
import { Labelled } from './Labelled';
import { Matrix, type MatrixColumn } from './Matrix';
import { ProcessRulesCard } from './ProcessRulesCard';
import type { Detail } from './useDesign';

interface BasicProps {
  detail: Detail;
  name: string;
  onRename: (name: string) => void;
  ver: number;
  state: Detail['state'];
}

export function BasicStep({ detail, name, onRename, ver, state }: BasicProps) {
  return (
    <Card title="基本信息">
      <div className="flex max-w-xl flex-col gap-5">
        <Labelled label="流程名称" hint="审批人和发起人看到的名称，最多30个字">
          {(id) => <Input id={id} value={name} maxLength={30} onChange={onRename} required />}
        </Labelled>
        <Descriptions
          columns={2}
          items={[
            { label: '适用业务', value: detail.business },
            { label: '启用状态', value: processStates[detail.status] },
            { label: '正在编辑', value: `v${ver}（${versionStates[state]}）` },
            { label: '表单字段', value: detail.fields.length ? detail.fields.map(({ label }) => label).join('、') : '该业务没有可用于条件的字段' },
          ]}
        />
        <p className="text-sm text-ink-3">表单由业务单据决定：字段的值在提交时取自单据，用于条件判断与摘要。保存只改草稿，发布后新提交的单据才按新版本审批。</p>
      </div>
    </Card>
  );
}

function useTasks() {
  const { tree, edit } = useDesigning();
  const nodes = useMemo(() => nodesOf(tree).filter(isTask), [tree]);
  const change = useCallback(
    (ids: readonly string[], over: (node: TaskNode) => TaskNode) =>
      edit((now) => ids.reduce((changed, id) => changeNode(changed, id, (node) => (isTask(node) ? over(node) : node)), now)),
    [edit],
  );
  return { nodes, change };
}

const NO_TASKS = '流程中还没有审批或办理节点';

export function FieldStep() {
  const { fields } = useDesigning();
  const { nodes, change } = useTasks();
  const columns = useMemo<MatrixColumn[]>(
    () =>
      fields.map(({ key, label }) => ({
        key,
        title: label,
        options: [{ value: 'FORM', label: '显示' }, ...optionsOf(fieldRules)],
        get: (node) => node.fields[key] ?? 'FORM',
        set: (value) => (node) => {
          const { [key]: _, ...others } = node.fields;
          return { ...node, fields: value === 'FORM' ? others : { ...others, [key]: value as TaskNode['fields'][string] } };
        },
      })),
    [fields],
  );
  if (!fields.length || !nodes.length) return <EmptyState title={fields.length ? NO_TASKS : '该业务没有可设置权限的字段'} note="请先在“流程设计”中添加节点" />;
  return (
    <Card title="表单权限" note="每个节点的人在审批页能看到哪些字段；要更正单据请打开业务页面或退回发起人">
      <Matrix caption="表单权限" nodes={nodes} columns={columns} onChange={change} />
    </Card>
  );
}

const yesNo = [
  { value: 'true', label: '是' },
  { value: 'false', label: '否' },
];
const flag = (key: 'mayReturn' | 'mayBatch' | 'opinionRequired' | 'signatureRequired', title: string): MatrixColumn => ({
  key,
  title,
  options: yesNo,
  get: (node) => String(node[key]),
  set: (value) => (node) => ({ ...node, [key]: value === 'true' }),
});
const rule = <Key extends 'onSelf' | 'onRepeated' | 'onDeparted'>(key: Key, title: string, names: Readonly<Record<TaskNode[Key], string>>): MatrixColumn => ({
  key,
  title,
  options: optionsOf(names),
  get: (node) => node[key],
  set: (value) => (node) => ({ ...node, [key]: value }),
});
const HOURS = [4, 8, 24, 48, 72] as const;
const timed = (hours: number, then: keyof typeof timeOutRules): string => `${hours} ${then}`;

/** What a node says that is not among the choices stays one of them. */
const timeOut: MatrixColumn = {
  key: 'timeOut',
  title: '限时处理',
  options: [
    { value: 'NONE', label: '不限时' },
    ...HOURS.flatMap((hours) =>
      (['REMIND', 'PASS', 'REJECT', 'ESCALATE'] as const).map((then) => ({ value: timed(hours, then), label: `${hours}小时后${timeOutRules[then]}` })),
    ),
  ],
  get: ({ timeOut: own }) => (own ? timed(own.hours, own.then) : 'NONE'),
  set: (value) => (node) => {
    const [hours, then] = value.split(' ');
    return { ...node, timeOut: value === 'NONE' ? null : { hours: Number(hours), then: then as keyof typeof timeOutRules } };
  },
};
const rules: readonly MatrixColumn[] = [
  rule('onRepeated', '审批人重复', repeatedRules),
  rule('onSelf', '与发起人相同', selfRules),
  {
    key: 'onEmpty',
    title: '审批人为空',
    options: [
      ...(['PASS', 'REJECT', 'ADMIN'] as const).map((kind) => ({ value: kind, label: emptyRules[kind] })),
      { value: 'MEMBER', label: `${emptyRules.MEMBER}（在节点设置中选择）`, disabled: true },
    ],
    get: ({ onEmpty }) => onEmpty.kind,
    set: (value) => (node) => ({ ...node, onEmpty: { kind: value as 'ADMIN' } }),
  },
  rule('onDeparted', '审批人离职', departedRules),
  timeOut,
  flag('mayReturn', '允许退回'),
  flag('mayBatch', '允许批量'),
  flag('opinionRequired', '意见必填'),
  flag('signatureRequired', '手写签名'),
];

export function RulesStep() {
  const { nodes, change } = useTasks();
  // Hours set at a node itself stand among the usual ones.
  const columns = useMemo(() => {
    const own = nodes.flatMap(({ timeOut: one }) => (one ? [{ value: timed(one.hours, one.then), label: `${one.hours}小时后${timeOutRules[one.then]}` }] : []));
    const more = own.filter(({ value }, at) => !timeOut.options.some((one) => one.value === value) && own.findIndex((one) => one.value === value) === at);
    return rules.map((column) => (column === timeOut ? { ...column, options: [...column.options, ...more] } : column));
  }, [nodes]);
  return (
    <div className="flex flex-col gap-3">
      <ProcessRulesCard />
      {nodes.length ? (
        <Card title="节点设置" note="去重、特殊情况、超时与操作要求，可逐个节点设置，也可一次设置全部节点">
          <Matrix caption="节点设置" nodes={nodes} columns={columns} onChange={change} />
        </Card>
      ) : (
        <EmptyState title={NO_TASKS} note="请先在“流程设计”中添加节点" />
      )}
    </div>
  );
}
