import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { ConditionPicker } from '~/domains/workflow/pickers/ConditionPicker';
import type { Condition } from '~/domains/workflow/process';
import { shanghaiDate } from '~/shared/dates';
import type { InputOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Combobox } from '~/ui/kit/Combobox';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { ruleList, ruleSave } from '../calls';
import { checkpoints, reactions, ruleFields } from '../rule';
import type { Home, RuleShown } from './RuleHome';

interface Draft {
  name: string;
  checkpoints: string;
  levelIds: string;
  typeIds: string;
  customerId: string;
  condition: Condition;
  reaction: string;
  priority: string;
  effectiveFrom: string;
  releaseDeviationPct: string;
  releaseValidDays: string;
  notes: string;
}
interface Props {
  home: Home;
  rule: RuleShown | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}

const listed = (joined: string): string[] => joined.split(',').filter(Boolean);
const named = (all: readonly { id: string; name: string }[]) => all.map(({ id, name }) => ({ value: id, label: name }));

/** What a draft means for the call; figures that are no figures are refused there. */
export const wireOf = (draft: Draft, kept: readonly string[] = []): Omit<InputOf<typeof ruleSave>, 'id' | 'version'> => ({
  ...draft,
  checkpoints: listed(draft.checkpoints) as never,
  levelIds: listed(draft.levelIds),
  typeIds: listed(draft.typeIds),
  customerIds: draft.customerId ? [...new Set([draft.customerId, ...kept])] : [...kept],
  reaction: draft.reaction as never,
  priority: Number(draft.priority),
  releaseDeviationPct: Number(draft.releaseDeviationPct),
  releaseValidDays: Number(draft.releaseValidDays),
});

function draftOf(rule: RuleShown | null): Draft {
  const today = shanghaiDate(new Date());
  if (!rule)
    return {
      name: '',
      checkpoints: 'ORDER',
      levelIds: '',
      typeIds: '',
      customerId: '',
      condition: { all: [{ field: 'usagePct', op: 'GT', value: '' }] },
      reaction: 'APPROVE',
      priority: '50',
      effectiveFrom: today,
      releaseDeviationPct: '10',
      releaseValidDays: '7',
      notes: '',
    };
  return {
    name: rule.name,
    checkpoints: rule.checkpoints.join(','),
    levelIds: rule.levels.map(({ id }) => id).join(','),
    typeIds: rule.types.map(({ id }) => id).join(','),
    customerId: rule.customers[0]?.id ?? '',
    condition: rule.condition as Condition,
    reaction: rule.reaction,
    priority: String(rule.priority),
    effectiveFrom: rule.effectiveFrom > today ? rule.effectiveFrom : today,
    releaseDeviationPct: String(rule.releaseDeviationPct),
    releaseValidDays: String(rule.releaseValidDays),
    notes: '',
  };
}

async function latestOf(id: string) {
  const now = (await call(ruleList, {})).rules.find((one) => one.id === id);
  if (!now) throw new Error('the rule is gone');
  return { values: draftOf(now), version: now.ver };
}

/** A rule in words people choose; saving makes the next version. */
export default function RuleEditor({ home, rule, onClose, onSaved }: Props) {
  const [defaults] = useState(() => draftOf(rule));
  const others = rule?.customers.slice(1).map(({ id }) => id) ?? [];
  return (
    <FormDialog<Draft>
      open
      width="xl"
      title={rule ? `修改规则：${rule.name}` : '新建规则'}
      ok="保存为新版本"
      defaults={defaults}
      latest={rule === null ? undefined : () => latestOf(rule.id)}
      onClose={onClose}
      submit={async (draft, _confirmed, version = rule?.ver ?? 0) => {
        await call(ruleSave, { ...wireOf(draft, others), id: rule?.id ?? '', version });
        await onSaved();
        toast('规则已保存', 'ok');
      }}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field name="name" label="规则名称" required>
          <Input maxLength={40} />
        </Field>
        <Field name="checkpoints" label="检查点" required>
          <MultiSelect options={optionsOf(checkpoints)} />
        </Field>
      </div>
      <Field name="condition" label="条件" required hint="条件成立时按下面的方式处理；客户没有的数据（如不限额的可用额度）不成立">
        <ConditionField />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field name="reaction" label="处理方式" required>
          <Select options={optionsOf(reactions)} />
        </Field>
        <Field name="priority" label="优先级" required hint="1到999，小的先检查">
          <NumberInput decimals={0} />
        </Field>
        <Field name="effectiveFrom" label="生效日期" required>
          <DateInput />
        </Field>
        <Release />
        <Field name="levelIds" label="客户等级" hint="不选为全部">
          <MultiSelect options={named(home.levels)} />
        </Field>
        <Field name="typeIds" label="授信类型" hint="不选为全部">
          <MultiSelect options={named(home.types)} />
        </Field>
        <Field name="customerId" label="指定客户" hint={others.length ? `另有${others.length}个客户保留` : '不选为全部'}>
          <Combobox load={findCustomers} {...(rule?.customers[0] ? { shown: rule.customers[0].name } : {})} />
        </Field>
      </div>
      <Field name="notes" label="修改说明">
        <Input maxLength={200} />
      </Field>
    </FormDialog>
  );
}

function ConditionField({ value, onChange }: { value?: Condition; onChange?: (value: Condition) => void }) {
  return <ConditionPicker fields={ruleFields} value={value && typeof value === 'object' ? value : { all: [] }} onChange={(next) => onChange?.(next)} />;
}

function Release() {
  const reaction = useWatch<Draft, 'reaction'>({ name: 'reaction' });
  if (reaction !== 'APPROVE') return null;
  return (
    <>
      <Field name="releaseDeviationPct" label="特批后允许偏差" hint="订单金额在此范围内增加不再特批">
        <NumberInput decimals={0} unit="%" />
      </Field>
      <Field name="releaseValidDays" label="特批有效天数">
        <NumberInput decimals={0} unit="天" />
      </Field>
    </>
  );
}
