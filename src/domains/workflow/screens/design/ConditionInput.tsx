import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '~/ui/kit/Button';
import { Input } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { conditionWords, isGroup, operatorNames, operatorsOf, partsOf } from '../../condition';
import type { Comparison, Condition, FormField, Operator } from '../../process';
import { useDesigning } from './DesignContext';
import { PeopleInput } from './PeopleInput';
import { ValueInput } from './ValueInput';

/** Groups any of which may hold, each of comparisons that all hold; null for what is said in more levels. */
export function groupsOf(condition: Condition): Comparison[][] | null {
  const groups = 'any' in condition ? condition.any : [condition];
  const flat = groups.map((group) => ('all' in group ? group.all : [group]));
  return flat.every((group) => group.every((part) => !isGroup(part))) ? (flat as Comparison[][]) : null;
}
export const conditionOf = (groups: readonly Comparison[][]): Condition => {
  const [only = [], ...more] = groups;
  return more.length ? { any: groups.map((all) => ({ all })) } : { all: [...only] };
};

interface Props {
  value: Condition;
  onChange: (value: Condition) => void;
}

/** As in DingTalk: within a group 且, between groups 或. */
export function ConditionInput({ value, onChange }: Props) {
  const { fields, nameOf } = useDesigning();
  const groups = groupsOf(value);
  if (!groups)
    return (
      <div className="flex flex-col gap-2 text-sm">
        <p>{conditionWords(value, fields, nameOf)}</p>
        <p className="text-ink-3">该条件的层级较多，只能整体重设</p>
        <Button size="sm" onPress={() => onChange({ all: [] })}>
          重新设置条件
        </Button>
      </div>
    );
  if (fields.length === 0) return <p className="text-sm text-ink-3">该业务没有可用于条件的字段</p>;
  const put = (at: number, group: Comparison[]) =>
    onChange(
      conditionOf(groups.map((other, index) => (index === at ? group : other)).filter((one, index) => one.length > 0 || (index === 0 && groups.length === 1))),
    );
  const fresh = (): Comparison => comparisonFor(fields[0] as FormField);
  return (
    <div className="flex flex-col gap-2">
      {groups.map((group, at) => (
        <div key={at} className="flex flex-col gap-2">
          {at > 0 && <span className="text-center text-sm text-ink-3">或</span>}
          <fieldset aria-label={`条件组${at + 1}`} className="flex flex-col gap-2 rounded border border-line p-2">
            {group.map((one, row) => (
              <div key={row} className="flex flex-col gap-1.5">
                {row > 0 && <span className="text-sm text-ink-3">且</span>}
                <ComparisonInput
                  one={one}
                  label={`条件组${at + 1}第${row + 1}行`}
                  onChange={(next) =>
                    put(
                      at,
                      group.map((other, index) => (index === row ? next : other)),
                    )
                  }
                  onRemove={() =>
                    put(
                      at,
                      group.filter((_, index) => index !== row),
                    )
                  }
                />
              </div>
            ))}
            <Button size="sm" tone="link" icon={<Plus aria-hidden />} onPress={() => put(at, [...group, fresh()])}>
              {group.length ? '且：添加条件' : '添加条件'}
            </Button>
          </fieldset>
        </div>
      ))}
      {partsOf(isGroup(value) ? value : { all: [value] }).length > 0 && groups.length < 20 && (
        <Button size="sm" icon={<Plus aria-hidden />} onPress={() => onChange(conditionOf([...groups, [fresh()]]))}>
          或：添加条件组
        </Button>
      )}
    </div>
  );
}

const blankFor = (op: Operator): string | string[] => (op === 'BETWEEN' ? ['', ''] : op === 'IN' ? [] : '');
const comparisonFor = (field: FormField): Comparison => {
  const op = operatorsOf[field.type][0] ?? 'EQ';
  return { field: field.key, op, value: blankFor(op) };
};

function ComparisonInput({ one, label, onChange, onRemove }: { one: Comparison; label: string; onChange: (one: Comparison) => void; onRemove: () => void }) {
  const { fields } = useDesigning();
  const field = fields.find(({ key }) => key === one.field);
  const takeOperator = (op: Operator) => {
    const sameShape = Array.isArray(blankFor(op)) === Array.isArray(one.value) && op !== 'BETWEEN' && one.op !== 'BETWEEN';
    onChange({ ...one, op, value: sameShape ? one.value : blankFor(op) });
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-1.5">
        <Select
          aria-label={`${label}的字段`}
          value={one.field}
          placeholder="请选择字段"
          options={fields.map(({ key, label: name }) => ({ value: key, label: name }))}
          onChange={(key) => {
            const chosen = fields.find((other) => other.key === key);
            if (chosen) onChange(comparisonFor(chosen));
          }}
        />
        <Select
          aria-label={`${label}的比较方式`}
          className="max-w-28"
          value={one.op}
          options={(field ? operatorsOf[field.type] : []).map((op) => ({ value: op, label: field?.type === 'BOOLEAN' ? '为' : operatorNames[op] }))}
          onChange={(op) => op && takeOperator(op as Operator)}
        />
        <IconButton label={`删除${label}`} size="sm" icon={<Trash2 aria-hidden />} onClick={onRemove} />
      </div>
      {field && <Values field={field} one={one} label={label} onChange={(value) => onChange({ ...one, value })} />}
    </div>
  );
}

function Values({ field, one, label, onChange }: { field: FormField; one: Comparison; label: string; onChange: (value: string | string[]) => void }) {
  const { choices, nameOf } = useDesigning();
  if (one.op === 'BETWEEN') {
    const [from = '', until = ''] = Array.isArray(one.value) ? one.value : [];
    return (
      <span className="flex items-center gap-1.5">
        <ValueInput field={field} value={from} label={`${label}的起点`} onChange={(value) => onChange([value, until])} />至
        <ValueInput field={field} value={until} label={`${label}的终点`} onChange={(value) => onChange([from, value])} />
      </span>
    );
  }
  if (one.op !== 'IN') return <ValueInput field={field} value={typeof one.value === 'string' ? one.value : ''} label={`${label}的值`} onChange={onChange} />;
  const values = Array.isArray(one.value) ? one.value : [];
  if (field.type === 'CHOICE')
    return (
      <MultiSelect
        aria-label={`${label}的值`}
        options={optionsOf(field.choices ?? {})}
        value={values.join(',')}
        onChange={(joined) => onChange(joined.split(',').filter(Boolean))}
      />
    );
  if (field.type === 'MEMBER' || field.type === 'DEPARTMENT')
    return (
      <PeopleInput
        noun={field.type === 'MEMBER' ? '成员' : '部门'}
        choices={field.type === 'MEMBER' ? choices.members : choices.departments}
        value={values}
        nameOf={nameOf}
        onChange={onChange}
      />
    );
  return (
    <Input
      aria-label={`${label}的值`}
      value={values.join('、')}
      placeholder="多个值以顿号分隔"
      onChange={(text) => onChange(text === '' ? [] : text.split('、'))}
    />
  );
}
