import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '~/ui/kit/Button';
import { Combobox } from '~/ui/kit/Combobox';
import { NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { Candidates } from '../../process';
import { candidateKinds, MOST_HEADS } from '../../processTree';
import { useDesigning } from './DesignContext';
import { optionsOfChoices, PeopleInput } from './PeopleInput';

const MOST_ROWS = 20;
const hints: Partial<Record<Candidates['kind'], string>> = {
  PERMISSION: '持有该业务审核权限、且能看到该单据的人',
  SALESPERSON: '单据所属客户的业务员',
};

function blank(kind: Candidates['kind']): Candidates {
  switch (kind) {
    case 'MEMBERS':
    case 'STARTER_CHOICE':
      return { kind, memberIds: [] };
    case 'ROLES':
      return { kind, roleIds: [] };
    case 'GROUP':
      return { kind, groupId: '' };
    case 'DEPARTMENT_HEAD':
      return { kind, departmentId: '', levels: 0 };
    case 'STARTER_HEAD':
      return { kind, levels: 0 };
    case 'FIELD':
      return { kind, field: '' };
    default:
      return { kind };
  }
}

/** Who is asked: several rules, all of whose people are asked. */
export function CandidatesInput({ noun, value, onChange }: { noun: string; value: readonly Candidates[]; onChange: (value: Candidates[]) => void }) {
  const put = (at: number, one: Candidates) => onChange(value.map((other, index) => (index === at ? one : other)));
  return (
    <div className="flex flex-col gap-2">
      {value.map((one, at) => (
        <fieldset key={at} className="flex flex-col gap-2 rounded border border-line p-2" aria-label={`${noun}${at + 1}`}>
          <div className="flex items-center gap-2">
            <Select
              aria-label={`${noun}${at + 1}的类型`}
              value={one.kind}
              options={optionsOf(candidateKinds)}
              placeholder="请选择类型"
              onChange={(kind) => kind && put(at, blank(kind as Candidates['kind']))}
            />
            <IconButton
              label={`删除${noun}${at + 1}`}
              size="sm"
              icon={<Trash2 aria-hidden />}
              onClick={() => onChange(value.filter((_, index) => index !== at))}
            />
          </div>
          <Details one={one} onChange={(next) => put(at, next)} />
          {hints[one.kind] && <p className="text-xs text-ink-3">{hints[one.kind]}</p>}
        </fieldset>
      ))}
      {value.length < MOST_ROWS && (
        <Button size="sm" icon={<Plus aria-hidden />} onPress={() => onChange([...value, blank(value.length ? 'MEMBERS' : 'PERMISSION')])}>
          添加{noun}
        </Button>
      )}
    </div>
  );
}

function Details({ one, onChange }: { one: Candidates; onChange: (one: Candidates) => void }) {
  const { choices, fields, nameOf } = useDesigning();
  switch (one.kind) {
    case 'MEMBERS':
      return (
        <PeopleInput noun="成员" choices={choices.members} value={one.memberIds} nameOf={nameOf} onChange={(memberIds) => onChange({ ...one, memberIds })} />
      );
    case 'STARTER_CHOICE':
      return (
        <>
          <p className="text-xs text-ink-3">提交时由发起人选择；不限定范围时可选任何成员</p>
          <PeopleInput
            noun="可选成员"
            choices={choices.members}
            value={one.memberIds}
            nameOf={nameOf}
            onChange={(memberIds) => onChange({ ...one, memberIds })}
          />
        </>
      );
    case 'ROLES':
      return <PeopleInput noun="角色" choices={choices.roles} value={one.roleIds} nameOf={nameOf} onChange={(roleIds) => onChange({ ...one, roleIds })} />;
    case 'GROUP':
      return (
        <Select
          aria-label="用户组"
          value={one.groupId}
          options={optionsOfChoices(choices.groups)}
          placeholder={choices.groups.length ? '请选择用户组' : '暂无用户组，请在流程列表的“用户组”中新建'}
          onChange={(groupId) => onChange({ ...one, groupId })}
        />
      );
    case 'DEPARTMENT_HEAD':
      return (
        <>
          <Combobox
            aria-label="部门"
            value={one.departmentId}
            shown={one.departmentId && nameOf(one.departmentId)}
            options={optionsOfChoices(choices.departments)}
            onChange={(departmentId) => onChange({ ...one, departmentId })}
          />
          <Levels value={one.levels} onChange={(levels) => onChange({ ...one, levels })} own="该部门负责人" />
        </>
      );
    case 'STARTER_HEAD':
      return <Levels value={one.levels} onChange={(levels) => onChange({ ...one, levels })} own="发起人所在部门的负责人" />;
    case 'FIELD': {
      const members = fields.filter(({ type }) => type === 'MEMBER');
      return (
        <Select
          aria-label="表单字段"
          value={one.field}
          options={members.map(({ key, label }) => ({ value: key, label }))}
          placeholder={members.length ? '请选择表单字段' : '该业务的表单没有成员字段'}
          onChange={(field) => onChange({ ...one, field })}
        />
      );
    }
    default:
      return null;
  }
}

function Levels({ value, own, onChange }: { value: number; own: string; onChange: (levels: number) => void }) {
  return (
    <span className="flex items-center gap-2 text-sm">
      向上
      <NumberInput aria-label="向上级数" className="w-20" value={String(value)} onChange={(text) => onChange(Math.min(Number(text || 0), MOST_HEADS))} />
      级（0：{own}）
    </span>
  );
}
