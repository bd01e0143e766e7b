import { Checkbox } from '~/ui/kit/Checks';
import { NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { Mode, TaskNode, TimeOut } from '../../process';
import {
  departedRules,
  emptyRules,
  MOST_HOURS,
  modeHints,
  modeKinds,
  rejectRules,
  repeatedRules,
  returnTargets,
  selfRules,
  timeOutRules,
} from '../../processTree';
import { CandidatesInput } from './CandidatesInput';
import { useDesigning } from './DesignContext';
import { Labelled, PanelPart } from './Labelled';
import { PeopleInput } from './PeopleInput';

interface Props {
  node: TaskNode;
  onChange: (over: Partial<TaskNode>, tag?: string) => void;
}

/** What an approver's or handler's step says. */
export function TaskPanel({ node, onChange }: Props) {
  const noun = node.kind === 'HANDLE' ? '办理人' : '审批人';
  return (
    <>
      <PanelPart title={noun}>
        <CandidatesInput noun={noun} value={node.candidates} onChange={(candidates) => onChange({ candidates })} />
        <ModeInput mode={node.mode} onChange={(mode, tag) => onChange({ mode }, tag)} />
      </PanelPart>
      <PanelPart title="特殊情况">
        <EmptyInput node={node} onChange={onChange} noun={noun} />
        <Choice label={`${noun}与发起人是同一人`} names={selfRules} value={node.onSelf} onChange={(onSelf) => onChange({ onSelf })} />
        <Choice label={`${noun}重复`} names={repeatedRules} value={node.onRepeated} onChange={(onRepeated) => onChange({ onRepeated })} />
        <Choice label={`${noun}已离职或停用`} names={departedRules} value={node.onDeparted} onChange={(onDeparted) => onChange({ onDeparted })} />
      </PanelPart>
      <PanelPart title="驳回与退回">
        <RejectInput node={node} onChange={onChange} />
        <Checkbox checked={node.mayReturn} onChange={(mayReturn) => onChange({ mayReturn })}>
          允许退回到之前的节点
        </Checkbox>
      </PanelPart>
      <PanelPart title="操作要求">
        <Checkbox checked={node.opinionRequired} onChange={(opinionRequired) => onChange({ opinionRequired })}>
          意见必填
        </Checkbox>
        <Checkbox checked={node.signatureRequired} onChange={(signatureRequired) => onChange({ signatureRequired })}>
          需要手写签名
        </Checkbox>
        <Checkbox checked={node.mayBatch} onChange={(mayBatch) => onChange({ mayBatch })}>
          允许批量同意
        </Checkbox>
        <TimeOutInput value={node.timeOut} onChange={(timeOut, tag) => onChange({ timeOut }, tag)} />
      </PanelPart>
    </>
  );
}

/** One of a few rules. */
export function Choice<Rule extends string>({
  label,
  names,
  value,
  onChange,
}: {
  label: string;
  names: Readonly<Record<Rule, string>>;
  value: Rule;
  onChange: (rule: Rule) => void;
}) {
  return (
    <Labelled label={label}>
      {(id) => <Select id={id} value={value} options={optionsOf(names)} placeholder="请选择" onChange={(rule) => rule && onChange(rule as Rule)} />}
    </Labelled>
  );
}

function ModeInput({ mode, onChange }: { mode: Mode; onChange: (mode: Mode, tag?: string) => void }) {
  const take = (kind: Mode['kind']) => onChange(kind === 'RATIO' ? { kind, percent: 60 } : { kind });
  return (
    <>
      <Labelled label="多人时" hint={modeHints[mode.kind]}>
        {(id) => (
          <Select id={id} value={mode.kind} options={optionsOf(modeKinds)} placeholder="请选择" onChange={(kind) => kind && take(kind as Mode['kind'])} />
        )}
      </Labelled>
      {mode.kind === 'RATIO' && (
        <Labelled label="通过比例（1到100）">
          {(id) => (
            <NumberInput
              id={id}
              unit="%"
              value={mode.percent ? String(mode.percent) : ''}
              onChange={(text) => onChange({ kind: 'RATIO', percent: atMost(text, 9999) }, 'percent')}
            />
          )}
        </Labelled>
      )}
    </>
  );
}
const atMost = (text: string, most: number): number => Math.min(Math.trunc(Number(text || 0)) || 0, most);

function EmptyInput({ node, noun, onChange }: Props & { noun: string }) {
  const { choices, nameOf } = useDesigning();
  const { onEmpty } = node;
  const take = (kind: TaskNode['onEmpty']['kind']) => onChange({ onEmpty: kind === 'MEMBER' ? { kind, memberId: '' } : { kind } });
  return (
    <>
      <Choice label={`${noun}为空`} names={emptyRules} value={onEmpty.kind} onChange={take} />
      {onEmpty.kind === 'MEMBER' && (
        <PeopleInput
          noun="代为处理的成员"
          choices={choices.members}
          value={onEmpty.memberId ? [onEmpty.memberId] : []}
          nameOf={nameOf}
          onChange={(ids) => onChange({ onEmpty: { kind: 'MEMBER', memberId: ids.at(-1) ?? '' } })}
        />
      )}
    </>
  );
}

function RejectInput({ node, onChange }: Props) {
  const { tree } = useDesigning();
  const { onReject } = node;
  const targets = returnTargets(tree, node.id);
  const take = (kind: TaskNode['onReject']['kind']) => onChange({ onReject: kind === 'NODE' ? { kind, nodeId: targets.at(-1)?.id ?? '' } : { kind } });
  return (
    <>
      <Choice label="驳回后" names={rejectRules} value={onReject.kind} onChange={take} />
      {onReject.kind === 'NODE' && (
        <Labelled label="退回到" hint="只能退回到每次都会经过的前面节点">
          {(id) => (
            <Select
              id={id}
              value={targets.some((one) => one.id === onReject.nodeId) ? onReject.nodeId : ''}
              options={targets.map((one) => ({ value: one.id, label: one.name }))}
              placeholder={targets.length ? '请选择节点' : '前面没有可退回的节点'}
              onChange={(nodeId) => onChange({ onReject: { kind: 'NODE', nodeId } })}
            />
          )}
        </Labelled>
      )}
    </>
  );
}

function TimeOutInput({ value, onChange }: { value: TimeOut | null; onChange: (value: TimeOut | null, tag?: string) => void }) {
  return (
    <>
      <Checkbox checked={value !== null} onChange={(on) => onChange(on ? { hours: 24, then: 'REMIND' } : null)}>
        限时处理
      </Checkbox>
      {value && (
        <>
          <Labelled label={`超过（工作小时，1到${MOST_HOURS}）`} hint="按法定工作日9:00至18:00计算，节假日与调休自动考虑">
            {(id) => (
              <NumberInput
                id={id}
                unit="小时"
                value={value.hours ? String(value.hours) : ''}
                onChange={(text) => onChange({ ...value, hours: atMost(text, 9999) }, 'hours')}
              />
            )}
          </Labelled>
          <Choice label="超时后" names={timeOutRules} value={value.then} onChange={(then) => onChange({ ...value, then })} />
        </>
      )}
    </>
  );
}
