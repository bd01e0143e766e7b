import { useWatch } from 'react-hook-form';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Switch } from '~/ui/kit/Checks';
import { Input, NumberInput } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { riskConfig, riskSave } from '../calls';
import { type RiskKind, riskKinds } from '../risk';
import type { Home, Rule } from './RiskHome';

interface Draft {
  name: string;
  kind: string;
  overdueDays: string;
  overdueAmount: string;
  pct: string;
  levelIds: string;
  lifterRoleIds: string;
  liftsItself: boolean;
  enabled: boolean;
}
const listed = (joined: string): string[] => joined.split(',').filter(Boolean);
const named = (all: readonly { id: string; name: string }[]) => all.map(({ id, name }) => ({ value: id, label: name }));
const draftOf = (rule: Rule | null): Draft => ({
  name: rule?.name ?? '',
  kind: rule?.kind ?? 'FREEZE',
  overdueDays: String(rule?.overdueDays ?? 30),
  overdueAmount: rule?.overdueAmount ?? '0',
  pct: String(rule?.pct ?? 30),
  levelIds: rule?.levelIds.join(',') ?? '',
  lifterRoleIds: rule?.lifterRoleIds.join(',') ?? '',
  liftsItself: rule?.liftsItself ?? true,
  enabled: rule?.enabled ?? true,
});

interface Props {
  home: Home;
  rule: Rule | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}

export default function RiskDialog({ home, rule, onClose, onSaved }: Props) {
  return (
    <FormDialog<Draft>
      open
      width="lg"
      title={rule ? `修改自动动作：${rule.name}` : '新建自动动作'}
      defaults={draftOf(rule)}
      latest={
        rule === null
          ? undefined
          : latestRow(
              async () => (await call(riskConfig, {})).rules,
              ({ id }) => id === rule.id,
              draftOf,
            )
      }
      onClose={onClose}
      submit={async (draft, _confirmed, version = rule?.version ?? 0) => {
        const concentration = draft.kind === 'CONCENTRATION';
        await call(riskSave, {
          ...draft,
          id: rule?.id ?? '',
          version,
          kind: draft.kind as RiskKind,
          overdueDays: concentration ? 0 : Number(draft.overdueDays),
          overdueAmount: concentration ? '0' : draft.overdueAmount || '0',
          pct: concentration ? Number(draft.pct) : 0,
          levelIds: listed(draft.levelIds),
          lifterRoleIds: listed(draft.lifterRoleIds),
        });
        await onSaved();
        toast('自动动作已保存，从今晚起执行', 'ok');
      }}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field name="name" label="名称" required>
          <Input maxLength={40} />
        </Field>
        <Field name="kind" label="动作" required>
          <Select options={optionsOf(riskKinds)} readOnly={rule !== null} />
        </Field>
        <Trigger />
        <Field name="levelIds" label="适用客户等级" hint="不选为全部">
          <MultiSelect options={named(home.levels)} />
        </Field>
        <Field name="lifterRoleIds" label="可解除的角色" hint="不选为有“审批授信”权限的人">
          <MultiSelect options={named(home.roles)} />
        </Field>
        <Field name="liftsItself" label="原因消除后自动解除">
          <Switch label="原因消除后自动解除" />
        </Field>
        <Field name="enabled" label="启用">
          <Switch label="启用" />
        </Field>
      </div>
    </FormDialog>
  );
}

function Trigger() {
  const kind = useWatch<Draft, 'kind'>({ name: 'kind' });
  if (kind === 'CONCENTRATION')
    return (
      <Field name="pct" label="占全部授信使用的比例" required>
        <NumberInput decimals={0} unit="%" />
      </Field>
    );
  return (
    <>
      <Field name="overdueDays" label="逾期天数达到" required>
        <NumberInput decimals={0} unit="天" />
      </Field>
      <Field name="overdueAmount" label="且逾期金额达到" hint="0为不限">
        <NumberInput decimals={2} unit="元" />
      </Field>
    </>
  );
}
